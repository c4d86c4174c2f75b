-- `x := x & y` does not look at y where x is false: whether there is a run-time error depends on the order of the components.
type P: scalarset(2);
var all: boolean; yes: array [P] of boolean;
ruleset p: P do rule "no" isundefined(yes[p]) ==> begin yes[p] := false; end; end;
rule "ask" all & exists p: P do !isundefined(yes[p]) end ==> begin for p: P do all := all & yes[p]; end; end;
rule "anew" !all ==> begin all := true; for p: P do undefine yes[p]; end; end;
startstate begin all := true; for p: P do undefine yes[p]; end; end;
