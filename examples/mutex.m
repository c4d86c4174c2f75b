-- Mutual exclusion by a token: who holds it may enter, and passes it to anybody when leaving. All processes are identical.

const
  N: 3;

type
  Proc: scalarset(N);
  Place: enum { resting, trying, inside };

var
  place: array [Proc] of Place;
  token: Proc;

ruleset p: Proc do
  rule "try"
    place[p] = resting ==>
  begin
    place[p] := trying;
  end;

  rule "enter"
    place[p] = trying & token = p ==>
  begin
    place[p] := inside;
  end;

  ruleset q: Proc do
    rule "leave"
      place[p] = inside ==>
    begin
      place[p] := resting;
      token := q;
    end;
  end;
end;

ruleset q: Proc do
  startstate "nobody wants anything"
  begin
    for p: Proc do
      place[p] := resting;
    end;
    token := q;
  end;
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
