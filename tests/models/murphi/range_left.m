-- A value out of its range, after some steps.
-- states 2
-- 1 holds
-- 2 fails
-- 3 fails
var n: 0..5;
startstate n := 0; end;
rule "three" begin n := n + 3; end;
invariant n != 4;
