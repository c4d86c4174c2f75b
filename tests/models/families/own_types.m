-- A rule with a type of its own, which grows and has the name of one that does not: its elements, not those of the other
-- one, are counted. In all sizes together, each had as many as the largest one.
-- 1 holds
-- 2 fails
-- 3 holds
-- 4 fails
const N: 2;
type P: scalarset(3); Q: ring(N);
var a: array [P] of boolean; b: array [Q] of boolean; k: 0..7;
startstate for p: P do a[p] := false; end; for q: Q do b[q] := false; end; k := 0; end;
ruleset q: Q do
  rule "count" !b[q] ==>
    type P: scalarset(N);
  begin
    b[q] := true; k := 0; for p: P do k := k + 1; end;
  end;
end;
ruleset p: P do rule "mark" !a[p] ==> begin a[p] := true; end; end;
invariant "not one" k != 1;
invariant "not two" k != 2;
invariant "not four" k != 4;
