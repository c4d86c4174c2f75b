-- One component at a time gets home: properties that name one component, or two.
-- states 20
-- 1 fails
-- 2 fails
-- 3 fails
-- 4 fails
-- 5 fails
-- 6 fails
-- 7 fails
-- 8 fails
-- 9 fails
-- 10 fails
-- 11 holds
type P: scalarset(3); S: enum { out, near, home };
var at: array [P] of S; open: boolean;
startstate for p: P do at[p] := out; end; open := true; end;
ruleset p: P do
  rule "come" at[p] = out ==> at[p] := near; end;
  rule "go" at[p] = near ==> at[p] := out; end;
  rule "enter" at[p] = near & open ==> at[p] := home; open := false; end;
  rule "leave" at[p] = home ==> at[p] := out; open := true; end;
end;
ruleset p: P; q: P do
  rule "take turns" at[p] = home & at[q] = near ==> at[p] := near; at[q] := home; end;
end;
ctl "closed, nobody gets home" forall p: P do AG (open -> AG at[p] != home) end;
ctl "all get home" forall p: P do AG (!open -> AF at[p] = home) end;
ctl "each comes back" forall p: P do AG (open -> AF at[p] != near) end;
ltl "each gets home" forall p: P do G (open -> F at[p] = home) end;
ltl "home at last" forall p: P do F G at[p] != home end;
ltl "near until home" forall p: P do G (at[p] = near -> (at[p] = near U at[p] = home)) end;
ltl "who is out stays out" forall p: P do G (at[p] = out -> G at[p] != home) end;
ltl "nobody gets home" forall p: P do !(F at[p] = home) end;
ctl "pairs" forall p: P do forall q: P do p != q -> AG (at[p] = home -> AG at[q] != home) end end;
ctl "not both" forall p: P do forall q: P do p != q -> AG !(at[p] = home & at[q] = near) end end;
