-- Fairness as a premise of a formula of linear time, for each component.
-- states 20
-- 1 holds
-- 2 holds
-- 3 holds
-- family N=2..3
const N: 3;
type Proc: scalarset(N); Loc: enum { NN, T, C };
var loc: array [Proc] of Loc; lock: boolean;
ruleset p: Proc do
  rule "NT" loc[p] = NN ==> begin loc[p] := T; end;
  rule "TC" loc[p] = T & !lock ==> begin loc[p] := C; lock := true; end;
  rule "CN" loc[p] = C ==> begin loc[p] := NN; lock := false; end;
end;
startstate begin for p: Proc do loc[p] := NN; end; lock := false; end;
ltl "weak" (forall p: Proc do G F loc[p] != C end) -> G F !lock;
ltl "strong" (forall p: Proc do (G F (loc[p] = T & !lock)) -> (G F loc[p] = C) end) & (forall p: Proc do G F loc[p] != C end) -> (forall p: Proc do G (loc[p] = T -> F loc[p] = C) end);
