-- A property must not exclude states by what it calls.
-- error 10:19 a property may not call a function that has an assume statement
var x: 0..3;
function f(y: 0..3): boolean; begin assume y < 2; return true; end;
startstate x := 0; end;
rule "step" x < 3 ==> x := x + 1; end;
rule "small" f(x) ==> x := 0; end; -- here it belongs to the step


invariant "small" x < 2 | f(x);
