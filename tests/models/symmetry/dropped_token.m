-- A token that may be dropped, which is a run-time error elsewhere. On representatives, steps forwards and backwards are
-- not the same relation: a lasso has to be found all the same, and the search for it has to end.
type P: 1..3;
var token: P;
ruleset p: P do
  startstate "held" token := p; end;
end;
startstate "lost" end;
ruleset p: P do
  rule 0 "drop" !isundefined(token) & p != token ==> undefine token; end;
end;
rule "idle" end;
ltl "kept" F G (!isundefined(token) & token = token);
