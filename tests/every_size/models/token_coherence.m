-- Token coherence with data: an owner token, and one token of each processor for readers.
-- 1 every size
-- 2 every size

const N : 3;
type P : scalarset(N);
  D : scalarset(2);
  Place : union { enum { memory, flying }, P };
var own : Place;
  at : array [P] of Place;
  dest : array [P] of P;
  odest : P;
  data : array [P] of D;
  fly : D;
  mem, last : D;
function has_any(p : P) : boolean; begin return own = p; end;
ruleset p : P do
  rule "owner to p" own = memory ==> own := p; data[p] := mem; end;
  rule "owner back" own = p ==> own := memory; mem := data[p]; end;
  ruleset q : P do
    rule "send owner" own = p & p != q ==> own := flying; odest := q; fly := data[p]; end;
    rule "send reader token" at[q] = p ==> at[q] := memory; end;
    rule "take reader token" at[q] = memory & own = p ==> at[q] := p; end;
  end;
  rule "get owner" own = flying & odest = p ==> own := p; data[p] := fly; undefine odest; undefine fly; end;
  ruleset d : D do
    rule "write" own = p & forall q : P do at[q] = p end ==> data[p] := d; last := d; end;
  end;
end;
ruleset d : D do
startstate
  own := memory; mem := d; last := d; undefine odest; undefine fly; 
  for p : P do at[p] := memory; undefine dest[p]; undefine data[p]; end;
end; end;
invariant "owner reads last" forall p : P do own = p -> data[p] = last end;
invariant "memory" own = memory -> mem = last;
