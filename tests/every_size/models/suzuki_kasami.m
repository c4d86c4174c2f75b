-- A token goes to who has asked for it (Suzuki and Kasami), with a bit for each request in place of its number.
-- 1 every size
-- 2 every size
-- 3 every size

const N : 3;
type Site : scalarset(N);
var at : array [Site] of enum { idle, waiting, inside }; holder : array [Site] of boolean;
    asked : array [Site] of array [Site] of boolean; -- the second knows that the first has asked
    on_way : array [Site] of boolean;
ruleset s : Site do
  startstate
    for p : Site do
      at[p] := idle; holder[p] := false; on_way[p] := false;
      for q : Site do asked[p][q] := false; end;
    end;
    holder[s] := true;
  end;
end;
ruleset p : Site do
  rule "ask" at[p] = idle & !holder[p] ==> at[p] := waiting; for q : Site do asked[p][q] := true; end; end;
  rule "enter with the token" at[p] = idle & holder[p] ==> at[p] := inside; end;
  rule "receive" on_way[p] ==> on_way[p] := false; holder[p] := true; at[p] := inside; end;
  rule "leave" at[p] = inside ==> at[p] := idle; end;
end;
ruleset p : Site; q : Site do
  rule "pass" holder[p] & at[p] = idle & p != q & asked[q][p] ==>
    holder[p] := false; on_way[q] := true;
    for r : Site do asked[q][r] := false; end;
  end;
end;
invariant "one is inside" forall p : Site; q : Site do at[p] = inside & at[q] = inside -> p = q end;
invariant "one token" forall p : Site; q : Site do p != q & (holder[p] | on_way[p]) -> !holder[q] & !on_way[q] end;
invariant "who gets it waits for it" forall p : Site do on_way[p] -> at[p] = waiting end;
