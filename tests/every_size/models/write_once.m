-- Goodman's write-once, with data: the first write goes to the memory, further ones stay in the cache.
-- 1 every size
-- 2 every size
-- 3 every size

const NODE_NUM : 3;
type NODE : 1..NODE_NUM;
     STATUS : enum { INVALID, VALID, RESERVED, DIRTY };
     DATA : 1..2;
var st : array [NODE] of STATUS;
    data : array [NODE] of DATA;
    memory : DATA;
    auxdata : DATA;

startstate "init"
for i : NODE do st[i] := INVALID; data[i] := 1; end;
memory := 1; auxdata := 1;
endstartstate;

ruleset i : NODE do
rule "rmiss_mem" st[i] = INVALID & forall j : NODE do st[j] != DIRTY end ==>
begin
  for j : NODE do if st[j] = RESERVED then st[j] := VALID; end; end;
  st[i] := VALID; data[i] := memory;
endrule;
endruleset;

ruleset i : NODE; j : NODE do
rule "rmiss_dirty" i != j & st[i] = INVALID & st[j] = DIRTY ==>
begin
  memory := data[j]; st[j] := VALID; st[i] := VALID; data[i] := data[j];
endrule;
endruleset;

ruleset i : NODE; d : DATA do
rule "whit_valid" st[i] = VALID ==>
begin
  for j : NODE do if j != i then st[j] := INVALID; end; end;
  st[i] := RESERVED; data[i] := d; memory := d; auxdata := d;
endrule;
rule "whit_res" st[i] = RESERVED | st[i] = DIRTY ==>
begin
  st[i] := DIRTY; data[i] := d; auxdata := d;
endrule;
rule "wmiss" st[i] = INVALID ==>
begin
  for j : NODE do st[j] := INVALID; end;
  st[i] := DIRTY; data[i] := d; auxdata := d;
endrule;
endruleset;

ruleset i : NODE do
rule "replace" st[i] = DIRTY ==> begin memory := data[i]; st[i] := INVALID; endrule;
rule "drop" st[i] = VALID | st[i] = RESERVED ==> begin st[i] := INVALID; endrule;
endruleset;

invariant "coherence"
forall i : NODE do forall j : NODE do i != j & (st[i] = DIRTY | st[i] = RESERVED) -> st[j] = INVALID end end;
invariant "data"
forall i : NODE do st[i] != INVALID -> data[i] = auxdata end;
invariant "mem"
(forall i : NODE do st[i] != DIRTY end) -> memory = auxdata;
