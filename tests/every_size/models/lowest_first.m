-- Mutual exclusion in the manner of Knuth, where the lowest process that wants to enter goes on first.
-- 1 every size

const N : 3;
type Id : 1..N;
  F : enum { f0, f1, f2 };
  L : enum { ncs, w1, scan, w2, cs };
var flag : array [Id] of F; pc : array [Id] of L; k : Id;
ruleset i : Id do
  rule "req" pc[i] = ncs ==> flag[i] := f1; pc[i] := w1; end;
  rule "see" pc[i] = w1 & (k = i | flag[k] = f0) & forall j : Id do j < i -> flag[j] = f0 end ==> pc[i] := scan; end;
  rule "try" pc[i] = scan ==> flag[i] := f2; pc[i] := w2; end;
  rule "back" pc[i] = w2 & exists j : Id do j != i & flag[j] = f2 end ==> flag[i] := f1; pc[i] := w1; end;
  rule "enter" pc[i] = w2 & forall j : Id do j = i | flag[j] != f2 end ==> k := i; pc[i] := cs; end;
  rule "leave" pc[i] = cs ==> flag[i] := f0; pc[i] := ncs; end;
end;
ruleset c : Id do
startstate k := c; for i : Id do flag[i] := f0; pc[i] := ncs; end; end; end;
invariant "mutex" forall i : Id do forall j : Id do i != j -> !(pc[i] = cs & pc[j] = cs) end end;
