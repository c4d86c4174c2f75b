-- Orbits are the same ones however many processes count them.
-- states 6
-- 1 holds
-- 2 holds
type P: scalarset(3);
var q: P; b: boolean;
ruleset p: P do startstate "s" begin q := p; b := false; end; end;
rule "r" begin b := !b; end;
ctl "c" exists p: P do EG q = p end;
