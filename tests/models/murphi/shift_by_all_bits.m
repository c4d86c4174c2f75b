-- A shift by 64 bits or more leaves nothing, also of a negative number, and whether or not it is known beforehand.
-- states 4
-- 1 holds
-- 2 holds
-- 3 holds
-- 4 holds
-- 5 fails
-- 6 holds
-- 7 holds
-- 8 holds
var x: -5..5; n: -70..70; step: 0..3;
startstate x := -5; n := 64; step := 0; end;
rule "right" step = 0 ==> x := x >> n; n := -64; step := 1; end;
rule "left by less than nothing" step = 1 ==> x := -5; x := x << n; n := 63; step := 2; end;
rule "all but one" step = 2 ==> x := -5; x := x >> n; step := 3; end;
rule "again" step = 3 ==> x := -5; n := 64; step := 0; end;
invariant "as it happens" (step = 1 | step = 2 -> x = 0) & (step = 3 -> x = -1);
invariant "right, known" -5 >> 64 = 0 & -5 >> 70 = 0;
invariant "left, known" -5 << -64 = 0 & 5 << 64 = 0;
invariant "the sign stays" -5 >> 63 = -1 & -5 << -63 = -1;
invariant "not by one less" -5 >> 63 = 0;
invariant "small" -5 >> 1 = -3;
