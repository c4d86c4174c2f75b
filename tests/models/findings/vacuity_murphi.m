-- Two properties that hold vacuously.
-- states 4
-- 1 holds
-- 2 holds
-- 3 holds
var x: 0..3; y: boolean;
startstate x := 0; y := false; end;
rule "inc" x < 3 ==> x := x + 1; end;
rule "reset" x = 3 ==> x := 0; end;
ctl "c" AG (y -> x = 1);
ltl "l" G (y -> F x = 1);
