-- Implications whose left sides are never true where they count; see tests/cli/test_vacuity.sh.
-- states 16
-- 1 holds
-- 2 holds
-- 3 holds
-- 4 holds
-- 5 holds
-- 6 holds
-- 7 holds
-- 8 holds
-- 9 holds
-- 10 holds
type proc: scalarset(2);
var x: 0..3; y: boolean; on: array [proc] of boolean;
startstate x := 0; y := false; for p: proc do on[p] := false; end; end;
rule "inc" x < 3 ==> x := x + 1; end;
rule "reset" x = 3 ==> x := 0; end;
ruleset p: proc do
  fair rule "switch" on[p] := !on[p]; end;
end;
ctl "c" AG (y -> x = 1);
ltl "l" G (y -> F x = 1);
ctlstar "s" A (G (y -> F x = 1));
invariant "i" y -> x = 1;
invariant "not" x = 1 -> !y;
ltl "of each" forall p: proc do G (on[p] & y -> F x = 1) end;
ruleset p: proc do ctl "of each, too" AG (x = 2 -> AG (y & on[p] -> x = 3)); end;
ltl "it happens" forall p: proc do G (on[p] -> F !on[p]) end;
ltl "elsewhere" F (y -> x = 1) ;
