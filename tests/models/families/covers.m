-- Covers, an assumption in some sizes, linear time of each component, a class of one size beside one that grows, ids in a
-- shared variable.
const N: 2;
type P: scalarset(N); Q: scalarset(2);
var s: array [P] of enum {a, b, c}; t: array [Q] of boolean; who: P;
ruleset p: P do
 rule "1" s[p] = a ==> begin s[p] := b; who := p; end;
 rule "2" s[p] = b & exists q: P do q != p & s[q] = b end ==> begin s[p] := c; end;
 ruleset q: Q do rule "3" s[p] = c ==> begin t[q] := !t[q]; s[p] := a; end; end;
end;
startstate begin for p: P do s[p] := a; end; for q: Q do t[q] := false; end; undefine who; end;
cover "all c" forall p: P do s[p] = c end;
cover "two c" exists p: P do exists q: P do p != q & s[p] = c & s[q] = c end end;
assume "not all b" !(forall p: P do s[p] = b end) | N < 3;
ctl "x" forall p: P do AG (s[p] = c -> EF s[p] = a) end;
ltl "y" forall p: P do G (s[p] = c -> F s[p] = a) end;
invariant "z" forall q: Q do !t[q] end;
