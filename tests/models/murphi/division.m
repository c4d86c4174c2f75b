-- Division and remainder round towards zero; a divisor of zero is a run-time error only where it is reached.
-- states 70
-- 1 holds
-- 2 holds
-- 3 holds
var n: -7..7; d: -2..2; q, r: -7..7;
startstate n := 7; d := 2; q := 0; r := 0; end;
rule "divide" d != 0 ==> q := n / d; r := n % d; end;
ruleset i: -2..2 do rule "divisor" begin d := i; end; end;
rule "turn" begin n := -n; end;
invariant "q and r" q = 0 & r = 0 | r * r <= 1;
invariant "guarded" d = 0 | (n / d) * d + n % d = n;
