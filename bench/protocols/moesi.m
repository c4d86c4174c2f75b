-- MOESI: as MESI, but a modified copy that others read stays where it is and becomes owned: its owner supplies the
-- readers, and the memory is not up to date. For every number of caches: who has the line exclusively, or modified, is
-- the only one to have it; nobody has two owners. A run-time error or a deadlock does not occur.

const
  N: 3;

type
  Cache: scalarset(N);
  State: enum { invalid, shared, exclusive, owned, modified };

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
      switch line[d]
      case modified:
        line[d] := owned;
      case exclusive:
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
    line[c] = invalid | line[c] = shared | line[c] = owned ==>
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

invariant "one owner"
  forall c: Cache do
    forall d: Cache do
      c != d & line[c] = owned -> line[d] != owned
    end
  end;
