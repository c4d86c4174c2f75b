-- Every start state has a run-time error, or is excluded: nothing is explored, and once everything held for that reason.
-- with --deadlock off
-- states 0
-- 1 fails
-- 2 fails
-- 3 fails
-- 4 fails
-- 5 fails
type P: scalarset(2);
var n: 0..3; at: array [P] of 0..1;
ruleset p: P do
  startstate "bad" begin n := 0; at[p] := 0; assert n > 0 "n is positive"; end;
end;
startstate "excluded" begin n := 1; for p: P do at[p] := 0; end; end;
rule "count" n < 3 ==> begin n := n + 1; end;
assume n != 1;
invariant "positive" n > 0;
cover "zero" n = 0;
liveness "three" n = 3;
ltl "at some time" F n = 3;
