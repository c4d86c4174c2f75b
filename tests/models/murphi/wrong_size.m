-- Loops whose bounds and steps all vary are too much, and that is said soon.
-- error 6:46 this model is too large: its rules, for all of their parameters, have too many steps
var n: 0..100; f: 0..100;
startstate n := 1; f := 3; end;
rule "r" begin
  for k := f to f by 2 do for r: 0..5 do for i := f + n to n by 2 do n := i / n; end; end; end;
end;
