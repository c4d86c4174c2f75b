-- Swapping with a neighbour only where somebody else is in the second state: who that is may change on a way, so that
-- it is not shown from the rules; and there are many states.
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
  rule "end" place[p] = c ==> begin place[p] := d; end;
  rule "back" place[p] = d ==> begin place[p] := c; end;
  rule "swap" place[p] = c & place[succ(p)] = a & (exists q: Proc do q != p & q != succ(p) & place[q] = b end) ==>
  begin
    place[p] := a;
    place[succ(p)] := c;
  end;
end;

startstate begin
  for q: Proc do place[q] := a; end;
end;

invariant "not all" exists q: Proc do place[q] != d end;
invariant "not both" forall q: Proc do forall r: Proc do q = r | place[q] != b | place[r] != c end end;
ctl "back to the start" AG EF (forall q: Proc do place[q] = a end);
