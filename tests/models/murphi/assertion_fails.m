-- An assertion that fails after some steps.
-- states 5
-- 1 fails
-- 2 fails
var n: 0..9;
startstate n := 0; end;
rule "up" n < 9 ==> n := n + 1; assert n < 5 "below five"; end;
