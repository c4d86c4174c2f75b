-- Multisets in the elements of a multiset: what matters is which bags there are, and what is in them.
-- states 55
-- 1 holds
-- 2 fails
-- 3 holds
-- 4 holds
-- 5 holds
const N: 2;
type Box: multiset [2] of 1..3; Bag: record full: boolean; box: Box end; Bags: multiset [2] of Bag;
var bags: Bags; one: Bag;
startstate "empty" begin undefine bags; undefine one; one.full := false; multisetadd(one, bags); multisetadd(one, bags); undefine one; end;
ruleset n: 1..3 do
  choose b: bags do
    rule "put" multisetcount(i: bags[b].box, true) < 2 ==>
      var v: 1..3;
    begin
      v := n;
      multisetadd(v, bags[b].box);
      bags[b].full := multisetcount(i: bags[b].box, true) = 2;
    end;
  end;
end;
choose b: bags do
  choose i: bags[b].box do
    rule "take" true ==> begin multisetremove(i, bags[b].box); bags[b].full := false; end;
    rule "change" bags[b].box[i] < 3 ==> begin bags[b].box[i] := bags[b].box[i] + 1; end;
  end;
  rule "throw away" bags[b].full ==>
    var new: Bag;
  begin multisetremove(b, bags); new.full := false; multisetadd(new, bags); end;
end;
invariant "two bags" multisetcount(b: bags, true) = 2;
invariant "none is full" multisetcount(b: bags, bags[b].full) = 0;
invariant "full is two" multisetcount(b: bags, bags[b].full & multisetcount(i: bags[b].box, true) != 2) = 0;
