-- Products and powers far beyond all numbers are too large, in each engine: not what is left of them in some number of bits.
-- states 3
-- 1 holds
-- 2 fails
-- 3 holds
type Size: enum { none, some, many };
var size: Size; y: 0..1;
function number(s: Size): 0..0x1000000000; begin
  return s = none ? 0 : s = some ? 3 : 0x1000000000; -- the square of the last is 2^72, its fourth power 2^144
end;
startstate size := none; y := 0; end;
rule "some" size = none ==> size := some; end;
rule "many" size = some ==> size := many; end;
rule "square" number(size) * number(size) = 0x10 ==> y := 1; end;
rule "cube" number(size) * number(size) * -number(size) > 0 ==> y := 1; end;
rule "fourth power" number(size) * number(size) * number(size) * number(size) = 1 ==> y := 1; end;
rule "stay" size = many ==> size := none; end;
invariant "never" y = 0;
