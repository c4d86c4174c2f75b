-- A loop over components that depends on their order: the type is no symmetry, and nothing may be made of it.
type P: scalarset(3);
var x: array [P] of 0..3; n: 0..3;
rule "count" begin n := 0; for p: P do if x[p] = n then x[p] := n + 1; n := n + 1; end; end; end;
ruleset p: P do rule "reset" x[p] > 0 ==> begin x[p] := 0; end; end;
startstate begin n := 0; for p: P do x[p] := 0; end; end;
invariant "the third is not first" forall p: P do forall q: P do p = q | x[p] != 3 | x[q] != 3 end end;
ctl "not alike" forall p: P do EF x[p] = 3 end;
