-- Interchangeable elements: arrays over them, quantifiers, and a lock.
-- states 20
-- 1 holds
-- 2 holds
-- 3 holds
-- 4 holds
-- 5 holds
const N: 3;
type proc: scalarset(N);
var at: array [proc] of enum {out, waiting, inside}; owner: proc; taken: boolean;
startstate
  for p: proc do at[p] := out; end;
  undefine owner; taken := false;
end;
ruleset p: proc do
  rule "ask" at[p] = out ==> at[p] := waiting; end;
  rule "enter" at[p] = waiting & !taken ==> at[p] := inside; taken := true; owner := p; end;
  rule "leave" taken & owner = p ==> at[p] := out; taken := false; undefine owner; end;
end;
invariant "alone" forall p: proc do forall q: proc do p = q | at[p] != inside | at[q] != inside end end;
invariant "the owner is inside" !taken | at[owner] = inside;
liveness "the lock is free again and again" !taken;
