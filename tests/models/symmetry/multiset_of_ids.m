-- Ids in a multiset: components are not counted, and symbolic quotients are not made, so that plain BDDs decide.
const N: 4;
type P: scalarset(N); S: enum {rest, work};
var todo: multiset [2] of P; state: array [P] of S;
startstate "s" undefine todo; for p: P do state[p] := rest; end; end;
ruleset p: P do
  rule "ask" state[p] = rest & multisetcount(i: todo, true) < 2 ==> state[p] := work; multisetadd(p, todo); end;
end;
choose i: todo do rule "serve" state[todo[i]] := rest; multisetremove(i, todo); end; end;
invariant "who works has asked" forall p: P do state[p] = work -> multisetcount(i: todo, todo[i] = p) = 1 end;
