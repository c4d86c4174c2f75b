-- Loops that take the least or greatest number, and records that are cleared before their ids are set, in any order.
-- states 165
-- 1 holds
-- 2 holds
-- 3 fails
-- 4 holds
const N: 3;
type P: scalarset(N); M: record from: P; ticket: 0..N end;
var ticket: array [P] of 0..N; called: M; least: 0..N;
ruleset p: P do
  rule "take a ticket" ticket[p] = 0 ==>
  var most: 0..N;
  begin
    most := 0;
    for q: P do if most < ticket[q] then most := ticket[q]; end; end;
    if most < N then ticket[p] := most + 1; end;
  end;
  rule "call" ticket[p] > 0 & isundefined(called.from) & (forall q: P do ticket[q] = 0 | ticket[p] <= ticket[q] end) ==>
  begin clear called; called.ticket := ticket[p]; called.from := p; end;
  rule "serve" !isundefined(called.from) & called.from = p ==>
  begin ticket[p] := 0; clear called; undefine called.from; end;
end;
rule "look" true ==>
begin
  least := N;
  for q: P do if ticket[q] > 0 & ticket[q] <= least then least := ticket[q]; end; end;
  for q: P do least := (ticket[q] = N & ticket[q] < least ? ticket[q] : least); end;
end;
startstate begin for p: P do ticket[p] := 0; end; clear called; undefine called.from; least := N; end;
invariant "one ticket each" forall p: P do forall q: P do p != q & ticket[p] != 0 -> ticket[p] != ticket[q] end end;
invariant "who is called has it" isundefined(called.from) | ticket[called.from] = called.ticket;
invariant "never 2" least != 2;
