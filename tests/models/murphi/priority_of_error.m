-- A rule whose guard has a run-time error does not fire, and blocks none with a higher number.
-- with --dialect cmurphi --deadlock off
-- states 4
-- 1 holds
-- 2 fails
const N: 2;
type index: 1..N;
var n: 0..2; a: array [index] of index; i: index; taken: boolean;
startstate n := 0; taken := false; for k: index do a[k] := k; end; end;
rule 1 "count" n != 2 | (!isundefined(a[i]) & a[i] != i) ==> n := n + 1; end;
rule 2 "take" !taken ==> taken := true; end;
cover "the other one fires" taken;
