-- A range that is used like a scalarset, with undefined elements, a record of them, and a range that is not.
-- states 80
-- 1 holds
-- 2 holds
-- 3 fails
-- 4 holds
-- 5 holds
const N: 3;
type node: 1..N;
var at: array [node] of enum {out, waiting, inside}; owner: node; last: record who: node; turns: 0..2 end;
startstate begin
  for p: node do at[p] := out; end;
  undefine owner; undefine last; last.turns := 0;
end;
ruleset p: node do
  rule "ask" at[p] = out ==> at[p] := waiting; end;
  rule "enter" at[p] = waiting & forall q: node do at[q] != inside end ==>
    at[p] := inside; owner := p; last.who := p; last.turns := last.turns = 2 ? 2 : last.turns + 1;
  end;
  rule "leave" at[p] = inside & owner = p ==> at[p] := out; undefine owner; end;
end;
invariant "one" forall p: node; q: node do p = q | at[p] != inside | at[q] != inside end;
invariant "owner" forall p: node do at[p] = inside -> owner = p end;
invariant "same" isundefined(last.who) | exists p: node do at[p] = inside & last.who = p end;
