-- Executions that end: liveness, CTL and LTL speak of them, too.
-- states 4
-- 1 fails
-- 2 fails
-- 3 fails
-- 4 fails
var x: 0..3;
startstate x := 0; end;
rule "inc" x < 3 ==> x := x + 1; end;
liveness "can always come back to 0" x = 0;
ctl "x never 3" AG x < 3;
ltl "false eventually" F false;
