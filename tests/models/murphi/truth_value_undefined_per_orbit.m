-- A truth value that one lowering takes for defined and another does not: a trace of counters was an internal error.
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
