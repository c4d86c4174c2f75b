-- Something happens only when there is a component of each of five kinds: in sizes from 5 on.
-- 1 holds
-- 2 holds
const
  N: 3;

type
  P: scalarset(N);
  Kind: enum { plain, red, green, blue, black };

var
  kind: array [P] of Kind;
  are_all: boolean;

ruleset p: P do
  ruleset k: Kind do
    rule "become"
      kind[p] = plain ==>
    begin
      kind[p] := k;
    end;
  end;

  rule "fade"
    kind[p] != plain ==>
  begin
    kind[p] := plain;
  end;
end;

rule "all kinds"
  exists p: P do kind[p] = plain end & exists p: P do kind[p] = red end & exists p: P do kind[p] = green end &
  exists p: P do kind[p] = blue end & exists p: P do kind[p] = black end ==>
begin
  are_all := true;
end;

startstate "plain"
begin
  for p: P do
    kind[p] := plain;
  end;
  are_all := false;
end;

invariant "never all"
  !are_all;
