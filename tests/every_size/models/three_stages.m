-- Three stages in a row, of which each must be taken, and one more outside: four elements are needed.
-- 1 fails for 4

const N : 2;
type P : scalarset(N);
var st : array [P] of enum { out, a, b, c, inside };
ruleset p : P do
  rule "a" st[p] = out & forall q : P do st[q] != a end ==> st[p] := a; end;
  rule "b" st[p] = a & forall q : P do st[q] != b end ==> st[p] := b; end;
  rule "c" st[p] = b & forall q : P do st[q] != c end ==> st[p] := c; end;
  rule "in" st[p] = c & exists q : P do st[q] = a end & exists q : P do st[q] = b end & exists q : P do q != p & st[q] = out end ==> st[p] := inside; end;
end;
startstate for p : P do st[p] := out; end; end;
invariant "never in" forall p : P do st[p] != inside end;
