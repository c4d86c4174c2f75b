-- A loop over a scalarset that may be left early, but by nobody where another iteration has a run-time error.
-- states 351
-- 1 fails
-- 2 holds
type Node: scalarset(3); Mode: enum {Null, Read, Write};
var held: array [Node] of Mode; mode: Mode; node: Node;
function compatible(a: Mode; b: Mode): boolean;
begin
  switch a
  case Null: return true;
  case Read: return b != Write;
  case Write: return b = Null;
  end;
  return false;
end;
function grantable(n: Node; m: Mode): boolean;
begin
  for o: Node do
    if o != n & !compatible(held[o], m) then
      return false;
    end;
  end;
  return true;
end;
startstate
  for o: Node do held[o] := Null; end; undefine mode; undefine node;
end;
ruleset o: Node; m: Mode do
  rule "ask" isundefined(mode) ==> mode := m; node := o; end;
  rule "hold" held[o] = Null ==> held[o] := m; end;
end;
rule "grant" !isundefined(node) & grantable(node, mode) ==> held[node] := Read; undefine mode; end;
ruleset o: Node do rule "drop" true ==> held[o] := Null; end; end;
