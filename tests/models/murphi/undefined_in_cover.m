-- A cover that reads an undefined value in some reachable state fails, also if it is reached elsewhere, from another start.
-- with --deadlock off
-- states 5
-- 1 holds
-- 2 fails
-- 3 fails
-- 4 holds
-- 5 fails
-- 6 fails
-- 7 holds
var x: 0..3; y: 0..1; late: boolean;
startstate "late" begin x := 0; y := 1; late := true; end;
startstate "early" begin x := 3; y := 1; late := false; end;
rule "on" late & x < 3 ==> begin x := x + 1; if x = 2 then undefine y; end; end;
cover "reached" x = 2;
cover "never" x = 3 & isundefined(y) & !late;
cover "at the other start" !late & y = 1 | late & y = 0;
cover "not read" late | y = 1;
cover "always read" y = 0;
ruleset i: 0..1 do cover "for some" x = 3 & y = i; end;
invariant "small" x < 4;
