-- A directory with one pointer and a broadcast bit, which leaves a sharer out: two sharers besides the writer.
-- 1 fails for 3
-- 2 fails for 3

const N : 3;
type Node : scalarset(N);
  S : enum { I, Sh, M };
var st : array [Node] of S;
  ptr : union { enum { nobody }, Node };
  bcast : boolean;
ruleset n : Node do
  rule "first" st[n] = I & ptr = nobody ==> ptr := n; st[n] := Sh; end;
  rule "more" st[n] = I & ptr != nobody & forall m : Node do st[m] != M end ==> bcast := true; st[n] := Sh; end;
  rule "write" (st[n] = Sh) ==>
    if bcast then
      for m : Node do if m != n & (ptr = n | ptr = m) then st[m] := I; end; end;
    elsif ptr != n then
      error "not known";
    end;
    st[n] := M; ptr := n; bcast := false;
  end;
  rule "back" st[n] = M ==> st[n] := I; ptr := nobody; end;
end;
startstate for n : Node do st[n] := I; end; ptr := nobody; bcast := false; end;
invariant "alone" forall a : Node do forall b : Node do a != b & st[a] = M -> st[b] = I end end;
