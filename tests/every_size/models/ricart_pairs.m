-- Ricart and Agrawala with deferred answers: loops meet pairs of processes from both sides.
-- 1 every size

const N : 3;
type Pid : scalarset(N);
var pc : array [Pid] of enum { idle, asking, cs };
  reqch : array [Pid] of array [Pid] of boolean;
  rep : array [Pid] of array [Pid] of boolean;
  deferred : array [Pid] of array [Pid] of boolean;
  before : array [Pid] of array [Pid] of boolean; -- before[p][q]: p's request has a smaller time stamp than q's
ruleset p : Pid do
  rule "ask" pc[p] = idle & forall q : Pid do !reqch[p][q] & !rep[p][q] end ==>
    for q : Pid do if q != p then reqch[p][q] := true; before[p][q] := false; if pc[q] != idle then before[q][p] := true; end; end; end;
    pc[p] := asking;
  end;
  rule "enter" pc[p] = asking & forall q : Pid do q = p | rep[p][q] end ==> pc[p] := cs; end;
  rule "leave" pc[p] = cs ==>
    pc[p] := idle;
    for q : Pid do rep[p][q] := false; before[p][q] := false; if deferred[p][q] then rep[q][p] := true; deferred[p][q] := false; end; end;
  end;
  ruleset q : Pid do
    rule "answer" reqch[q][p] ==>
      reqch[q][p] := false;
      if pc[p] = cs | (pc[p] = asking & before[p][q]) then deferred[p][q] := true; else rep[q][p] := true; end;
    end;
  end;
end;
startstate for p : Pid do pc[p] := idle; for q : Pid do reqch[p][q] := false; rep[p][q] := false; deferred[p][q] := false; before[p][q] := false; end; end; end;
invariant "mutex" forall p : Pid do forall q : Pid do p != q -> !(pc[p] = cs & pc[q] = cs) end end;
