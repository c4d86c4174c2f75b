-- Components that take turns at home: a justice condition for each of them, which only some permutations keep.
-- states 20
-- 1 fails
-- 2 holds
-- 3 holds
-- 4 fails
-- 5 holds
type P: scalarset(3); S: enum { out, near, home };
var at: array [P] of S; open: boolean;
startstate for p: P do at[p] := out; end; open := true; end;
ruleset p: P do
  rule "come" at[p] = out ==> at[p] := near; end;
  rule "enter" at[p] = near & open ==> at[p] := home; open := false; end;
  rule "leave" at[p] = home ==> at[p] := out; open := true; end;
  justice at[p] != home;
end;
ruleset p: P; q: P do
  rule "take turns" at[p] = home & at[q] = near ==> at[p] := near; at[q] := home; end;
end;
ltl "open again and again" G F open;
ltl "each leaves" forall p: P do G (at[p] = home -> F at[p] != home) end;
ctl "somebody can stay" EF EG exists p: P do at[p] = home end;
ctl "one can stay" exists p: P do EF EG at[p] = home end;
