-- A loop over components that depends on their order, beside a class that is symmetric.
-- states 24
-- 1 fails
-- 2 fails
-- 3 fails
type P: scalarset(2); Q: scalarset(2);
var seen: array [Q] of boolean; marked: array [P] of boolean; chosen: P; done: boolean;
startstate for q: Q do seen[q] := false; end; for p: P do marked[p] := false; end; undefine chosen; done := false; end;
ruleset p: P do
  rule "mark" !done ==> marked[p] := true; end;
end;
ruleset q: Q do
  rule "see" seen[q] := true; end;
end;
rule "choose" !done & (exists p: P do marked[p] end) & (exists p: P do !marked[p] end) ==>
  for p: P do
    if isundefined(chosen) then chosen := p; end;
  end;
  done := true;
end;
invariant "not marked" isundefined(chosen) | !marked[chosen];
invariant "marked" isundefined(chosen) | marked[chosen];
