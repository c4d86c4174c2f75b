-- CMurphi lets undefined ids be compared: a directory whose owner is undefined while nobody has the line.
-- states 13
-- 1 holds
-- 2 holds
-- 3 holds
-- 4 holds
-- 5 holds
-- 6 holds
const N: 3;
type Node: scalarset(N); Home: enum {home}; Place: union {Node, Home};
var owner: Node; asks: Place; has: array [Node] of boolean;

function present(): Node; begin return owner; end;

startstate "nobody" begin undefine owner; undefine asks; for n: Node do has[n] := false; end; end;

ruleset n: Node do
  rule "ask" asks != n & isundefined(asks) & owner != n ==> begin asks := n; end;
  rule "give" asks = n & present() = owner & isundefined(owner) ==> begin owner := n; has[n] := true; undefine asks; end;
  rule "take" asks = n & owner != n & !isundefined(owner) ==> begin has[owner] := false; undefine owner; end;
  rule "never" asks = home & owner = n ==> begin error "home never asks"; end;
  rule "drop" owner = n ==> begin has[n] := false; undefine owner; end;
end;

ruleset n: Node do invariant "who has it owns it" has[n] = (owner = n); end;
invariant "one of them" forall n: Node do forall m: Node do owner = n & owner = m -> n = m end end;
ruleset n: Node do ctl "everybody gets it" AG (asks = n -> EF owner = n); end;
ltl "home never asks" G asks != home;
