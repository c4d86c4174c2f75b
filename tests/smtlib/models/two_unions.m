-- A key for a home and any number of clients, and one of them, or nobody, whom all wait for. There are two unions: the
-- array over nodes has nothing for nobody, and all that it has is always defined.

const
  N: 3;

type
  Client: scalarset(N);
  Home: enum { home };
  Node: union { Home, Client };
  Holder: union { enum { nobody }, Home, Client };

var
  has_key: array [Node] of boolean;
  asked: array [Node] of boolean; -- no invariant of the proof speaks of it
  closed: boolean;
  holder: Holder;

startstate "nobody has it"
begin
  for n: Node do
    has_key[n] := false;
    asked[n] := false;
  end;
  holder := nobody;
  closed := false;
end;

ruleset n: Node do
  startstate "one has it"
  begin
    for m: Node do
      has_key[m] := false;
      asked[m] := false;
    end;
    has_key[n] := true;
    asked[n] := true;
    holder := n;
    closed := false;
  end;

  rule "ask for it"
    !asked[n] ==>
  begin
    asked[n] := true;
  end;

  rule "take it"
    holder = nobody ==>
  begin
    has_key[n] := true;
    holder := n;
  end;

  rule "put it back"
    has_key[n] ==>
  begin
    has_key[n] := false;
    holder := nobody;
  end;
end;

invariant "at most one has it"
  forall n: Node do
    forall m: Node do
      n != m -> !(has_key[n] & has_key[m])
    end
  end;

invariant "nobody asks in vain"
  forall n: Node do asked[n] -> !closed end;
