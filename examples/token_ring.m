-- A token ring: who has the token may enter, or pass it on to the next one. A process is idle, trying to enter, or
-- inside; with the token it may be any of these, without it the first two. It gives the token away when it is idle, and
-- takes it when it is not inside. At first one of them has the token, any one.
--
-- Rules know neighbours, so that only rotations of the ring keep them. But the token gets everywhere: what two
-- neighbours can do, any two can do by way of those between them. So for what can be reached, all permutations count
-- (coset check --symmetry architectural).

const
  N: 5;

type
  Proc: ring(N);
  Place: enum { idle, trying, idle_token, trying_token, inside_token };

var
  place: array [Proc] of Place;

ruleset p: Proc do
  rule "try"
    place[p] = idle ==>
  begin
    place[p] := trying;
  end;

  rule "give up"
    place[p] = trying ==>
  begin
    place[p] := idle;
  end;

  rule "try with the token"
    place[p] = idle_token ==>
  begin
    place[p] := trying_token;
  end;

  rule "give up with the token"
    place[p] = trying_token ==>
  begin
    place[p] := idle_token;
  end;

  rule "enter"
    place[p] = trying_token ==>
  begin
    place[p] := inside_token;
  end;

  rule "leave"
    place[p] = inside_token ==>
  begin
    place[p] := idle_token;
  end;

  rule "pass the token on"
    place[p] = idle_token & (place[succ(p)] = idle | place[succ(p)] = trying) ==>
  begin
    place[p] := idle;
    place[succ(p)] := place[succ(p)] = idle ? idle_token : trying_token;
  end;
end;

ruleset p: Proc do
  startstate "one has the token"
  begin
    for q: Proc do
      place[q] := q = p ? idle_token : idle;
    end;
  end;
end;

invariant "mutual exclusion"
  forall p: Proc do
    forall q: Proc do
      p != q -> !(place[p] = inside_token & place[q] = inside_token)
    end
  end;

ctl "somebody can always get inside"
  AG EF (exists p: Proc do place[p] = inside_token end);
