-- A leader has the votes of all; two resets are enough for another one where there are two.
-- 1 fails for 2

const N : 3;
type P : scalarset(N);
var voted : array [P] of union { P, enum { nobody } }; leader : array [P] of boolean; resets : 0..2; down : array [P] of boolean;
ruleset p : P; q : P do
  rule "vote" voted[p] = nobody ==> voted[p] := q; end;
end;
ruleset p : P do
  rule "lead" !leader[p] & forall q : P do voted[q] = p end ==> leader[p] := true; end;
  rule "reset" resets < 2 & voted[p] != nobody ==> resets := resets + 1; voted[p] := nobody; end;
end;
startstate for p : P do voted[p] := nobody; leader[p] := false; down[p] := false; end; resets := 0; end;
invariant "one" forall a : P do forall b : P do leader[a] & leader[b] -> a = b end end;
