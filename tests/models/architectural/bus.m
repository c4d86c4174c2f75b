-- Slots on a bus: whose turn it is goes around; who has the turn may send, and all others hear it. Failed stations are
-- silent forever, and a bus on which all have failed is dead but for the slots.
const N: 5;
type
  Station: ring(N);
  State: enum { ready, sent, failed };
var
  state: array [Station] of State;
  turn: Station;
  sender: boolean;

ruleset s: Station do
  rule "send" turn = s & state[s] = ready & !sender ==> begin state[s] := sent; sender := true; end;
  rule "end" turn = s & state[s] = sent & sender ==> begin state[s] := ready; sender := false; end;
  rule "fail" state[s] = ready ==> begin state[s] := failed; end;
  rule "next slot" turn = s & !sender ==> begin turn := succ(s); end;
end;

ruleset s: Station do
  startstate begin
    for r: Station do state[r] := ready; end;
    turn := s;
    sender := false;
  end;
end;

invariant "one sends" forall a: Station do forall b: Station do a != b -> !(state[a] = sent & state[b] = sent) end end;
invariant "nobody fails" forall a: Station do state[a] != failed end;
ctl "somebody can send" AG EF (exists a: Station do state[a] = sent end);
ctl "all can fail" AG EF (forall a: Station do state[a] = failed end);
ctl "unless all have failed" AG ((exists a: Station do state[a] = ready end) -> EF (exists a: Station do state[a] = sent end));
