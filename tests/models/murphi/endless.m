-- A loop that does not end is a run-time error.
-- with --loop-limit 20
-- states 3
-- 1 fails
-- 2 fails
var n: 0..2;
startstate n := 0; end;
rule "up" n < 2 ==> n := n + 1; end;
rule "turn" n = 2 ==> while n > 0 do n := n = 2 ? 1 : 2; end; end;
