-- A few properties of a few components, which are many instances.
type P: scalarset(3);
var at: array [P] of P;
ruleset p: P; q: P do rule "go" isundefined(at[p]) ==> begin at[p] := q; end; end;
ruleset p: P do rule "leave" !isundefined(at[p]) ==> begin undefine at[p]; end; end;
startstate begin for p: P do undefine at[p]; end; end;
ctl forall p: P do forall q: P do EF (!isundefined(at[p]) & at[p] = q) end end;
ctl forall p: P do forall q: P do AG EF (!isundefined(at[p]) & at[p] = q) end end;
ctl forall p: P do forall q: P do forall r: P do EF (!isundefined(at[p]) & !isundefined(at[q]) & at[p] = r & at[q] = r) end end end;
