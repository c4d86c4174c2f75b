-- An index that is undefined in one start state, in a family.
-- states 5
-- 1 fails
-- 2 fails
-- family N=2..4
const
  N: 4;
type
  Pa: scalarset(N);
var
  v2: array [Pa] of Pa;
  v3: Pa;
rule "r2"
end;
startstate "s0"
end;
ruleset p4: Pa do
startstate "s1"
  for i5: Pa do
  v2[i5] := p4;
  end;
  v3 := p4;
end;
end;
ctl "P2" A [true U v2[v3] = v3];
