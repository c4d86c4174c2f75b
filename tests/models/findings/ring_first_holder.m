-- the token ring of seed 002, but number 0 has the token at first (one initial state). All permutations of
-- processes take steps to paths; that they move the initial state changes no verdict.
-- states 576
-- 1 holds
-- 2 holds
-- 3 holds
const N: 6;
type Proc: 0..N - 1; Place: enum { idle, trying, idle_token, trying_token, inside_token };
var place: array [Proc] of Place;
ruleset p: Proc do
  rule "try" place[p] = idle ==> begin place[p] := trying; end;
  rule "give up" place[p] = trying ==> begin place[p] := idle; end;
  rule "try t" place[p] = idle_token ==> begin place[p] := trying_token; end;
  rule "give up t" place[p] = trying_token ==> begin place[p] := idle_token; end;
  rule "enter" place[p] = trying_token ==> begin place[p] := inside_token; end;
  rule "leave" place[p] = inside_token ==> begin place[p] := idle_token; end;
  rule "pass" place[p] = idle_token & (place[(p + 1) % N] = idle | place[(p + 1) % N] = trying) ==>
  begin place[p] := idle; place[(p + 1) % N] := place[(p + 1) % N] = idle ? idle_token : trying_token; end;
end;
startstate begin for q: Proc do place[q] := q = 0 ? idle_token : idle; end; end;
invariant "mutual exclusion" forall p: Proc do forall q: Proc do p != q -> !(place[p] = inside_token & place[q] = inside_token) end end;
ctl "again" AG EF (exists p: Proc do place[p] = inside_token end);
