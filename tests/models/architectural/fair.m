-- Fair rules: traces of the model with a monitor were judged in one whose symbols have other numbers.
const N: 3;
type P: 1..N; E: enum {A, B, C}; I: 0..2; R: ring(2);
var v: array [P] of P; e: E;
ruleset s: P do startstate "s" begin end; end;
ruleset p: P do ruleset q: P do strongly fair rule "r" begin end; end; end;
ltl "never" G F false;
ltl "undefined" G F isundefined(e);
