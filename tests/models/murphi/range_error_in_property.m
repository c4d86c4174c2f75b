-- Run-time errors in properties that speak of the elements of a range: which number comes first does not matter.
-- states 8
-- 1 fails
-- 2 fails
-- 3 fails
-- 4 fails
-- 5 fails
-- 6 fails
-- 7 holds
type node: 1..3;
var mark: array [node] of 0..1;
startstate begin for p: node do mark[p] := 1; end; end;
ruleset p: node do
  rule "drop" !isundefined(mark[p]) ==> undefine mark[p]; end;
  rule "mark" isundefined(mark[p]) ==> mark[p] := 1; end;
end;
invariant "all" forall p: node do mark[p] = 1 end;
invariant "some" exists p: node do mark[p] = 1 end;
cover "none" forall p: node do mark[p] = 0 end;
ctl "still" AG EF (exists p: node do mark[p] = 1 end);
invariant "pairs" true & forall p: node do forall q: node do p = q | mark[p] = 1 | mark[q] = 1 end end;
invariant "lists" forall p: node; q: node do p = q | mark[p] = mark[q] end;
