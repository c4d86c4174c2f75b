-- A state in which rules are enabled, but change nothing, is a deadlock.
-- states 3
-- 1 fails
var n: 0..2;
startstate n := 0; end;
rule "up" n < 2 ==> n := n + 1; end;
rule "stay" begin n := n; end;
