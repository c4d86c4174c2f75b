-- Two components; one that is done is never served again, and the execution ends.
-- states 9
-- 1 fails
-- 2 fails
type P: scalarset(2);
var s: array [P] of enum {idle, work, done};
startstate "s" begin for p: P do s[p] := idle end end;
ruleset p: P do
rule "w" s[p] = idle ==> begin s[p] := work end;
rule "d" s[p] = work ==> begin s[p] := done end;
end;
liveness "somebody idle" exists p: P do s[p] = idle end;
