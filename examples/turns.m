-- Processes that wait for a room, one at a time. A scheduler looks at each of them again and again (justice), and who
-- waits again and again while the room is free gets in (compassion). Both are conditions of single processes, and
-- permutations of processes take them to each other.
const
  N: 4;

type
  Proc: scalarset(N);
  Place: enum { outside, waiting, inside };

var
  place: array [Proc] of Place;
  is_free: boolean;
  looked_at: Proc;

ruleset p: Proc do
  rule "look" looked_at != p ==> begin looked_at := p; end;

  rule "arrive" looked_at = p & place[p] = outside ==> begin place[p] := waiting; end;

  rule "enter" looked_at = p & place[p] = waiting & is_free ==>
  begin
    place[p] := inside;
    is_free := false;
  end;

  rule "leave" looked_at = p & place[p] = inside ==>
  begin
    place[p] := outside;
    is_free := true;
  end;
end;

ruleset first: Proc do
  startstate
  begin
    for p: Proc do place[p] := outside; end;
    is_free := true;
    looked_at := first;
  end;
end;

ruleset p: Proc do
  justice looked_at = p;
  justice place[p] != inside;
  justice place[p] != outside;
  compassion place[p] = waiting & is_free, place[p] = inside;
end;

invariant "one inside" forall p: Proc do forall q: Proc do p = q | place[p] != inside | place[q] != inside end end;
ltl "who waits gets in" forall p: Proc do G (place[p] = waiting -> F place[p] = inside) end;
ltl "somebody gets in" G F exists p: Proc do place[p] = inside end;
