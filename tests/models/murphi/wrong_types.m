-- Values of types that do not fit.
-- error 11:17 "n" needs 0..2; this is boolean
-- error 11:28 "t" needs boolean; this is integer
-- error 12:10 a guard must be boolean; this is 0..2
-- error 12:21 "c" needs e; this is 0..2
-- error 13:10 the elements of an enumeration have no order: e can only be compared for equality
-- error 13:29 "+" needs numbers; this is boolean
-- error 14:11 an invariant must be boolean; this is 0..2
type e: enum {a, b};
var n: 0..2; t: boolean; c: e;
startstate n := true; t := 1; c := a; end;
rule "r" n ==> c := n; end;
rule "s" c < b ==> n := n + t; end;
invariant n;
