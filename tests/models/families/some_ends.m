-- Some component comes to it: of linear form for one component. One that is not there rests where it has come to it.
-- states 3
-- 1 fails
-- 2 fails
-- 3 fails
-- 4 fails
const N: 2;
type P: 0..N - 1;
var a: array [P] of boolean; n: 0..2;
rule "count" n < 2 ==> begin n := n + 1; end;
startstate for p: P do a[p] := true; end; n := 0; end;
ctl "some" AG (exists p: P do AF !a[p] end);
ctl "some then" AG (n = 1 -> exists p: P do AF !a[p] end);
ctl "or all" AG ((forall p: P do EG !a[p] end) | (exists p: P do AF !a[p] end));
