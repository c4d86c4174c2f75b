-- Two components, each of which is done after a while: liveness speaks of executions that end, too.
-- with --deadlock off
-- states 9
-- 1 fails
-- 2 holds
-- 3 holds
-- 4 fails
type P: scalarset(2);
var s: array [P] of enum {idle, work, done};
startstate "s" begin for p: P do s[p] := idle end end;
ruleset p: P do
  rule "w" s[p] = idle ==> begin s[p] := work end;
  rule "d" s[p] = work ==> begin s[p] := done end;
end;
liveness "somebody idle" exists p: P do s[p] = idle end;
liveness "all done" forall p: P do s[p] = done end;
ctl "all are done in the end" AF AG forall p: P do s[p] = done end;
ruleset p: P do ltl "work comes again" G F s[p] = work; end;
