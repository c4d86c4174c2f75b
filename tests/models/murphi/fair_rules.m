-- Weak and strong fairness of rules: what is enabled forever, or again and again, is taken.
-- states 20
-- 1 holds
-- 2 holds
-- 3 holds
-- 4 fails
-- 5 fails
-- 6 holds
-- 7 holds
-- 8 holds
const N: 3;
type proc: scalarset(N); place: enum {idle, trying, critical};
var at: array [proc] of place; fair: 0..2;
startstate for p: proc do at[p] := idle; end; fair := 0; end;
ruleset p: proc do
  rule "try" at[p] = idle ==> at[p] := trying; end;
  strongly fair rule "enter" at[p] = trying & forall q: proc do at[q] != critical end ==> at[p] := critical; end;
  fair rule "leave" at[p] = critical ==> at[p] := idle; end;
end;
rule "tick" fair = 2 ==> fair := 0; end;
invariant "one at a time" forall p: proc do forall q: proc do p = q | at[p] != critical | at[q] != critical end end;
ctl "who tries gets there" forall p: proc do AG (at[p] = trying -> AF at[p] = critical) end;
ctl "who is there leaves" forall p: proc do AG (at[p] = critical -> AF at[p] = idle) end;
ctl "nobody has to try" forall p: proc do AG (at[p] = idle -> AF at[p] = trying) end;
liveness "all at once" forall p: proc do at[p] = critical end;
ctl "one gets there" AF exists p: proc do at[p] = critical end;
ctl "one can always get there" forall p: proc do AG EF at[p] = critical end;
