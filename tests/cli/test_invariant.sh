#!/usr/bin/env bash
# check --invariant: what is written is read again as a part of the model, holds by explicit-state search and by decision
# diagrams, and is inductive: it holds, too, where it takes the place of the initial states (diagrams), and k-induction
# needs one step for it. One that is made weaker is seen not to be inductive.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
coset=$root/build/$sanitized/coset

cat >"$scratch/lift.smv" <<'END'
MODULE main
VAR
  door : {open, closing, shut};
  floor : 1..5;
  moving : boolean;
  load : unsigned word[5];
  seen : 0..100000;
IVAR
  go : boolean;
ASSIGN
  init(door) := shut;
  init(floor) := 1;
  init(moving) := FALSE;
  init(load) := 0ud5_0;
  init(seen) := 4;
  next(door) := case moving : shut; door = open & go : closing; door = closing : shut; go : open; TRUE : door; esac;
  next(floor) := case moving & floor < 4 : floor + 1; TRUE : 1; esac;
  next(moving) := door = shut & !go & load[0:0] = 0ud1_0;
  next(load) := case door = open : load + 0ud5_2; TRUE : load; esac;
  next(seen) := case seen < 40 & go : seen + 4; TRUE : seen; esac;
INVARSPEC NAME shut := moving -> door = shut;
INVARSPEC NAME roof := floor < 5;
INVARSPEC NAME even := load[0:0] = 0ud1_0;
INVARSPEC NAME fourth := seen mod 4 = 0;
INVARSPEC NAME wrong := floor < 4;
END

cat >"$scratch/lease.m" <<'END'
const N: 3;
type
  Client: scalarset(N);
  Server: enum {main, spare};
  Owner: union {Client, Server};
  Time: 0..2;
  Lease: record holder: Owner; time: Time; end;
var
  lease: array [boolean] of Lease;
  active: array [Client] of boolean;
startstate
begin
  for c: Client do active[c] := false end;
  for b: boolean do undefine lease[b]; lease[b].holder := main end;
end;
ruleset c: Client do
  rule "take" lease[true].holder = main ==>
  begin lease[true].holder := c; lease[true].time := 2; active[c] := true; end;
  rule "tick" !isundefined(lease[true].time) & lease[true].time > 0 ==>
  begin lease[true].time := lease[true].time - 1; end;
  rule "give" active[c] & lease[true].time = 0 ==>
  begin active[c] := false; undefine lease[true].time; lease[true].holder := main; end;
  invariant "holder" active[c] -> lease[true].holder = c;
end;
invariant "timed" isundefined(lease[true].time) = (lease[true].holder = main);
invariant "one" forall c: Client do forall d: Client do c != d & active[c] -> !active[d] end end;
invariant "unused" lease[false].holder = main;
END

# joined FILE: all invariants of a file in Murphi as one.
joined() {
    echo 'invariant "inductive"'
    awk '/^invariant/ { if (n++) print "&"; next } /^--/ { next } { sub(/;$/, ""); print "(" $0 ")" }' "$1"
    echo ';'
}

verdict() { # MODEL PROPERTY OPTION...: of one property
    timeout $patience "$coset" check "$1" -p "$2" --no-trace -q "${@:3}" 2>&1 | awk 'NR == 1 { print $2 }'
}

# ---- SMV ----
check_not "a failure beside what is proved is a failure" timeout $patience "$coset" check "$scratch/lift.smv" \
    --no-trace --invariant "$scratch/lift.inv" -q
check "the text says what it proves" grep -q -- '--   4  proved      seen mod 4 = 0' "$scratch/lift.inv"
check_not "and nothing of what fails" grep -q -- '--   5' "$scratch/lift.inv"
cat "$scratch/lift.smv" "$scratch/lift.inv" >"$scratch/lift_again.smv"
for engine in symbolic explicit; do
    check "it holds ($engine)" equal "$(verdict "$scratch/lift_again.smv" inductive --engine $engine)" holds
done
{
    sed 's/^ *init(.*//' "$scratch/lift.smv"
    cat "$scratch/lift.inv"
    echo 'INIT inductive_invariant;'
} >"$scratch/lift_from.smv"
check "from all states of it, no other is reached" equal "$(verdict "$scratch/lift_from.smv" inductive)" holds
for property in shut roof even fourth; do
    check "and $property is true in them" equal "$(verdict "$scratch/lift_from.smv" $property)" holds
done
sed '/&.*floor/d' "$scratch/lift_from.smv" >"$scratch/lift_weak.smv"
check_not "a clause that is left out is missed" equal "$(verdict "$scratch/lift_weak.smv" roof)" holds

# ---- Murphi ----
check "Murphi: it is written" timeout $patience "$coset" check "$scratch/lease.m" --invariant "$scratch/lease.inv" -q
check "for all different elements" grep -q 'forall any1: Client do' "$scratch/lease.inv"
cat "$scratch/lease.m" "$scratch/lease.inv" >"$scratch/lease_again.m"
check "each of them holds" timeout $patience "$coset" check "$scratch/lease_again.m" --engine explicit -q
{
    cat "$scratch/lease.m"
    joined "$scratch/lease.inv"
} >"$scratch/lease_joined.m"
check "k-induction needs one step for all together" equal \
    "$(verdict "$scratch/lease_joined.m" inductive --engine induction --bound 1 --symmetry off)" holds
check_not "without them, it needs more for a property" equal \
    "$(verdict "$scratch/lease.m" one --engine induction --bound 1 --symmetry off)" holds

# ---- What has none ----
check "circuits are told what there is instead" contains \
    "$("$coset" check examples/grants.aag --invariant "$scratch/x" 2>&1)" "--certificate-format=aiger"
check "sizes one by one have none" contains \
    "$("$coset" check examples/peterson.m --family N=1..2 --invariant "$scratch/x" 2>&1)" "--family N=1.."
printf 'MODULE main\nVAR a : boolean;\nASSIGN init(a) := FALSE; next(a) := !a;\nLTLSPEC F a\n' >"$scratch/live.smv"
check "no property of reachable states: that is said" contains \
    "$("$coset" check "$scratch/live.smv" --invariant "$scratch/x" 2>&1)" "no property that holds has been proved"
check "a file that cannot be written is an error" equal \
    "$("$coset" check examples/mutex.smv -p safe -q --invariant "$scratch/none/x" >/dev/null 2>&1; echo $?)" 2

finish
