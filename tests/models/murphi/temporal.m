-- Branching and linear time.
-- with --engine auto
-- states 8
-- 1 holds
-- 2 fails
-- 3 holds
-- 4 holds
-- 5 holds
-- 6 fails
-- 7 holds
-- 8 holds
-- 9 holds
-- 10 fails
-- 11 holds
-- 12 holds
-- 13 holds
-- 14 holds
-- 15 holds
var n: 0..3; turn: boolean;
startstate n := 0; turn := false; end;
rule "turn" begin turn := !turn; end;
rule "up" turn & n < 3 ==> n := n + 1; turn := false; end;
rule "restart" n = 3 ==> n := 0; end;
ctl "one can always begin anew" AG EF (n = 0);
ctl "one has to" AF (n = 1);
ctl "until" E [n = 0 U n = 1];
ctl "for all" forall k: 0..3 do AG (n = k -> EX n = k) end;
ltl "goes up by one" G (n = 1 -> X (n = 1 | n = 2));
ltl "goes up forever" G F (n = 3);
ltl "past" G (n = 2 -> O (n = 1));
ctlstar "on some path forever" E G F (n = 3);
ctlstar "from everywhere" AG E (G F (n = 3) & G F (n = 1));
ctlstar "without a quantifier, on all paths" G F (n = 3);
ctlstar "as in CTL" A [n = 0 & n < 2 U n = 1 | n = 0 & E X (n = 0)];
ctlstar "past inside" AG (n = 2 -> E X (n = 2 & Y (n = 2)));
ctlstar "in each state one may stay" forall k: 0..3 do A G (n = k -> E G (n = k)) end;
ctlstar "stays at a number" A (exists k: 0..3 do F G (n = k) end | G F (n = 0));
