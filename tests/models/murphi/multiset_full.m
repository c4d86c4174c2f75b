-- One element more than a multiset has room for.
-- states 3
-- 1 fails
-- 2 fails
var net: multiset [2] of 0..1;
startstate undefine net; end;
rule "add" begin multisetadd(0, net); end;
