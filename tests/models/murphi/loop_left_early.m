-- A loop over a scalarset that may be left before a run-time error: with the first element as p, it always is.
-- states 15
-- 1 fails
-- 2 holds
type S: scalarset(3);
var bad: array [S] of boolean; done: boolean;
procedure f(p: S);
begin
  for i: S do
    if i = p then return; end;
    assert !bad[i] "bad seen";
  end;
end;
startstate
  for i: S do bad[i] := false; end; done := false;
end;
ruleset p: S do rule "mark" !bad[p] ==> bad[p] := true; end; end;
ruleset p: S do rule "look" bad[p] ==> f(p); done := !done; end; end;
