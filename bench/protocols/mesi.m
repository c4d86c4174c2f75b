-- MESI: caches that snoop on a bus hold one line each. A copy that was read while nobody else had one is exclusive and
-- may be written without a word on the bus; one that was written is modified. For every number of caches: who has the
-- line exclusively, or modified, is the only one to have it. A run-time error or a deadlock does not occur.

const
  N: 3;

type
  Cache: scalarset(N);
  State: enum { invalid, shared, exclusive, modified };

var
  line: array [Cache] of State;

ruleset c: Cache do
  rule "read, nobody has it"
    line[c] = invalid & forall d: Cache do line[d] = invalid end ==>
  begin
    line[c] := exclusive;
  end;

  rule "read, somebody has it"
    line[c] = invalid & exists d: Cache do line[d] != invalid end ==>
  begin
    for d: Cache do
      if line[d] != invalid then
        line[d] := shared;
      end;
    end;
    line[c] := shared;
  end;

  rule "write to an exclusive copy"
    line[c] = exclusive ==>
  begin
    line[c] := modified;
  end;

  rule "write"
    line[c] = invalid | line[c] = shared ==>
  begin
    for d: Cache do
      line[d] := invalid;
    end;
    line[c] := modified;
  end;

  rule "evict"
    line[c] != invalid ==>
  begin
    line[c] := invalid;
  end;
end;

startstate "empty"
begin
  for c: Cache do
    line[c] := invalid;
  end;
end;

invariant "who may write is alone"
  forall c: Cache do
    forall d: Cache do
      c != d & (line[c] = exclusive | line[c] = modified) -> line[d] = invalid
    end
  end;
