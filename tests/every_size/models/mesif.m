-- MESIF with a directory: requests, answers and acknowledgements have one slot for each node; one sharer forwards.
-- 1 every size
-- 2 every size
-- 3 every size

const ProcCount : 3;
type Proc : scalarset(ProcCount);
  Home : enum { HomeType };
  Node : union { Home, Proc };
  MsgType : enum { GetS, GetM, Fwd, Inv, Data, DataE, InvAck, FwdAck };
  PState : enum { P_I, P_S, P_E, P_M, P_F, P_IS, P_IM };
  DState : enum { D_Idle, D_WaitFwd, D_WaitInv };
  Channel : record full : boolean; mtype : MsgType; end;
var
  proc : array [Proc] of PState;
  up : array [Proc] of Channel;
  down : array [Proc] of Channel;
  ack : array [Proc] of Channel;
  dir : DState;
  sharers : array [Proc] of boolean;
  fwd : Node;
  requester : Proc;
  wantsM : boolean;
  toInv : array [Proc] of boolean;

procedure Send(var c : Channel; m : MsgType);
begin
  assert !c.full "channel is full";
  c.full := true;
  c.mtype := m;
end;
procedure Consume(var c : Channel);
begin
  c.full := false;
  undefine c.mtype;
end;
function NoSharers() : boolean;
begin
  return forall n : Proc do !sharers[n] end;
end;

ruleset n : Proc do
  alias p : proc[n] do
    rule "load" p = P_I & !up[n].full ==> begin Send(up[n], GetS); p := P_IS; end;
    rule "store" (p = P_I | p = P_S | p = P_F) & !up[n].full ==> begin Send(up[n], GetM); p := P_IM; end;
    rule "silent upgrade" p = P_E ==> begin p := P_M; end;

    rule "node receives" down[n].full & !ack[n].full ==>
    begin
      switch down[n].mtype
        case Data: if p = P_IS then p := P_F; else p := P_M; end;
        case DataE: p := P_E;
        case Inv:
          if p != P_IM & p != P_IS then p := P_I; end;
          Send(ack[n], InvAck);
        case Fwd:
          if p = P_M | p = P_E | p = P_F then p := P_S; end;
          Send(ack[n], FwdAck);
        else error "unexpected message";
      end;
      Consume(down[n]);
    end;
  end;

  rule "dir takes request" dir = D_Idle & up[n].full & !down[n].full ==>
  begin
    requester := n;
    if up[n].mtype = GetS then
      if NoSharers() then
        Send(down[n], DataE);
        sharers[n] := true; fwd := n;
      else
        wantsM := false;
        dir := D_WaitFwd;
        for m : Proc do toInv[m] := (fwd = m); end;
      end;
    else
      wantsM := true;
      sharers[n] := false;
      for m : Proc do toInv[m] := sharers[m]; end;
      dir := D_WaitInv;
    end;
    Consume(up[n]);
  end;

  rule "dir sends" toInv[n] & !down[n].full & dir != D_Idle ==>
  begin
    if dir = D_WaitInv then Send(down[n], Inv); else Send(down[n], Fwd); end;
    toInv[n] := false;
  end;

  rule "dir gets ack" ack[n].full ==>
  begin
    if ack[n].mtype = InvAck then sharers[n] := false; end;
    if ack[n].mtype = FwdAck then
      fwd := requester;
      sharers[requester] := true;
      dir := D_Idle;
      Send(down[requester], Data);
      undefine requester;
    end;
    Consume(ack[n]);
  end;
end;

rule "dir grants M" dir = D_WaitInv & wantsM & NoSharers() & !down[requester].full ==>
begin
  Send(down[requester], Data);
  sharers[requester] := true;
  fwd := requester;
  dir := D_Idle;
  undefine requester;
end;

startstate
  for n : Proc do
    proc[n] := P_I; up[n].full := false; down[n].full := false; ack[n].full := false; sharers[n] := false;
    toInv[n] := false;
  end;
  dir := D_Idle; fwd := HomeType; wantsM := false;
end;

invariant "swmr"
  forall a : Proc do forall b : Proc do a != b & (proc[a] = P_M | proc[a] = P_E) -> (proc[b] = P_I | proc[b] = P_IS | proc[b] = P_IM) end end;
invariant "one forwarder"
  forall a : Proc do forall b : Proc do a != b -> !(proc[a] = P_F & proc[b] = P_F) end end;
