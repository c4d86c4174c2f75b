-- What one component assumes may keep the next one from a run-time error: that depends on their order.
type P: scalarset(2);
var at: array [P] of 0..2;
ruleset p: P do
  rule "one" at[p] = 0 & forall q: P do at[q] != 1 end ==> begin at[p] := 1; end;
  rule "two" at[p] = 0 & exists q: P do at[q] = 1 end ==> begin at[p] := 2; end;
  rule "back" at[p] = 2 ==> begin at[p] := 0; end;
end;
rule "look" forall p: P do at[p] != 0 end ==> begin
  for p: P do assume at[p] != 1; assert "nobody is at two" at[p] != 2; end;
end;
startstate begin for p: P do at[p] := 0; end; end;
