-- The MSI directory protocol of msi.m without unions and multisets, which not every tool has: each node has an array of
-- messages to it, in which a message takes the first free place. So what differs in places only is not the same state.
const N: 2; -- caches
      Values: 2;
      Room: N + 2; -- for messages to a node

type Cache: scalarset(N);
     Value: scalarset(Values);
     Place: 0..Room - 1;
     Kind: enum {GetS, GetM, PutM, Data, DataM, Inv, InvAck, FwdS, FwdM, PutAck, Done};
     Message: record
       kind: Kind; -- undefined: there is no message here
       relayed: boolean; -- another cache has sent it, not the home node
       about: Cache; -- who has asked
       value: Value;
       acks: 0..N;
     end;
     CacheState: enum {I, S, M, I_S, I_M, S_M, M_I, I_I};
     HomeState: enum {Uncached, Shared, Modified, Busy};

var cache: array [Cache] of record
      state: CacheState;
      value: Value;
      wanted: 0..N; -- acknowledgements that are still to come, once `counted`
      got: 0..N;
      counted: boolean;
    end;
    dir: record
      state: HomeState;
      owner: Cache;
      sharers: array [Cache] of boolean;
      memory: Value;
    end;
    inbox: array [Cache] of array [Place] of Message;
    requests: array [Place] of Message; -- to the home node
    last: Value; -- that was written

procedure SendHome(kind: Kind; about: Cache);
var sent: boolean;
begin
  sent := false;
  for i: Place do
    if !sent & isundefined(requests[i].kind) then
      sent := true;
      requests[i].kind := kind;
      requests[i].about := about;
    end;
  end;
  assert sent "there is no room for a request";
end;

procedure SendHomeValue(kind: Kind; about: Cache; value: Value);
var place: Place;
begin
  place := 0;
  while place < Room - 1 & !isundefined(requests[place].kind) do place := place + 1 end;
  SendHome(kind, about);
  requests[place].value := value;
end;

procedure Send(kind: Kind; dst: Cache; relayed: boolean; about: Cache; acks: 0..N);
var sent: boolean;
begin
  sent := false;
  for i: Place do
    if !sent & isundefined(inbox[dst][i].kind) then
      sent := true;
      inbox[dst][i].kind := kind;
      inbox[dst][i].relayed := relayed;
      inbox[dst][i].about := about;
      inbox[dst][i].acks := acks;
    end;
  end;
  assert sent "there is no room for a message";
end;

procedure SendValue(kind: Kind; dst: Cache; relayed: boolean; about: Cache; value: Value; acks: 0..N);
var place: Place;
begin
  place := 0;
  while place < Room - 1 & !isundefined(inbox[dst][place].kind) do place := place + 1 end;
  Send(kind, dst, relayed, about, acks);
  inbox[dst][place].value := value;
end;

function Waiting(): 0..Room;
var count: 0..Room;
begin
  count := 0;
  for i: Place do
    if !isundefined(requests[i].kind) then count := count + 1 end;
  end;
  return count;
end;

function IsOnItsWay(c: Cache): boolean;
begin
  for i: Place do
    if !isundefined(inbox[c][i].kind) & inbox[c][i].kind = Data then return true end;
  end;
  return false;
end;

function SharersBut(c: Cache): 0..N;
var count: 0..N;
begin
  count := 0;
  for d: Cache do
    if d != c & dir.sharers[d] then count := count + 1 end;
  end;
  return count;
end;

procedure Invalidate(c: Cache);
begin
  for d: Cache do
    if d != c & dir.sharers[d] then
      Send(Inv, d, false, c, 0);
      dir.sharers[d] := false;
    end;
  end;
end;

procedure Settle(c: Cache);
begin
  if cache[c].counted & cache[c].got = cache[c].wanted then
    cache[c].state := M;
    cache[c].got := 0;
    cache[c].wanted := 0;
    cache[c].counted := false;
    SendHome(Done, c);
  end;
end;

procedure ServeShared(c: Cache);
begin
  switch dir.state
  case Uncached:
    dir.state := Shared;
    dir.sharers[c] := true;
    SendValue(Data, c, false, c, dir.memory, 0);
  case Shared:
    dir.sharers[c] := true;
    SendValue(Data, c, false, c, dir.memory, 0);
  case Modified:
    dir.state := Busy;
    Send(FwdS, dir.owner, false, c, 0);
    dir.sharers[c] := true;
    dir.sharers[dir.owner] := true;
  end;
end;

procedure ServeModified(c: Cache);
begin
  switch dir.state
  case Uncached:
    SendValue(DataM, c, false, c, dir.memory, 0);
  case Shared:
    SendValue(DataM, c, false, c, dir.memory, SharersBut(c));
    Invalidate(c);
    dir.sharers[c] := false;
  case Modified:
    Send(FwdM, dir.owner, false, c, 0);
  end;
  dir.state := Busy;
  dir.owner := c;
end;

startstate
begin
  for c: Cache do
    cache[c].state := I;
    undefine cache[c].value;
    cache[c].wanted := 0;
    cache[c].got := 0;
    cache[c].counted := false;
    dir.sharers[c] := false;
    for i: Place do undefine inbox[c][i] end;
  end;
  dir.state := Uncached;
  undefine dir.owner;
  for i: Place do undefine requests[i] end;
  undefine dir.memory;
  undefine last;
end;

ruleset v: Value do
  rule "initial value" isundefined(last) ==>
  begin
    dir.memory := v;
    last := v;
  end;
end;

ruleset c: Cache do
  alias it: cache[c] do
    rule "ask for a copy" !isundefined(last) & it.state = I & Waiting() < N ==>
    begin
      it.state := I_S;
      SendHome(GetS, c);
    end;

    rule "ask to write" !isundefined(last) & (it.state = I | it.state = S) & Waiting() < N ==>
    begin
      it.state := it.state = I ? I_M : S_M;
      SendHome(GetM, c);
    end;

    rule "write back" it.state = M & Waiting() < N ==>
    begin
      it.state := M_I;
      SendHomeValue(PutM, c, it.value);
    end;

    rule "give up a shared copy" it.state = S ==>
    begin
      it.state := I;
      undefine it.value;
    end;

    ruleset v: Value do
      rule "write" it.state = M & it.value != v ==>
      begin
        it.value := v;
        last := v;
      end;
    end;
  end;
end;

-- Messages to a cache.
ruleset c: Cache do
  ruleset i: Place do
    alias it: cache[c]; m: inbox[c][i] do
      rule "data" !isundefined(m.kind) & m.kind = Data & it.state = I_S ==>
      begin
        it.state := S;
        it.value := m.value;
        if m.relayed then SendHomeValue(Done, c, m.value) end;
        undefine m;
      end;

      rule "data to write" !isundefined(m.kind) & m.kind = DataM & (it.state = I_M | it.state = S_M) ==>
      begin
        it.value := m.value;
        it.wanted := m.acks;
        it.counted := true;
        undefine m;
        Settle(c);
      end;

      rule "acknowledgement" !isundefined(m.kind) & m.kind = InvAck & (it.state = I_M | it.state = S_M) ==>
      begin
        it.got := it.got + 1;
        undefine m;
        Settle(c);
      end;

      rule "invalidation" !isundefined(m.kind) & m.kind = Inv & it.state != M & it.state != M_I & it.state != I_S ==>
      begin
        if it.state = S then
          it.state := I;
          undefine it.value;
        elsif it.state = S_M then
          it.state := I_M;
          undefine it.value;
        end;
        Send(InvAck, m.about, true, m.about, 0);
        undefine m;
      end;

      rule "invalidation of a copy that is on its way" !isundefined(m.kind) & m.kind = Inv & it.state = I_S &
          !IsOnItsWay(c) ==>
      begin
        Send(InvAck, m.about, true, m.about, 0);
        undefine m;
      end;

      rule "another one wants a copy" !isundefined(m.kind) & m.kind = FwdS & (it.state = M | it.state = M_I) ==>
      begin
        SendValue(Data, m.about, true, m.about, it.value, 0);
        if it.state = M then it.state := S else it.state := I_I end;
        undefine m;
      end;

      rule "another one wants to write" !isundefined(m.kind) & m.kind = FwdM & (it.state = M | it.state = M_I) ==>
      begin
        SendValue(DataM, m.about, true, m.about, it.value, 0);
        if it.state = M then it.state := I else it.state := I_I end;
        undefine it.value;
        undefine m;
      end;

      rule "written back" !isundefined(m.kind) & m.kind = PutAck & (it.state = M_I | it.state = I_I) ==>
      begin
        it.state := I;
        undefine it.value;
        undefine m;
      end;
    end;
  end;
end;

-- Messages to the home node.
ruleset i: Place do
  alias m: requests[i] do
    rule "serve a request" !isundefined(m.kind) & dir.state != Busy & (m.kind = GetS | m.kind = GetM) ==>
    var c: Cache; k: Kind;
    begin
      c := m.about;
      k := m.kind;
      undefine m;
      if k = GetS then ServeShared(c) else ServeModified(c) end;
    end;

    rule "take a value back" !isundefined(m.kind) & m.kind = PutM & dir.state != Busy ==>
    begin
      if dir.state = Modified & dir.owner = m.about then
        dir.memory := m.value;
        dir.state := Uncached;
        undefine dir.owner;
      end;
      Send(PutAck, m.about, false, m.about, 0);
      undefine m;
    end;

    rule "done" !isundefined(m.kind) & m.kind = Done ==>
    begin
      if isundefined(m.value) then
        dir.state := Modified;
      else
        dir.memory := m.value;
        dir.state := Shared;
        undefine dir.owner;
      end;
      undefine m;
    end;
  end;
end;

invariant "one writer" forall c: Cache do forall d: Cache do c != d & cache[c].state = M -> cache[d].state != M & cache[d].state != S end end;
invariant "copies are up to date" forall c: Cache do cache[c].state = S | cache[c].state = M -> cache[c].value = last end;
