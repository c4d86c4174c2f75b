-- A queue lock after Mellor-Crummey and Scott, without the links: of the queue only its last process is remembered, who
-- is served last. So components have few local states; mcsqueue.m is the lock with all its pointers.

const
  N: 3;

type
  Proc: scalarset(N);
  Step: enum { outside, joining, linking, waiting, critical, leaving };

var
  step: array [Proc] of Step;
  tail: Proc; -- the last one of the queue; undefined if nobody is in it

ruleset p: Proc do
  rule "want"
    step[p] = outside ==>
  begin
    step[p] := joining;
  end;

  rule "join"
    step[p] = joining ==>
  begin
    if isundefined(tail) then
      step[p] := critical;
    else
      step[p] := linking;
    end;
    tail := p;
  end;

  rule "link"
    step[p] = linking ==>
  begin
    step[p] := waiting;
  end;

  rule "finish"
    step[p] = critical ==>
  begin
    step[p] := leaving;
  end;

  rule "release"
    step[p] = leaving & tail = p ==>
  begin
    undefine tail;
    step[p] := outside;
  end;

  ruleset q: Proc do
    rule "pass"
      step[p] = leaving & tail != p & step[q] = waiting &
      (tail != q | forall r: Proc do r = q | (step[r] != linking & step[r] != waiting) end) ==>
    begin
      step[q] := critical;
      step[p] := outside;
    end;
  end;
end;

startstate "nobody wants it"
begin
  for p: Proc do
    step[p] := outside;
  end;
  undefine tail;
end;

invariant "at most one has the lock"
  forall p: Proc do
    forall q: Proc do
      p != q & (step[p] = critical | step[p] = leaving) -> step[q] != critical & step[q] != leaving
    end
  end;
