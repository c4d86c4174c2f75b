-- A recursive function with a var parameter that is only read, in a guard.
-- states 4
-- 1 holds
type I: 0..3; R: record a: I end;
var r: array [I] of R; x: I;
function down(k: I; var m: R): boolean;
begin
  if k = 0 then return m.a = 0; end;
  return down(k - 1, r[k - 1]);
end;
startstate "s" begin for i: I do r[i].a := 0; end; x := 0; end;
rule "up" down(x, r[x]) ==> begin x := (x + 1) % 4; end;
