-- The list-based queue lock of Mellor-Crummey and Scott: whoever wants the lock puts itself behind the last one of the
-- queue and spins on a flag of its own, which the one before it clears. Statements that touch memory are steps.

const
  N: 3;

type
  Proc: scalarset(N);
  Step: enum { start, swap, link, spin, critical, check, unlink, await, pass };

var
  step: array [Proc] of Step;
  tail: Proc;                 -- the last one of the queue; undefined if nobody is in it
  next: array [Proc] of Proc; -- who stands behind whom
  before: array [Proc] of Proc;
  locked: array [Proc] of boolean;

ruleset p: Proc do
  rule "want"
    step[p] = start ==>
  begin
    undefine next[p];
    step[p] := swap;
  end;

  rule "swap"
    step[p] = swap ==>
  begin
    if isundefined(tail) then
      tail := p;
      step[p] := critical;
    else
      before[p] := tail;
      tail := p;
      locked[p] := true;
      step[p] := link;
    end;
  end;

  rule "link"
    step[p] = link ==>
  begin
    next[before[p]] := p;
    undefine before[p];
    step[p] := spin;
  end;

  rule "get"
    step[p] = spin & !locked[p] ==>
  begin
    step[p] := critical;
  end;

  rule "release"
    step[p] = critical ==>
  begin
    step[p] := check;
  end;

  rule "look behind"
    step[p] = check ==>
  begin
    if isundefined(next[p]) then
      step[p] := unlink;
    else
      step[p] := pass;
    end;
  end;

  rule "unlink"
    step[p] = unlink ==>
  begin
    if tail = p then
      undefine tail;
      step[p] := start;
    else
      step[p] := await;
    end;
  end;

  rule "await"
    step[p] = await & !isundefined(next[p]) ==>
  begin
    step[p] := pass;
  end;

  rule "pass"
    step[p] = pass ==>
  begin
    locked[next[p]] := false;
    undefine next[p];
    step[p] := start;
  end;
end;

startstate "nobody wants it"
begin
  undefine tail;
  for p: Proc do
    step[p] := start;
    locked[p] := false;
    undefine next[p];
    undefine before[p];
  end;
end;

invariant "at most one has the lock"
  forall p: Proc do
    forall q: Proc do
      p != q -> !(step[p] = critical & step[q] = critical)
    end
  end;
