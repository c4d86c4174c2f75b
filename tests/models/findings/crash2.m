-- Channels between nodes, without any property of the file.
-- states 64
-- 1 holds
-- 2 holds
type P: scalarset(3); M: enum {none, req};
var ch: array [P] of array [P] of M;
startstate "s" for i: P do for j: P do if i != j then ch[i][j] := none; end; end; end; end;
ruleset i: P; j: P do
rule "send" i != j & ch[i][j] = none ==> ch[i][j] := req; end;
rule "receive" i != j & ch[i][j] = req ==> ch[i][j] := none; end;
end;
