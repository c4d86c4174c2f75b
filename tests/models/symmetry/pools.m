-- A bag of messages between two kinds of components, with a run-time error where it overflows.
const N: 3; M: 2; ROOM: 2;
type
  Sender: scalarset(N); Receiver: scalarset(M); Any: union { Sender, Receiver, enum { nobody } };
  Message: record from: Sender; dest: Receiver; end;
var bag: multiset [ROOM] of Message; last: array [Receiver] of Any; waiting: array [Sender] of boolean;
ruleset s: Sender; r: Receiver do
  rule "send" !waiting[s] ==> var m: Message; begin
    m.from := s; m.dest := r; MultisetAdd(m, bag); waiting[s] := true; end;
end;
choose i: bag do
  rule "receive" begin last[bag[i].dest] := bag[i].from; waiting[bag[i].from] := false; MultisetRemove(i, bag); end;
end;
ruleset r: Receiver do rule "rest" last[r] != nobody ==> begin last[r] := nobody; end; end;
startstate begin
  undefine bag; for r: Receiver do last[r] := nobody; end; for s: Sender do waiting[s] := false; end; end;
invariant "who waits is in the bag"
  forall s: Sender do waiting[s] -> MultisetCount(i: bag, bag[i].from = s) = 1 end;
invariant "the last one does not wait" forall r: Receiver do forall s: Sender do last[r] = s -> !waiting[s] end end;
ctl "messages arrive" forall s: Sender do AG (waiting[s] -> EF !waiting[s]) end;
