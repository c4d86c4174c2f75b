-- Readers and writers: many may read at the same time, or one may write. Writers that wait keep new readers out.

const
  READERS: 3;
  WRITERS: 2;

type
  Reader: scalarset(READERS);
  Writer: scalarset(WRITERS);
  Stage: enum { idle, waiting, active };

var
  reader: array [Reader] of Stage;
  writer: array [Writer] of Stage;
  reading: 0..READERS;
  queued: 0..WRITERS; -- writers that wait
  writing: boolean;

ruleset r: Reader do
  rule "ask to read"
    reader[r] = idle ==>
  begin
    reader[r] := waiting;
  end;

  rule "start to read"
    reader[r] = waiting & !writing & queued = 0 ==>
  begin
    reader[r] := active;
    reading := reading + 1;
  end;

  rule "stop reading"
    reader[r] = active ==>
  begin
    reader[r] := idle;
    reading := reading - 1;
  end;
end;

ruleset w: Writer do
  rule "ask to write"
    writer[w] = idle ==>
  begin
    writer[w] := waiting;
    queued := queued + 1;
  end;

  rule "start to write"
    writer[w] = waiting & !writing & reading = 0 ==>
  begin
    writer[w] := active;
    queued := queued - 1;
    writing := true;
  end;

  rule "stop writing"
    writer[w] = active ==>
  begin
    writer[w] := idle;
    writing := false;
  end;
end;

startstate "all are idle"
begin
  for r: Reader do reader[r] := idle; end;
  for w: Writer do writer[w] := idle; end;
  reading := 0;
  queued := 0;
  writing := false;
end;

invariant "who writes is alone"
  forall w: Writer do
    writer[w] = active ->
      forall r: Reader do reader[r] != active end &
      forall v: Writer do v = w | writer[v] != active end
  end;

invariant "the numbers are right"
  writing = exists w: Writer do writer[w] = active end;
