-- An element that was removed cannot be removed once more.
-- states 2
-- 1 fails
-- 2 fails
var net: multiset [2] of 0..1;
startstate undefine net; end;
rule "add" multisetcount(i: net, true) = 0 ==> multisetadd(1, net); end;
choose i: net do
  rule "take it twice" begin multisetremove(i, net); multisetremove(i, net); end;
end;
