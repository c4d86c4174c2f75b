-- Channels between nodes, none from a node to itself: the diagonal of the matrix stays undefined.
-- states 64
-- 1 fails
-- 2 holds
-- 3 holds
type P: scalarset(3); M: enum {none, req};
var ch: array [P] of array [P] of M;
startstate "s" for i: P do for j: P do if i != j then ch[i][j] := none; end; end; end; end;
ruleset i: P; j: P do
rule "send" i != j & ch[i][j] = none ==> ch[i][j] := req; end;
rule "receive" i != j & ch[i][j] = req ==> ch[i][j] := none; end;
end;
invariant "nobody ever sends" forall i: P do forall j: P do i != j -> ch[i][j] = none end end;
