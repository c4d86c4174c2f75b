-- Peterson's algorithm for N processes: a process climbs N - 1 levels. On each it writes down its level and that it
-- came last, and waits until somebody came after it or nobody else is as high as it is.

const
  N: 3;

type
  Proc: scalarset(N);
  Level: 0..N - 1;
  Step: enum { outside, yield, wait, inside };

var
  step: array [Proc] of Step;
  level: array [Proc] of Level; -- that a process competes on
  last: array [1..N - 1] of Proc; -- who came to a level last

ruleset p: Proc do
  rule "begin"
    step[p] = outside ==>
  begin
    level[p] := 1;
    step[p] := yield;
  end;

  rule "yield"
    step[p] = yield ==>
  begin
    last[level[p]] := p;
    step[p] := wait;
  end;

  rule "climb"
    step[p] = wait &
    (last[level[p]] != p | forall q: Proc do q = p | level[q] < level[p] end) ==>
  begin
    if level[p] = N - 1 then
      step[p] := inside;
    else
      level[p] := level[p] + 1;
      step[p] := yield;
    end;
  end;

  rule "leave"
    step[p] = inside ==>
  begin
    level[p] := 0;
    step[p] := outside;
  end;
end;

startstate "all are outside"
begin
  for p: Proc do
    step[p] := outside;
    level[p] := 0;
  end;
  undefine last;
end;

invariant "mutual exclusion"
  forall p: Proc do
    forall q: Proc do
      p != q -> !(step[p] = inside & step[q] = inside)
    end
  end;
