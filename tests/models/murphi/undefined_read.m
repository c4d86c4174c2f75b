-- Reading an undefined value is a run-time error, in the view of rumur on the right side of an assignment too.
-- with --dialect rumur
-- states 3
-- 1 holds
-- 2 fails
-- 3 fails
var n, m: 0..3;
startstate n := 0; end;
rule "count" n < 2 ==> n := n + 1; end;
rule "read" n = 2 ==> n := m; end;
invariant n < 3;
