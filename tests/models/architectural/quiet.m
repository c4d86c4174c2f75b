-- Things change places with neighbours, but only while nobody is in the last state: a step of two that asks something
-- of all others.
const N: 12;
type
  Proc: ring(N);
  Place: enum { a, b, c, d };
var
  place: array [Proc] of Place;

ruleset p: Proc do
  rule "on" place[p] = a ==> begin place[p] := b; end;
  rule "off" place[p] = b ==> begin place[p] := a; end;
  rule "more" place[p] = b ==> begin place[p] := c; end;
  rule "less" place[p] = c ==> begin place[p] := b; end;
  rule "end" place[p] = c & (forall q: Proc do place[q] != d end) ==> begin place[p] := d; end;
  rule "swap" place[p] = c & place[succ(p)] = a & (forall q: Proc do place[q] != d end) ==>
  begin
    place[p] := a;
    place[succ(p)] := c;
  end;
end;

startstate begin
  for q: Proc do place[q] := a; end;
end;

invariant "one at the end" forall q: Proc do forall r: Proc do q = r | place[q] != d | place[r] != d end end;
invariant "nobody at the end" forall q: Proc do place[q] != d end;
ctl "back to the start" AG EF (forall q: Proc do place[q] = a end);
ctl "from most states" AG ((exists q: Proc do place[q] = d end) | EF (forall q: Proc do place[q] = a end));
ctl "the end can be avoided" EF AG (forall q: Proc do place[q] != d end);
