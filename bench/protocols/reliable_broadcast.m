-- Reliable broadcast by echoes: who gets the message sends it to all before it delivers it; any process may crash. Who
-- has delivered, crashed or not, has sent to all.

const N : 3;
type Proc : scalarset(N);
var got : array [Proc] of boolean; sends : array [Proc] of boolean; sent : array [Proc] of array [Proc] of boolean;
    delivered : array [Proc] of boolean; up : array [Proc] of boolean; origin : Proc;
ruleset s : Proc do
  startstate
    for p : Proc do
      got[p] := false; sends[p] := false; delivered[p] := false; up[p] := true;
      for q : Proc do sent[p][q] := false; end;
    end;
    origin := s;
  end;
end;
ruleset p : Proc do
  rule "broadcast" up[p] & origin = p & !got[p] ==> got[p] := true; sends[p] := true; end;
  rule "deliver" up[p] & sends[p] & !delivered[p] & forall q : Proc do sent[p][q] end ==> delivered[p] := true; end;
  rule "crash" up[p] ==> up[p] := false; end;
end;
ruleset p : Proc; q : Proc do
  rule "send" up[p] & sends[p] & !sent[p][q] ==> sent[p][q] := true; end;
  rule "receive" up[q] & sent[p][q] & !got[q] ==> got[q] := true; sends[q] := true; end;
end;
invariant "what is delivered was sent to all" forall p : Proc; q : Proc do delivered[p] -> sent[p][q] end;
invariant "who sends has got it" forall p : Proc; q : Proc do sent[p][q] -> got[p] end;
