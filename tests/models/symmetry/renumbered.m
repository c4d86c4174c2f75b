-- One instance per orbit saw a run-time error where the whole model had none: properties had other numbers in the two.
type P: scalarset(2);
var a: array [P] of array [P] of boolean; v: boolean;
startstate "s0" for i: P do a[i][i] := false; end; end;
startstate "s1" for i: P do for j: P do a[i][j] := false; end; end; end;
ruleset p: P do rule "r" v := a[p][p]; end; end;
