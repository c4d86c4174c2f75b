-- A token in a network. KIND says which: 0 a torus, whose sides are SIDE long; 1 a hypercube; 2 stars of SIDE nodes each,
-- whose hubs are on a ring; 3 a tree in which each node has SIDE children.
const N: 16;
  SIDE: 4;
  KIND: 0;
type
  Node: 0..N - 1;
  State: enum { none, token, busy };
var
  state: array [Node] of State;

function linked(a: Node; b: Node): boolean;
var w: 0..2 * N;
begin
  if KIND = 0 then
    return (a / SIDE = b / SIDE & (a + 1) % SIDE = b % SIDE) | (a + SIDE) % N = b;
  elsif KIND = 1 then
    w := 1;
    while w < N do
      if (a / w) % 2 = 0 & b = a + w then return true; end;
      w := 2 * w;
    end;
    return false;
  elsif KIND = 2 then
    return (a % SIDE = 0 & a / SIDE = b / SIDE) | (a % SIDE = 0 & b = (a + SIDE) % N);
  else
    return b > 0 & a = (b - 1) / SIDE;
  end;
end;

ruleset a: Node do
  rule "work" state[a] = token ==> begin state[a] := busy; end;
  rule "rest" state[a] = busy ==> begin state[a] := token; end;

  ruleset b: Node do
    rule "pass"
      a != b & (linked(a, b) | linked(b, a)) & state[a] = token & state[b] = none ==>
    begin
      state[a] := none;
      state[b] := token;
    end;
  end;
end;

ruleset a: Node do
  startstate begin
    for b: Node do state[b] := a = b ? token : none; end;
  end;
end;

invariant "one works" forall a: Node do forall b: Node do a = b | state[a] != busy | state[b] != busy end end;
invariant "nobody works" forall a: Node do state[a] != busy end;
ctl "always again" AG EF (exists a: Node do state[a] = busy end);
