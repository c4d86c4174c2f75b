-- A state with a hundred successors: more than an explicit-state search looks up at once.
-- states 101
-- 1 fails
-- 2 fails
-- 3 fails
-- 4 fails
-- 5 fails
-- 6 fails
type Way: 0..99;
var chosen: Way;
startstate undefine chosen; end;
ruleset w: Way do
  rule "choose" isundefined(chosen) ==> chosen := w; end;
end;
rule "stay" !isundefined(chosen) & chosen = 0 ==> chosen := 99; end;
invariant "not the first" isundefined(chosen) | chosen != 0;
invariant "not the 64th" isundefined(chosen) | chosen != 63;
invariant "not the 65th" isundefined(chosen) | chosen != 64;
invariant "not the last" isundefined(chosen) | chosen != 99;
invariant "not 70" isundefined(chosen) | chosen != 70;
