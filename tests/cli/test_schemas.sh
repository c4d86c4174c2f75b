#!/usr/bin/env bash
# What the commands print with --json fits the schemas in docs/, whatever was asked for; and the schemas say no more
# than what there is: each word of theirs that a program may wait for has been seen.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

# fits COMMAND OPTION...: its output as JSON is as docs/COMMAND-output.schema.json says
fits() {
    "$coset" "$@" --json >"$scratch/$1.json" 2>"$scratch/errors"
    check "$kind: $*: ended as it should" test $? -ne 2
    check "$kind: ... and fits the schema" "build/$kind/tests/report/test_json" "$scratch/$1.json" "docs/$1-output.schema.json"
    cat "$scratch/$1.json" >>"$scratch/$1.all"
}

refuses() { # COMMAND TEXT: such an output does not fit
    echo "$2" >"$scratch/bad.json"
    check_not "$kind: the schema of $1 refuses $2" "build/$kind/tests/report/test_json" "$scratch/bad.json" \
        "docs/$1-output.schema.json"
}

for kind in $kinds; do
    coset=$root/build/$kind/coset
    rm -f "$scratch"/*.all

    fits check examples/counter.smv --defines
    fits check examples/mutex.smv --states -f 'AG (a.state = critical & b.state = critical -> AF a.state = idle)'
    fits check examples/mutex.smv -f 'A (G F a.state = critical -> G F a.state = idle)' -f 'G F a.state = idle' \
        -f 'always {a.state = idle; a.state = trying} |=> a.state != idle'
    fits check tests/models/smv/lang_real_time.smv
    for model in deadlock no_initial_state no_fair_path; do
        fits check tests/models/smv/$model.smv
    done
    fits check examples/philosophers.m --engine explicit
    fits check examples/ccp.m --coverage
    fits check examples/peterson.m -D N=3 --states
    fits check examples/lock.m --family N=1..7 --states
    fits check examples/lock.m --family N=3..4 --no-trace
    fits check tests/models/families/vacuous.m --family N=1..4 --no-trace
    for method in off counters explicit dynamic componentwise componentwise+states; do
        fits check examples/lock.m -D N=5 --states --symmetry $method
    done
    for method in onthefly live-rep xi orbit-xi; do
        fits check examples/philosophers.smv --states --symmetry $method
    done
    fits check examples/token_ring.m --symmetry architectural
    fits check tests/models/architectural/many.m --symmetry architectural
    fits check tests/models/architectural/line.m --symmetry architectural
    for engine in bmc induction ic3 sat; do
        bound=()
        [[ $engine == bmc || $engine == induction ]] && bound=(--bound 8)
        fits check examples/mutex.smv --engine $engine "${bound[@]}"
    done
    fits check examples/lock.m --engine explicit --symmetry explicit --hash-compaction
    printf 'startstate begin end;\nvar x: 0..3;\nrule begin x := x + 1; end;\ncover "late" x = 3;\n' >"$scratch/late.m"
    fits check "$scratch/late.m"
    printf 'MODULE main VAR x : boolean; SPEC AG y SPEC EF x\n' >"$scratch/wrong.smv"
    "$coset" check --json "$scratch/wrong.smv" >"$scratch/wrong.json" 2>"$scratch/errors"
    check "$kind: a property with an error: the status is 2" test $? -eq 2
    check "$kind: ... and it fits the schema" "build/$kind/tests/report/test_json" "$scratch/wrong.json" docs/check-output.schema.json
    cat "$scratch/wrong.json" >>"$scratch/check.all"
    for kind_of_property in ctl invariant ltl ctlstar psl min max runtime_error deadlock cover; do
        check "$kind: there was a property of the kind $kind_of_property" grep -q "\"kind\": \"$kind_of_property\"" "$scratch/check.all"
    done
    for text in '"verdict": "holds"' '"verdict": "fails"' '"verdict": "undecided"' '"verdict": "error"' '"failing_sizes": \[5, 6, 7\]' \
        '"trace_size": 5' '"trace_size": null' '"vacuous": "' '"definitions": ' '"actions": ' '"orbits": "' '"representatives": "' '"vacuous_sizes": \[{' \
        '"value": "infinity"' '"value": [0-9]' '"assumptions": \["' '"method": "off"' '"method": "counters"' \
        '"method": "explicit"' '"method": "dynamic"' '"method": "componentwise"' '"method": "componentwise+states"' \
        '"method": "onthefly"' '"method": "live-rep"' '"method": "xi"' '"method": "orbit-xi"' \
        '"method": "architectural"' '"backend": "bounded model checking (SAT)"' '"backend": "k-induction (SAT)"' \
        '"backend": "IC3 (SAT)"' '"verdict": "holds_with_probability"' '"symmetry": null' '"warnings": \[\]' '"kind": "no_initial_states"' \
        '"kind": "no_fair_states"' '"kind": "not_total"' '"state": {"' '"state": null'; do
        check "$kind: check has printed $text" grep -q -- "$text" "$scratch/check.all"
    done

    fits simulate examples/counter.smv -n 3
    fits simulate examples/counter.smv -n 8 -c '!hold' -c 'n < 0ud4_3' --defines
    fits simulate examples/lock.m -D N=5 -n 6 -c '!writer' --seed 9
    fits simulate examples/lock.m -n 0
    fits simulate examples/counter.smv --start 'n = 0ud4_7'
    fits simulate tests/models/smv/deadlock.smv -n 9 -c 'x != 1'
    fits simulate examples/counter.smv -n 8 -c '!hold'
    "$coset" simulate examples/lock.m -D N=5 -n 5 -o "$scratch/trace.json" >"$scratch/text"
    check "$kind: what simulate writes to a file fits, too" "build/$kind/tests/report/test_json" "$scratch/trace.json" \
        docs/simulate-output.schema.json
    check "$kind: simulate has told of an end" grep -q '"end": "' "$scratch/simulate.all"
    check "$kind: ... and of none" grep -q '"end": null' "$scratch/simulate.all"
    check "$kind: ... and of a state" grep -q '"remarks": \[{"state": [0-9]*, "text": ' "$scratch/simulate.all"
    check "$kind: ... and that there is no trace" grep -q '"trace": null' "$scratch/simulate.all"
    refuses simulate '{"model": "x", "seed": 1, "end": null, "remarks": [{}], "trace": null}'
    refuses simulate '{"model": "x", "seed": 1, "end": null, "remarks": []}'

    "$coset" check examples/mutex.smv --json >"$scratch/mutex.json"
    fits explain examples/mutex.smv "$scratch/mutex.json"
    fits explain examples/mutex.smv "$scratch/mutex.json" -f 'a.state = idle U a.state = trying'
    fits explain examples/mutex.smv "$scratch/mutex.json" -f 'EF b.state = critical'
    fits explain examples/mutex.smv "$scratch/mutex.json" -f 'EX b.state = idle' --state 2
    "$coset" check examples/lock.m -D N=5 --json >"$scratch/lock.json"
    fits explain examples/lock.m -D N=5 "$scratch/lock.json"
    for truth in true false unknown; do
        check "$kind: something was $truth" grep -q "\"truth\": \"$truth\"" "$scratch/explain.all"
    done
    check "$kind: ... around a loop" grep -q '"again": true' "$scratch/explain.all"
    refuses explain '{"model": "x", "property": {"index": 1, "name": null, "kind": "ctl", "formula": "p"}, "state": 0}'

    "$coset" check examples/philosophers.smv --json >"$scratch/philosophers.json"
    fits replay examples/mutex.smv "$scratch/mutex.json"
    fits replay examples/philosophers.smv "$scratch/philosophers.json"
    echo '{"states": [{"n": "0ud4_0"}, {"n": "0ud4_2"}], "inputs": [{"hold": false}], "loop": null}' >"$scratch/wrong.json"
    fits replay examples/counter.smv "$scratch/wrong.json"
    echo '{"states": [{"n": "0ud4_0"}], "inputs": [], "loop": null}' >"$scratch/short.json"
    fits replay examples/counter.smv "$scratch/short.json"
    fits replay examples/counter.smv "$scratch/short.json" -p small
    for judgement in not-an-execution execution refutes not-alone does-not-refute; do
        check "$kind: a trace was judged $judgement" grep -q "\"judgement\": \"$judgement\"" "$scratch/replay.all"
    done
    check "$kind: its status is the one without --json" \
        equal 1 "$("$coset" replay --json examples/counter.smv "$scratch/wrong.json" >/dev/null; echo $?)"
    refuses replay '{"model": "x", "traces": [{"property": 0, "states": 1, "loop": null, "judgement": "execution", "reason": null}]}'
    refuses replay '{"model": "x", "traces": [{"property": 1, "states": 1, "loop": null, "judgement": "good", "reason": null}]}'
done
finish
