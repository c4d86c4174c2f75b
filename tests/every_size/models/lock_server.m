-- A lock server whose messages are flags for each client.
-- 1 every size

const N : 3;
type Client : scalarset(N);
var semaphore : boolean;
  holds : array [Client] of boolean;
  req, grant, rel : array [Client] of boolean;
ruleset c : Client do
  rule "request" !holds[c] & !req[c] & !grant[c] ==> req[c] := true; end;
  rule "server grants" req[c] & semaphore ==> req[c] := false; semaphore := false; grant[c] := true; end;
  rule "receive grant" grant[c] ==> grant[c] := false; holds[c] := true; end;
  rule "release" holds[c] ==> holds[c] := false; rel[c] := true; end;
  rule "server frees" rel[c] ==> rel[c] := false; semaphore := true; end;
end;
startstate
  semaphore := true;
  for c : Client do holds[c] := false; req[c] := false; grant[c] := false; rel[c] := false; end;
end;
invariant "one holder" forall a : Client do forall b : Client do holds[a] & holds[b] -> a = b end end;
