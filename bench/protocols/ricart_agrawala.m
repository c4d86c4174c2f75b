-- The algorithm of Ricart and Agrawala: who wants to enter asks all others, and waits for their permission; who is asked
-- gives it at once, unless it is inside or wants to enter and has asked before. Messages take any time; which of two
-- requests is older is the order of time stamps. For every number of processes: at most one is inside. A run-time error
-- or a deadlock does not occur.

const
  N: 3;

type
  Proc: scalarset(N);
  Place: enum { outside, waiting, inside };

var
  place: array [Proc] of Place;
  older: array [Proc] of array [Proc] of boolean;     -- of two that are not outside: whose request is older
  asked: array [Proc] of array [Proc] of boolean;     -- a request that was not answered yet
  permitted: array [Proc] of array [Proc] of boolean; -- an answer

ruleset p: Proc do
  rule "ask"
    place[p] = outside ==>
  begin
    place[p] := waiting;
    for q: Proc do
      asked[p][q] := q != p;
      permitted[p][q] := q = p;
      older[p][q] := false;
    end;
    for q: Proc do
      older[q][p] := q != p & place[q] != outside;
    end;
  end;

  ruleset q: Proc do
    rule "permit"
      asked[q][p] & (place[p] = outside | place[p] = waiting & older[q][p]) ==>
    begin
      asked[q][p] := false;
      permitted[q][p] := true;
    end;
  end;

  rule "enter"
    place[p] = waiting & forall q: Proc do permitted[p][q] end ==>
  begin
    place[p] := inside;
  end;

  rule "leave"
    place[p] = inside ==>
  begin
    place[p] := outside;
    for q: Proc do
      older[p][q] := false;
      permitted[p][q] := false;
    end;
  end;
end;

startstate "all outside"
begin
  for p: Proc do
    place[p] := outside;
    for q: Proc do
      older[p][q] := false;
      asked[p][q] := false;
      permitted[p][q] := false;
    end;
  end;
end;

invariant "at most one is inside"
  forall p: Proc do
    forall q: Proc do
      p != q -> !(place[p] = inside & place[q] = inside)
    end
  end;
