-- A condition of fairness reads a value that the start state leaves undefined: a run-time error, though no rule has one.
-- states 4
-- 1 holds
-- 2 fails
-- 3 fails
const N: 2;
type
  Proc: scalarset(N);
  Count: 0..2;
var
  turns: Count;
  done: array [Proc] of boolean;
startstate
begin
  for p: Proc do done[p] := false; end;
end;
ruleset p: Proc do
  rule "finish" !done[p] ==> done[p] := true; end;
  compassion "turns" !isundefined(turns) & done[p], turns < 2;
end;
invariant "never undone" forall p: Proc do done[p] | !done[p] end;
