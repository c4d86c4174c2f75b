-- What a guard changes is a part of the step, as in rumur; where it is false, nothing happens.
-- states 20
-- 1 holds
-- 2 holds
-- 3 holds
const N: 3;
type Proc: scalarset(N); Place: enum {out, ready, in};
var at: array [Proc] of Place; busy: boolean;
function lock(): boolean; begin if busy then return false; end; busy := true; return true; end;
function arrive(var place: Place): boolean; begin if place != out then return false; end; place := ready; return true; end;
startstate "all out" begin for p: Proc do at[p] := out; end; busy := false; end;
ruleset p: Proc do
  rule "arrive" arrive(at[p]) ==> begin end;
  rule "enter" at[p] = ready & lock() ==> begin at[p] := in; end;
  rule "leave" at[p] = in ==> begin at[p] := out; busy := false; end;
end;
invariant "busy is who is in" busy = exists p: Proc do at[p] = in end;
invariant "one is in" forall p: Proc do forall q: Proc do at[p] = in & at[q] = in -> p = q end end;
