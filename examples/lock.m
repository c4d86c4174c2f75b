-- A lock for readers and writers: many may read at a time, who writes is alone. The lock itself is two fields, how many
-- readers there are and whether somebody writes, and the first one has two bits. That is a mistake, but not for every
-- number of processes. docs/tutorial.md finds it; lock_fixed.m is the lock without it.

const
  N: 3;

type
  Proc: scalarset(N);
  Place: enum { resting, reading, writing };

var
  place: array [Proc] of Place;
  readers: 0..3; -- two bits
  writer: boolean;

ruleset p: Proc do
  rule "begin to read"
    place[p] = resting & !writer ==>
  begin
    place[p] := reading;
    readers := (readers + 1) % 4;
  end;

  rule "end reading"
    place[p] = reading ==>
  begin
    place[p] := resting;
    readers := (readers + 3) % 4; -- one less
  end;

  rule "begin to write"
    place[p] = resting & !writer & readers = 0 ==>
  begin
    place[p] := writing;
    writer := true;
  end;

  rule "end writing"
    place[p] = writing ==>
  begin
    place[p] := resting;
    writer := false;
  end;
end;

startstate "nobody has the lock"
begin
  for p: Proc do
    place[p] := resting;
  end;
  readers := 0;
  writer := false;
end;

invariant "who writes is alone"
  forall p: Proc do
    forall q: Proc do
      p != q & place[p] = writing -> place[q] = resting
    end
  end;

ctl "the lock can always become free"
  AG EF (forall p: Proc do place[p] = resting end);
