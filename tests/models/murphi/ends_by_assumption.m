-- A step to a state that is assumed away is none: the execution ends before it. So it does before a run-time error.
-- with --deadlock off
-- states 4
-- 1 holds
-- 2 holds
-- 3 fails
-- 4 fails
var x: 0..3; y: 0..1;
startstate x := 0; y := 0; end;
rule "inc" x < 3 ==> x := x + 1; end;
rule "wrong" x = 2 & y = 0 ==> x := 2 + x; end;
rule "other" x = 0 & y = 0 ==> y := 1; x := 2; end;
assume x != 3;
liveness "2" x = 2;
ltl "2 forever" F G x = 2;
ltl "1" F x = 1;
