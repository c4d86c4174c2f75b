-- A directory at a home node, which is node 0 of the range and has a copy of its own. The home serves one request after
-- the other: who may write is alone, and what is read was written last. The number names one element of the range, so
-- that only the others are a scalarset. A run-time error does not occur; the home may always read or write.

const
  N: 3;

type
  Node: 0..N;
  Right: enum { none, shared, exclusive };
  Request: enum { nothing, to_read, to_write };
  Value: 0..1;

var
  right: array [Node] of Right;
  copy: array [Node] of Value;
  request: array [Node] of Request;
  sharer: array [Node] of boolean; -- as the home knows them
  served: Node;                    -- 0: nobody
  wish: Request;
  owner: Node;                     -- 0: the memory is up to date
  memory: Value;
  written: Value;                  -- what was written last

ruleset n: Node do
  rule "ask"
    n != 0 & right[n] = none & request[n] = nothing ==>
  begin
    request[n] := to_read;
  end;

  rule "ask for more"
    n != 0 & right[n] != exclusive & request[n] = nothing ==>
  begin
    request[n] := to_write;
  end;

  rule "serve"
    n != 0 & served = 0 & request[n] != nothing ==>
  begin
    served := n;
    wish := request[n];
    request[n] := nothing;
  end;

  rule "take back"
    served != 0 & sharer[n] & n != 0 & (wish = to_write | owner = n) ==>
  begin
    if owner = n then
      memory := copy[n];
      owner := 0;
    end;
    sharer[n] := false;
    right[n] := none;
  end;

  rule "grant a copy"
    served = n & n != 0 & wish = to_read & owner = 0 ==>
  begin
    if right[0] = exclusive then
      memory := copy[0];
      right[0] := shared;
    end;
    right[n] := shared;
    copy[n] := memory;
    sharer[n] := true;
    served := 0;
  end;

  rule "grant all"
    served = n & n != 0 & wish = to_write & owner = 0 & forall m: Node do !sharer[m] end ==>
  begin
    if right[0] = exclusive then
      memory := copy[0];
    end;
    right[0] := none;
    right[n] := exclusive;
    copy[n] := memory;
    sharer[n] := true;
    owner := n;
    served := 0;
  end;

  ruleset v: Value do
    rule "write"
      right[n] = exclusive ==>
    begin
      copy[n] := v;
      written := v;
    end;
  end;
end;

rule "the home reads"
  right[0] = none & owner = 0 & served = 0 ==>
begin
  right[0] := shared;
  copy[0] := memory;
end;

rule "the home takes all"
  owner = 0 & served = 0 & forall m: Node do !sharer[m] end ==>
begin
  if right[0] = none then
    copy[0] := memory;
  end;
  right[0] := exclusive;
end;

ruleset v: Value do
  startstate "nobody has a copy"
  begin
    for n: Node do
      right[n] := none;
      copy[n] := v;
      request[n] := nothing;
      sharer[n] := false;
    end;
    served := 0;
    wish := nothing;
    owner := 0;
    memory := v;
    written := v;
  end;
end;

invariant "who may write is alone"
  forall n: Node do
    forall m: Node do
      n != m & right[n] = exclusive -> right[m] = none
    end
  end;

invariant "what is read was written last"
  forall n: Node do right[n] != none -> copy[n] = written end;
