-- A ring whose token may be lost, with a monitor, number 0, that makes it anew and has it at first.
const N: 5;
type
  Node: 0..N - 1;
  Place: enum { idle, token, inside };
var
  place: array [Node] of Place;
  lost: boolean;

ruleset n: Node do
  rule "enter" place[n] = token ==> begin place[n] := inside; end;
  rule "leave" place[n] = inside ==> begin place[n] := token; end;
  rule "lose" place[n] = token ==> begin place[n] := idle; lost := true; end;
  rule "pass" place[n] = token & place[(n + 1) % N] = idle ==>
  begin
    place[n] := idle;
    place[(n + 1) % N] := token;
  end;
end;

rule "make" lost ==> begin place[0] := token; lost := false; end;

startstate begin
  for m: Node do place[m] := m = 0 ? token : idle; end;
  lost := false;
end;

invariant "one token" forall a: Node do forall b: Node do a != b -> place[a] = idle | place[b] = idle end end;
ctl "again" AG EF exists a: Node do place[a] = inside end;
invariant "never inside" forall a: Node do place[a] != inside end;
ctl "each" forall a: Node do AG EF place[a] = inside end;
