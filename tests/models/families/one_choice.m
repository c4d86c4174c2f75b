-- `exists` over formulas of all paths: of several ones no single path shows that all fail, but of one a path does. In the
-- size 1 the trace of all sizes together, which is a state, was taken for that.
const N: 3;
type Proc: scalarset(N);
var on: array [Proc] of boolean;
startstate "s" for p: Proc do on[p] := false; end; end;
ruleset p: Proc do rule "toggle" on[p] := !on[p]; end; end;
rule "idle" end;
ctlstar "somebody stays on" exists p: Proc do A F G on[p] end;
ltl "everybody is on again and again" forall p: Proc do G F on[p] end;
