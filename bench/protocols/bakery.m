-- Lamport's bakery, atomic, with the order of the tickets in place of their numbers: who takes one comes after all that
-- have one, and who is first enters. For every number of processes: at most one is inside. A run-time error or a
-- deadlock does not occur.

const
  N: 3;

type
  Proc: scalarset(N);
  Place: enum { outside, waiting, inside };

var
  place: array [Proc] of Place;
  precedes: array [Proc] of array [Proc] of boolean; -- by their tickets, of two that have one

ruleset p: Proc do
  rule "take a ticket"
    place[p] = outside ==>
  begin
    place[p] := waiting;
    for q: Proc do
      precedes[p][q] := false;
    end;
    for q: Proc do
      precedes[q][p] := q != p & place[q] != outside;
    end;
  end;

  rule "enter"
    place[p] = waiting & forall q: Proc do !precedes[q][p] end ==>
  begin
    place[p] := inside;
  end;

  rule "leave"
    place[p] = inside ==>
  begin
    place[p] := outside;
    for q: Proc do
      precedes[p][q] := false;
    end;
  end;
end;

startstate "all outside"
begin
  for p: Proc do
    place[p] := outside;
    for q: Proc do
      precedes[p][q] := false;
    end;
  end;
end;

invariant "at most one is inside"
  forall p: Proc do
    forall q: Proc do
      p != q -> !(place[p] = inside & place[q] = inside)
    end
  end;
