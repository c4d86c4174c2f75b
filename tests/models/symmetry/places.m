-- A formula of branching time about an element that was chosen: permutations sort the places of the multiset again, so
-- that the place is another one in the representative of a state. It held with orbits, and fails.
type P: scalarset(3); L: enum {idle, sent};
var net: multiset [3] of P; state: array [P] of L;
ruleset p: P; q: P do
  startstate "s"
    undefine net;
    for r: P do state[r] := idle; end;
    state[p] := sent;
    multisetadd(p, net);
    multisetadd(q, net);
  end;
end;
choose k: net do rule "receive" state[net[k]] := idle; multisetremove(k, net); end; end;
rule "idle" end;
choose i: net do ctl "somebody has sent it" EF state[net[i]] = sent; end;
choose i: net do ltl "it stays" state[net[i]] = idle -> G state[net[i]] = idle; end;
