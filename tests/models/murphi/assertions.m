-- assert, error, assume, cover inside of rules, and a property of the start states alone.
-- states 8
-- 1 holds
-- 2 holds
-- 3 holds
-- 4 holds
-- 5 fails
var n: 0..9;
startstate "zero" n := 0; end;
startstate "one" n := 1; end;
rule "up" n < 8 ==> begin
  n := n + 2;
  assert n < 9 "below nine";
  cover "eight" n = 8;
end;
rule "never" n > 8 ==> error "nobody gets here"; end;
rule "put" begin put n; end;
assume "no seven" n != 7;
invariant n != 7;
cover "six" n = 6;
