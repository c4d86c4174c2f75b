-- An alias is a place that is found once: the index that named it may change.
-- states 48
-- 1 holds
-- 2 holds
-- 3 holds
var a: array [0..2] of 0..9; i: 0..2;
startstate for k: 0..2 do a[k] := 0; end; i := 0; end;
rule "move, then write" begin
  alias here: a[i] do
    i := (i + 1) % 3;
    here := (here + 1) % 4;
  end;
end;
alias second: a[1] do
  rule "second" second = 3 ==> second := 0; end;
end;
invariant "one after the other" forall k: 0..2 do a[k] <= 3 end;
cover "all at three" a[0] = 3 & a[1] = 3 & a[2] = 3 & i = 0;
