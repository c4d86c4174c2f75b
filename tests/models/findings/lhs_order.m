-- The value of an assignment is computed before its place.
-- states 3
-- 1 holds
-- 2 fails
type I: 0..3;
var a: array [I] of I; y: I; x: I;
function f(var n: I): I; begin n := n + 1; return 2; end;
startstate "s" begin for i: I do a[i] := 0; end; y := 0; x := 0; end;
rule "r" y = 0 ==> begin a[y] := f(y); end;
rule "q" y = 1 & x = 0 ==> begin x := 1; end;
invariant "first" a[0] = 0;
