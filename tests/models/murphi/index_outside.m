-- An index out of its array.
-- 1 fails
-- 2 fails
var a: array [0..2] of boolean; i: 0..4;
startstate for k: 0..2 do a[k] := false; end; i := 0; end;
rule "on" i < 4 ==> i := i + 1; end;
rule "set" i > 0 ==> a[i - 1] := true; end;
