-- A cover that folds to a constant, and a formula with instances for each pair.
-- states 4
-- 1 holds
-- 2 fails
-- 3 holds
-- family N=2..3
const N: 2;
type P: scalarset(N);
var s: array [P] of boolean; t: array [P] of 0..1;
ruleset i: P do
  rule "r" !s[i] ==> begin s[i] := true; end;
  rule "q" s[i] ==> begin s[i] := false; t[i] := 0; end;
end;
startstate begin for z: P do s[z] := false; t[z] := 0; end; end;
cover "always" N = 2 | exists p: P do s[p] end;
ctl "c" forall p: P do forall q: P do p = q & AG t[p] = 0 end end;
