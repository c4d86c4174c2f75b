-- A union of scalarsets and an enumeration, and asking which part a value is of.
-- states 11
-- 1 holds
-- 2 holds
-- 3 holds
type a: scalarset(2); b: scalarset(2); none: enum {nobody};
     any: union {a, b, none};
var who: any; last: any;
startstate who := nobody; last := nobody; end;
ruleset x: a do rule "an a" !ismember(who, a) ==> last := who; who := x; end; end;
ruleset y: b do rule "a b" ismember(who, a) ==> last := who; who := y; end; end;
invariant "never the same part twice" ismember(who, a) -> !ismember(last, a);
invariant "nobody only at first" ismember(last, none) | ismember(last, a) | ismember(last, b);
