-- Bit operations, which no one model of all sizes has.
const N: 3;
type P: scalarset(N);
var x: 0..3; a: array [P] of boolean;
startstate "s" begin x := 0; for p: P do a[p] := false; end; end;
ruleset p: P do rule "r" begin a[p] := !a[p]; x := x ^ 1; end; end;
cover "c" x = (x & 1);
