-- A token ring that may lose its token, and then does nothing more: not all that can be reached can be left.
const N: 4;
type
  Proc: ring(N);
  Place: enum { idle, token, inside };
var
  place: array [Proc] of Place;

ruleset p: Proc do
  rule "enter" place[p] = token ==> begin place[p] := inside; end;
  rule "leave" place[p] = inside ==> begin place[p] := token; end;
  rule "lose" place[p] = token ==> begin place[p] := idle; end;
  rule "pass" place[p] = token & place[succ(p)] = idle ==> begin place[p] := idle; place[succ(p)] := token; end;
end;

ruleset p: Proc do
  startstate begin
    for q: Proc do place[q] := q = p ? token : idle; end;
  end;
end;

invariant "one at a time" forall a: Proc do forall b: Proc do a != b -> !(place[a] = inside & place[b] = inside) end end;
ctl "always again" AG EF (exists a: Proc do place[a] = inside end);
ctl "it can be lost" AG EF (forall a: Proc do place[a] = idle end);
ctl "lost forever" EF AG (forall a: Proc do place[a] = idle end);
