#!/usr/bin/env bash
# coset explain: formulas on stored runs, down to values of variables.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

run() { # the program's output, errors and status
    output=$("$coset" "$@" 2>"$scratch/errors")
    status=$?
    errors=$(<"$scratch/errors")
}

# A run of the counter by hand: values of n, the values of hold, the loop
counter() {
    local n states='' inputs='' between=''
    for n in $1; do states+="$between{\"n\": \"0ud4_$n\"}" between=', '; done
    between=''
    for n in $2; do inputs+="$between{\"hold\": $n}" between=', '; done
    printf '{"states": [%s], "inputs": [%s], "loop": %s}\n' "$states" "$inputs" "$3" >"$scratch/trace.json"
}

says() { # formula, state (0: none), status, parts of the output...
    local options=(-f "$1") part
    [[ $2 -gt 0 ]] && options+=(-s "$2")
    run explain examples/counter.smv "$scratch/trace.json" "${options[@]}"
    output+=$'\n'
    check "$kind: $1 at state $2: status $3" equal "$3" "$status"
    for part in "${@:4}"; do
        check "$kind: ... $part" contains "$output" "$part"
    done
}

for kind in $kinds; do
    coset=$root/build/$kind/coset
    # Whatever fails by a single run is explained as false, and by others as unknown.
    for model in examples/*.smv examples/*.m; do
        [[ $kind == debug && $model == @(*arbiter*|*futurebus*) ]] && continue # slow with sanitizers
        "$coset" check --json "$model" >"$scratch/all.json" 2>/dev/null
        for number in $("$coset" replay "$model" "$scratch/all.json" | sed -n 's/^property \([0-9]*\): .*and refutes.*/\1/p'); do
            run explain "$model" "$scratch/all.json" -p "$number"
            check "$kind: $model: property $number is false on its trace" equal 1 $status
            check "$kind: $model: ... and its text says so" contains "$output" 'state 1: '
            run explain "$model" "$scratch/all.json" -p "$number" --json
            check "$kind: $model: ... also as JSON" contains "$output" '"state": 0, "again": false, "truth": "false", '
        done
        for number in $("$coset" replay "$model" "$scratch/all.json" | sed -n 's/^property \([0-9]*\): .*cannot show.*/\1/p'); do
            run explain "$model" "$scratch/all.json" -p "$number"
            check "$kind: $model: property $number is unknown: one trace cannot show it" equal 3 $status
        done
    done

    counter '0 1 1 2' 'false true false' null
    says 'F n = 0ud4_2' 0 0 'n = 0ud4_2 is true at state 4' $'\n  state 4: n = 0ud4_2 is true\n'
    says 'G n < 0ud4_2' 2 1 'state 2: G n < 0ud4_2 is false: n < 0ud4_2 is false at state 4'
    says 'n < 0ud4_2 U n = 0ud4_2' 0 0 'n = 0ud4_2 is true at state 4, and n < 0ud4_2 is true until then'
    says 'n + 0ud4_1 = 0ud4_3' 4 0 'n + 0ud4_1 = 0ud4_3, n = 0ud4_2'
    says 'F n = 0ud4_9' 0 3 'the trace ends before this is decided'
    says 'EF n = 0ud4_9' 0 3 'this trace does not show it, but another one may'
    says 'AG n < 0ud4_9' 0 3 'one trace cannot show that it is so on all others'
    says 'EX n = 0ud4_1' 1 0 '  state 2: n = 0ud4_1 is true'
    says 'O n = 0ud4_0' 4 0 'n = 0ud4_0 is true at state 1'
    says '{n = 0ud4_0 ; n = 0ud4_1} |-> X n = 0ud4_2' 0 1 'the sequence is there from state 1 to state 2' \
        '  state 2: X n = 0ud4_2 is false'
    counter '0 1 1' 'false true true' 2
    says 'F n = 0ud4_2' 0 1 'n = 0ud4_2 is false in all states from here on'
    says 'G F hold' 0 0 'is true'
    run explain examples/counter.smv "$scratch/trace.json" -p small
    check "$kind: an invariant is one of the whole trace" contains "$status $output" '0 property 1: small'
    check "$kind: ... all states of which obey it" contains "$output" 'is true in all states from here on'
    run explain examples/counter.smv "$scratch/trace.json" -p small -s 2
    check "$kind: ... or of one state" contains "$output" 'state 2: n < 0ud4_3 is true: n = 0ud4_1'

    # Murphi
    "$coset" simulate examples/mutex.m -n 6 -o "$scratch/mutex.json" >/dev/null
    run explain examples/mutex.m "$scratch/mutex.json" -f 'EF exists p: Proc do place[p] = trying end'
    check "$kind: Murphi: formulas of its language" equal 0 $status
    check "$kind: ... down to values" contains "$output" '] = trying is true'

    # Usage
    run explain examples/mutex.m
    check "$kind: a trace is needed" equal 2 $status
    run explain examples/mutex.m "$scratch/mutex.json"
    check "$kind: what to explain must be known" contains "$status $errors" 'use --property or --formula'
    run explain examples/mutex.m "$scratch/mutex.json" -p 1 -s 99
    check "$kind: a state that is not there is refused" contains "$status $errors" 'the trace has no state 99; it has 7 states'
    run explain examples/mutex.m "$scratch/mutex.json" -p 99
    check "$kind: so is a property" contains "$status $errors" 'there is no property "99"'
    run explain examples/mutex.m "$scratch/mutex.json" -p 1 -f TRUE
    check "$kind: one thing at a time" equal 2 $status
    run explain examples/counter.smv "$scratch/trace.json" -f 'G ('
    check "$kind: what is wrong with a formula is shown" contains "$status $errors" '--formula:1:'
    counter '0 2' 'false' null
    run explain examples/counter.smv "$scratch/trace.json" -p small
    check "$kind: what is no trace is refused" contains "$status $errors" "the trace is not an execution of the model: there is no step"
done

# ---- Runs through a pipe, and runs of other models
piped=$("$root/build/release/coset" check --json "$root/examples/counter.smv" | "$root/build/release/coset" explain "$root/examples/counter.smv" - -p small)
check "traces come through a pipe" contains "$piped" "n < 0ud4_3 is false: n = 0ud4_3"
for command in explain replay; do
    said=$("$root/build/release/coset" $command "$root/examples/counter.smv" - 2>&1 </dev/null)
    check "$command: an empty pipe is told" contains "$? $said" '2 coset: error: cannot read "standard input": the file is empty'
    said=$("$root/build/release/coset" check --json "$root/examples/lock.m" -D N=5 |
        "$root/build/release/coset" $command "$root/examples/lock.m" - 2>&1)
    check "$command: constants that differ are asked for" contains "$? $said" \
        'the model has no variable "place[Proc_4]" (in the trace of property 1); had the constants of the model other values (-D)?'
done
finish
