-- The Illinois protocol of Papamarcos and Patel: caches on a bus supply each other, and a copy that differs from the
-- memory is dirty. For every number of caches: who has a dirty or an exclusive copy is the only one to have one, and
-- the memory is up to date while nobody has a dirty one. A run-time error or a deadlock does not occur.

const
  N: 3;

type
  Cache: scalarset(N);
  State: enum { invalid, shared, exclusive, dirty };

var
  line: array [Cache] of State;
  memory_is_fresh: boolean;

ruleset c: Cache do
  rule "read miss, the memory supplies"
    line[c] = invalid & forall d: Cache do line[d] = invalid end ==>
  begin
    line[c] := exclusive;
  end;

  rule "read miss, a cache supplies"
    line[c] = invalid & exists d: Cache do line[d] = shared | line[d] = exclusive end ==>
  begin
    for d: Cache do
      if line[d] = exclusive then
        line[d] := shared;
      end;
    end;
    line[c] := shared;
  end;

  ruleset d: Cache do
    rule "read miss, a dirty copy is written back"
      line[c] = invalid & line[d] = dirty ==>
    begin
      memory_is_fresh := true;
      line[d] := shared;
      line[c] := shared;
    end;
  end;

  rule "write hit, exclusive"
    line[c] = exclusive ==>
  begin
    line[c] := dirty;
    memory_is_fresh := false;
  end;

  rule "write hit, shared; write miss"
    line[c] = shared | line[c] = invalid ==>
  begin
    for d: Cache do
      line[d] := invalid;
    end;
    line[c] := dirty;
    memory_is_fresh := false;
  end;

  rule "replace"
    line[c] = shared | line[c] = exclusive ==>
  begin
    line[c] := invalid;
  end;

  rule "replace a dirty copy"
    line[c] = dirty ==>
  begin
    line[c] := invalid;
    memory_is_fresh := true;
  end;
end;

startstate "empty"
begin
  for c: Cache do
    line[c] := invalid;
  end;
  memory_is_fresh := true;
end;

invariant "who may write is alone"
  forall c: Cache do
    forall d: Cache do
      c != d & (line[c] = exclusive | line[c] = dirty) -> line[d] = invalid
    end
  end;

invariant "the memory is up to date while no copy is dirty"
  (exists c: Cache do line[c] = dirty end) | memory_is_fresh;
