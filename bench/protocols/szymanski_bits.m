-- Szymanski's mutual exclusion with three bits for each process, where no test goes together with what is done next, and
-- bits are set one after the other. For every number of processes: at most one is inside. That needs more than what is
-- true of any two or three processes: who follows through the door does so while another one is there that keeps it
-- closed. The order of the processes matters: they are no scalarset. A run-time error or a deadlock does not occur.

const
  N: 3;

type
  Proc: 1..N;
  Place: enum { resting, asking, comes, stops, looks, goes_back, waits, follows, is_next, behind, first, inside, leaving,
                left };

var
  at: array [Proc] of Place;
  intends: array [Proc] of boolean;
  stands: array [Proc] of boolean; -- in the doorway, or behind the door
  waits_for: array [Proc] of boolean; -- others to come through the door

ruleset p: Proc do
  rule "ask"
    at[p] = resting ==>
  begin
    intends[p] := true;
    at[p] := asking;
  end;

  rule "nobody stands there"
    at[p] = asking & forall q: Proc do q = p | !stands[q] end ==>
  begin
    at[p] := comes;
  end;

  rule "come"
    at[p] = comes ==>
  begin
    waits_for[p] := true;
    at[p] := stops;
  end;

  rule "stop in the doorway"
    at[p] = stops ==>
  begin
    stands[p] := true;
    at[p] := looks;
  end;

  rule "others want to come"
    at[p] = looks & exists q: Proc do q != p & intends[q] & !waits_for[q] end ==>
  begin
    at[p] := goes_back;
  end;

  rule "nobody else wants to come"
    at[p] = looks & forall q: Proc do q = p | !intends[q] | waits_for[q] end ==>
  begin
    at[p] := is_next;
  end;

  rule "make room"
    at[p] = goes_back ==>
  begin
    stands[p] := false;
    at[p] := waits;
  end;

  rule "the door is closed"
    at[p] = waits & exists q: Proc do q != p & stands[q] & !waits_for[q] end ==>
  begin
    at[p] := follows;
  end;

  rule "follow"
    at[p] = follows ==>
  begin
    stands[p] := true;
    at[p] := is_next;
  end;

  rule "close the door"
    at[p] = is_next ==>
  begin
    waits_for[p] := false;
    at[p] := behind;
  end;

  rule "all are behind the door"
    at[p] = behind & forall q: Proc do q = p | !waits_for[q] end ==>
  begin
    at[p] := first;
  end;

  rule "enter"
    at[p] = first & forall q: Proc do q < p -> !stands[q] end ==>
  begin
    at[p] := inside;
  end;

  rule "leave"
    at[p] = inside ==>
  begin
    at[p] := leaving;
  end;

  rule "open the door"
    at[p] = leaving ==>
  begin
    stands[p] := false;
    at[p] := left;
  end;

  rule "rest"
    at[p] = left ==>
  begin
    intends[p] := false;
    at[p] := resting;
  end;
end;

startstate "all rest"
begin
  for p: Proc do
    at[p] := resting;
    intends[p] := false;
    stands[p] := false;
    waits_for[p] := false;
  end;
end;

invariant "at most one is inside"
  forall p: Proc do
    forall q: Proc do
      p != q -> !(at[p] = inside & at[q] = inside)
    end
  end;
