-- Records with arrays whose length depends on the size, values that may be undefined, run-time errors in some sizes only,
-- choices by pairs of elements, functions and loops.
const N: 2;
      Limit: 2;
type Proc: scalarset(N);
     Slot: 1..N;
     Box: record
       owner: Proc;
       slots: array [Slot] of 0..N;
       full: boolean;
     end;
var box: array [Proc] of Box;
    last: Proc;
    total: 0..N;
    hot: boolean;

function used(p: Proc): 0..N;
var n: 0..N;
begin
  n := 0;
  for i: Slot do
    if box[p].slots[i] > 0 then n := n + 1; end;
  end;
  return n;
end;

ruleset p: Proc do
  rule "take" isundefined(box[p].owner) & total < N ==>
  begin
    box[p].owner := p;
    total := total + 1;
    last := p;
  end;
  rule "fill" !isundefined(box[p].owner) & !box[p].full ==>
  begin
    box[p].slots[N] := N;
    box[p].full := used(p) = N | N > 1;
  end;
  ruleset q: Proc do
    rule "give" p != q & box[p].full & box[p].owner = p & isundefined(box[q].owner) ==>
    begin
      box[q].owner := q;
      undefine box[p].owner;
      box[p].full := false;
      for i: Slot do box[p].slots[i] := 0; end;
      hot := total = Limit;
    end;
  end;
  rule "look" !isundefined(last) & box[last].full & p = last ==>
  begin
    assert "not too many" total <= Limit | used(last) > 1;
    undefine last;
  end;
end;
startstate begin
  for p: Proc do
    undefine box[p].owner;
    for i: Slot do box[p].slots[i] := 0; end;
    box[p].full := false;
  end;
  undefine last;
  total := 0;
  undefine hot;
end;
invariant "owners own themselves" forall p: Proc do isundefined(box[p].owner) | box[p].owner = p end;
invariant "somebody is free" exists p: Proc do isundefined(box[p].owner) end;
ctl "full is possible" AG EF (forall p: Proc do box[p].full end);
cover "handed on" !isundefined(hot) & hot;
