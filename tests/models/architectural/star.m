-- A star: the token goes from leaves to the hub, which is number 0, and back. No two elements could be exchanged but
-- leaves.
const N: 5;
type
  Node: 0..N - 1;
  Place: enum { out, waiting, token, busy };
var
  place: array [Node] of Place;

ruleset n: Node do
  rule "ask" place[n] = out ==> begin place[n] := waiting; end;
  rule "forget" place[n] = waiting ==> begin place[n] := out; end;
  rule "work" place[n] = token ==> begin place[n] := busy; end;
  rule "rest" place[n] = busy ==> begin place[n] := token; end;

  rule "to the hub"
    n != 0 & place[n] = token & place[0] = waiting ==>
  begin
    place[n] := out;
    place[0] := token;
  end;

  rule "from the hub"
    n != 0 & place[0] = token & place[n] = waiting ==>
  begin
    place[0] := out;
    place[n] := token;
  end;
end;

ruleset n: Node do
  startstate begin
    for m: Node do
      place[m] := m = n ? token : out;
    end;
  end;
end;

invariant "one works" forall a: Node do forall b: Node do a != b -> !(place[a] = busy & place[b] = busy) end end;
invariant "nobody works" forall n: Node do place[n] != busy end;
ctl "work can always be done" AG EF (exists n: Node do place[n] = busy end);
ctl "all can wait" EF (forall n: Node do place[n] = waiting end);
ctl "all but one can wait" EF AG (forall n: Node do place[n] != out end);
