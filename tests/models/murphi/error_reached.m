-- An error statement that is reached in one of two branches.
-- states 3
-- 1 fails
-- 2 fails
var n: 0..3;
startstate n := 0; end;
rule "up" n < 3 ==> if n = 2 then error "two"; else n := n + 1; end; end;
