-- Strong fairness as a premise of CTL*, in a ring.
-- states 36
-- 1 holds
-- 2 holds
-- 3 fails
-- 4 holds
-- 5 holds
-- 6 holds
-- 7 holds
-- family N=2..3
const N: 3;
type
  Proc: ring(N);
  Loc: enum { NN, T, C };
var
  loc: array [Proc] of Loc;
  tok: Proc;
ruleset self: Proc do
  rule "NT" loc[self] = NN ==> begin loc[self] := T; end;
  rule "TC" loc[self] = T & tok = self ==> begin loc[self] := C; end;
  rule "CN" loc[self] = C ==> begin loc[self] := NN; tok := succ(tok); end;
end;
ruleset i: Proc do
startstate begin for p: Proc do loc[p] := NN; end; tok := i; end;
end;
invariant "mutex" forall p: Proc do forall q: Proc do p = q | loc[p] != C | loc[q] != C end end;
ctl "p can" forall p: Proc do AG EF loc[p] = C end;
ctl "notall" AG !(forall p: Proc do loc[p] = T end);
ltl "live" forall p: Proc do G (loc[p] = T -> F loc[p] = C) end;
ctlstar "fairlive" forall p: Proc do A ((forall q: Proc do (G F (loc[q] = T & tok = q) -> G F loc[q] = C) & (G F loc[q] = C -> G F loc[q] = NN) end) -> G (loc[p] = T -> F loc[p] = C)) end;
invariant "tokT" loc[tok] != C | true;
