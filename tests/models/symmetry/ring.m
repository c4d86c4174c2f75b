-- A token goes round; who has it may work. Only rotations are symmetries.
const N: 4;
type Node: ring(N); Mood: enum { idle, hungry, busy };
var mood: array [Node] of Mood; token: Node;
ruleset n: Node do
  rule "want" mood[n] = idle ==> begin mood[n] := hungry; end;
  rule "work" mood[n] = hungry & token = n ==> begin mood[n] := busy; end;
  rule "pass" token = n & mood[n] != hungry ==> begin mood[n] := idle; token := succ(n); end;
end;
ruleset n: Node do
  startstate begin token := n; for m: Node do mood[m] := idle; end; end;
end;
invariant "one works" forall a: Node do forall b: Node do a = b | mood[a] != busy | mood[b] != busy end end;
invariant "neighbours of a hungry one rest" forall a: Node do mood[a] = hungry -> mood[pred(a)] != busy end;
ctl "everybody can work" forall n: Node do AG EF mood[n] = busy end;
ctl "the token comes round" forall n: Node do AG (token = n -> AF token = succ(n)) end;
cover "all want" forall n: Node do mood[n] = hungry end;
