-- Names and texts that must not get into the C that rules are written as: types, functions, ends of strings and comments.
-- states 3524
-- 1 holds
-- 2 fails
-- 3 fails
const N: 3;
type struct_: scalarset(N);
     int64_t: 0..3;
     colour_t: enum {longjmp, abort_, c_context};
     box: record memcpy: int64_t; static_: colour_t; end;
var main: array [struct_] of box;
    c_fail: multiset [2] of int64_t;
    s: boolean;

function coset_rules(f: int64_t): int64_t;
begin
  return (f + 1) % 4;
end;

ruleset c: struct_ do
  alias goto_: main[c] do
    rule "*/ abort(); /* %s%n $a \" }; int main(void) { ("
      goto_.static_ != c_context & !s
    ==>
    var printf: int64_t;
    begin
      printf := coset_rules(goto_.memcpy);
      goto_.memcpy := printf;
      if printf = 0 then goto_.static_ := c_context; end;
      s := printf = 3;
    end;

    rule "#include </etc/passwd>"
      multisetcount(i: c_fail, true) < 2 & goto_.static_ = c_context & !s
    ==>
    begin
      multisetadd(goto_.memcpy, c_fail);
      goto_.static_ := longjmp;
      s := true;
    end;
  end;
end;

rule "\n#error" s ==> begin s := false; end;

choose i: c_fail do
  rule "??/" s ==> begin multisetremove(i, c_fail); end;
end;

startstate
  for c: struct_ do
    main[c].memcpy := 0;
    main[c].static_ := abort_;
  end;
  undefine c_fail;
  s := false;
end;

invariant "__attribute__((constructor))" multisetcount(i: c_fail, true) <= 2;
invariant "*/" forall c: struct_ do main[c].memcpy < 3 end;
