-- Szymanski's mutual exclusion: processes gather in a waiting room, whose door is closed when the last one is in, and
-- leave it in the order of their numbers. Tests of all processes are atomic. For every number of processes: at most one
-- is inside. The order of the processes matters: they are no scalarset. A run-time error or a deadlock does not occur.

const
  N: 3;

type
  Proc: 1..N;
  Flag: enum { away, outside, waiting, doorway, closed };
  Place: enum { resting, asking, passing, in_room, behind, inside, leaving };

var
  flag: array [Proc] of Flag;
  place: array [Proc] of Place;

ruleset p: Proc do
  rule "ask"
    place[p] = resting ==>
  begin
    flag[p] := outside;
    place[p] := asking;
  end;

  rule "the door is open"
    place[p] = asking & forall q: Proc do flag[q] != doorway & flag[q] != closed end ==>
  begin
    flag[p] := doorway;
    place[p] := passing;
  end;

  rule "wait for others"
    place[p] = passing & exists q: Proc do flag[q] = outside end ==>
  begin
    flag[p] := waiting;
    place[p] := in_room;
  end;

  rule "close the door"
    place[p] = passing & forall q: Proc do flag[q] != outside end |
    place[p] = in_room & exists q: Proc do flag[q] = closed end ==>
  begin
    flag[p] := closed;
    place[p] := behind;
  end;

  rule "enter"
    place[p] = behind & forall q: Proc do q < p -> flag[q] = away | flag[q] = outside end ==>
  begin
    place[p] := inside;
  end;

  rule "leave"
    place[p] = inside ==>
  begin
    place[p] := leaving;
  end;

  rule "the others are behind the door"
    place[p] = leaving & forall q: Proc do q > p -> flag[q] = away | flag[q] = outside | flag[q] = closed end ==>
  begin
    flag[p] := away;
    place[p] := resting;
  end;
end;

startstate "all rest"
begin
  for p: Proc do
    flag[p] := away;
    place[p] := resting;
  end;
end;

invariant "at most one is inside"
  forall p: Proc do
    forall q: Proc do
      p != q -> !(place[p] = inside & place[q] = inside)
    end
  end;
