-- Of 400 start states one has components in a local state that nothing else leads to. There are more local states than
-- are counted without looking which of them matter.
const N: 4;
type P: scalarset(N);
var x: array [P] of 0..20;

ruleset v: 0..399 do
  startstate
    for p: P do x[p] := v = 263 ? 20 : 0 end;
  end;
end;

ruleset p: P do
  rule "next" x[p] < 18 ==> x[p] := x[p] + 1 end;
  rule "first" x[p] = 18 ==> x[p] := 0 end;
end;

invariant "never 20" forall p: P do x[p] != 20 end;
