-- Counters decide the invariant for all sizes together, and leave the formula, on paths that are fair to each component,
-- to single sizes, which soon get hard. These cannot be searched together: one class grows while the other one shrinks.
const N: 3;
type Proc: scalarset(N);
  Lamp: scalarset(9 - N);
  Phase: enum { away, asks, works };
var phase: array [Proc] of Phase; load: array [Proc] of 0..5; turn: Proc; lit: array [Lamp] of boolean;
ruleset p: Proc do
  rule "ask" phase[p] = away ==> begin phase[p] := asks; end;
  rule "load" load[p] < 5 ==> begin load[p] := load[p] + 1; end;
  rule "unload" load[p] = 5 & phase[p] = works ==> begin load[p] := 0; end;
  rule "work" phase[p] = asks & turn = p ==> begin phase[p] := works; end;
  ruleset q: Proc do
    rule "hand on" phase[p] = works ==> begin phase[p] := away; turn := q; end;
  end;
end;
ruleset l: Lamp do rule "switch" lit[l] := !lit[l]; end; end;
ruleset q: Proc do
  startstate begin for l: Lamp do lit[l] := false; end; for p: Proc do phase[p] := away; load[p] := 0; end; turn := q; end;
end;
ruleset p: Proc do justice phase[p] != works; end;
invariant "alone" forall p: Proc do forall q: Proc do p != q -> !(phase[p] = works & phase[q] = works) end end;
ctl "again" AG EF exists p: Proc do phase[p] = works & load[p] = 2 end;
