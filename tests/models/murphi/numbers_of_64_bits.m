-- Numbers have 64 bits: the largest one is reached exactly, by every operator, and one more is an error.
-- states 6
-- 1 holds
-- 2 holds
-- 3 holds
-- 4 fails
-- 5 fails
-- 6 fails
-- 7 holds
-- 8 fails
const most: 9223372036854775807; -- 7 * 1317624576693539401
var n: 0..4; wide: most - 4..most; low: -0x7ffffffeffffffff..-0x7ffffffeffffffff + 4;
    far: boolean;
function seventh(): 0..most; begin return n = 4 ? 1317624576693539401 : n; end;
startstate n := 0; wide := most - 4; low := -0x7ffffffeffffffff + 4; far := false; end;
rule "up" n < 4 ==> n := n + 1; wide := wide + 1; low := low - 1; end;
rule "round" n = 4 & !far ==> n := 0; wide := most - 4; low := -0x7ffffffeffffffff + 4; end;
rule "far" n = 4 ==> far := true; end;
invariant "sum" wide = most - 4 + n & wide - most = n - 4 & most - (4 - n) = wide;
invariant "product" n = 4 -> seventh() * 7 = most & 7 * seventh() = wide & -7 * -seventh() = wide;
invariant "bits" (wide | 7) = most & (wide & most) = wide & (wide >> 62) = 1 & (wide >> 63) = 0 & (low >> 62) = -2 &
  (n << 60) >> 60 = n & (low ^ -1) = -low - 1 & ~low = -1 - low & wide << 0 = wide;
invariant "one more" wide + (far ? 1 : 0) > 0;
invariant "six more" !far | seventh() * 8 > 0;
invariant "half a bit more" !far | n << 61 > 0;
