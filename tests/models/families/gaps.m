-- There is no model for N = 2, nor for M = 0, nor where N and M are more than 4 together.
const N: 2; M: 2;
type Left: 0..4 - N - M;
  Odd: 0..(N - 2) * (N - 2) - 1;
  P: scalarset(M);
var x: Left; at: array [P] of boolean;
startstate begin x := 0; for p: P do at[p] := false; end; end;
ruleset p: P do rule "go" !at[p] ==> begin at[p] := true; end; end;
rule "up" x < 4 - N - M ==> begin x := x + 1; end;
invariant "small" x < 2;
invariant "low" exists p: P do !at[p] end;
