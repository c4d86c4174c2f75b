-- Messages to groups of components, in a multiset that is in order: whoever permutes components has to sort it again.
-- states 121
-- 1 holds
-- 2 holds
-- 3 fails
-- 4 holds
-- 5 holds
const N: 3;
type P: scalarset(N); Group: array [P] of boolean;
var net: multiset [2] of Group; busy: array [P] of boolean;
ruleset p: P; q: P do
  rule "send" !busy[p] ==>
  var group: Group;
  begin
    for k: P do group[k] := k = p | k = q; end;
    if multisetcount(i: net, true) < 2 then multisetadd(group, net); end;
    busy[p] := true;
  end;
end;
choose message: net do
  ruleset p: P do
    rule "answer" net[message][p] & busy[p] ==> begin busy[p] := false; multisetremove(message, net); end;
  end;
end;
startstate begin undefine net; for p: P do busy[p] := false; end; end;
invariant "at most two" multisetcount(i: net, true) <= 2;
invariant "not to all" multisetcount(i: net, forall p: P do net[i][p] end) = 0;
ctl "idle again" AG EF (forall p: P do !busy[p] end);
