-- Implications whose left sides are true in some sizes only: three are inside where there are three of them. See
-- tests/cli/test_vacuity.sh.
-- states 8
-- 1 holds
-- 2 holds
-- 3 holds
-- 4 holds
-- 5 holds
-- 6 holds
-- 7 holds
-- 8 fails
-- 9 holds
-- 10 holds
const N: 3;
type P: scalarset(N);
var place: array [P] of enum {out, in}; count: 0..3;
startstate begin for p: P do place[p] := out; end; count := 0; end;
ruleset p: P do
  rule "enter" place[p] = out & count < 3 ==> begin place[p] := in; count := count + 1; end;
  rule "leave" place[p] = in ==> begin place[p] := out; count := count - 1; end;
end;
invariant "somebody" count = 3 -> exists p: P do place[p] = in end;
invariant "nobody" count = 2 & (forall p: P do place[p] = out end) -> count = 1;
ctl "c" AG (count = 3 -> EF count = 0);
ltl "l" G (count = 3 -> F count < 3);
ctlstar "s" A G (count = 3 -> E F count = 0);
ctl "of each" forall p: P do AG (count = 2 & place[p] = out -> EF count = 3) end;
ctl "of pairs" forall p: P do forall q: P do p != q -> AG (place[p] = in & place[q] = in & count = 3 -> EX count = 2) end end;
invariant "fails for three" count = 3 -> exists p: P do place[p] = out end;
