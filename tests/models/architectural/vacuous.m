-- A token goes around a ring of numbers. Antecedents about components, some of which are never true. See
-- tests/cli/test_vacuity.sh.
-- states 64
-- 1 holds
-- 2 holds
-- 3 holds
-- 4 holds
-- 5 holds
-- 6 holds
const N: 4;
type P: 0..N - 1;
var token, wants: array [P] of boolean;
ruleset h: P do startstate begin for p: P do token[p] := p = h; wants[p] := false; end; end; end;
ruleset p: P do
  rule "want" !wants[p] ==> begin wants[p] := true; end;
  rule "have" wants[p] & token[p] ==> begin wants[p] := false; end;
  rule "pass" token[p] & !wants[p] & !token[(p + 1) % N] ==> begin token[p] := false; token[(p + 1) % N] := true; end;
end;
ctl "one" forall p: P do AG (token[p] & wants[p] -> EF !wants[p]) end;
ctl "two, never" forall p: P do forall q: P do p != q -> AG (token[p] & token[q] -> EF wants[p]) end end;
ctl "one of two is spoken of on the left" forall p: P do forall q: P do p != q -> AG (token[p] & !token[p] | (token[p] & (forall r: P do token[r] end)) -> EF wants[q]) end end;
ctl "two, with a third" forall p: P do forall q: P do p != q -> AG (token[p] & wants[q] -> EF (!wants[q])) & AG (token[p] & token[q] -> EF wants[p]) end end;
invariant "never" forall p: P do forall q: P do p != q & token[p] & token[q] -> wants[p] end end;
