-- Mutual exclusion with data: who leaves the critical section puts back what it has written there. For every number of
-- processes, and of data: at most one is inside or about to leave, and the memory has what was written last while
-- nobody is inside. A run-time error or a deadlock does not occur.

const
  N: 3;
  VALUES: 2;

type
  Proc: scalarset(N);
  Data: scalarset(VALUES);
  Place: enum { idle, trying, critical, leaving };

var
  place: array [Proc] of Place;
  own: array [Proc] of Data;
  is_free: boolean;
  memory, written: Data;

ruleset p: Proc do
  rule "try"
    place[p] = idle ==>
  begin
    place[p] := trying;
  end;

  rule "enter"
    place[p] = trying & is_free ==>
  begin
    place[p] := critical;
    own[p] := memory;
    is_free := false;
  end;

  ruleset d: Data do
    rule "write"
      place[p] = critical ==>
    begin
      own[p] := d;
      written := d;
    end;
  end;

  rule "leave"
    place[p] = critical ==>
  begin
    place[p] := leaving;
    memory := own[p];
  end;

  rule "rest"
    place[p] = leaving ==>
  begin
    place[p] := idle;
    is_free := true;
    undefine own[p];
  end;
end;

ruleset d: Data do
  startstate "all rest"
  begin
    for p: Proc do
      place[p] := idle;
      undefine own[p];
    end;
    is_free := true;
    memory := d;
    written := d;
  end;
end;

invariant "at most one is inside"
  forall p: Proc do
    forall q: Proc do
      p != q & (place[p] = critical | place[p] = leaving) -> place[q] != critical & place[q] != leaving
    end
  end;

invariant "the memory has what was written last"
  is_free -> memory = written;

invariant "who is inside has what was written last"
  forall p: Proc do
    place[p] = critical -> own[p] = written
  end;
