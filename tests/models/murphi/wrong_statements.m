-- Statements that cannot be: a parameter by value that is assigned to, a bad index, a result where there is none.
-- error 10:3 "x" is a parameter that is passed by value and cannot be changed; declare it with "var" to pass it
-- error 11:10 no value can be returned from a procedure
-- error 13:14 the index of this array needs 0..1; this is boolean
-- error 14:16 unknown name "b"
-- error 14:27 "f" has 1 parameter; here are 0 arguments
var a: array [0..1] of boolean;
procedure f(x: 0..1);
begin
  x := 0;
  return 1;
end;
startstate a[true] := false; end;
rule "r" begin b := a[0]; f(); end;
