-- A directory protocol after Steven German, with the data of the line: clients ask a home node for a copy to read
-- (shared) or to write (exclusive), over channels of one message each; the home takes back what is in the way before it
-- grants. For every number of clients and of data: who may write is alone; every copy, and the memory while nobody may
-- write, has the value that was written last. A run-time error or a deadlock does not occur.

const
  N: 2;
  VALUES: 2;

type
  Node: scalarset(N);
  Data: scalarset(VALUES);
  Right: enum { none, shared, exclusive };
  Command: enum { nothing, ask_shared, ask_exclusive, take_back, given_back, grant_shared, grant_exclusive };
  Copy: record right: Right; data: Data; end;
  Message: record command: Command; data: Data; end;

var
  copy: array [Node] of Copy;
  request, answer, back: array [Node] of Message; -- to the home; from the home; what was taken back
  may_hold, to_take: array [Node] of boolean;     -- the home: who may have a copy; whose is to be taken back
  is_exclusive: boolean;                          -- the home: somebody may write
  current: Command;                               -- the home: what it is busy with, and for whom
  client: Node;
  memory: Data;
  written: Data; -- the value that was written last, which nobody reads

procedure send(var channel: Message; command: Command);
begin
  channel.command := command;
end;

procedure receive(var channel: Message);
begin
  channel.command := nothing;
  undefine channel.data;
end;

function must_take_back(): boolean;
begin
  switch current
  case ask_shared:
    return is_exclusive;
  case ask_exclusive:
    return true;
  else
    return false;
  end;
end;

ruleset n: Node do
  ruleset d: Data do
    rule "write"
      copy[n].right = exclusive ==>
    begin
      copy[n].data := d;
      written := d;
    end;
  end;

  rule "ask for a shared copy"
    request[n].command = nothing & copy[n].right = none ==>
  begin
    send(request[n], ask_shared);
  end;

  rule "ask for the exclusive copy"
    request[n].command = nothing & copy[n].right != exclusive ==>
  begin
    send(request[n], ask_exclusive);
  end;

  rule "the home takes a request"
    current = nothing & request[n].command != nothing ==>
  begin
    current := request[n].command;
    client := n;
    receive(request[n]);
    for m: Node do
      to_take[m] := may_hold[m];
    end;
  end;

  rule "the home takes back"
    answer[n].command = nothing & to_take[n] & must_take_back() ==>
  begin
    send(answer[n], take_back);
    to_take[n] := false;
  end;

  alias mine: copy[n] do
    rule "give back"
      answer[n].command = take_back & back[n].command = nothing ==>
    begin
      receive(answer[n]);
      send(back[n], given_back);
      if mine.right = exclusive then
        back[n].data := mine.data;
      end;
      mine.right := none;
      undefine mine.data;
    end;

    rule "get a copy"
      answer[n].command = grant_shared | answer[n].command = grant_exclusive ==>
    begin
      mine.right := answer[n].command = grant_shared ? shared : exclusive;
      mine.data := answer[n].data;
      receive(answer[n]);
    end;
  end;

  rule "the home gets something back"
    back[n].command = given_back & current != nothing ==>
  begin
    may_hold[n] := false;
    if is_exclusive then
      is_exclusive := false;
      memory := back[n].data;
    end;
    receive(back[n]);
  end;

  rule "the home grants a shared copy"
    current = ask_shared & client = n & !is_exclusive & answer[n].command = nothing ==>
  begin
    send(answer[n], grant_shared);
    answer[n].data := memory;
    may_hold[n] := true;
    current := nothing;
    undefine client;
  end;

  rule "the home grants the exclusive copy"
    current = ask_exclusive & client = n & !is_exclusive & answer[n].command = nothing &
    forall m: Node do !may_hold[m] end ==>
  begin
    send(answer[n], grant_exclusive);
    answer[n].data := memory;
    may_hold[n] := true;
    is_exclusive := true;
    current := nothing;
    undefine client;
  end;
end;

ruleset d: Data do
  startstate "no copies"
  begin
    undefine copy;
    for n: Node do
      copy[n].right := none;
      receive(request[n]);
      receive(answer[n]);
      receive(back[n]);
      may_hold[n] := false;
      to_take[n] := false;
    end;
    is_exclusive := false;
    current := nothing;
    undefine client;
    memory := d;
    written := d;
  end;
end;

invariant "who may write is alone"
  forall n: Node do
    forall m: Node do
      n != m & copy[n].right = exclusive -> copy[m].right = none
    end
  end;

invariant "what is read was written last"
  (!is_exclusive -> memory = written) &
  forall n: Node do
    copy[n].right != none -> copy[n].data = written
  end;
