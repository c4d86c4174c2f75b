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
  holder: Holder;

startstate "nobody has it"
begin
  for n: Node do
    has_key[n] := false;
  end;
  holder := nobody;
end;

ruleset n: Node do
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
