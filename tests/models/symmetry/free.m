-- Components that hold ids, so that orbits have several representatives, and start states of which some lead nowhere.
type P: scalarset(2);
var likes: array [P] of P; seen: boolean; open: boolean;
rule "see" open & !seen ==> begin seen := true; end;
rule "turn" open & seen ==> begin seen := false; end;
rule "rest" begin end;
ruleset start: boolean do
  startstate begin for p: P do undefine likes[p]; end; seen := false; open := start; end;
end;
invariant "nothing is seen" !seen;
ltl "once nothing is ever seen" O G !seen;
