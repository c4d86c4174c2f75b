-- A number that is a word in the model: families crashed on one that comes before all other words.
const N: 3;
type P: scalarset(N); I: 0..1;
var x: I; d: I; a: array [P] of boolean;
startstate "s" begin x := 0; d := 1; for p: P do a[p] := false; end; end;
ruleset p: P do rule "flip" begin a[p] := !a[p]; end; end;
ruleset i: I do rule "and" i = 0 ==> begin x := i / d; x := i & x; end; end;
cover "c" x = 0;
