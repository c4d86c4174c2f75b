-- An execution that ends in the state that liveness asks for.
-- states 3
-- 1 holds
-- 2 fails
var x: 0..2;
startstate "s" begin x := 0 end;
rule "a" x = 0 ==> begin x := 2 end;
rule "b" x = 2 ==> begin x := 0 end;
rule "r" x = 0 ==> begin x := 1 end;
liveness "l" x = 1;
