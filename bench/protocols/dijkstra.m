-- Dijkstra's mutual exclusion (1965): a pointer is taken over from processes that want nothing, and who has it goes
-- ahead, but turns back if another one is ahead, too. Tests of all processes are atomic. For every number of processes:
-- at most one is inside. A run-time error or a deadlock does not occur.

const
  N: 3;

type
  Proc: scalarset(N);
  Flag: enum { passive, wanting, ahead };
  Place: enum { outside, looking, passing, inside };

var
  flag: array [Proc] of Flag;
  place: array [Proc] of Place;
  pointer: Proc;

ruleset p: Proc do
  rule "want"
    place[p] = outside ==>
  begin
    flag[p] := wanting;
    place[p] := looking;
  end;

  rule "take the pointer"
    place[p] = looking & pointer != p & flag[pointer] = passive ==>
  begin
    pointer := p;
  end;

  rule "go ahead"
    place[p] = looking & pointer = p ==>
  begin
    flag[p] := ahead;
    place[p] := passing;
  end;

  rule "turn back"
    place[p] = passing & exists q: Proc do q != p & flag[q] = ahead end ==>
  begin
    flag[p] := wanting;
    place[p] := looking;
  end;

  rule "enter"
    place[p] = passing & forall q: Proc do q = p | flag[q] != ahead end ==>
  begin
    place[p] := inside;
  end;

  rule "leave"
    place[p] = inside ==>
  begin
    flag[p] := passive;
    place[p] := outside;
  end;
end;

ruleset q: Proc do
  startstate "all outside"
  begin
    for p: Proc do
      flag[p] := passive;
      place[p] := outside;
    end;
    pointer := q;
  end;
end;

invariant "at most one is inside"
  forall p: Proc do
    forall q: Proc do
      p != q -> !(place[p] = inside & place[q] = inside)
    end
  end;
