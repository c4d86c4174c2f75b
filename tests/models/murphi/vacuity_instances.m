-- Vacuous by the second antecedent; of one component (p = q) the first one is never true, either: tests/cli/test_vacuity.sh
-- states 8
-- 1 holds
-- 2 holds
-- 3 holds
-- 4 holds
const N: 3;
type P: scalarset(N);
var s: array [P] of 0..2;
startstate begin for p: P do s[p] := 0; end; end;
ruleset p: P do
  rule "up" s[p] = 0 ==> begin s[p] := 1; end;
  rule "down" s[p] = 1 ==> begin s[p] := 0; end;
end;
ctl "of pairs" forall p: P do forall q: P do
  AG (p != q & s[p] = 1 & s[q] = 1 -> EF s[p] = 0) & AG (s[q] = 2 -> EF s[p] = 0) end end;
ctl "of pairs, by two" forall p: P do forall q: P do
  AG ((p != q & s[p] = 1 -> EF s[q] = 0) & (s[p] = 2 | s[q] = 2 -> EF s[p] = 1)) end end;
ltl "of paths" forall p: P do forall q: P do
  G ((p != q & s[p] = 1 & s[q] = 1 -> s[p] = 1) & (s[q] = 2 -> F s[p] = 0)) end end;
