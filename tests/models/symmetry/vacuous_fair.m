-- Fairness of each component. With -D N=8 and without symmetry it takes explicit search longer than a turn.
-- 1 holds
-- 2 holds
-- 3 holds
const N: 3;
type P: scalarset(N);
var s: array [P] of 0..2; t: boolean;

ruleset p: P do
  fair rule "on" s[p] < 2 ==> begin s[p] := s[p] + 1; end;
  rule "back" s[p] = 2 ==> begin s[p] := 0; end;
end;

startstate begin
  for p: P do s[p] := 0; end;
  t := false;
end;

ltl "live" forall p: P do G F (s[p] = 2) end;
ctl "never" AG (t -> forall p: P do s[p] = 0 end);
