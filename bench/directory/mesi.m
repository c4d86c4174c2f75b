-- A MESI directory protocol: N caches, a home node with a directory of sharers, and an unordered network that is a
-- multiset of messages. Who asks for a copy that nobody has gets it exclusively, and may write to it without asking.
-- A cache that has the only copy gives it up by a write-back, a shared one silently. The home node serves one request
-- at a time; requests that come meanwhile wait in the network.
const N: 3; -- caches
      Values: 2;
      Room: 2 * N; -- of the network

type Cache: scalarset(N);
     Value: scalarset(Values);
     Home: enum {home};
     Node: union {Home, Cache};
     Kind: enum {GetS, GetM, PutM, Data, DataE, DataM, Inv, InvAck, FwdS, FwdM, PutAck, Done};
     Message: record
       kind: Kind;
       dst: Node;
       src: Node;
       about: Cache; -- who has asked
       value: Value;
       acks: 0..N;
     end;
     CacheState: enum {I, S, E, M, I_S, I_M, S_M, M_I, I_I};
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
    net: multiset [Room] of Message;
    last: Value; -- that was written

procedure Send(kind: Kind; dst: Node; src: Node; about: Cache; value: Value; acks: 0..N);
var m: Message;
begin
  m.kind := kind;
  m.dst := dst;
  m.src := src;
  m.about := about;
  m.value := value;
  m.acks := acks;
  MultisetAdd(m, net);
end;

function Waiting(): 0..Room;
begin
  return MultisetCount(i: net, true);
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
      Send(Inv, d, home, c, undefined, 0);
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
    Send(Done, home, c, c, undefined, 0);
  end;
end;

procedure ServeShared(c: Cache);
begin
  switch dir.state
  case Uncached:
    dir.state := Modified; -- or exclusive, which nobody but the cache knows
    dir.owner := c;
    Send(DataE, c, home, c, dir.memory, 0);
  case Shared:
    dir.sharers[c] := true;
    Send(Data, c, home, c, dir.memory, 0);
  case Modified:
    dir.state := Busy;
    Send(FwdS, dir.owner, home, c, undefined, 0);
    dir.sharers[c] := true;
    dir.sharers[dir.owner] := true;
  end;
end;

procedure ServeModified(c: Cache);
begin
  switch dir.state
  case Uncached:
    Send(DataM, c, home, c, dir.memory, 0);
  case Shared:
    Send(DataM, c, home, c, dir.memory, SharersBut(c));
    Invalidate(c);
    dir.sharers[c] := false;
  case Modified:
    Send(FwdM, dir.owner, home, c, undefined, 0);
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
  end;
  dir.state := Uncached;
  undefine dir.owner;
  undefine net;
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
      Send(GetS, home, c, c, undefined, 0);
    end;

    rule "ask to write" !isundefined(last) & (it.state = I | it.state = S) & Waiting() < N ==>
    begin
      it.state := it.state = I ? I_M : S_M;
      Send(GetM, home, c, c, undefined, 0);
    end;

    rule "write back" (it.state = M | it.state = E) & Waiting() < N ==>
    begin
      it.state := M_I;
      Send(PutM, home, c, c, it.value, 0);
    end;

    rule "give up a shared copy" it.state = S ==>
    begin
      it.state := I;
      undefine it.value;
    end;

    ruleset v: Value do
      rule "write" (it.state = M | it.state = E) & it.value != v ==>
      begin
        it.state := M;
        it.value := v;
        last := v;
      end;
    end;
  end;
end;

-- Messages to a cache.
ruleset c: Cache do
  choose i: net do
    alias it: cache[c]; m: net[i] do
      rule "data" m.dst = c & m.kind = Data & it.state = I_S ==>
      begin
        it.state := S;
        it.value := m.value;
        if m.src != home then Send(Done, home, c, c, m.value, 0) end;
        MultisetRemove(i, net);
      end;

      rule "the only copy" m.dst = c & m.kind = DataE & it.state = I_S ==>
      begin
        it.state := E;
        it.value := m.value;
        MultisetRemove(i, net);
      end;

      rule "data to write" m.dst = c & m.kind = DataM & (it.state = I_M | it.state = S_M) ==>
      begin
        it.value := m.value;
        it.wanted := m.acks;
        it.counted := true;
        MultisetRemove(i, net);
        Settle(c);
      end;

      rule "acknowledgement" m.dst = c & m.kind = InvAck & (it.state = I_M | it.state = S_M) ==>
      begin
        it.got := it.got + 1;
        MultisetRemove(i, net);
        Settle(c);
      end;

      rule "invalidation" m.dst = c & m.kind = Inv & it.state != E & it.state != M & it.state != M_I & it.state != I_S ==>
      begin
        if it.state = S then
          it.state := I;
          undefine it.value;
        elsif it.state = S_M then
          it.state := I_M;
          undefine it.value;
        end;
        Send(InvAck, m.about, c, m.about, undefined, 0);
        MultisetRemove(i, net);
      end;

      rule "invalidation of a copy that is on its way" m.dst = c & m.kind = Inv & it.state = I_S &
          MultisetCount(j: net, net[j].dst = c & net[j].kind = Data) = 0 ==>
      begin
        Send(InvAck, m.about, c, m.about, undefined, 0);
        MultisetRemove(i, net);
      end;

      rule "another one wants a copy" m.dst = c & m.kind = FwdS & (it.state = E | it.state = M | it.state = M_I) ==>
      begin
        Send(Data, m.about, c, m.about, it.value, 0);
        if it.state != M_I then it.state := S else it.state := I_I end;
        MultisetRemove(i, net);
      end;

      rule "another one wants to write" m.dst = c & m.kind = FwdM & (it.state = E | it.state = M | it.state = M_I) ==>
      begin
        Send(DataM, m.about, c, m.about, it.value, 0);
        if it.state != M_I then it.state := I else it.state := I_I end;
        undefine it.value;
        MultisetRemove(i, net);
      end;

      rule "written back" m.dst = c & m.kind = PutAck & (it.state = M_I | it.state = I_I) ==>
      begin
        it.state := I;
        undefine it.value;
        MultisetRemove(i, net);
      end;
    end;
  end;
end;

-- Messages to the home node.
choose i: net do
  alias m: net[i] do
    rule "serve a request" m.dst = home & dir.state != Busy & (m.kind = GetS | m.kind = GetM) ==>
    var c: Cache; k: Kind;
    begin
      c := m.about;
      k := m.kind;
      MultisetRemove(i, net);
      if k = GetS then ServeShared(c) else ServeModified(c) end;
    end;

    rule "take a value back" m.dst = home & m.kind = PutM & dir.state != Busy ==>
    begin
      if dir.state = Modified & dir.owner = m.about then
        dir.memory := m.value;
        dir.state := Uncached;
        undefine dir.owner;
      end;
      Send(PutAck, m.about, home, m.about, undefined, 0);
      MultisetRemove(i, net);
    end;

    rule "done" m.dst = home & m.kind = Done ==>
    begin
      if isundefined(m.value) then
        dir.state := Modified;
      else
        dir.memory := m.value;
        dir.state := Shared;
        undefine dir.owner;
      end;
      MultisetRemove(i, net);
    end;
  end;
end;

invariant "one writer" forall c: Cache do forall d: Cache do
    c != d & (cache[c].state = M | cache[c].state = E) ->
    cache[d].state != M & cache[d].state != E & cache[d].state != S end end;
invariant "copies are up to date" forall c: Cache do cache[c].state = S | cache[c].state = E | cache[c].state = M -> cache[c].value = last end;
