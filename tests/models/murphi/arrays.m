-- Arrays of arrays and records, indices that vary, whole copies and comparisons.
-- states 1296
-- 1 holds
-- 2 holds
-- 3 holds
-- 4 holds
type cell: record n: 0..2; on: boolean; end;
     row: array [0..2] of cell;
var g: array [boolean] of row; i: 0..2; side: boolean;
startstate
  for b: boolean do for k: 0..2 do g[b][k].n := 0; g[b][k].on := false; end; end;
  i := 0; side := false;
end;
rule "write" g[side][i].n < 2 ==> g[side][i].n := g[side][i].n + 1; g[side][i].on := !g[side][i].on; end;
rule "move" begin i := (i + 1) % 3; end;
rule "copy the row" begin g[!side] := g[side]; side := !side; end;
invariant "parity" forall b: boolean do forall k: 0..2 do g[b][k].on = (g[b][k].n = 1) end end;
cover "equal and full" g[true] = g[false] & g[true][1].n = 2;
