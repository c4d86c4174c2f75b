-- A ring with a master, number 0: with the token, it may be in charge, which nobody else ever is. All others are the same.
const N: 5;
type
  Node: 0..N - 1;
  Place: enum { idle, token, inside, in_charge };
var
  place: array [Node] of Place;

ruleset n: Node do
  rule "enter" place[n] = token ==> begin place[n] := inside; end;
  rule "leave" place[n] = inside ==> begin place[n] := token; end;
  rule "pass" place[n] = token & place[(n + 1) % N] = idle ==>
  begin
    place[n] := idle;
    place[(n + 1) % N] := token;
  end;
end;

rule "take charge" place[0] = token ==> begin place[0] := in_charge; end;
rule "resign" place[0] = in_charge ==> begin place[0] := token; end;

startstate
begin
  for n: Node do
    place[n] := n = 0 ? token : idle;
  end;
end;

invariant "mutual exclusion"
  forall n: Node do forall m: Node do n = m | place[n] != inside | place[m] != inside end end;

ctl "somebody can always get inside"
  AG EF exists n: Node do place[n] = inside end;

ctl "somebody else can always get inside"
  AG EF exists n: Node do n != 0 & place[n] = inside end;

invariant "only the master is inside"
  forall n: Node do n = 0 | place[n] != inside end;
