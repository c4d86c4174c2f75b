-- What a rule has written stays written where a later condition, which divides, is not reached. Once it did not.
-- states 2
-- 1 fails
-- 2 fails
var a: 0..1; t: 0..1; v: 0..1;
startstate a := 1; t := 0; v := 0; end;
rule "step" begin
  v := (1 + v) % 2;
  if v != a then
    if t / v = 0 then v := 1; end;
  end;
end;
