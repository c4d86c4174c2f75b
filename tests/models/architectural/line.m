-- A line: the token goes to the right, and never back. The one at the end keeps it.
const N: 4;
type
  Node: 1..N;
var
  token: array [Node] of boolean;

ruleset n: Node do
  rule "pass" n < N & token[n] & !token[n = N ? n : n + 1] ==>
  begin
    token[n] := false;
    token[n + 1] := true;
  end;
end;

ruleset n: Node do
  startstate begin
    for m: Node do token[m] := m = n; end;
  end;
end;

invariant "one token" forall a: Node do forall b: Node do a != b -> !(token[a] & token[b]) end end;
ctl "there and back" AG EF (exists a: Node do token[a] end);
