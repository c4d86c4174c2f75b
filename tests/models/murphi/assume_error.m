-- A state in which an assume has a run-time error is reported and does not exist: once, it was one of the model.
-- with --deadlock off
-- states 3
-- 1 holds
-- 2 holds
-- 3 fails
type P: scalarset(2);
var n: 0..2; g: boolean; h: array [P] of boolean;
startstate "whole" begin n := 0; g := true; for p: P do h[p] := true; end; end;
startstate "broken" begin n := 0; g := true; end;
rule "count" n < 2 ==> begin n := n + 1; end;
ruleset p: P do rule "lose" n = 1 ==> begin undefine h[p]; end; end;
rule "drop" n = 2 ==> begin undefine g; end;
invariant "defined" !isundefined(g);
invariant "all defined" forall p: P do !isundefined(h[p]) end;
assume "g" g;
ruleset p: P do assume "h" h[p]; end;
