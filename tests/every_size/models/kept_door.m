-- A door that is left undefined only in a case that the guard of its rule excludes.
-- 1 every size
-- 2 every size

const N : 3;
type P : scalarset(N);
var at : array [P] of enum { idle, inside, waiting, gone }; door : enum { open, shut };
startstate for p : P do at[p] := idle; end; door := open; end;
ruleset p : P do
  rule "enter" at[p] = idle & door = open ==> at[p] := inside; door := shut; end;
  rule "leave" at[p] = inside ==> at[p] := idle; door := open; end;
  rule "move" at[p] = idle ==>
    if at[p] = inside then undefine door; end;
  end;
end;
invariant "who waits has shut the door" forall p : P do at[p] = waiting -> door = shut end;
invariant "nobody waits at the open door" forall p : P do door = open -> at[p] != waiting end;
