-- Ids in a matrix: an invariant that holds and a cover that fails.
-- states 2
-- 1 holds
-- 2 fails
-- 3 fails
type P: scalarset(2);
var v: array [P] of array [P] of P;
ruleset p: P do startstate "s"
  v[p][p] := p;
  for i: P do v[i][p] := p; end;
  for i: P do v[p][i] := i; end;
end; end;
rule "idle" end;
invariant "only" exists p: P do exists o: P do o != p & v[o][p] = p end end;
cover "other" exists p: P do isundefined(v[p][p]) & exists o: P do o != p & v[o][p] = o end end;
