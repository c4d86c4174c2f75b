-- Burns' mutual exclusion: one bit for each process. A process looks at the bits of those before it, raises its own, looks
-- at those before it again, and then waits for those behind it; it looks at one after the other, while these go on. The
-- order of the processes matters. For every number of processes: at most one is inside.

const
  N: 3;

type
  PROC: 1..N;
  PLACE: enum { start, first_look, raise, second_look, last_look, inside };

var
  bit: array [PROC] of boolean;
  place: array [PROC] of PLACE;
  seen: array [PROC] of array [PROC] of boolean; -- by the first, since it began to look

procedure go_to(p: PROC; where: PLACE);
begin
  place[p] := where;
  for q: PROC do
    seen[p][q] := false;
  endfor;
endprocedure;

function all_before(p: PROC): boolean;
begin
  return forall q: PROC do q < p -> seen[p][q] endforall;
endfunction;

ruleset p: PROC do
  rule "lower the bit"
    place[p] = start ==>
  begin
    bit[p] := false;
    go_to(p, first_look);
  endrule;

  ruleset q: PROC do
    rule "look at one before"
      (place[p] = first_look | place[p] = second_look) & q < p & !seen[p][q] ==>
    begin
      if bit[q] then
        place[p] := start;
      else
        seen[p][q] := true;
      endif;
    endrule;

    rule "look at one behind"
      place[p] = last_look & q > p & !bit[q] ==>
    begin
      seen[p][q] := true;
    endrule;
  endruleset;

  rule "all before are down"
    place[p] = first_look & all_before(p) ==>
  begin
    place[p] := raise;
  endrule;

  rule "raise the bit"
    place[p] = raise ==>
  begin
    bit[p] := true;
    go_to(p, second_look);
  endrule;

  rule "all before are still down"
    place[p] = second_look & all_before(p) ==>
  begin
    go_to(p, last_look);
  endrule;

  rule "enter"
    place[p] = last_look & forall q: PROC do q > p -> seen[p][q] endforall ==>
  begin
    place[p] := inside;
  endrule;

  rule "leave"
    place[p] = inside ==>
  begin
    bit[p] := false;
    place[p] := start;
  endrule;
endruleset;

startstate
  for p: PROC do
    bit[p] := false;
    place[p] := start;
    for q: PROC do
      seen[p][q] := false;
    endfor;
  endfor;
endstartstate;

invariant "at most one is inside"
  forall p: PROC do
    forall q: PROC do
      p != q -> !(place[p] = inside & place[q] = inside)
    endforall
  endforall;
