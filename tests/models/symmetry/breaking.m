-- Properties that break the symmetry in every way: outside of temporal operators, inside, between them, several times.
const N: 3;
type P: scalarset(N);
var at: array [P] of 0..2; boss: P; turn: boolean;
ruleset p: P do
  rule "up" at[p] < 2 & (boss = p | turn) ==> begin at[p] := at[p] + 1; turn := !turn; end;
  rule "down" at[p] > 0 ==> begin at[p] := at[p] - 1; end;
  rule "take over" at[p] = 2 & boss != p ==> begin boss := p; end;
end;
ruleset p: P do startstate begin boss := p; turn := false; for q: P do at[q] := 0; end; end; end;
invariant "the boss is up" at[boss] = 2;
invariant "not all are up" exists p: P do at[p] < 2 end;
ctl "each can be boss" forall p: P do EF boss = p end;
ctl "each is boss from the start" forall p: P do boss = p end;
ctl "some is boss forever" exists p: P do EG boss = p end;
ctl "a pair" forall p: P do forall q: P do p != q -> EF (at[p] = 2 & at[q] = 2 & boss = p) end end;
ctl "one after another" forall p: P do AG (boss = p -> EF exists q: P do q != p & boss = q end) end;
ctl "inside" AG exists p: P do EX at[p] != 1 end;
ctl "between" AG (turn -> forall p: P do EF (boss = p & AX at[p] <= 2) end);
ctl "mixed" AG forall p: P do boss = p -> EX (boss = p | turn) end;
ctl "fails for each" forall p: P do AG (at[p] = 1 -> AX at[p] = 1) end;
ltl "stays" forall p: P do G (at[p] = 2 -> X at[p] >= 1) end;
ltl "comes back" forall p: P do G (boss = p -> F at[p] = 2) end;
ltl "somebody" G F exists p: P do at[p] = 0 end;
ltl "or" exists p: P do G boss = p end | F turn;
