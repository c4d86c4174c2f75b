-- Names that are not known, or that are known already.
-- error 6:14 "n" is already declared
-- error 7:12 unknown name "m"
-- error 8:15 unknown function "foo"
-- error 9:11 unknown name "q"
var n: 0..2; n: boolean;
startstate m := 0; end;
rule "r" n := foo(n); end;
invariant q = 1;
