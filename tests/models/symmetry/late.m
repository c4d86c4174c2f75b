-- That A is no symmetry is seen only when the last rule is looked at; B is one all the same.
type A: scalarset(2); B: scalarset(2);
var at: array [A] of 0..2; on: array [B] of boolean; good: boolean;
function look(): boolean; begin
  for a: A do if at[a] = 1 then return true; end; assert "nobody is at two" at[a] != 2; end;
  return true;
end;
ruleset a: A do rule "go" at[a] = 0 ==> begin at[a] := 1; end; end;
ruleset b: B do rule "switch" begin on[b] := !on[b]; end; end;
rule "look" forall b: B do on[b] end ==> begin good := look(); end;
startstate begin good := true; for a: A do at[a] := 0; end; for b: B do on[b] := false; end; end;
invariant "somebody stays" exists a: A do at[a] = 0 end;
