-- A binary tree in an array: a token goes up and down. Below it, things are handed over: up if that is heavy.
const N: 6;
type
  Node: 1..N;
  Load: enum { nothing, light, heavy };
var
  load: array [Node] of Load;

ruleset n: Node do
  rule "heavier" load[n] = light ==> begin load[n] := heavy; end;
  rule "lighter" load[n] = heavy ==> begin load[n] := light; end;

  rule "up"
    n > 1 & load[n] = light & load[n / 2] = nothing ==>
  begin
    load[n] := nothing;
    load[n / 2] := light;
  end;

  rule "down"
    n > 1 & load[n / 2] = light & load[n] = nothing ==>
  begin
    load[n / 2] := nothing;
    load[n] := light;
  end;
end;

ruleset n: Node do
  ruleset k: Node do
    startstate begin
      for m: Node do
        load[m] := m = n | m = k ? light : nothing;
      end;
    end;
  end;
end;

invariant "two loads" forall a: Node do forall b: Node do forall c: Node do
  a = b | b = c | a = c | load[a] = nothing | load[b] = nothing | load[c] = nothing end end end;
invariant "not both heavy" forall a: Node do forall b: Node do a != b -> !(load[a] = heavy & load[b] = heavy) end end;
ctl "heavy and heavier" AG EF (exists a: Node do load[a] = heavy end);
