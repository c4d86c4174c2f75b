-- Mutual exclusion by a token that nobody in particular holds: a process that wants to enter may do so while no other
-- one is inside. All processes are alike.

const
  N: 3;

type
  Proc: scalarset(N);
  Place: enum { resting, trying, inside };

var
  place: array [Proc] of Place;
  free: boolean;

ruleset p: Proc do
  rule "try"
    place[p] = resting ==>
  begin
    place[p] := trying;
  end;

  rule "enter"
    place[p] = trying & free ==>
  begin
    place[p] := inside;
    free := false;
  end;

  rule "leave"
    place[p] = inside ==>
  begin
    place[p] := resting;
    free := true;
  end;
end;

startstate "nobody wants anything"
begin
  for p: Proc do
    place[p] := resting;
  end;
  free := true;
end;

invariant "at most one is inside"
  forall p: Proc do
    forall q: Proc do
      p != q -> !(place[p] = inside & place[q] = inside)
    end
  end;

ctl "everybody can always get in"
  forall p: Proc do
    AG EF place[p] = inside
  end;
