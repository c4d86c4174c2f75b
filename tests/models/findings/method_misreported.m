-- With --engine symbolic, plain diagrams decide it, and JSON says so.
-- states 26
-- 1 holds
-- 2 holds
-- 3 holds
-- 4 holds
const N: 5;
type
  P: scalarset(N);
  S: enum { a, b };
var
  net: multiset [3] of P;
  st: array [P] of S;
ruleset p: P do
  rule "send"
    st[p] = a & multisetcount(i: net, true) < 3 ==>
  begin
    st[p] := b;
    multisetadd(p, net);
  end;
end;
choose i: net do
  rule "recv" true ==>
  begin
    st[net[i]] := a;
    multisetremove(i, net);
  end;
end;
startstate
begin
  undefine net;
  for p: P do st[p] := a; end;
end;
invariant "few" multisetcount(i: net, true) <= 3;
invariant "b is sent" forall p: P do st[p] = b -> multisetcount(i: net, net[i] = p) = 1 end;
