-- A token ring that goes backwards, and remembers who was inside: with a run in which three were, that has to pass the
-- token far.
const N: 5;
type
  Proc: ring(N);
  Place: enum { idle, token, inside };
var
  place: array [Proc] of Place;
  been: array [Proc] of boolean;

ruleset p: Proc do
  rule "enter" place[p] = token ==> begin place[p] := inside; been[p] := true; end;
  rule "leave" place[p] = inside ==> begin place[p] := token; end;
  rule "forget" place[p] = idle ==> begin been[p] := false; end;
  rule "pass" place[p] = token & place[pred(p)] = idle ==> begin place[p] := idle; place[pred(p)] := token; end;
end;

ruleset p: Proc do
  startstate begin
    for q: Proc do
      place[q] := q = p ? token : idle;
      been[q] := false;
    end;
  end;
end;

invariant "not three" forall a: Proc do forall b: Proc do forall c: Proc do
  a = b | b = c | a = c | !(been[a] & been[b] & been[c]) end end end;
invariant "one at a time" forall a: Proc do forall b: Proc do a != b -> !(place[a] = inside & place[b] = inside) end end;
ctl "it can be forgotten" AG EF (forall a: Proc do !been[a] end);
ctl "nobody has to enter" AG (forall a: Proc do !been[a] end);
ctl "outside of the fragment" AF (exists a: Proc do been[a] end);
ctl "of one" AG EF (forall a: Proc do been[a] -> EF place[a] = inside end);
invariant "neighbours" forall a: Proc do !(been[a] & been[succ(a)]) end;
