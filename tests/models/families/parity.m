-- Nothing but constants depends on the size, so that sizes have the same variables.
const N: 3;
var x: 0..20;
rule "add" x + N <= 12 ==> begin x := x + N; end;
rule "back" x >= 12 ==> begin x := x - 12; end;
startstate begin x := 0; end;
invariant "never 10" x != 10;
invariant "even" x % 2 = 0;
ctl "12 can be reached" EF x = 12;
ltl "some time it is large" F x > 6;
ctlstar "back and forth" E (G F x = 0 & G F x > 10 | X (x = N & A F x = 12));
