-- A sense-reversing barrier with a flag for each process: whoever comes last turns the sense.
-- 1 every size

const N : 3;
type Pid : 0..N-1;
var arrived : array [Pid] of boolean;
  local_sense : array [Pid] of boolean;
  sense : boolean;
  phase : array [Pid] of 0..2;
  waiting : array [Pid] of boolean;
startstate
  for i : Pid do arrived[i] := false; local_sense[i] := false; phase[i] := 0; waiting[i] := false; end;
  sense := false;
end;
ruleset i : Pid do
  rule "arrive not last" !waiting[i] & exists j : Pid do j != i & !arrived[j] end ==>
    arrived[i] := true; local_sense[i] := !sense; waiting[i] := true;
  end;
  rule "arrive last" !waiting[i] & forall j : Pid do j != i -> arrived[j] end ==>
    for j : Pid do arrived[j] := false; end;
    sense := !sense;
    phase[i] := (phase[i] + 1) % 3;
  end;
  rule "go" waiting[i] & local_sense[i] = sense ==>
    waiting[i] := false; phase[i] := (phase[i] + 1) % 3;
  end;
end;
invariant "phases are close"
  forall i : Pid do forall j : Pid do phase[i] = phase[j] | phase[i] = (phase[j] + 1) % 3 | phase[j] = (phase[i] + 1) % 3 end end;
