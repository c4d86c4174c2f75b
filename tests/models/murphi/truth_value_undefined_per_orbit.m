-- Whether a truth value may be undefined is found out anew when the model is made with all instances of its rules. There
-- this rule has a fault in every state, so that it undefines nothing; with one instance per orbit that is not seen. The
-- trace of counters, which is one of the latter, was an internal error.
-- states 1
-- 1 holds
-- 2 fails
type P: scalarset(2); Q: scalarset(2); L: record s: boolean; o: P end; W: record c: L; b: boolean end;
var
  net: multiset [1] of P;
  t: array [P] of W;
startstate "s"
  for p: P do t[p].b := false; end;
end;
choose m: net do
  rule "r"
    undefine t;
    for p: P do t[p].c.s := !t[net[m]].c.s; end;
  end;
end;
