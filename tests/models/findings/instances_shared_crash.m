-- Two properties that fold to the same constant, with different instances.
-- states 4
-- 1 fails
-- 2 fails
-- 3 holds
-- family N=2..3
const N: 2;
type P: scalarset(N);
var s: array [P] of boolean;
ruleset i: P do
  rule "r" !s[i] ==> begin s[i] := true; end;
  rule "q" s[i] ==> begin s[i] := false; end;
end;
startstate begin for z: P do s[z] := false; end; end;
invariant "never" forall p: P do forall q: P do p = q end end;
ctl "c" forall p: P do forall q: P do p = q & EF s[p] end end;
