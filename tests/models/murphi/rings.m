-- A token goes round in a ring.
-- states 9
-- 1 holds
-- 2 holds
type node: ring(4);
var token: node; hot: array [node] of boolean;
startstate
  for n: node do hot[n] := false; end;
  undefine token;
end;
ruleset n: node do
  rule "drop" isundefined(token) ==> token := n; end;
  rule "heat" !isundefined(token) & token = n & !hot[pred(n)] ==> hot[n] := true; end;
  rule "pass" !isundefined(token) & token = n ==> hot[n] := false; token := succ(n); end;
end;
invariant "hot is where the token is" forall n: node do hot[n] -> !isundefined(token) & token = n end;
