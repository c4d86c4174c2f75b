-- With one component a matrix has no cell outside of its diagonal: what is never undefined in larger sizes, is in that one.
const N: 3;
type P: scalarset(N);
var a: array [P] of boolean; go: boolean; t: array [P] of 0..3;
startstate begin go := false; for i: P do t[i] := 0; for j: P do if i != j then a[i] := true; end; end; end; end;
ruleset i: P do
rule "go" t[i] < 3 ==> begin t[i] := t[i] + 1; end;
rule "off" !isundefined(a[i]) & a[i] & t[i] = 2 ==> begin a[i] := false; end;
end;
invariant "x" forall i: P do !isundefined(a[i]) & a[i] end;
invariant "y" forall i: P do isundefined(a[i]) | a[i] | t[i] >= 2 end;
