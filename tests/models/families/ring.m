-- A token in a ring, and one that is passed on by arithmetic. What a family has to get right: neighbours that depend on
-- the size, `% N`, `N - 1`, shared variables that hold ids.
const N: 3;
type Node: ring(N);
     Index: 0..N - 1;
var token: Node;
    turn: Index;
    marked: array [Node] of boolean;
    visits: array [Index] of 0..2;

rule "pass" begin token := succ(token); end;
rule "mark" !marked[token] ==> begin marked[token] := true; end;
rule "clear" forall i: Node do marked[i] end ==> begin for i: Node do marked[i] := false; end; end;
rule "turn" visits[turn] < 2 ==>
begin
  visits[turn] := visits[turn] + 1;
  turn := (turn + 1) % N;
end;
ruleset i: Node do
  startstate begin
    token := i;
    turn := N - 1;
    for j: Node do marked[j] := false; end;
    for j: Index do visits[j] := 0; end;
  end;
end;
invariant "turns differ by one" forall i: Index do forall j: Index do visits[i] <= visits[j] + 1 end end;
invariant "the last one is not ahead" visits[N - 1] <= visits[0] + 1;
invariant "few are marked" exists i: Node do !marked[i] end | N < 4;
ctl "all can be marked" AG EF (forall i: Node do marked[i] end);
ctl "each can be marked alone" forall i: Node do EF (marked[i] & forall j: Node do j = i | !marked[j] end) end;
ltl "the token comes back" forall i: Node do G (token = i -> X F token = i) end;
ltl "all get marked" F (forall i: Node do marked[i] end);
ltl "who is marked has had the token" forall i: Node do G (marked[i] -> O token = i) end;
cover "four are marked" exists i: Node do exists j: Node do exists k: Node do exists l: Node do
  i != j & i != k & i != l & j != k & j != l & k != l & marked[i] & marked[j] & marked[k] & marked[l]
end end end end;
ctlstar "the token can stay near" forall i: Node do AG (token = i -> E (X token != i & F G token = i)) end;
ctlstar "on some path all is marked again and again" E G (F (forall i: Node do marked[i] end) & F (token = succ(token) | true));
ctlstar "or nothing is" A (F G (exists i: Node do !marked[i] end) | E G F (forall i: Node do marked[i] end)) & (N < 4 | G F true);
