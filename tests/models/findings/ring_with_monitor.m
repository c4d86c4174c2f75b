-- a ring with one monitor, number 0, that makes a lost token anew: the others are interchangeable as far as EF goes
-- states 13
-- 1 holds
-- 2 holds
-- 3 holds
const N: 6;
type Proc: 0..N - 1; Place: enum { idle, token, inside };
var place: array [Proc] of Place; lost: boolean;
ruleset p: Proc do
  rule "enter" place[p] = token ==> begin place[p] := inside; end;
  rule "leave" place[p] = inside ==> begin place[p] := token; end;
  rule "lose" place[p] = token ==> begin place[p] := idle; lost := true; end;
  rule "pass" place[p] = token & place[(p + 1) % N] = idle ==> begin place[p] := idle; place[(p + 1) % N] := token; end;
end;
rule "make" lost ==> begin place[0] := token; lost := false; end;
startstate begin for q: Proc do place[q] := q = 0 ? token : idle; end; lost := false; end;
invariant "mutual exclusion" forall p: Proc do forall q: Proc do p != q -> !(place[p] = inside & place[q] = inside) end end;
ctl "again" AG EF (exists p: Proc do place[p] = inside end);
