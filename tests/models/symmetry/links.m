-- Components that point at each other: a list that grows at its head and is cut anywhere.
const N: 4;
type Cell: scalarset(N);
var next: array [Cell] of Cell; used: array [Cell] of boolean; head: Cell;
ruleset c: Cell do
  rule "push" !used[c] ==> begin
    used[c] := true;
    if isundefined(head) then undefine next[c]; else next[c] := head; end;
    head := c;
  end;
  rule "pop" !isundefined(head) & head = c ==> begin
    used[c] := false;
    if isundefined(next[c]) then undefine head; else head := next[c]; end;
    undefine next[c];
  end;
  ruleset d: Cell do
    rule "turn back" used[c] & used[d] & c != d & isundefined(next[c]) & !isundefined(head) & head = d ==>
    begin next[c] := d; end;
  end;
end;
startstate begin undefine head; for c: Cell do used[c] := false; undefine next[c]; end; end;
invariant "who is pointed at is used" forall c: Cell do isundefined(next[c]) | used[next[c]] end;
invariant "no two point at each other"
  forall c: Cell do forall d: Cell do
    isundefined(next[c]) | isundefined(next[d]) | c = d | next[c] != d | next[d] != c end end;
ctl "nothing lasts" forall c: Cell do AG (used[c] -> EF !used[c]) end;
ctl "the list can become empty" AG EF isundefined(head);
