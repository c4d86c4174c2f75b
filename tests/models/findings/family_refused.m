-- A range whose bounds depend on the constant of a family.
-- states 272
-- 1 fails
-- 2 holds
-- 3 holds
-- family N=3..4
const N: 3;
type T: N..2 * N;
var x: T; y: array [1..N] of T;
ruleset i: 1..N do
rule "a" isundefined(x) ==> begin x := N + i - 1; end;
rule "b" !isundefined(x) & x < 2 * N ==> begin y[i] := x; x := x + 1; end;
rule "c" !isundefined(x) & x >= 2 * N - 1 ==> begin undefine x; end;
end;
startstate begin undefine x; undefine y; end;
invariant "even" isundefined(x) | x != 6;
ctl "reach" EF (forall i: 1..N do !isundefined(y[i]) & y[i] = 2 * N - 1 end);
