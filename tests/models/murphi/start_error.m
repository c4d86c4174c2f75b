-- A start state with a run-time error is reported and not explored: once, the state that it had got to was one of the model.
-- with --deadlock off
-- states 3
-- 1 holds
-- 2 fails
-- 3 fails
type P: scalarset(2);
var n: 0..3; at: array [P] of 0..1;
ruleset p: P do
  startstate "bad" begin n := 0; at[p] := 0; assert n > 0 "n is positive"; end;
end;
startstate "good" begin n := 1; for p: P do at[p] := 0; end; end;
rule "count" n < 3 ==> begin n := n + 1; end;
invariant "positive" n > 0;
cover "zero" n = 0;
