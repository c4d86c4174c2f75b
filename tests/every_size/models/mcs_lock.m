-- The lock of Mellor-Crummey and Scott, step by step: each process waits for a word of its own.
-- 1 every size

const N : 3;
type
  Proc : scalarset(N);
  Nil : enum { nil };
  Ptr : union { Nil, Proc };
  PC : enum { idle, swapped, linked, spin, cs, check, cas, handover };
var
  tail : Ptr;
  next : array [Proc] of Ptr;
  pred : array [Proc] of Ptr;
  locked : array [Proc] of boolean;
  pc : array [Proc] of PC;
startstate
  tail := nil;
  for p : Proc do next[p] := nil; pred[p] := nil; locked[p] := false; pc[p] := idle; end;
end;
ruleset p : Proc do
  rule "swap" pc[p] = idle ==> next[p] := nil; pred[p] := tail; tail := p; pc[p] := swapped; end;
  rule "first" pc[p] = swapped & pred[p] = nil ==> pc[p] := cs; end;
  rule "lock myself" pc[p] = swapped & pred[p] != nil ==> locked[p] := true; pc[p] := linked; end;
end;
ruleset p : Proc; q : Proc do
  rule "link" pc[p] = linked & pred[p] = q ==> next[q] := p; pred[p] := nil; pc[p] := spin; end;
end;
ruleset p : Proc do
  rule "go" pc[p] = spin & !locked[p] ==> pc[p] := cs; end;
  rule "exit" pc[p] = cs ==> pc[p] := check; end;
  rule "no successor" pc[p] = check & next[p] = nil ==> pc[p] := cas; end;
  rule "has successor" pc[p] = check & next[p] != nil ==> pc[p] := handover; end;
  rule "cas ok" pc[p] = cas & tail = p ==> tail := nil; pc[p] := idle; end;
  rule "cas fails" pc[p] = cas & tail != p & next[p] != nil ==> pc[p] := handover; end;
end;
ruleset p : Proc; q : Proc do
  rule "hand over" pc[p] = handover & next[p] = q ==> locked[q] := false; pc[p] := idle; next[p] := nil; end;
end;
invariant "mutex" forall p : Proc do forall q : Proc do p != q -> !(pc[p] = cs & pc[q] = cs) end end;
