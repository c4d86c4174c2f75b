-- Everybody may fall asleep, and nobody wakes up: a deadlock after N steps.
const N: 4;
type P: scalarset(N);
var asleep: array [P] of boolean; last: P;
ruleset p: P do rule "sleep" !asleep[p] ==> begin asleep[p] := true; last := p; end; end;
startstate begin for p: P do asleep[p] := false; end; undefine last; end;
invariant "who fell asleep last sleeps" isundefined(last) | asleep[last];
ctl "there is a way to sleep" EF forall p: P do asleep[p] end;
