-- What is written, by another name, to an element that was removed is lost: an empty place holds nothing.
-- states 4
-- 1 holds
-- 2 fails
type message: record dest: 0..1; what: enum {ask, grant}; end;
var net: multiset [2] of message; done: boolean;
procedure answer(var m: message); begin m.what := grant; m.dest := 0; end;
startstate undefine net; done := false; end;
rule "send" !done & multisetcount(i: net, true) < 2 ==>
  var m: message;
begin
  m.dest := 1; m.what := ask; multisetadd(m, net);
end;
choose i: net do alias m: net[i] do
  rule "take" multisetcount(k: net, true) = 2 ==> multisetremove(i, net); answer(m); done := true; end;
end; end;
invariant "one left" done -> multisetcount(i: net, net[i].what = ask) = 1;
