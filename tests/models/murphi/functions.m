-- Functions and procedures: by value, by reference, a result that is a record, recursion, early returns.
-- states 20
-- 1 holds
-- 2 holds
type pair: record a, b: 0..9; end;
var p: pair; n: 0..9;
function sum(x: 0..9): 0..9;
begin
  if x = 0 then return 0; end;
  return (x + sum(x - 1)) % 10;
end;
procedure exchange(var x, y: 0..9);
  var held: 0..9;
begin
  held := x; x := y; y := held;
end;
function swapped(x: pair): pair;
  var result: pair;
begin
  result.a := x.b; result.b := x.a;
  return result;
end;
function first_above(low: 0..9): 0..9;
begin
  for k: 0..9 do
    if k > low then return k; end;
  end;
  return 0;
end;
startstate p.a := 1; p.b := 2; n := 0; end;
rule "sum" begin n := sum(n + 3 > 9 ? 4 : n + 3); end;
rule "exchange" begin exchange(p.a, p.b); end;
rule "swap" begin p := swapped(p); end;
rule "next" begin n := first_above(n); end;
invariant "both are still there" p.a + p.b = 3 & p.a * p.b = 2;
