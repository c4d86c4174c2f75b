-- A lock as a queue, after Craig, Landin and Hagersten: whoever wants it puts itself at the end, and waits for the one
-- that was there. 0 is nobody. Whoever leaves and is still the last, takes itself out; otherwise the next one sees that
-- it has let go. For every number of processes: at most one has the lock, and no run-time error.

const
  N: 3;

type
  proc: 1..N;
  maybe_proc: 0..N;

var
  last: maybe_proc;
  ahead: array [proc] of maybe_proc; -- whom it waits for
  holds, waits: array [proc] of boolean;
  busy: array [proc] of boolean; -- it has not let go yet

ruleset p: proc do
  rule "join the queue"
    !holds[p] & !waits[p] & !busy[p] ==>
  begin
    ahead[p] := last;
    last := p;
    busy[p] := true;
    waits[p] := true;
  end;

  rule "nobody was there"
    waits[p] & ahead[p] = 0 ==>
  begin
    waits[p] := false;
    holds[p] := true;
  end;

  ruleset q: proc do
    rule "the one ahead has let go"
      waits[p] & ahead[p] = q & holds[q] & q != p ==>
    begin
      holds[q] := false;
      busy[q] := false;
      ahead[p] := 0;
      waits[p] := false;
      holds[p] := true;
    end;
  end;

  rule "leave, being the last"
    holds[p] & last = p ==>
  begin
    last := 0;
    holds[p] := false;
    busy[p] := false;
  end;
end;

startstate
begin
  last := 0;
  for p: proc do
    ahead[p] := 0;
    holds[p] := false;
    waits[p] := false;
    busy[p] := false;
  end;
end;

invariant "at most one has the lock"
  forall p: proc do forall q: proc do p != q -> !(holds[p] & holds[q]) end end;
