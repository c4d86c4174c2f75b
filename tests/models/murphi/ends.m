-- An execution that ends stays in its last state forever: once, such executions were not looked at, and F false held.
-- with --deadlock off
-- states 4
-- 1 fails
-- 2 fails
-- 3 fails
-- 4 holds
-- 5 holds
-- 6 holds
-- 7 fails
-- 8 holds
-- 9 fails
var x: 0..3;
startstate x := 0; end;
rule "inc" x < 3 ==> x := x + 1; end;
liveness "can always come back to 0" x = 0;
ctl "x never 3" AG x < 3;
ltl "false eventually" F false;
ltl "3 in the end" F G x = 3;
ctl "there is always a next state" AG EX true;
ctl "3 stays" AG (x = 3 -> AX x = 3);
ctlstar "some execution goes on" E G F x < 3;
ltl "three steps" X X X X X x = 3;
ltl "something changes forever" G F x = 0;
