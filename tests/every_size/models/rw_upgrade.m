-- Readers, one of which may upgrade, and writers.
-- 1 every size
-- 2 every size

const NumThreads : 3;
type Thread : 1..NumThreads;
  Mode : enum { Free, R, U, W };
var mode : array [Thread] of Mode;
  upgrading : array [Thread] of boolean;
function CountIsZero() : boolean;
begin
  return forall t : Thread do mode[t] = Free endforall;
endfunction;
ruleset t : Thread do
  rule "rlock" mode[t] = Free & forall s : Thread do mode[s] != W & !upgrading[s] end ==> mode[t] := R; end;
  rule "ulock" mode[t] = Free & forall s : Thread do mode[s] != W & mode[s] != U end ==> mode[t] := U; end;
  rule "wlock" mode[t] = Free & CountIsZero() ==> mode[t] := W; end;
  rule "want upgrade" mode[t] = U & !upgrading[t] ==> upgrading[t] := true; end;
  rule "upgrade" mode[t] = U & upgrading[t] & forall s : Thread do s = t | mode[s] = Free end ==> mode[t] := W; upgrading[t] := false; end;
  rule "downgrade" mode[t] = W ==> mode[t] := R; end;
  rule "unlock" mode[t] != Free ==> mode[t] := Free; upgrading[t] := false; end;
end;
startstate for t : Thread do mode[t] := Free; upgrading[t] := false; end; end;
invariant "writer alone" forall t : Thread do mode[t] = W -> forall s : Thread do s != t -> mode[s] = Free end end;
invariant "one upgradable" forall t : Thread do forall s : Thread do (mode[t] = U & mode[s] = U) -> s = t end end;
