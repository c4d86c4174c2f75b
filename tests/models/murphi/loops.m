-- Loops over types, ranges, by steps and downwards, with bounds that vary; while.
-- states 144
-- 1 holds
-- 2 holds
-- 3 holds
var a: array [0..5] of 0..5; n: 0..5; steps: 0..31;
startstate for k: 0..5 do a[k] := k; end; n := 0; steps := 0; end;
rule "rotate" begin
  for k := 0 to 4 do
    a[k] := (a[k] + 1) % 6;
  end;
  a[5] := (a[5] + 1) % 6;
end;
rule "every second" begin
  n := 0;
  for k := a[0] to 5 by 2 do n := k; end;
end;
rule "downwards" begin
  n := 0;
  for k := 5 to a[0] by -1 do n := k; end;
end;
rule "while" begin
  steps := 0;
  while steps + n < 8 do steps := steps + 1 + n; end;
end;
invariant "still a rotation" forall k: 0..4 do a[k + 1] = (a[k] + 1) % 6 end;
invariant "the end of the loop" steps = 0 | steps < 14;
