-- A multiset of arrays over components, which counters cannot have: its order changes with the components.
-- states 6
-- 1 holds
-- 2 holds
-- 3 fails
const N: 2;
type P: scalarset(N); Group: record m: array [P] of boolean end;
var net: multiset [2] of Group;
procedure send(a: P; b: boolean);
  var l: Group;
begin
  for j: P do l.m[j] := (j = a | b); end;
  if multisetcount(i: net, true) < 2 then multisetadd(l, net); end;
end;
startstate begin end;
ruleset p: P do rule "send" begin send(p, multisetcount(i: net, net[i].m[p]) = 1); end; end;
rule "idle" begin end;
invariant "at most two" multisetcount(i: net, true) <= 2;
