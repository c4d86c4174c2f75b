-- An office: forms go from desks to a counter, which is number 0, and back. The counter takes a form only when it is
-- free, and hands it to a desk that is free or asks for one. Only the counter can stamp a form, and only desks can write
-- on one. But as forms get everywhere, what is done to them can be done by anybody.
const N: 5;
type
  Place: 0..N - 1;
  Form: enum { none, wanted, blank, written, stamped };
var
  form: array [Place] of Form;

ruleset p: Place do
  rule "ask" form[p] = none ==> begin form[p] := wanted; end;
  rule "do without" form[p] = wanted ==> begin form[p] := none; end;
  rule "write" p != 0 & form[p] = blank ==> begin form[p] := written; end;
  rule "hand in"
    p != 0 & form[p] != none & form[p] != wanted & form[0] = none ==>
  begin
    form[0] := form[p];
    form[p] := none;
  end;
  rule "hand out"
    p != 0 & form[0] != none & form[0] != wanted & (form[p] = none | form[p] = wanted) ==>
  begin
    form[p] := form[0];
    form[0] := none;
  end;
end;

rule "stamp" form[0] = written ==> begin form[0] := stamped; end;
rule "erase" form[0] = stamped ==> begin form[0] := blank; end;

ruleset p: Place do
  startstate begin
    for q: Place do form[q] := q = p ? blank : none; end;
  end;
end;

invariant "one form" forall p: Place do forall q: Place do
  p = q | form[p] = none | form[p] = wanted | form[q] = none | form[q] = wanted end end;
invariant "nothing is stamped" forall p: Place do form[p] != stamped end;
ctl "anything can be stamped" AG EF (exists p: Place do form[p] = stamped end);
ctl "it is over" EF AG (exists p: Place do form[p] = stamped end);
