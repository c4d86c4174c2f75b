-- Formulas that read an undefined index in the start state fail as run-time errors, in all logics.
-- states 3
-- 1 fails
-- 2 fails
-- 3 fails
-- 4 fails
-- 5 fails
-- 6 fails
-- 7 fails
-- 8 fails
-- 9 holds
-- family N=2..3
const N: 2;
type P: 1..N;
var x: array [P] of boolean; y: P; b: boolean;
startstate "s" begin undefine y; for p: P do x[p] := false; end; b := true; end;
ruleset p: P do rule "r" begin y := p; end; end;
rule "idle" begin end;
ctl "c" A [b U x[y]];
ctl "c1" AF x[y];
ctl "c2" AG x[y];
ctl "c3" x[y];
ctl "c4" !x[y];
ctl "c5" EF x[y];
ltl "l" b U x[y];
invariant "i" x[y];
