-- What is written, by another name, to an element of a multiset that was cleared, forgotten or replaced is lost, too.
-- states 9
-- 1 holds
-- 2 fails
-- 3 holds
type message: record n: 0..2 end; parcel: record net: multiset [2] of message end;
var box, other: parcel; n: 0..2;
startstate undefine box; undefine other; n := 0; end;
rule "send" multisetcount(i: box.net, true) < 2 ==>
  var m: message;
begin
  m.n := 0; multisetadd(m, box.net);
end;
rule "count" n < 2 ==> n := n + 1; end;
choose i: box.net do alias m: box.net[i] do
  rule "clear" n = 0 ==> clear box.net; m.n := 1; end;
  rule "forget" n = 1 ==> undefine box; m.n := 2; end;
  rule "replace" n = 2 ==> box := other; m.n := 1; end;
end; end;
invariant "none is written" multisetcount(i: box.net, box.net[i].n > 0) = 0;
invariant "never full" multisetcount(i: box.net, true) < 2;
