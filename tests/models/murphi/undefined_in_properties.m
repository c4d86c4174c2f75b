-- A property that reads an undefined value fails: once, y = y held with -p, and AG of it did without.
-- with --deadlock off
-- states 2
-- 1 fails
-- 2 fails
-- 3 fails
-- 4 holds
-- 5 fails
-- 6 fails
-- 7 fails
var y: 0..1; x: 0..1;
startstate "s" begin x := 0; end;
rule "idle" begin x := 1 - x; end;
invariant "i" y = y;
ctl "c" AG y = y;
ctl "n" AG y != y;
invariant "safe" isundefined(y) | y = 0;
ltl "l" F y = 0;
liveness "v" x = 0 | y = 0;
ctlstar "s" E (G F y = 0) | true;
