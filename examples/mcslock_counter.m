-- A queue lock after Mellor-Crummey and Scott, with a counter of those who are in the queue, as in "Reducing model
-- checking of the few to the one" (Emerson, Trefler, Wahl). One transition depends on the number of processes: when all
-- of them are in the queue, all that still have to link themselves do so at once.

const
  N: 3;

type
  Proc: scalarset(N);
  Step: enum { outside, joining, linking, waiting, critical, leaving };

var
  step: array [Proc] of Step;
  queued: 0..N; -- how many are in the queue, whoever has the lock among them

ruleset p: Proc do
  rule "want"
    step[p] = outside ==>
  begin
    step[p] := joining;
  end;

  rule "join"
    step[p] = joining ==>
  begin
    if queued = 0 then
      step[p] := critical;
    else
      step[p] := linking;
    end;
    queued := queued + 1;
  end;

  rule "link"
    step[p] = linking & queued < N ==>
  begin
    step[p] := waiting;
  end;

  rule "finish"
    step[p] = critical ==>
  begin
    step[p] := leaving;
  end;

  rule "release"
    step[p] = leaving & queued = 1 ==>
  begin
    queued := 0;
    step[p] := outside;
  end;

  ruleset q: Proc do
    rule "pass"
      step[p] = leaving & step[q] = waiting ==>
    begin
      queued := queued - 1;
      step[q] := critical;
      step[p] := outside;
    end;
  end;
end;

rule "link all"
  queued = N & exists p: Proc do step[p] = linking end ==>
begin
  for p: Proc do
    if step[p] = linking then
      step[p] := waiting;
    end;
  end;
end;

startstate "nobody wants it"
begin
  for p: Proc do
    step[p] := outside;
  end;
  queued := 0;
end;

invariant "at most one has the lock"
  forall p: Proc do
    forall q: Proc do
      p != q & (step[p] = critical | step[p] = leaving) -> step[q] != critical & step[q] != leaving
    end
  end;

ctl "everybody can always get the lock"
  forall p: Proc do
    AG EF step[p] = critical
  end;
