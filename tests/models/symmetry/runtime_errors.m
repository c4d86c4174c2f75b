-- Run-time errors and deadlocks of identical components.
const N: 3;
type P: scalarset(N);
var n: 0..2; got: array [P] of boolean; who: P;
ruleset p: P do
  rule "take" !got[p] ==> begin got[p] := true; n := n + 1; end;
  rule "mark" got[p] & isundefined(who) ==> begin who := p; end;
  rule "use" got[p] & n = 2 ==> begin assert "it is marked" who != p | !got[p] | n = 1; end;
end;
startstate begin n := 0; undefine who; for p: P do got[p] := false; end; end;
invariant "not both" forall p: P do forall q: P do p = q | !got[p] | !got[q] end end;
cover "marked" exists p: P do !isundefined(who) & who = p end;
cover "never" exists p: P do n = 0 & got[p] end;
