-- A model without a start state has no states: that is an error, and nothing holds.
-- error 5:1 no start state
var x: 0..1;

rule "a" x = 0 ==> x := 1; end;
invariant "i" x = 0;
