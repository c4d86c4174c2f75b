-- A comparison of an undefined number with itself is a run-time error, alone or not.
-- states 2
-- 1 fails
-- 2 fails
-- 3 fails
-- 4 holds
var y: 0..1; x: 0..1;
startstate "s" begin x := 0; end;
rule "idle" begin x := 1 - x; end;
invariant "i" y = y;
ctl "c" AG y = y;
ctl "n" AG y != y;
