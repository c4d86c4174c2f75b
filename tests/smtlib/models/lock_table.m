-- A table of locks: who waits for a lock may get it when it is free, and a clerk, who works in shifts, writes down who
-- has which. For every number of processes and of locks: whoever believes to have a lock is the one who is written down.

const
  N: 3;
  LOCKS: 2;
  SHIFTS: 2;

type
  Proc: scalarset(N);
  Lock: scalarset(LOCKS);
  Shift: 0..SHIFTS;
  Desk: 0..1;

var
  holder: array [Lock] of Proc; -- undefined while the lock is free
  waits, has: array [Proc] of array [Lock] of boolean;
  shift: Shift;
  is_open: array [Desk] of boolean;
  last: union { Proc, enum { nobody } };

function is_free(l: Lock): boolean;
begin
  return isundefined(holder[l]);
end;

function next_shift(s: Shift): Shift;
begin
  if s = SHIFTS then
    return 0;
  end;
  return s + 1;
end;

procedure forget(var waiting: boolean);
begin
  waiting := false;
end;

ruleset p: Proc; l: Lock do
  rule "wait"
    !has[p][l] & shift < SHIFTS ==>
  begin
    waits[p][l] := true;
  end;

  ruleset d: Desk do
    rule "get"
      waits[p][l] & is_free(l) & is_open[d] ==>
    begin
      holder[l] := p;
      has[p][l] := true;
      forget(waits[p][l]);
      last := p;
    end;
  end;

  rule "give back"
    has[p][l] ==>
  begin
    has[p][l] := false;
    undefine holder[l];
  end;

  rule "give back all"
    exists k: Lock do has[p][k] end ==>
  begin
    for k: Lock do
      if has[p][k] then
        has[p][k] := false;
        undefine holder[k];
      end;
    end;
    last := nobody;
  end;
end;

rule "change of shifts"
  true ==>
begin
  shift := next_shift(shift);
  for d := 0 to 1 do
    is_open[d] := (shift + d) % 2 = 0;
  end;
end;

rule "all who wait go home"
  shift = SHIFTS ==>
begin
  for p: Proc do
    for l: Lock do
      waits[p][l] := false;
    end;
  end;
end;

startstate "all locks are free"
begin
  for p: Proc do
    for l: Lock do
      waits[p][l] := false;
      has[p][l] := false;
    end;
  end;
  undefine holder;
  shift := 0;
  clear is_open;
  last := nobody;
end;

invariant "two never have one lock"
  forall p: Proc do
    forall q: Proc do
      forall l: Lock do
        has[p][l] & has[q][l] -> p = q
      end
    end
  end;
