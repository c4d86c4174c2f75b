-- A conjunction over a scalarset that may be known before a run-time error: with the first element as p, it always is.
-- states 8
-- 1 fails
-- 2 fails
type S: scalarset(3);
var bad: array [S] of boolean; done: boolean;
function ok(i: S): boolean;
begin
  assert !bad[i] "bad seen";
  return true;
end;
startstate
  for i: S do bad[i] := false; end; done := false;
end;
ruleset p: S do rule "mark" !bad[p] ==> bad[p] := true; end; end;
ruleset p: S do rule "look" bad[p] ==> var r: boolean; begin r := true; for i: S do r := r & ((i != p) & ok(i)); end; done := r; end; end;
