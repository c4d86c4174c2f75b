-- A function that ends without a result on one of its ways.
-- states 2
-- 1 fails
-- 2 fails
var n: 0..3;
function half(x: 0..3): 0..3;
begin
  if x % 2 = 0 then return x / 2; end;
end;
startstate n := 2; end;
rule "half" begin n := half(n); end;
