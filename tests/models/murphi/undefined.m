-- Undefined values: they are values of the state, may be asked for and copied inside of records, and not be read.
-- states 9
-- 1 holds
-- 2 holds
-- 3 holds
-- 4 holds
-- 5 holds
type pair: record a: 0..3; b: boolean; end;
var n: 0..3; p, q: pair; begun: boolean;
startstate "nothing but one" begun := false; end;
rule "begin" !begun ==> n := 0; p.a := 1; begun := true; end;
rule "copy" begun & isundefined(q.a) ==> q := p; end;
rule "forget" !isundefined(q.a) ==> undefine q; end;
rule "count" begun & n < 3 ==> n := n + 1; end;
invariant "b is never written" isundefined(p.b) & isundefined(q.b);
invariant "what was begun has a number" begun -> !isundefined(n);
invariant "a copy is equal" isundefined(q.a) | q.a = p.a;
