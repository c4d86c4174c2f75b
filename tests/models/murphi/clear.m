-- clear gives the least value of every part.
-- states 2
-- 1 holds
-- 2 holds
type r: record n: 2..5; b: boolean; e: enum {first, second}; a: array [0..1] of -1..1; end;
var x: r; done: boolean;
startstate clear x; done := false; end;
rule "change" !done ==> x.n := 5; x.b := true; x.e := second; x.a[1] := 1; done := true; end;
rule "clear" done ==> clear x; done := false; end;
invariant done | x.n = 2 & !x.b & x.e = first & x.a[0] = -1 & x.a[1] = -1;
