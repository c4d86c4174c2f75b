-- A constant gets another value than the file says.
-- with -D N=5
-- states 10
-- 1 fails
-- 2 holds
-- 3 holds
const N: 2; M: N * 2 - 1;
var n: 0..M;
startstate n := 0; end;
rule "up" begin n := (n + 1) % (M + 1); end;
invariant n < 9;
invariant n <= M;
