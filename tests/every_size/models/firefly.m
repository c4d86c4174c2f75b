-- Firefly: writes to shared lines go to memory and to all copies.
-- 1 every size
-- 2 every size

const CACHES : 3;
type Cache : scalarset(CACHES); Word : scalarset(2);
var line : array [Cache] of enum { none, alone, shared, dirty }; copy : array [Cache] of Word; memory : Word; last : Word;
ruleset w : Word do
  startstate
    for c : Cache do line[c] := none; copy[c] := w; end;
    memory := w; last := w;
  end;
end;
ruleset c : Cache do
  rule "read, nobody has it" line[c] = none & forall d : Cache do line[d] = none end ==>
    line[c] := alone; copy[c] := memory;
  end;
  rule "read, others have it" line[c] = none & forall d : Cache do line[d] != dirty end & exists d : Cache do line[d] != none end ==>
    for d : Cache do if line[d] != none then line[d] := shared; end; end;
    line[c] := shared; copy[c] := memory;
  end;
  rule "drop" line[c] = alone | line[c] = shared ==> line[c] := none; end;
  rule "write back" line[c] = dirty ==> memory := copy[c]; line[c] := none; end;
  rule "last sharer" line[c] = shared & forall d : Cache do d = c | line[d] = none end ==> line[c] := alone; end;
end;
ruleset c : Cache; d : Cache do
  rule "read, one has written" line[c] = none & line[d] = dirty ==>
    memory := copy[d]; copy[c] := copy[d]; line[d] := shared; line[c] := shared;
  end;
end;
ruleset c : Cache; w : Word do
  rule "write alone" line[c] = alone | line[c] = dirty ==> copy[c] := w; line[c] := dirty; last := w; end;
  rule "write through" line[c] = shared ==>
    memory := w; last := w;
    for d : Cache do if line[d] = shared then copy[d] := w; end; end;
  end;
end;
invariant "who is alone is so" forall c : Cache; d : Cache do
  c != d & (line[c] = alone | line[c] = dirty) -> line[d] = none
end;
invariant "copies are what was written last" forall c : Cache do line[c] != none -> copy[c] = last end;
