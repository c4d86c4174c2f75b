-- A token ring in which only number 0 can mend a token that was broken, and only number 1 can sharpen it.
const N: 5;
type
  Node: 0..N - 1;
  Has: enum { nothing, token, broken, sharp };
var
  has: array [Node] of Has;

ruleset n: Node do
  rule "break" has[n] = token ==> begin has[n] := broken; end;
  rule "pass"
    has[n] != nothing & has[(n + 1) % N] = nothing ==>
  begin
    has[(n + 1) % N] := has[n];
    has[n] := nothing;
  end;
end;

rule "mend" has[0] = broken ==> begin has[0] := token; end;
rule "sharpen" has[1] = token ==> begin has[1] := sharp; end;
rule "use" has[1] = sharp ==> begin has[1] := broken; end;

ruleset n: Node do
  startstate begin
    for m: Node do has[m] := m = n ? token : nothing; end;
  end;
end;

invariant "one token" forall a: Node do forall b: Node do a = b | has[a] = nothing | has[b] = nothing end end;
invariant "never sharp" forall n: Node do has[n] != sharp end;
ctl "always sharp again" AG EF (exists n: Node do has[n] = sharp end);
ctl "broken forever" EF AG (forall n: Node do has[n] = broken end);
