-- Operators: precedence, short circuits, implication, choice, and bits.
-- states 32
-- 1 holds
-- 2 holds
-- 3 holds
-- 4 holds
-- 5 holds
-- 6 holds
-- 7 holds
-- 8 holds
-- 9 fails
-- 10 holds
var n: 0..15; b: boolean;
startstate n := 0; b := false; end;
ruleset k: 0..15 do rule "to" begin n := k; b := !b; end; end;
invariant "not binds less than equals" !n = 16;
invariant "and before or" true | false & false;
invariant "short circuit" n = 0 | 30 / n >= 2;
invariant "implication" n = 0 -> n < 1;
invariant "choice" (n > 7 ? n - 8 : n) < 8;
invariant "shift and mask" (((n << 1) >> 1) & 15) = n;
invariant "exclusive" (n ^ n) = 0;
invariant "exists" exists k: 0..3 do k * 4 <= n & n < k * 4 + 4 end;
invariant "fails" b -> n != 9;
