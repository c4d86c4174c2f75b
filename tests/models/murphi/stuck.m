-- The same when a deadlock is a state in which no rule is enabled.
-- with --deadlock stuck
-- states 3
-- 1 holds
var n: 0..2;
startstate n := 0; end;
rule "up" n < 2 ==> n := n + 1; end;
rule "stay" begin n := n; end;
