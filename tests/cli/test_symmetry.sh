#!/usr/bin/env bash
# Symmetry reductions on the command line: whatever the method, verdicts are those without symmetries, orbits are as many
# as there are, and the states in them are all. Runs that are shown are replayed by the program itself; here they are
# read back once more.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
methods='explicit dynamic componentwise componentwise+states counters auto'

run() {
    output=$("$coset" "$@" 2>"$scratch/errors")
    status=$?
    errors=$(cat "$scratch/errors")
}
verdicts() { awk '$1 ~ /^[0-9]+$/ && $2 ~ /^(holds|fails|undecided)$/ { printf "%s ", $2 }' <<<"$output"; }
states() { sed -n 's/^reachable states: \([0-9]*\).*/\1/p' <<<"$output"; }
orbits() { sed -n 's/^reachable states: .*, in \([0-9]*\) orbits$/\1/p' <<<"$output"; }

# Where a method leaves a property undecided, it says nothing of it.
agrees() { # verdicts without symmetry, and with
    local -a plain=($1) reduced=($2)
    local i
    [[ ${#plain[@]} -eq ${#reduced[@]} ]] || { echo "$1: $2"; return 1; }
    for i in "${!plain[@]}"; do
        [[ ${reduced[i]} == undecided || ${reduced[i]} == "${plain[i]}" ]] || { echo "$1: $2"; return 1; }
    done
}

# same MODEL ORBITS OPTION...: all methods against none. ORBITS is how many there are.
same() {
    local model=$1 number=$2 plain all method
    shift 2
    run check "$model" --symmetry off --states --no-trace "$@"
    plain=$(verdicts) all=$(states)
    check_not "$kind: $model $* is decided without symmetries" contains "$plain" undecided
    for method in $methods; do
        run check "$model" --symmetry "$method" --states "$@"
        check "$kind, $method: $model $*: the same verdicts" agrees "$plain" "$(verdicts)"
        check_not "$kind, $method: ... and no run that is none" contains "$output$errors" "internal error"
        [[ $method == auto ]] && check "$kind, $method: ... for all properties" equal "$plain" "$(verdicts)"
        [[ -z $(states) ]] || check "$kind, $method: ... the same states" equal "$all" "$(states)"
        [[ -z $(orbits) ]] || check "$kind, $method: ... all orbits" equal "$number" "$(orbits)"
    done
    [[ $kind == release ]] || return
    local one
    one=$(verdicts)$(states)/$(orbits) # of auto
    run check "$model" --states --no-trace -j 2 "$@"
    check "-j 2: $model $*: the same verdicts, states and orbits" equal "$one" "$(verdicts)$(states)/$(orbits)"
}

for kind in $kinds; do
    coset=$root/build/$kind/coset
    same examples/mutex.m 15 -D N=5
    same examples/mcslock.m 53 -D N=4
    same examples/mcsqueue.m 60
    same examples/ccp.m 4947
    same examples/readers_writers.m 52
    same examples/peterson.m 72
    for model in ring:24 links:19 matrix:26 pools:34 breaking:36 runtime_errors:5 stuck:5 ordered:76 \
        deciding:6 assuming:5 late:12 rare:1182 free:3 pairs:16 channels:16 diagonal:105 \
        diagonal_asked:105 pointers:1 renumbered:4 named:2 same_formula:3 same_formula_cover:3 places:5 single:35; do
        same "tests/models/symmetry/${model%:*}.m" "${model#*:}"
    done

    for method in explicit dynamic componentwise+states auto; do
        for model in breaking runtime_errors links stuck ring; do
            run check "tests/models/symmetry/$model.m" --symmetry "$method" --json
            printf '%s\n' "$output" >"$scratch/trace.json"
            check "$kind, $method: the output for $model fits the schema" "build/$kind/tests/report/test_json" \
                "$scratch/trace.json"
            run replay "tests/models/symmetry/$model.m" "$scratch/trace.json"
            check "$kind, $method: ... and its traces are executions of the model" equal 0 $status
        done
    done
    run check tests/models/symmetry/ordered.m
    check "$kind: why a class is no symmetry is said" contains "$output" "order of its iterations"
    # Where a matrix is undefined in its diagonal only, cells of one orbit had different types, and the leader's were taken.
    for model in channels:64 diagonal:513 diagonal_asked:513; do
        for method in auto explicit off; do
            run check "tests/models/symmetry/${model%:*}.m" --symmetry $method --states --no-trace -p 1
            check "$kind, $method: ${model%:*}: the first property fails" equal "fails " "$(verdicts)"
            check "$kind, $method: ... and no state is left out" equal "${model#*:}" "$(states)"
        done
    done
    run check tests/models/symmetry/pointers.m --symmetry explicit --states --no-trace
    check "$kind: ... nor is one invented" equal "holds fails fails 2" "$(verdicts)$(states)"
    run check examples/mcsqueue.m --symmetry counters
    check "$kind: why components are not counted is said" contains "$output" "next[Proc_1] holds ids of Proc"
    check "$kind: ... and nothing is decided then" equal "undecided undecided undecided 3" "$(verdicts)$status"
    # The listings of the paper as they stand: passes of exchanges.
    for method in dynamic componentwise componentwise+states; do
        for model in mutex:15:5 readers_writers:52:3 token_ring:24:4; do
            IFS=: read -r name number size <<<"$model"
            run check "examples/$name.m" -D "N=$size" --symmetry $method --sort-by exchange --states --no-trace
            check "$kind, $method: exchanges find the orbits of $name" equal "$number" "$(orbits)"
            check_not "$kind, $method: ... and nothing fails" contains "$(verdicts)" fails
        done
    done
    # A local state that only one of many start states has is counted, too.
    for method in counters auto explicit; do
        run check tests/models/symmetry/rare_start.m -p 1 --symmetry $method
        check "$kind: rare_start.m by $method" equal "fails 1" "$(verdicts)$status"
    done
    # Properties of single components and of pairs: counters had nothing to say of them.
    run check tests/models/symmetry/single.m -D N=40 --symmetry counters
    check "$kind: some components are tracked beside counters" equal "holds fails fails holds fails holds holds holds 1" "$(verdicts)$status"
    check "$kind: ... which is said" contains "$output" "counter abstraction (with tracked components) of Proc"
    run check tests/models/symmetry/pairs.m --symmetry explicit
    check "$kind: instances are not numbered" equal 1 "${output%% *}"
    run info examples/readers_writers.m
    check "$kind: info shows classes" contains "$output" "Writer: 3 elements, a scalarset"
done
# ---- Linear time state by state, also where there are symmetries; what is not decided so, is told
cat >"$scratch/linear.m" <<'END'
type P: scalarset(3);
var s: array [P] of boolean;
startstate begin for p: P do s[p] := false; end; end;
ruleset p: P do rule "flip" begin s[p] := !s[p]; end; end;
ltl "some" G F exists p: P do s[p] end;
ltl "one" forall p: P do G F s[p] end;
ctlstar "can" forall p: P do AG E G F s[p] end;
END
for method in auto explicit counters off; do
    out=$("$root/build/release/coset" check "$scratch/linear.m" --engine explicit --symmetry $method -p 1)
    check "a formula of linear time is decided by explicit search ($method)" contains "$? $out" "0 1  holds      some: G F"
    out=$("$root/build/$sanitized/coset" check "$scratch/linear.m" --engine explicit --symmetry $method --no-trace)
    check "... also one about each component" contains "$out" "2  fails      one: "
    check "... and of CTL*" contains "$out" "3  holds      can: "
done
cat >"$scratch/long.smv" <<'END'
MODULE main
VAR x : boolean;
LTLSPEC F [0,3] x
END
out=$("$root/build/release/coset" check "$scratch/long.smv" --engine explicit)
check "why a formula is undecided state by state is said" contains "$? $out" "(not applicable: the explicit engine does not check this kind)"
# Too many orbits to go through at once: who has decided counts them, and not somebody who looks at all states.
out=$("$root/build/release/coset" check examples/peterson.m -D N=9 --states --time-limit 60s --no-trace)
check "what symbolic quotients have decided, they count" contains "$out" "reachable states: 30888071936 of "
check "... in orbits" contains "$out" "in 189282 orbits"
# Counterexamples of thousands of components: those rules, errors and properties that are about them judge them.
big=$scratch/big.m
cat >"$big" <<'END'
const N: 5000;
type P: scalarset(N); S: enum {idle, busy, done};
var s: array [P] of S; boss: P; n: 0..3;
startstate begin undefine boss; n := 0; for p: P do s[p] := idle; end; end;
ruleset p: P do
  rule "work" s[p] = idle & n < 3 ==> begin s[p] := busy; n := n + 1; end;
  rule "lead" s[p] = busy & isundefined(boss) & n = 3 ==> begin boss := p; end;
  rule "end" !isundefined(boss) & boss != p & s[p] = busy ==> begin
    s[p] := done;
    assert "the boss is busy" s[boss] = busy;
  end;
  rule "quit" !isundefined(boss) & boss = p ==> begin s[p] := done; end;
end;
assume forall p: P do s[p] = done -> n = 3 end;
invariant "one done" forall p: P do s[p] = done -> forall q: P do q = p | s[q] != done end end;
ltl "never" G forall p: P do s[p] != done end;
END
for jobs in 1 2; do
    out=$("$root/build/release/coset" check examples/lock.m -D N=10000 -p 1 -j $jobs)
    check "-j $jobs: the counterexample of 10000 components is built" contains "$? $out" "by begin to write (p: Proc_5)"
    check_not "... and replayed" contains "$out" "not replayed"
    out=$("$root/build/release/coset" check "$big" --deadlock off -j $jobs)
    check "... so are those of other kinds" equal 3 "$(grep -c '  counterexample of' <<<"$out")"
    check "... with the run-time error" contains "$out" 'assertion failed: the boss is busy, in rule "end (p: P_'
    check_not "... and all are replayed" contains "$out" "not replayed"
done
cat >"$scratch/fair.m" <<'END'
const N: 7000;
type P: scalarset(N);
var s: array [P] of enum {idle, waits, inside}; free: boolean; up: boolean;
startstate begin for p: P do s[p] := idle; end; free := true; up := true; end;
ruleset p: P do
  rule "ask" s[p] = idle & forall q: P do s[q] != waits end ==> begin s[p] := waits; end;
  rule "enter" s[p] = waits & free & up ==> begin s[p] := inside; free := false; end;
  rule "leave" s[p] = inside ==> begin s[p] := idle; free := true; end;
end;
rule "toggle" begin up := !up; end;
justice up;
compassion exists p: P do s[p] = inside end, free;
ltl "served" G (exists p: P do s[p] = waits end -> F exists p: P do s[p] = inside end);
ctl "tried" AF exists p: P do s[p] != idle end;
END
out=$("$root/build/release/coset" check "$scratch/fair.m" --deadlock off)
check "fair lassos of 7000 components are built" equal 2 "$(grep -c '  counterexample of .* states; lasso' <<<"$out")"
check_not "... and replayed" contains "$out" "not replayed"
"$root/build/$sanitized/coset" check "$scratch/fair.m" -D N=120 --deadlock off --symmetry counters --json >"$scratch/fair.json"
check "... as those of the model" "$root/build/release/coset" replay -D N=120 "$scratch/fair.m" "$scratch/fair.json"
out=$("$root/build/release/coset" check examples/lock.m --family N=1999..2000 -p 1)
check "... in a family, too" contains "$out" "by begin to write (p: Proc_5)"
"$root/build/$sanitized/coset" check "$big" -D N=120 -p 1 -p 2 -p 3 --symmetry counters --json >"$scratch/big.json"
check "counterexamples that were judged by a part of the model are those of the model" \
    "$root/build/release/coset" replay -D N=120 "$big" "$scratch/big.json"
# The group is that of the components that are counted, for each property.
out=$("$root/build/release/coset" check examples/mutex.m -D N=7 --symmetry counters -v --no-trace 2>&1)
check "counters have the group of all permutations" equal 2 "$(grep -c 'counter abstraction, .*, group of order 5040$' <<<"$out")"
check "... but for who is tracked" equal 1 "$(grep -c 'tracked components, .*, group of order 720$' <<<"$out")"
out=$("$root/build/release/coset" check examples/token_ring.m -D N=6 --symmetry architectural -v --no-trace 2>&1)
check "... and so has architectural symmetry" equal 3 "$(grep -c 'architectural symmetry, .*, group of order 720$' <<<"$out")"
"$root/build/release/coset" check examples/mutex.m -D N=7 --symmetry explicit --html "$scratch/group.html" --quiet >"$scratch/none"
check "... and a page tells it" equal 2 "$(grep -o 'symmetry group of order 5040<' "$scratch/group.html" | grep -c .)"
out=$("$root/build/release/coset" check examples/futurebus.smv --symmetry onthefly -p 1 -v --no-trace 2>&1)
check "a group of generators is told by these" contains "$out" "property 1: symmetries (p1.bus p2.bus)(p1.want p2.want)"
# Fair rules of components once took the symmetry away from what depends on them.
for way in explicit dynamic; do
    out=$("$root/build/release/coset" check tests/models/symmetry/fair_rules.m -D N=9 --symmetry $way -v --no-trace 2>&1)
    check "$way: fair rules keep the group" equal 2 "$(grep -c 'group of order 362880$' <<<"$out")"
    check "... but for who a property is about" equal 3 "$(grep -c 'group of order 40320$' <<<"$out")"
    check "... and verdicts are right" contains "$out" '5 properties: 4 hold, 1 fails, 0 undecided'
done
# Which method takes a small model is no matter of time: a slow program says the same.
for kind in $kinds; do
    out=$("$root/build/$kind/coset" check examples/ccp.m -D N=3 -p 2)
    check "$kind: small models are decided by explicit search" contains "$out" "symmetry reduction: explicit quotient of Client"
    out=$("$root/build/$kind/coset" check examples/ccp.m -D N=5 -p 2)
    check "$kind: ... larger ones by counters" contains "$out" "symmetry reduction: counter abstraction of Client"
done
# Components with many local states are too many to be counted or searched; a proof for every size is short.
out=$(build/release/coset check examples/ccp.m -D N=100 -p 1 -p 2 --json)
check "what holds for every size holds in a large one" equal 2 "$(grep -c '"verdict": "holds"' <<<"$out")"
check "... which the proof is said to be of" equal 2 "$(grep -c '"backend": "backward reachability"' <<<"$out")"
out=$(build/release/coset check bench/protocols/german_buggy.m -D N=9 -p 1 --no-trace)
check "what fails for some size is not proved" contains "$out" "1  fails "
# An array with two elements of one name: what happened to the one was not seen, and a failure was said to hold.
cat >"$scratch/same_name.m" <<'END'
const N: 3;
type Node: scalarset(N); Slot: scalarset(2); Key: union {Slot, enum {Slot_1, Slot_2}};
var busy: array [Node] of boolean; full: array [Key] of boolean;
startstate begin for n: Node do busy[n] := false; end; for k: Key do full[k] := false; end; end;
ruleset n: Node; s: Slot do rule "fill" !busy[n] ==> begin busy[n] := true; full[s] := true; end; end;
ruleset n: Node do rule "rest" busy[n] ==> begin busy[n] := false; end; end;
invariant "empty" forall s: Slot do !full[s] end;
END
out=$(build/release/coset check "$scratch/same_name.m" --family 'N=1..' -p empty --no-trace)
check "two elements of one name are not taken for one" contains "$out" "1  fails for N = 1"
finish
