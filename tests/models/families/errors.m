-- A rule that can go wrong where there are two components, so that the smallest size has one property less. Its
-- properties were once asked for by the numbers of the largest one. The second cover goes wrong from two on.
-- 1 fails
-- 2 fails
-- 3 fails
-- 4 fails
const N: 2;
type P: scalarset(N);
var k: 0..5; a: array [P] of 0..3;
rule "count" k < 3 ==> begin k := k + 1; end;
ruleset p: P do
  ruleset q: P do rule "add" p != q & k = 2 ==> begin a[p] := 3; a[p] := a[p] + k; end; end;
end;
startstate begin k := 0; clear a; end;
cover "five" k = 5;
cover "divided" exists p: P do exists q: P do p != q & k + a[p] = 1 / (2 - k) end end;
