-- An execution that ends stays in its last state forever: liveness fails.
-- states 2
-- 1 fails
-- 2 fails
var x: 0..1;
startstate "s" begin x := 0 end;
rule "r" x = 0 ==> begin x := 1 end;
liveness "l" x = 0;
