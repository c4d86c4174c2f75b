-- justice and compassion, by component, with and without names; and a fair rule in choose, whose elements have no identity.
-- states 48
-- 1 holds
-- 2 holds
-- 3 fails
-- 4 holds
-- 5 fails
-- 6 holds
-- 7 holds
type proc: scalarset(2); message: record from: proc; end;
var on: array [proc] of boolean; net: multiset [2] of message; strongly: boolean;
startstate for p: proc do on[p] := false; end; undefine net; strongly := false; end;
ruleset p: proc do
  rule "switch" on[p] := !on[p]; end;
  rule "send" on[p] & multisetcount(i: net, true) < 2 ==> var m: message; begin m.from := p; multisetadd(m, net); end;
end;
choose i: net do
  fair rule "deliver" begin strongly := !strongly; multisetremove(i, net); end;
end;
ruleset p: proc do
  justice on[p];
  compassion "answers" on[p], !on[p];
end;
ltl "on" forall p: proc do G F on[p] end;
ltl "off" forall p: proc do G F !on[p] end;
ltl "together" G F forall p: proc do on[p] end;
ltl "delivered" G (multisetcount(i: net, true) > 0 -> F multisetcount(i: net, true) < 2);
ctl "emptied" AG AF multisetcount(i: net, true) = 0;
invariant "two at the most" multisetcount(i: net, true) <= 2;
