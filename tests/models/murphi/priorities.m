-- Of the enabled rules, only those with the lowest number fire: a message is taken before the next one is sent.
-- states 19
-- 1 holds
-- 2 holds
-- 3 fails
-- 4 holds
-- 5 holds
-- 6 holds
const N: 3;
type Proc: scalarset(N);
var waits: array [Proc] of boolean; sent: boolean; last: Proc;
startstate "nobody" begin for p: Proc do waits[p] := false; end; sent := false; undefine last; end;
ruleset p: Proc do
  rule 20 "send" !waits[p] ==> begin assert !sent; waits[p] := true; sent := true; end;
  rule 10 "take" waits[p] & sent ==> begin last := p; sent := false; end;
  rule 10 "leave" waits[p] & !sent ==> begin waits[p] := false; end;
end;
rule 30 "never" begin error "one can always send or take"; end;
ruleset p: Proc; q: Proc do invariant "one waits" waits[p] & waits[q] -> p = q; end;
invariant "who was last waits" forall p: Proc do waits[p] & !sent -> last = p end;
cover "two wait" exists p: Proc do exists q: Proc do p != q & waits[p] & waits[q] end end;
ltl "what is sent is taken" G (sent -> X !sent);
