-- Components that hold ids of each other, and one of them in a global variable.
-- states 381
-- 1 fails
-- 2 fails
-- 3 fails
-- 4 fails
-- 5 fails
-- 6 holds
-- 7 fails
-- 8 holds
type P: scalarset(4); S: enum { free, asks, has };
var at: array [P] of S; peer: array [P] of P; keeper: P; lent: boolean;
startstate
  for p: P do at[p] := free; undefine peer[p]; end;
  undefine keeper; lent := false;
end;
ruleset p: P do
  rule "keep" isundefined(keeper) ==> keeper := p; at[p] := has; end;
  rule "give back" !isundefined(keeper) & keeper != p & at[p] = has ==> at[p] := free; at[keeper] := has; undefine peer[keeper]; lent := false; end;
end;
ruleset p: P; q: P do
  rule "ask" p != q & at[p] = free & at[q] = has & isundefined(peer[p]) ==> peer[p] := q; at[p] := asks; end;
  rule "lend" p != q & at[q] = has & at[p] = asks & peer[p] = q & !lent ==> at[q] := free; at[p] := has; peer[q] := p; undefine peer[p]; lent := true; end;
end;
invariant "the keeper has it" !isundefined(keeper) -> at[keeper] = has;
invariant "who asks asks who has it" forall p: P do at[p] = asks & !isundefined(peer[p]) -> at[peer[p]] = has end;
invariant "nobody asks while it is lent" lent -> forall p: P do at[p] != asks end;
invariant "not two ask" forall p: P do forall q: P do p = q | at[p] != asks | at[q] != asks end end;
invariant "not two ask different ones" forall p: P do forall q: P do p = q | at[p] != asks | at[q] != asks | peer[p] = peer[q] end end;
invariant "no circle" forall p: P do !isundefined(peer[p]) & !isundefined(peer[peer[p]]) -> peer[peer[p]] != p end;
invariant "no chain" forall p: P do !isundefined(peer[p]) -> isundefined(peer[peer[p]]) end;
