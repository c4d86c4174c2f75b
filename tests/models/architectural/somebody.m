-- A token that goes round. Formulas that say of some component what will be, and of all of them what can be: exchanging
-- components leaves each formula as a whole alone, but not the conditions inside of its temporal operators.
const
  N: 4;

type
  Node: ring(N);

var
  has: array [Node] of boolean;

ruleset n: Node do
  rule "hand on"
    has[n] & !has[succ(n)] ==>
  begin
    has[n] := false;
    has[succ(n)] := true;
  end;

  startstate "one has it"
  begin
    for m: Node do
      has[m] := m = n;
    end;
  end;
end;

ctl "somebody never gets it"
  exists n: Node do AG !has[n] end;
ctl "from now on somebody never gets it"
  AG (exists n: Node do AG !has[n] end);
ctl "who has it can hand it on"
  AG (exists n: Node do (has[n] & EF has[succ(n)]) end);
ctl "not everybody can get it"
  AG !(forall n: Node do (EF has[n]) end);
ctl "everybody can always get it"
  forall n: Node do AG EF has[n] end;
