-- A ring of numbers whose token is at a certain place at first: initial states are not the same for all permutations,
-- which changes no verdict.
const N: 4;
type
  Node: 0..N - 1;
var
  token: array [Node] of boolean;

ruleset n: Node do
  rule "pass" token[n] & !token[(n + 1) % N] ==>
  begin
    token[n] := false;
    token[(n + 1) % N] := true;
  end;
end;

startstate begin
  for m: Node do token[m] := m = 0; end;
end;

invariant "one token" forall a: Node do forall b: Node do a != b -> !(token[a] & token[b]) end end;
