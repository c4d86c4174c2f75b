-- A matrix that one start state leaves undefined off the diagonal.
-- states 4
-- 1 fails
type P: scalarset(2);
var a: array [P] of array [P] of boolean; v: boolean;
startstate "s0" for i: P do a[i][i] := false; end; end;
startstate "s1" for i: P do for j: P do a[i][j] := false; end; end; end;
ruleset p: P do rule "r" v := a[p][p]; end; end;
