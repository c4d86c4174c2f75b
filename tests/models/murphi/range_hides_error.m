-- A range whose order has a say in run-time errors: where p is the first number, it decides before one can happen.
-- states 16
-- 1 fails
-- 2 holds
-- 3 fails
-- 4 holds
type node: 1..3;
var mark: array [node] of 0..1; seen: boolean;
startstate begin for p: node do undefine mark[p]; end; seen := false; end;
ruleset p: node do
  rule "mark" isundefined(mark[p]) ==> mark[p] := 1; end;
  rule "look" exists q: node do q = p | mark[q] = 0 end ==> seen := !seen; end;
end;
invariant "diagonal" forall p: node do exists q: node do p = q | mark[q] = 1 end end;
invariant "another" exists p: node do exists q: node do p = q | mark[q] = 1 end end;
