-- Dining philosophers at a round table. Each takes the fork to the left, then the one to the right. If all take their
-- left fork at the same time, they starve together: the check finds that deadlock.

const
  N: 3;

type
  Seat: 0..N - 1;
  Mood: enum { thinking, hungry, eating };

var
  mood: array [Seat] of Mood;
  taken: array [Seat] of boolean; -- the fork to the left of a seat

ruleset s: Seat do
  alias right: taken[(s + 1) % N] do
    rule "take the left fork"
      mood[s] = thinking & !taken[s] ==>
    begin
      taken[s] := true;
      mood[s] := hungry;
    end;

    rule "take the right fork"
      mood[s] = hungry & !right ==>
    begin
      right := true;
      mood[s] := eating;
    end;

    rule "put both down"
      mood[s] = eating ==>
    begin
      taken[s] := false;
      right := false;
      mood[s] := thinking;
    end;
  end;
end;

startstate "all think"
begin
  for s: Seat do
    mood[s] := thinking;
    taken[s] := false;
  end;
end;

invariant "neighbours do not eat at the same time"
  forall s: Seat do
    !(mood[s] = eating & mood[(s + 1) % N] = eating)
  end;
