-- Multisets in the elements of a multiset, with elements of a scalarset in them: those are not reduced, others are.
-- states 108
-- 1 holds
-- 2 fails
-- 3 holds
-- 4 holds
const N: 2;
type Proc: scalarset(N); Item: scalarset(N);
  Box: multiset [2] of Proc; Bag: record box: Box; mark: boolean end; Bags: multiset [2] of Bag;
var bags: Bags; at: array [Item] of boolean;
startstate "empty"
  var one: Bag;
begin
  undefine bags; one.mark := false; multisetadd(one, bags); multisetadd(one, bags); for i: Item do at[i] := false; end;
end;
choose b: bags do
  ruleset p: Proc do
    rule "put" multisetcount(i: bags[b].box, bags[b].box[i] = p) = 0 ==>
      var v: Proc;
    begin v := p; multisetadd(v, bags[b].box); end;
  end;
  choose i: bags[b].box do rule "take" true ==> begin multisetremove(i, bags[b].box); bags[b].mark := !bags[b].mark; end; end;
end;
ruleset i: Item do rule "turn" !at[i] ==> begin at[i] := true; for k: Item do if k != i then at[k] := false; end; end; end; end;
invariant "two bags" multisetcount(b: bags, true) = 2;
invariant "no mark" multisetcount(b: bags, bags[b].mark) = 0;
