-- A matrix of ids whose cells are not all of one width: 2 states in 1 orbit.
-- states 2
-- 1 fails
type P: scalarset(2);
var v: array [P] of array [P] of P;
ruleset p: P do startstate "s"
  v[p][p] := p;
  for i: P do v[i][p] := p; end;
  for i: P do v[p][i] := i; end;
end; end;
rule "idle" end;
