-- Two ids of components in different local states, which are exchanged: pointers must move with what they point at.
-- states 34
-- 1 fails
-- 2 fails
-- 3 fails
-- 4 fails
-- 5 fails
-- 6 holds
-- 7 fails
-- 8 fails
-- 9 holds
-- 10 holds
type P: scalarset(3); S: enum { away, first, second };
var at: array [P] of S; one, two: P; swapped: boolean;
startstate
  for p: P do at[p] := away; end;
  undefine one; undefine two; swapped := false;
end;
ruleset p: P do
  rule "come first" isundefined(one) & at[p] = away ==> one := p; at[p] := first; end;
  rule "come second" !isundefined(one) & isundefined(two) & at[p] = away ==> two := p; at[p] := second; end;
  rule "replace" !isundefined(two) & !swapped & at[p] = away ==> at[one] := away; one := p; at[p] := first; swapped := true; end;
end;
rule "exchange" !isundefined(two) & swapped ==>
  at[one] := second; at[two] := first; swapped := false;
end;
rule "both first" !isundefined(two) & at[one] = second ==> at[one] := first; end;
invariant "one is first" !isundefined(one) -> at[one] = first;
invariant "two is second" !isundefined(two) -> at[two] = second;
invariant "not both first" !isundefined(two) -> at[one] != first | at[two] != first;
invariant "two before one" !isundefined(two) -> at[one] != second | at[two] != first;
invariant "nobody is left" !isundefined(two) -> exists p: P do p != one & p != two & at[p] != away end;
invariant "somebody is away" exists p: P do at[p] = away end;
ctl "never both first" AG (isundefined(two) | at[one] != first | at[two] != first);
ctl "can begin anew" AG EF isundefined(one);
