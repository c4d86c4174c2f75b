-- Two undefined ids are equal, one that is defined differs from one that is not.
-- states 104
-- 1 holds
-- 2 fails
-- 3 fails
-- 4 fails
-- 5 holds
const N: 3;
type Node: scalarset(N);
var a, b: Node; at: array [Node] of boolean;
startstate "nowhere" begin undefine a; undefine b; for n: Node do at[n] := false; end; end;
ruleset n: Node do
  rule "a" a = b ==> begin a := n; end;
  rule "b" a != b & !isundefined(a) ==> begin if b = n then undefine b; undefine a; else b := n; end; end;
  rule "at" a = n & isundefined(b) ==> begin at[n] := !at[n]; end;
  rule "both" at[n] & a != n & b != n ==> begin at[n] := a = b; if a = b then undefine a; b := a; end; end;
end;
invariant "elements differ" forall n: Node do forall m: Node do a = n & b = m & a != b -> n != m end end;
invariant "equal" a = b;
invariant "unequal" a != b;
ltl "they stay different" G (a != b -> G a != b);
