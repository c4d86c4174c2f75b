-- The Berkeley protocol of Katz, Eggers, Wood, Perkins and Sheldon: who has written owns the line, and supplies readers
-- without writing it back. For every number of caches: who owns it exclusively is the only one to have it, and there is
-- one owner at the most. A run-time error or a deadlock does not occur.

const
  N: 3;

type
  Cache: scalarset(N);
  State: enum { invalid, unowned, owned_shared, owned_exclusive };

var
  line: array [Cache] of State;

procedure invalidate_all();
begin
  for d: Cache do
    line[d] := invalid;
  end;
end;

ruleset c: Cache do
  rule "read miss"
    line[c] = invalid ==>
  begin
    for d: Cache do
      if line[d] = owned_exclusive then
        line[d] := owned_shared;
      end;
    end;
    line[c] := unowned;
  end;

  rule "write"
    line[c] != owned_exclusive ==>
  begin
    invalidate_all();
    line[c] := owned_exclusive;
  end;

  rule "replace"
    line[c] != invalid ==>
  begin
    line[c] := invalid;
  end;
end;

startstate "empty"
begin
  invalidate_all();
end;

invariant "who owns it exclusively is alone"
  forall c: Cache do
    forall d: Cache do
      c != d & line[c] = owned_exclusive -> line[d] = invalid
    end
  end;

invariant "one owner"
  forall c: Cache do
    forall d: Cache do
      c != d & line[c] = owned_shared -> line[d] != owned_shared
    end
  end;
