-- Antecedents of which a part has one value only: by the size, an empty multiset, or as no execution is fair.
-- states 1
-- 1 holds
-- 2 holds
-- 3 holds
-- 4 holds
-- 5 holds
-- 6 holds
-- 7 fails
const N: 3;
type P: scalarset(N);
     T: record g: boolean end;
var place: array [P] of P;
    n: 0..3;
    box: multiset [1] of T;

startstate
  n := 0;
  for p: P do place[p] := p end;
end;

ruleset p: P do
  rule "stay" place[p] := p end;
end;

justice n = 1; -- never

choose c: box do
  ctl "nothing is in the box" forall p: P do forall q: P do p != q -> AG (box[c].g -> n != n) end end;
end;
invariant "size" forall p: P do (place[p] != p) = (n = 0) -> place[p] != p end;
ltl "fair" forall p: P do G (place[p] = p -> F place[p] != p) end;
invariant "itself" n = 2 -> false;
invariant "met by constants" N > 0 -> true;
invariant "not met by constants" N < 0 -> true;
