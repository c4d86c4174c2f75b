-- Identical lanes, by scalarset, and two identical lamps, by what is stated.
type Lane: scalarset(3);
     State: enum {idle, waiting, driving};
var lane: array [Lane] of State;
    last: Lane;
    lamp: array [1..2] of boolean;
symmetry (lamp[1] lamp[2]), (Lane_1 Lane_2), (Lane_2 Lane_3);
hint forall l: Lane do lane[l] != waiting end;
hint true;
startstate begin
  for l: Lane do lane[l] := idle; end;
  undefine last;
  for i: 1..2 do lamp[i] := false; end;
end;
ruleset l: Lane do
  rule "arrive" lane[l] = idle ==> begin lane[l] := waiting; end;
  rule "drive" lane[l] = waiting & !(exists k: Lane do lane[k] = driving end) ==>
  begin lane[l] := driving; last := l; end;
  rule "leave" lane[l] = driving ==> begin lane[l] := idle; end;
end;
ruleset i: 1..2 do
  rule "switch" exists l: Lane do lane[l] = driving end ==> begin lamp[i] := !lamp[i]; end;
end;
invariant "one" forall k: Lane do forall l: Lane do k = l | lane[k] != driving | lane[l] != driving end end;
invariant "dark" !(lamp[1] & lamp[2]);
cover "all wait" forall l: Lane do lane[l] = waiting end;
ctl "again" AG EF (forall l: Lane do lane[l] = idle end);
ltl "light" G F lamp[1];
