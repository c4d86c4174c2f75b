-- Two-phase commit: the manager's word is a flag that all see.
-- 1 every size
-- 2 every size

const RM_COUNT : 3;
type RM : scalarset(RM_COUNT);
  RMState : enum { working, prepared, committed, aborted };
  TMState : enum { tm_init, tm_committed, tm_aborted };
var rm : array [RM] of RMState;
  tm : TMState;
  tmPrepared : array [RM] of boolean;
  msgPrepared : array [RM] of boolean;
  msgCommit, msgAbort : boolean;

ruleset r : RM do
  rule "TM rcv prepared" tm = tm_init & msgPrepared[r] ==> tmPrepared[r] := true; endrule;
  rule "RM prepare" rm[r] = working ==> rm[r] := prepared; msgPrepared[r] := true; endrule;
  rule "RM choose abort" rm[r] = working ==> rm[r] := aborted; endrule;
  rule "RM rcv commit" msgCommit ==> rm[r] := committed; endrule;
  rule "RM rcv abort" msgAbort ==> rm[r] := aborted; endrule;
endruleset;
rule "TM commit" tm = tm_init & forall r : RM do tmPrepared[r] endforall ==> tm := tm_committed; msgCommit := true; endrule;
rule "TM abort" tm = tm_init ==> tm := tm_aborted; msgAbort := true; endrule;
startstate
  clear rm; clear tm; 
  for r : RM do rm[r] := working; tmPrepared[r] := false; msgPrepared[r] := false; end;
  msgCommit := false; msgAbort := false;
endstartstate;
invariant "consistent" forall a : RM do forall b : RM do !(rm[a] = committed & rm[b] = aborted) end end;
invariant "tm" tm = tm_committed -> forall a : RM do rm[a] != aborted & rm[a] != working end;
