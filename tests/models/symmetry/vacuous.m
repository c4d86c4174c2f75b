-- Properties that hold for want of an antecedent, about components that can be counted; the last one does not.
-- states 81
-- 1 holds
-- 2 holds
-- 3 holds
-- 4 holds
const N: 4;
type P: scalarset(N);
var s: array [P] of 0..2; t: boolean;
startstate for p: P do s[p] := 0; end; t := false; end;
ruleset p: P do
  rule "go" s[p] < 2 ==> s[p] := s[p] + 1; end;
  rule "back" s[p] = 2 ==> s[p] := 0; end;
end;
ctl "no t" AG (t -> forall p: P do s[p] = 0 end);
invariant "nobody with t" forall p: P do s[p] = 0 & t -> s[p] = 1 end;
invariant "somebody" forall p: P do s[p] = 1 -> s[p] < 2 end;
