-- A number may leave a variable's range on the way, but not stay outside of it.
-- states 8
-- 1 holds
-- 2 holds
-- 3 holds
var n: -2..5;
startstate n := 0; end;
rule "there and back" begin n := (n + 100) - 99 > 5 ? -2 : n + 100 - 99; end;
rule "down" n > -2 ==> n := n - 1; end;
invariant n * n <= 25;
cover "least" n = -2;
