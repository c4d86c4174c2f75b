-- A bag of messages: added, counted, chosen, removed singly and by a condition.
-- states 140
-- 1 holds
-- 2 holds
-- 3 holds
-- 4 holds
type message: record dest: 0..1; what: enum {ask, grant}; end;
var net: multiset [3] of message; m: message; n: 0..3;
startstate undefine net; undefine m; n := 0; end;
ruleset k: 0..1 do
  rule "send" multisetcount(i: net, true) < 3 ==>
    undefine m; m.dest := k; m.what := ask; multisetadd(m, net); undefine m;
  end;
end;
choose i: net do
  rule "grant" net[i].what = ask ==> net[i].what := grant; end;
  rule "take" net[i].what = grant & n < 3 ==> multisetremove(i, net); n := n + 1; end;
end;
rule "flush" n = 3 ==> multisetremovepred(i: net, net[i].dest = 0); n := 0; end;
invariant "three at the most" multisetcount(i: net, true) <= 3;
cover "three grants" multisetcount(i: net, net[i].what = grant) = 3;
