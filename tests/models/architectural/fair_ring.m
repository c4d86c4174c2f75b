-- A token ring whose rules are fair. That matters to who gets in for certain, and not to who can.
-- 1 holds
-- 2 holds
-- 3 fails
-- 4 holds
const N: 6;
type P: ring(N);
var place: array [P] of enum { idle, waiting, token, inside };
ruleset p: P do startstate begin for q: P do place[q] := idle; end; place[p] := token; end; end;
ruleset p: P do
  fair rule "want" place[p] = idle ==> begin place[p] := waiting; end;
  strongly fair rule "enter" place[p] = token ==> begin place[p] := inside; end;
  fair rule "pass" place[p] = inside ==> begin place[p] := idle; place[succ(p)] := token; end;
end;
ctl "somebody can get in again" AG EF exists p: P do place[p] = inside end;
liveness "the token is free again" exists p: P do place[p] = token end;
ctl "somebody can always wait" AG exists p: P do place[p] = waiting end;
