-- German's protocol as in examples/ccp.m, with a mistake: the home grants the exclusive right as soon as the client that
-- asks and one other have nothing. So another one may still have the line: the invariant fails from N = 3 on, and
-- holds for N = 1 and 2. A run-time error does not occur; there are deadlocks.

const
  N: 3; -- clients

type
  Client: scalarset(N);
  Right: enum { none, shared, exclusive };
  Message: enum { empty, ask_shared, ask_exclusive, invalidate, acknowledge, grant_shared, grant_exclusive };

var
  cache: array [Client] of Right;
  asking: array [Client] of Message;    -- from the client: what it wants
  answer: array [Client] of Message;    -- to the client: a right, or that it loses it
  confirmed: array [Client] of Message; -- from the client: that it gave up
  holds: array [Client] of boolean;     -- who may have a right, as the home knows
  invalid: array [Client] of boolean;   -- who must give it up first
  granted: boolean;                     -- somebody has it exclusively
  command: Message;                     -- what the home is busy with
  whose: Client;

ruleset c: Client do
  rule "ask to read"
    asking[c] = empty & cache[c] = none ==>
  begin
    asking[c] := ask_shared;
  end;

  rule "ask to write"
    asking[c] = empty & cache[c] != exclusive ==>
  begin
    asking[c] := ask_exclusive;
  end;

  rule "home takes a request"
    command = empty & asking[c] != empty ==>
  begin
    command := asking[c];
    whose := c;
    asking[c] := empty;
    for d: Client do
      invalid[d] := holds[d];
    end;
  end;

  rule "home invalidates"
    answer[c] = empty & invalid[c] &
    (command = ask_exclusive | command = ask_shared & granted) ==>
  begin
    answer[c] := invalidate;
    invalid[c] := false;
  end;

  rule "client gives up"
    answer[c] = invalidate & confirmed[c] = empty ==>
  begin
    answer[c] := empty;
    confirmed[c] := acknowledge;
    cache[c] := none;
  end;

  rule "home hears that"
    confirmed[c] = acknowledge & command != empty ==>
  begin
    confirmed[c] := empty;
    holds[c] := false;
    granted := false;
  end;

  rule "client may read"
    answer[c] = grant_shared ==>
  begin
    cache[c] := shared;
    answer[c] := empty;
  end;

  rule "client may write"
    answer[c] = grant_exclusive ==>
  begin
    cache[c] := exclusive;
    answer[c] := empty;
  end;
end;

rule "home grants reading"
  command = ask_shared & !granted & answer[whose] = empty ==>
begin
  answer[whose] := grant_shared;
  holds[whose] := true;
  command := empty;
  undefine whose;
end;

rule "home grants writing"
  command = ask_exclusive & !granted & answer[whose] = empty &
  (forall c: Client do !holds[c] end | !holds[whose] & exists c: Client do c != whose & !holds[c] end) ==>
begin
  answer[whose] := grant_exclusive;
  holds[whose] := true;
  granted := true;
  command := empty;
  undefine whose;
end;

startstate "nobody has a right"
begin
  for c: Client do
    cache[c] := none;
    asking[c] := empty;
    answer[c] := empty;
    confirmed[c] := empty;
    holds[c] := false;
    invalid[c] := false;
  end;
  granted := false;
  command := empty;
  undefine whose;
end;

invariant "who may write is alone"
  forall c: Client do
    forall d: Client do
      c != d & cache[c] = exclusive -> cache[d] = none
    end
  end;
