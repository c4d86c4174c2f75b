-- The token goes on only while somebody is busy: what steps ask is not asked of each other element by itself, so that
-- the rules do not show that all elements are alike. From each state all others can be reached.
const N: 17;
type Node: ring(N); Place: enum { idle, busy, token };
var place: array [Node] of Place;
ruleset n: Node do
  rule "begin" place[n] = idle ==> begin place[n] := busy; end;
  rule "end" place[n] = busy ==> begin place[n] := idle; end;
  rule "pass" place[n] = token & place[succ(n)] = idle & (exists m: Node do place[m] = busy end) ==>
  begin place[n] := idle; place[succ(n)] := token; end;
end;
ruleset n: Node do
  startstate begin for m: Node do place[m] := m = n ? token : idle; end; end;
end;
invariant "one token" forall n: Node do forall m: Node do n = m | place[n] != token | place[m] != token end end;
ctl "again" AG EF forall n: Node do place[n] != busy end;
ctl "all busy" EF forall n: Node do place[n] = busy end;
