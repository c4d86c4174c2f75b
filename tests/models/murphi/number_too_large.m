-- A number that gets too large is a run-time error, also where it would be small again at the end.
-- states 3
-- 1 holds
-- 2 fails
-- 3 holds
var exponent: 0..3; y: 0..6; base: 3000000..3000001;
startstate exponent := 0; y := 0; base := 3000000; end;
rule "square" exponent = 0 ==> y := (base * base) % 7; exponent := 1; end;
rule "shift" exponent = 1 ==> y := (base << 39) % 7; exponent := 2; end;
rule "cube" exponent = 2 ==> y := (base * base * base) % 7; exponent := 3; end;
rule "back" exponent >= 2 ==> y := 0; exponent := 0; end;
invariant "small" y < 7;
