-- A bakery where who has the smaller ticket is a relation between processes.
-- 1 every size

const N : 3;
type P : 1..N;
var choosing, want, cs : array [P] of boolean; less : array [P] of array [P] of boolean; seen : array [P] of array [P] of boolean;
ruleset p : P do
  rule "choose" !want[p] & !cs[p] & !choosing[p] ==> choosing[p] := true; end;
  rule "chosen" choosing[p] ==> choosing[p] := false; want[p] := true;
    for q : P do seen[p][q] := q = p; if q != p then less[p][q] := false; less[q][p] := want[q] | cs[q]; end; end; end;
  ruleset q : P do
    rule "look" want[p] & !seen[p][q] & !choosing[q] & (!(want[q] | cs[q]) | less[p][q]) ==> seen[p][q] := true; end;
  end;
  rule "enter" want[p] & !cs[p] & forall q : P do seen[p][q] end ==> cs[p] := true; end;
  rule "leave" cs[p] ==> cs[p] := false; want[p] := false; for q : P do less[q][p] := false; less[p][q] := false; end; end;
end;
startstate for p : P do choosing[p] := false; want[p] := false; cs[p] := false; for q : P do less[p][q] := false; seen[p][q] := false; end; end; end;
invariant "mutex" forall p : P do forall q : P do cs[p] & cs[q] -> p = q end end;
