-- Lamport's fast mutual exclusion; whoever was overtaken looks at the flags of the others one by one.
-- 1 every size

const N : 3;
type Id : 1..N;
  Id0 : 0..N;
  Lab : enum { ncs, l1, l2, l3, l4, l5, l6, l7, scan, l9, cs, e1, e2, r1 };
var x, y : Id0;
  b : array [Id] of boolean;
  pc : array [Id] of Lab;
  seen : array [Id] of array [Id] of boolean;
startstate
  x := 0; y := 0;
  for i : Id do b[i] := false; pc[i] := ncs; for j : Id do seen[i][j] := false; end; end;
end;
ruleset i : Id do
  rule "begin" pc[i] = ncs ==> b[i] := true; pc[i] := l1; end;
  rule "set x" pc[i] = l1 ==> x := i; pc[i] := l2; end;
  rule "y busy" pc[i] = l2 & y != 0 ==> b[i] := false; pc[i] := r1; end;
  rule "await y" pc[i] = r1 & y = 0 ==> pc[i] := ncs; end;
  rule "y free" pc[i] = l2 & y = 0 ==> pc[i] := l3; end;
  rule "set y" pc[i] = l3 ==> y := i; pc[i] := l4; end;
  rule "x still mine" pc[i] = l4 & x = i ==> pc[i] := cs; end;
  rule "x taken" pc[i] = l4 & x != i ==> b[i] := false; pc[i] := scan; for j : Id do seen[i][j] := false; end; end;
  rule "scanned" pc[i] = scan & forall j : Id do seen[i][j] end ==> pc[i] := l9; end;
  rule "y mine" pc[i] = l9 & y = i ==> pc[i] := cs; end;
  rule "y other" pc[i] = l9 & y != i ==> pc[i] := l6; end;
  rule "await" pc[i] = l6 & y = 0 ==> pc[i] := ncs; end;
  rule "exit y" pc[i] = cs ==> y := 0; pc[i] := e1; end;
  rule "exit b" pc[i] = e1 ==> b[i] := false; pc[i] := ncs; end;
end;
ruleset i : Id; j : Id do
  rule "look at b" pc[i] = scan & !seen[i][j] & !b[j] ==> seen[i][j] := true; end;
end;
invariant "mutex" forall i : Id do forall j : Id do i != j -> !(pc[i] = cs & pc[j] = cs) end end;
