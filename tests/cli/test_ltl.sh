#!/usr/bin/env bash
# Linear time and CTL* from the command line: --formula reads them, their runs are stored, and replay judges them.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

run() { # the program's output, errors and status
    output=$("$coset" "$@" 2>"$scratch/errors")
    status=$?
    errors=$(<"$scratch/errors")
}

verdict_of() { # a formula about the path 0 1 2 3 2 3 ..., as "verdict status"
    run check --no-trace -f "$1" tests/models/smv/ltl_future.smv
    echo "$(awk '$1 == 20 {print $2}' <<<"$output") $status"
}

kind_of() { # the logic that a formula is read in
    "$coset" check --json -f "$1" tests/models/smv/ltl_future.smv 2>/dev/null | sed -n 's/.*"kind": "\([a-z_]*\)".*/\1/p'
}

# A run by hand: the states, and where it loops
store() {
    printf '{"states": [%s], "inputs": [], "loop": %s}\n' "$1" "$2" >"$scratch/trace.json"
}

# All promises of sixteen formulas in one circuit were too much for IC3.
cat >"$scratch/many.m" <<'END'
type P: scalarset(4);
var n: 0..3; v: array [P] of P;
startstate begin n := 1; for p: P do v[p] := p; end; end;
rule "count" begin n := (n + 1) % 4; end;
ruleset p: P; q: P do rule "give" begin v[p] := q; end; end;
ltl "each" forall p: P do forall q: P do G (n < 3 -> (v[q] = p -> F n < 3)) end end;
ltl "last" forall p: P do G (n < 3 -> (v[p] = p -> G n < 3)) end;
END

for kind in $kinds; do
    coset=$root/build/$kind/coset

    # ---- Formulas
    check "$kind: linear time from the command line" equal "holds 0" "$(verdict_of 'G F n = 3 & !(F G n = 3)')"
    check "$kind: ... fails with status 1" equal "fails 1" "$(verdict_of 'G F n = 1')"
    check "$kind: ... with the past" equal "holds 0" "$(verdict_of 'G (n = 3 -> Y n = 2 & O n = 0)')"
    check "$kind: ... with bounds" equal "holds 0" "$(verdict_of 'F [1,3] n = 3 & G [2,9] n >= 2')"
    check "$kind: CTL* from the command line" equal "holds 0" "$(verdict_of 'A (G F n = 2 -> G F n = 3)')"
    check "$kind: ... fails with status 1" equal "fails 1" "$(verdict_of 'E (F G n = 3)')"
    check "$kind: ... nested" equal "holds 0" "$(verdict_of 'E (F (n = 1 & X A G n > 1))')"
    check "$kind: ... with operators of CTL around" equal "holds 0" "$(verdict_of 'AG E (F G n > 1)')"
    check "$kind: what is CTL is read as that" equal ctl "$(kind_of 'AG EF n = 3')"
    check "$kind: ... what is linear time as that" equal ltl "$(kind_of 'G F n = 3')"
    check "$kind: ... and the rest as CTL*" equal ctlstar "$(kind_of 'A (G F n = 3)')"
    run check -f 'G F (n = ' tests/models/smv/ltl_future.smv
    check "$kind: a formula that is none is wrong" contains "$status $errors" "2 --formula:1:10: error: expected an expression"
    run check -f 'G nobody' tests/models/smv/ltl_future.smv
    check "$kind: so is one with an unknown name" contains "$status $errors" nobody

    # ---- Conjunctions by IC3: each part has a circuit of its own
    run check "$scratch/many.m" --symmetry off --engine ic3 --deadlock off -t 60 --no-trace
    check "$kind: IC3 proves a conjunction part by part" contains "$output" "1  holds      each"
    check "$kind: ... and refutes one" contains "$status $output" "2  fails      last"

    # ---- Runs
    for model in tests/models/smv/ltl_{future,past,inputs,processes,compassion_inputs}.smv; do
        "$coset" check --json "$model" >"$scratch/all.json" 2>/dev/null
        run replay "$model" "$scratch/all.json"
        check "$kind: what check finds in $model replays" equal 0 $status
        check "$kind: ... each trace shows that its property fails" equal "$(grep -c '"fails"' "$scratch/all.json")" \
            "$(grep -c "and refutes the property" <<<"$output")"
    done
    model=tests/models/smv/ltl_future.smv
    store '{"n": 0}, {"n": 1}, {"n": 2}, {"n": 3}' 2
    run replay -p 4 $model "$scratch/trace.json"
    check "$kind: a trace by hand refutes" contains "$status $output" "0 property 4: the trace of 4 states with a loop is an execution"
    run replay -p 3 $model "$scratch/trace.json"
    check "$kind: ... but not what holds on it" contains "$status $output" "does not refute the property: the property holds"
    store '{"n": 0}, {"n": 1}, {"n": 2}, {"n": 3}' null
    run replay -p 4 $model "$scratch/trace.json"
    check "$kind: ... nor what could still come" contains "$status $output" "the trace ends before it shows"
    run replay -p 2 $model "$scratch/trace.json"
    check "$kind: what can no longer come needs no loop" contains "$status $output" "0 property 2: the trace of 4 states is an execution"
    store '{"s": "idle"}, {"s": "wait"}' 1
    run replay -p 1 tests/models/smv/ltl_unfair.smv "$scratch/trace.json"
    check "$kind: waiting forever refutes" equal 0 $status
    run replay -p 1 tests/models/smv/ltl_fairness.smv "$scratch/trace.json"
    check "$kind: ... but for fairness" contains "$status $output" "the loop is not fair"
done
finish
