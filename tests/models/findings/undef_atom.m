-- An index that stays undefined forever, in an atom of each logic.
-- states 3
-- 1 fails
-- 2 fails
-- 3 fails
-- 4 fails
-- 5 fails
-- 6 holds
-- 7 fails
-- 8 fails
-- 9 fails
-- family N=2..3
const N: 2;
type P: scalarset(N);
var a: array [P] of P; y: P;
rule "idle" begin end;
startstate "s0" begin end;
ruleset p: P do startstate "s1" begin y := p; for i: P do a[i] := p; end; end; end;
ctl "af" AF a[y] = y;
ctl "now" a[y] = y;
ctl "not" !(a[y] = y);
ctl "ef" EF a[y] = y;
ctl "b" AF (a[y] = y & true);
ctl "d" AF y = y;
ltl "l" F a[y] = y;
invariant "i" a[y] = y;
