-- Two classes that grow at different paces, ids in variables of components and of arrays, pairs of components, a ring of
-- one size, properties of one component and of two: what sorting components of all sizes together has to get right.
const N: 2;
type Proc: scalarset(N);
     Lock: scalarset((N + 1) / 2);
     Seat: ring(3);
     Stage: enum { idle, waiting, owning };
var stage: array [Proc] of Stage;
    owner: array [Lock] of Proc;
    wish: array [Proc] of Lock;
    log: array [0..N - 1] of boolean;
    seen: array [Proc] of array [Proc] of boolean;
    seat: Seat;

ruleset p: Proc; l: Lock do
  rule "wish" stage[p] = idle ==> begin stage[p] := waiting; wish[p] := l; end;
  rule "take" stage[p] = waiting & wish[p] = l & isundefined(owner[l]) ==>
  begin
    stage[p] := owning;
    owner[l] := p;
    seat := succ(seat);
  end;
  rule "leave" stage[p] = owning & !isundefined(owner[l]) & owner[l] = p ==>
  begin
    stage[p] := idle;
    undefine owner[l];
    undefine wish[p];
    log[0] := !log[0];
  end;
end;
ruleset p: Proc; q: Proc do
  rule "see" p != q & stage[p] = owning & stage[q] = owning & !seen[p][q] ==> begin seen[p][q] := true; end;
end;

startstate
  for p: Proc do stage[p] := idle; undefine wish[p]; for q: Proc do seen[p][q] := false; end; end;
  undefine owner;
  for i: 0..N - 1 do log[i] := false; end;
  undefine seat;
end;
ruleset s: Seat do
  startstate
    for p: Proc do stage[p] := idle; undefine wish[p]; for q: Proc do seen[p][q] := false; end; end;
    undefine owner;
    for i: 0..N - 1 do log[i] := false; end;
    seat := s;
  end;
end;
invariant "few own" (N < 3 -> forall p: Proc do forall q: Proc do p = q | stage[p] != owning | stage[q] != owning end end);
invariant "nobody is seen" forall p: Proc do forall q: Proc do !seen[p][q] end end;
ctl "all can own" forall p: Proc do AG EF stage[p] = owning end;
ctl "who sees has owned" forall p: Proc do forall q: Proc do AG (seen[p][q] -> EF stage[q] = owning) end end;
ltl "somebody owns again and again" G F exists p: Proc do stage[p] = owning end;
ctlstar "who waits may wait forever" forall p: Proc do AG (stage[p] = waiting -> E (F exists q: Proc do q != p & stage[q] = owning end & G stage[p] = waiting)) end;
ctlstar "fairly, somebody owns" A (G F (exists p: Proc do stage[p] = waiting end) -> F (exists p: Proc do stage[p] = owning end));
