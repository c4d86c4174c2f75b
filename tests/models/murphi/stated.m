-- Symmetries and hints that are stated change nothing that is said of the model, good or not; and their words are names.
-- states 24
-- 1 holds
-- 2 holds
const N: 2;
type Proc: scalarset(2); State: enum {idle, busy}; Index: 1..N;
var state: array [Proc] of State; hint: array [Index] of boolean; symmetry: boolean;
symmetry (Proc_1 Proc_2), (hint[1] hint[N]);
symmetry {idle busy}, (hint[1] symmetry); -- no symmetries of the model
hint symmetry & exists p: Proc do state[p] = busy end
hint hint[1];
startstate begin
  for p: Proc do state[p] := idle; end;
  for i: Index do hint[i] := false; end;
  symmetry := false;
end;
ruleset p: Proc do
  rule "enter" state[p] = idle & forall q: Proc do state[q] = idle end ==> begin state[p] := busy; end;
  rule "leave" state[p] = busy ==> begin state[p] := idle; end;
end;
ruleset i: Index do
  rule "flip" begin hint[i] := !hint[i]; end;
end;
rule "turn" hint[1] != hint[N] ==> begin symmetry := !symmetry; end;
invariant "one at a time" forall p: Proc; q: Proc do p = q | state[p] = idle | state[q] = idle end;
