-- The Dragon protocol for caches on a bus: a write updates the copies of others, one of which is responsible for the
-- value (shared_dirty). For every number of caches: who has the only copy is alone, and at most one is responsible.

const
  N: 3;

type
  Cache: scalarset(N);
  Copy: enum { none, exclusive, shared_clean, shared_dirty, dirty };

var
  copy: array [Cache] of Copy;

function is_shared(c: Cache): boolean;
begin
  return exists d: Cache do d != c & copy[d] != none end;
end;

-- All other copies are clean from now on, and c is responsible.
procedure update(c: Cache);
begin
  for d: Cache do
    if d != c & copy[d] != none then
      copy[d] := shared_clean;
    end;
  end;
end;

ruleset c: Cache do
  rule "read what nobody has"
    copy[c] = none & !is_shared(c) ==>
  begin
    copy[c] := exclusive;
  end;

  rule "read what others have"
    copy[c] = none & is_shared(c) ==>
  begin
    for d: Cache do
      switch copy[d]
      case exclusive:
        copy[d] := shared_clean;
      case dirty:
        copy[d] := shared_dirty;
      end;
    end;
    copy[c] := shared_clean;
  end;

  rule "write what is exclusive"
    copy[c] = exclusive ==>
  begin
    copy[c] := dirty;
  end;

  rule "write"
    copy[c] = none | copy[c] = shared_clean | copy[c] = shared_dirty ==>
  begin
    if is_shared(c) then
      update(c);
      copy[c] := shared_dirty;
    else
      copy[c] := dirty;
    end;
  end;

  rule "evict"
    copy[c] != none ==>
  begin
    copy[c] := none;
  end;
end;

startstate
begin
  for c: Cache do
    copy[c] := none;
  end;
end;

invariant "a dirty copy is alone"
  forall c: Cache do forall d: Cache do c != d & copy[c] = dirty -> copy[d] = none end end;

invariant "an exclusive copy is alone"
  forall c: Cache do forall d: Cache do c != d & copy[c] = exclusive -> copy[d] = none end end;

invariant "one is responsible"
  forall c: Cache do forall d: Cache do c != d -> !(copy[c] = shared_dirty & copy[d] = shared_dirty) end end;
