-- Readers and writers that share a memory: many may read at the same time, or one may write.

const
  N: 3; -- readers, and as many writers

type
  Reader: scalarset(N);
  Writer: scalarset(N);
  Stage: enum { idle, trying, active };

var
  reader: array [Reader] of Stage;
  writer: array [Writer] of Stage;

ruleset r: Reader do
  rule "ask to read"
    reader[r] = idle ==>
  begin
    reader[r] := trying;
  end;

  rule "start to read"
    reader[r] = trying & forall w: Writer do writer[w] != active end ==>
  begin
    reader[r] := active;
  end;

  rule "stop reading"
    reader[r] = active ==>
  begin
    reader[r] := idle;
  end;
end;

ruleset w: Writer do
  rule "ask to write"
    writer[w] = idle ==>
  begin
    writer[w] := trying;
  end;

  rule "start to write"
    writer[w] = trying &
    forall r: Reader do reader[r] != active end &
    forall v: Writer do writer[v] != active end ==>
  begin
    writer[w] := active;
  end;

  rule "stop writing"
    writer[w] = active ==>
  begin
    writer[w] := idle;
  end;
end;

startstate "all are idle"
begin
  for r: Reader do reader[r] := idle; end;
  for w: Writer do writer[w] := idle; end;
end;

invariant "who writes is alone"
  forall w: Writer do
    writer[w] = active ->
      forall r: Reader do reader[r] != active end &
      forall v: Writer do v = w | writer[v] != active end
  end;
