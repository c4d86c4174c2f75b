#!/usr/bin/env bash
# coset replay: runs that check has stored are accepted, others are refused with the reason.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

run() { # the program's output, errors and status
    output=$("$coset" "$@" 2>"$scratch/errors")
    status=$?
    errors=$(<"$scratch/errors")
}

# A run of the counter by hand: values of n, the values of hold, the loop
counter() {
    printf '{"states": [%s], "inputs": [%s], "loop": %s}\n' "$1" "$2" "$3" >"$scratch/trace.json"
}
n() { printf '{"n": "0ud4_%s"}' "$1"; }
go='{"hold": false}' stay='{"hold": true}'

for kind in $kinds; do
    coset=$root/build/$kind/coset
    for model in examples/*.smv tests/models/smv/{deadlock,processes,instances}.smv; do
        "$coset" check --json "$model" >"$scratch/all.json" 2>/dev/null
        run replay "$model" "$scratch/all.json"
        check "$kind: what check finds in $model replays" equal 0 $status
        check "$kind: ... all of it" equal "$(grep -c '"fails"' "$scratch/all.json")" "$(grep -c "is an execution of the model" <<<"$output")"
    done

    model=examples/counter.smv
    counter "$(n 0), $(n 1), $(n 2)" "$go, $go" null
    run replay $model "$scratch/trace.json"
    check "$kind: a trace by hand is accepted" equal "0 the trace of 3 states is an execution of the model" "$status $output"
    run replay -p small $model "$scratch/trace.json"
    check "$kind: ... but need not refute a property" equal 1 $status
    check "$kind: ... and says so" contains "$output" "does not refute the property: the property holds in all states"
    counter "$(n 0)" "$stay" 0
    run replay -p progress $model "$scratch/trace.json"
    check "$kind: a loop refutes what must happen" contains "$status $output" "with a loop is an execution of the model and refutes"
    counter "$(n 0), $(n 2)" "$go" null
    run replay $model "$scratch/trace.json"
    check "$kind: a wrong step is refused" equal 1 $status
    check "$kind: ... and explained" contains "$output" \
        "there is no step from state 1 to state 2: n becomes 0ud4_2, but must become 0ud4_1"
    counter "$(n 3)" "" null
    run replay $model "$scratch/trace.json"
    check "$kind: so is a wrong start" contains "$output" "state 1 is not an initial state: n is 0ud4_3, but must be 0ud4_0"
    counter "$(n 0), $(n 1)" "$go, $go" 0
    run replay $model "$scratch/trace.json"
    check "$kind: so is a loop that does not close" contains "$output" "the loop does not close"

    counter "$(n 77)" "" null
    run replay $model "$scratch/trace.json"
    check "$kind: a bad value is bad input" contains "$status $errors" '"n" cannot be "0ud4_77"'
    echo '{"states": [' >"$scratch/trace.json"
    run replay $model "$scratch/trace.json"
    check "$kind: so is what is no JSON" contains "$status $errors" 'cannot read a trace from'
    echo '{"properties": []}' >"$scratch/trace.json"
    run replay $model "$scratch/trace.json"
    check "$kind: so is a file without traces" contains "$status $errors" 'there is no trace in'
    run replay $model "$scratch/none.json"
    check "$kind: so is no file" contains "$status $errors" 'No such file'
    run replay $model
    check "$kind: a file is needed" equal 2 $status
done
finish
