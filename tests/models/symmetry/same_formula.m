-- Two properties of which the same formula is made, one of them with instances.
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
