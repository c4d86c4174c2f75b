-- A directory with messages of its own for requests, invalidations and answers; the copy set is what the directory knows.

const N : 3;
type Cache : scalarset(N); Word : scalarset(2);
     Maybe : union { Cache, enum { nobody } };
var line : array [Cache] of enum { none, shared, modified }; copy : array [Cache] of Word;
    up : array [Cache] of enum { quiet, asks_shared, asks_modified, answers, gives_back };
    down : array [Cache] of enum { silent, invalidate, grants_shared, grants_modified };
    up_word : array [Cache] of Word; down_word : array [Cache] of Word;
    sharers : array [Cache] of boolean; to_invalidate : array [Cache] of boolean; owned : boolean;
    served : Maybe; wants : enum { nothing, a_copy, the_copy }; memory : Word; last : Word;
ruleset w : Word do
  startstate
    for c : Cache do
      line[c] := none; copy[c] := w; up[c] := quiet; down[c] := silent; up_word[c] := w; down_word[c] := w;
      sharers[c] := false; to_invalidate[c] := false;
    end;
    owned := false; served := nobody; wants := nothing; memory := w; last := w;
  end;
end;
ruleset c : Cache do
  rule "ask for a copy" line[c] = none & up[c] = quiet ==> up[c] := asks_shared; end;
  rule "ask to write" line[c] != modified & up[c] = quiet ==> up[c] := asks_modified; end;
  rule "serve" served = nobody & (up[c] = asks_shared | up[c] = asks_modified) ==>
    served := c;
    if up[c] = asks_shared then wants := a_copy; else wants := the_copy; end;
    up[c] := quiet;
    for d : Cache do to_invalidate[d] := sharers[d]; end;
  end;
  rule "send an invalidation" served != nobody & to_invalidate[c] & down[c] = silent & (wants = the_copy | owned) ==>
    down[c] := invalidate; to_invalidate[c] := false;
  end;
  rule "be invalidated" down[c] = invalidate & up[c] != answers & up[c] != gives_back ==>
    down[c] := silent;
    if line[c] = modified then up[c] := gives_back; up_word[c] := copy[c]; else up[c] := answers; end;
    line[c] := none;
  end;
  rule "hear an answer" served != nobody & (up[c] = answers | up[c] = gives_back) ==>
    if up[c] = gives_back then memory := up_word[c]; owned := false; end;
    up[c] := quiet; sharers[c] := false;
  end;
  rule "grant a copy" served = c & wants = a_copy & !owned & down[c] = silent ==>
    down[c] := grants_shared; down_word[c] := memory; sharers[c] := true; served := nobody; wants := nothing;
  end;
  rule "grant the copy" served = c & wants = the_copy & down[c] = silent & forall d : Cache do !sharers[d] end ==>
    down[c] := grants_modified; down_word[c] := memory; sharers[c] := true; owned := true; served := nobody; wants := nothing;
  end;
  rule "get a copy" down[c] = grants_shared ==> down[c] := silent; line[c] := shared; copy[c] := down_word[c]; end;
  rule "get the copy" down[c] = grants_modified ==> down[c] := silent; line[c] := modified; copy[c] := down_word[c]; end;
end;
ruleset c : Cache; w : Word do
  rule "write" line[c] = modified ==> copy[c] := w; last := w; end;
end;
invariant "who writes is alone" forall c : Cache; d : Cache do c != d & line[c] = modified -> line[d] = none end;
invariant "copies are what was written last" forall c : Cache do line[c] != none -> copy[c] = last end;
