-- A multiset whose capacity is the size, truth values as the only variables of elements, an assumption, a `while`.
const N: 3;
type Kind: 0..1;
     Flag: 1..N;
var bag: multiset [N] of Kind;
    up: array [Flag] of boolean;
    count_up: 0..N;

ruleset k: Kind do
  rule "add" multisetcount(i: bag, true) < N ==> begin multisetadd(k, bag); end;
end;
choose i: bag do
  rule "drop" begin multisetremove(i, bag); end;
end;
ruleset f: Flag do
  rule "raise" !up[f] & (f = 1 | up[f - 1]) ==>
  var n: 0..N;
  begin
    up[f] := true;
    n := 0;
    while n < N & up[n + 1] do n := n + 1; end;
    count_up := n;
  end;
end;
rule "lower" up[N] ==> begin for f: Flag do up[f] := false; end; count_up := 0; end;
startstate begin
  undefine bag;
  for f: Flag do up[f] := false; end;
  count_up := 0;
end;
assume "no two ones and all up" !(up[N] & multisetcount(i: bag, bag[i] = 1) >= 2);
invariant "as many are up" forall f: Flag do up[f] = (f <= count_up) end;
invariant "two ones never" multisetcount(i: bag, bag[i] = 1) < 2;
ctl "up again" AG (up[1] -> EF !up[1]);
