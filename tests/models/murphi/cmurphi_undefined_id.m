-- In CMurphi, an undefined element of a scalarset or union may be compared; with --dialect rumur it is a run-time error.
-- states 2
-- 1 holds
-- 2 holds
type S: scalarset(2); E: enum {e0, e1}; U: union {S, E};
var owner: S; u: U; w: U; x: boolean;
startstate "s" begin undefine owner; undefine u; undefine w; x := true; end;
ruleset p: S do rule "mine" owner = p | u = p ==> begin error "never"; end; end;
rule "same" u = w ==> begin x := !x; end;
