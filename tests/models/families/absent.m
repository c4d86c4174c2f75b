-- What is said of components may depend on how few there are. In one model of all sizes, components that are not there
-- are named, too, where properties speak of several at a time.
const N: 3;
type Proc: scalarset(N); Node: scalarset(N);
var on: array [Proc] of boolean; g: Proc;
ruleset p: Proc do
  rule "switch" true ==> begin on[p] := !on[p]; end;
  rule "point" on[p] ==> begin g := p; end;
end;
ruleset z: Proc do
  startstate begin for p: Proc do on[p] := false; end; g := z; end;
end;
invariant "alone or pointed at" forall p: Proc; q: Proc do exists d: Proc do forall e: Proc do e != d -> g = p end end end;
invariant "one is the other" forall p: Proc; q: Proc do forall v: Node do p = q | on[p] = on[q] end end;
cover "three of them are on"
  exists p: Proc; q: Proc; r: Proc do p != q & q != r & p != r & on[p] & on[q] & on[r] end;
cover "nobody else is on" exists p: Proc do on[p] & forall q: Proc do q = p | !on[q] end end;
cover "without a node" exists p: Proc; q: Proc do !exists v: Node do on[p] end end;
ctl "two may be on" forall p: Proc do forall q: Proc do EF (p != q & on[p] & on[q]) end end;
