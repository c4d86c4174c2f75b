-- CMurphi's view of undefined ids: they differ from all elements, and two of them are equal.
-- states 2
-- 1 holds
-- 2 holds
type S: scalarset(2); E: enum {e0, e1}; U: union {S, E};
var owner: S; u: U; w: U; x: boolean;
startstate "s" begin undefine owner; undefine u; undefine w; x := true; end;
ruleset p: S do rule "mine" owner = p | u = p ==> begin error "never"; end; end;
rule "same" u = w ==> begin x := !x; end;
