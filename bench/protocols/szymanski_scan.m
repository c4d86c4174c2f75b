-- Szymanski's mutual exclusion where tests are not atomic: a process looks at the flags of the others one after the
-- other, in the order of their numbers, while these go on. For every number of processes: at most one is inside. The
-- order of the processes matters: they are no scalarset. A run-time error or a deadlock does not occur.

const
  N: 3;

type
  Proc: 1..N;
  Flag: enum { away, outside, waiting, doorway, closed };
  Place: enum { resting, asking, passing, in_room, behind, inside, leaving };

var
  flag: array [Proc] of Flag;
  place: array [Proc] of Place;
  seen: array [Proc] of array [Proc] of boolean; -- by the first, in its test

-- All that come before q have been looked at in p's test.
function is_next(p: Proc; q: Proc): boolean;
begin
  return !seen[p][q] & forall r: Proc do r < q -> seen[p][r] end;
end;

procedure go_to(p: Proc; where: Place);
begin
  place[p] := where;
  for q: Proc do
    seen[p][q] := false;
  end;
end;

ruleset p: Proc do
  rule "ask"
    place[p] = resting ==>
  begin
    flag[p] := outside;
    go_to(p, asking);
  end;

  rule "the door is open"
    place[p] = asking & forall q: Proc do seen[p][q] end ==>
  begin
    flag[p] := doorway;
    go_to(p, passing);
  end;

  rule "nobody is outside: close the door"
    place[p] = passing & forall q: Proc do seen[p][q] end ==>
  begin
    flag[p] := closed;
    go_to(p, behind);
  end;

  rule "enter"
    place[p] = behind & forall q: Proc do q < p -> seen[p][q] end ==>
  begin
    go_to(p, inside);
  end;

  rule "leave"
    place[p] = inside ==>
  begin
    go_to(p, leaving);
  end;

  rule "the others are behind the door"
    place[p] = leaving & forall q: Proc do q > p -> seen[p][q] end ==>
  begin
    flag[p] := away;
    go_to(p, resting);
  end;

  ruleset q: Proc do
    rule "look through the door"
      place[p] = asking & is_next(p, q) & flag[q] != doorway & flag[q] != closed ==>
    begin
      seen[p][q] := true;
    end;

    rule "look outside"
      place[p] = passing & is_next(p, q) & flag[q] != outside ==>
    begin
      seen[p][q] := true;
    end;

    rule "wait for one outside"
      place[p] = passing & is_next(p, q) & flag[q] = outside ==>
    begin
      flag[p] := waiting;
      go_to(p, in_room);
    end;

    rule "the door is closed"
      place[p] = in_room & flag[q] = closed ==>
    begin
      flag[p] := closed;
      go_to(p, behind);
    end;

    rule "look at one before"
      place[p] = behind & q < p & is_next(p, q) & (flag[q] = away | flag[q] = outside) ==>
    begin
      seen[p][q] := true;
    end;

    rule "look at one behind"
      place[p] = leaving & q > p & !seen[p][q] & (flag[q] = away | flag[q] = outside | flag[q] = closed) ==>
    begin
      seen[p][q] := true;
    end;
  end;
end;

startstate "all rest"
begin
  for p: Proc do
    flag[p] := away;
    place[p] := resting;
    for q: Proc do
      seen[p][q] := false;
    end;
  end;
end;

invariant "at most one is inside"
  forall p: Proc do
    forall q: Proc do
      p != q -> !(place[p] = inside & place[q] = inside)
    end
  end;
