-- Mutual exclusion by fairness of rules alone: who waits gets in. The rules of all processes are taken to each other by
-- permutations, so that no quotient loses its group.
-- 1 holds
-- 2 holds
-- 3 fails
-- 4 holds
-- 5 holds
const N: 4;
type P: scalarset(N);
var place: array [P] of enum { idle, waiting, inside };

startstate begin
  for p: P do place[p] := idle; end;
end;

ruleset p: P do
  rule "want" place[p] = idle ==> begin place[p] := waiting; end;
  strongly fair rule "enter" place[p] = waiting & forall q: P do place[q] != inside end ==> begin place[p] := inside; end;
  fair rule "leave" place[p] = inside ==> begin place[p] := idle; end;
end;

ltl "who waits gets in" forall p: P do G (place[p] = waiting -> F place[p] = inside) end;
ltl "if one waits, somebody gets in" G ((exists p: P do place[p] = waiting end) -> F exists p: P do place[p] = inside end);
ltl "everybody wants again" forall p: P do G F place[p] = waiting end;
ctl "nobody stays" forall p: P do AG AF place[p] != inside end;
