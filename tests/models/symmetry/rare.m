-- Local states that are far away: no short walk gets there, and what is said of them must wait until they are known.
type P: scalarset(2);
var n: 0..420; at: array [P] of 0..17; turn: boolean;
rule "on" n < 420 ==> begin n := n + 1; end;
rule "turn" n < 420 ==> begin turn := !turn; end;
ruleset p: P; k: 1..17 do rule "arrive" n = 420 & at[p] != k ==> begin at[p] := k; end; end;
startstate begin n := 0; turn := false; for p: P do at[p] := 0; end; end;
ctl "somebody can arrive" AG EF exists p: P do at[p] = 17 end;
ctl "somebody can arrive next" AG (n = 420 -> EX exists p: P do at[p] > 0 end);
liveness "both can arrive" forall p: P do at[p] = 17 end;
invariant "nobody arrives" forall p: P do at[p] = 0 end;
