-- Temporal formulas of what is there in the first state only: their conditions are evaluated in later states, too.
-- states 6
-- 1 fails
-- 2 fails
-- 3 fails
-- 4 fails
-- 5 holds
-- 6 fails
type index: 0..2;
var net: multiset [1] of index; n: index; a: array [index] of boolean;
startstate "s"
  n := 1;
  for i := 0 to 1 do a[i] := true; end;
  multisetadd(0, net);
end;
rule "grow" n = 1 ==> n := 2; end;
rule "shrink" n = 2 ==> n := 0; undefine a[1]; end;
rule "idle" end;
choose k: net do rule "take" multisetremove(k, net); end; end;
-- It is gone after "take".
choose k: net do ltl "an element" G net[k] = 0; end;
choose k: net do ctl "whatever it is" EF net[k] = 0; end;
-- a[2] is undefined, and a[1] is from "shrink" on; what lies outside of the bound is not asked for.
ltl "bound in each state" G (forall i := 0 to n do F a[i] end);
ctl "bound in the first state" forall i := 0 to n do AG a[i] end;
ctl "below the bound" forall i := n to n - 1 do AG a[i] end;
