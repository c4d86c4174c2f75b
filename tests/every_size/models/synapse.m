-- Synapse N+1: a write takes all copies of others away.
-- 1 every size

const NumCaches : 3;
type CacheId : 1..NumCaches;
     LineState : enum { Invalid, Valid, Dirty };
var line : array [CacheId] of LineState;

procedure InvalidateOthers(me : CacheId);
begin
  for c : CacheId do
    if c != me then line[c] := Invalid; endif;
  endfor;
end;

ruleset i : CacheId do
  rule "ReadMiss" line[i] = Invalid ==>
  begin
    for c : CacheId do
      if line[c] = Dirty then line[c] := Invalid; endif;
    endfor;
    line[i] := Valid;
  endrule;
  rule "Write" line[i] != Dirty ==>
  begin
    InvalidateOthers(i);
    line[i] := Dirty;
  endrule;
  rule "Replace" line[i] != Invalid ==>
  begin
    line[i] := Invalid;
  endrule;
endruleset;

startstate begin
  for c : CacheId do line[c] := Invalid; endfor;
endstartstate;

invariant "OneDirty"
  forall i : CacheId do forall j : CacheId do
    (i != j & line[i] = Dirty) -> line[j] = Invalid
  endforall endforall;
