-- A token ring in which nobody is ever served twice: that is assumed of all states. With KIND = 1 something is assumed
-- of any two, and with KIND = 2 of neighbours.
const N: 5;
  KIND: 0;
type
  Proc: ring(N);
  Place: enum { idle, token, served, again };
var
  place: array [Proc] of Place;

ruleset p: Proc do
  rule "serve" place[p] = token ==> begin place[p] := served; end;
  rule "serve again" place[p] = served ==> begin place[p] := again; end;
  rule "end" place[p] = served ==> begin place[p] := token; end;
  rule "pass" place[p] = token & place[succ(p)] = idle ==> begin place[p] := idle; place[succ(p)] := token; end;
end;

ruleset p: Proc do
  startstate begin
    for q: Proc do place[q] := q = p ? token : idle; end;
  end;
end;

assume "never again" forall p: Proc do place[p] != again end;
assume "not two" KIND != 1 | forall p: Proc do forall q: Proc do p = q | place[p] != served | place[q] != served end end;
assume "not beside" KIND != 2 | forall p: Proc do place[p] != served | place[succ(p)] != token end;
invariant "nobody again" forall p: Proc do place[p] != again end;
invariant "nobody" forall p: Proc do place[p] != served end;
ctl "always somebody" AG EF (exists p: Proc do place[p] = served end);
ctl "over" EF AG (exists p: Proc do place[p] = served end);
