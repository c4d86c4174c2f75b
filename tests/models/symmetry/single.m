-- Properties of single components and of pairs, of whom a boss may be appointed and dismissed: some components have to be
-- tracked beside the counters of all others.
const N: 5;
type Proc: scalarset(N);
  Mood: enum { calm, angry };
var mood: array [Proc] of Mood; boss: Proc; rival: Proc; votes: 0..1;
ruleset p: Proc do
  rule "appoint" isundefined(boss) & mood[p] = calm ==> begin boss := p; votes := 0; end;
  rule "dismiss" !isundefined(boss) & boss = p & votes = 1 ==> begin undefine boss; votes := 0; mood[p] := angry; end;
  ruleset q: Proc do
    rule "object" p != q & !isundefined(boss) & boss = q & mood[p] = calm ==> begin rival := p; mood[p] := angry; end;
    rule "vote" !isundefined(rival) & rival = p & !isundefined(boss) & boss = q ==> begin votes := 1; undefine rival; end;
  end;
end;
rule "calm down" forall p: Proc do mood[p] = angry | (!isundefined(boss) & boss = p) end ==>
begin for p: Proc do mood[p] := calm; end; end;
rule "retire" !isundefined(boss) ==> begin undefine boss; undefine rival; votes := 0; end;
startstate begin for p: Proc do mood[p] := calm; end; undefine boss; undefine rival; votes := 0; end;
ctl "anybody can always become the boss" forall p: Proc do AG EF (!isundefined(boss) & boss = p) end;
ctl "a rival is not the boss"
  forall p: Proc do forall q: Proc do
    p != q -> AG ((!isundefined(boss) & boss = p) & (!isundefined(rival) & rival = q) -> mood[q] = angry) end end;
ltl "everybody gets angry" forall p: Proc do F mood[p] = angry end;
ctl "one can be the boss, then the other" forall p: Proc do forall q: Proc do
    p != q -> EF ((!isundefined(boss) & boss = p) & EF (!isundefined(boss) & boss = q)) end end;
ctl "nobody is the boss twice"
  forall p: Proc do AG ((!isundefined(boss) & boss = p) -> AX AG ((!isundefined(boss) & boss = p) | AG (isundefined(boss) | boss != p))) end;
ctlstar "who is the boss may be so forever" forall p: Proc do A G ((!isundefined(boss) & boss = p) -> E G (!isundefined(boss) & boss = p)) end;
invariant "votes are for somebody" votes = 1 -> !isundefined(boss);
