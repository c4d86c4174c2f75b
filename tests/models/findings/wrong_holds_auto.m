-- The same matrix, in a model that ends.
-- states 513
-- 1 fails
-- 2 fails
type P: scalarset(3);
var a: array [P] of array [P] of boolean;
startstate "s0" for i: P do for j: P do if i != j then a[i][j] := false; end; end; end; end;
startstate "s1" for i: P do for j: P do a[i][j] := true; end; end; end;
ruleset i: P; j: P do
rule "off" !isundefined(a[i][j]) ==> a[i][j] := false; end;
end;
invariant "symmetric" forall i: P do forall j: P do
  !isundefined(a[i][j]) & !isundefined(a[j][i]) -> a[i][j] = a[j][i] end end;
