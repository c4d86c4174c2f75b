-- What the elements of a scalarset cannot do.
-- error 9:16 the elements of a scalarset have no order: p can only be compared for equality
-- error 10:32 the elements of a scalarset have no arithmetic: p can only be compared for equality
-- error 12:26 "n" needs 0..2; this is p
type p: scalarset(3);
var x: p; n: 0..2;
startstate undefine x; n := 0; end;
ruleset q: p do
  rule "order" q < x ==> x := q; end;
  rule "arithmetic" begin x := q + 1; end;
end;
rule "number" begin n := x; end;
