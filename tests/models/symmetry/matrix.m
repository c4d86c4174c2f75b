-- A relation among components: who knows whom. Cells have two indices of one class.
const N: 3;
type P: scalarset(N);
var knows: array [P] of array [P] of boolean; leader: P;
ruleset p: P; q: P do
  rule "meet" p != q & !knows[p][q] ==> begin knows[p][q] := true; end;
  rule "tell" knows[p][q] & exists r: P do knows[q][r] & !knows[p][r] & r != p end ==>
  begin for r: P do knows[p][r] := knows[p][r] | (knows[q][r] & r != p); end; end;
  rule "lead" isundefined(leader) & p = q & forall r: P do r = p | knows[r][p] end ==> begin leader := p; end;
end;
ruleset p: P do rule "forget" !isundefined(leader) & leader = p ==>
  begin for q: P do knows[p][q] := false; end; undefine leader; end; end;
startstate begin undefine leader; for p: P do for q: P do knows[p][q] := false; end; end; end;
invariant "nobody knows itself" forall p: P do !knows[p][p] end;
invariant "a leader is known" isundefined(leader) | forall q: P do q = leader | knows[q][leader] end;
ctl "everybody may lead" forall p: P do AG EF (!isundefined(leader) & leader = p) end;
ctl "some have a pair" EF exists p: P do exists q: P do knows[p][q] & knows[q][p] end end;
liveness "a leader is there" !isundefined(leader);
