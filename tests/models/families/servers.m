-- Clients and servers, of which both numbers grow. Somebody is not being served where there are more clients than servers.
const N: 2; M: 2;
type Client: scalarset(N); Server: scalarset(M);
var serves: array [Server] of Client;
    served: array [Client] of 0..2;
startstate begin
  undefine serves;
  for c: Client do served[c] := 0; end;
end;
ruleset s: Server; c: Client do
  rule "serve" isundefined(serves[s]) & served[c] = 0 ==> begin serves[s] := c; served[c] := 1; end;
end;
ruleset s: Server do
  rule "done" !isundefined(serves[s]) ==> begin served[serves[s]] := 2; undefine serves[s]; end;
end;
ruleset c: Client do
  rule "again" served[c] = 2 ==> begin served[c] := 0; end;
end;
invariant "one server each"
  forall s: Server do forall t: Server do s = t | isundefined(serves[s]) | isundefined(serves[t]) | serves[s] != serves[t] end end;
invariant "somebody waits or rests" exists c: Client do served[c] != 1 end;
ctl "served again" AG EF forall c: Client do served[c] = 2 end;
