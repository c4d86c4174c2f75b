-- Whether something is a function or a procedure is said by the type of its result, whichever word begins it.
-- states 3
-- 1 holds
-- 2 holds
var x : 0..3;
function advance(var z : 0..3); begin z := (z + 1) % 4; end;
procedure is_one(z : 0..3) : boolean; begin return z = 1; end;
startstate begin x := 0; end;
rule x < 3 ==> begin advance(x); if is_one(x) then x := 2; end; end;
rule x = 3 ==> begin x := 0; end;
invariant x != 1;
