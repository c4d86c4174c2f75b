#!/usr/bin/env bash
# coset check as a user meets it: verdicts, formats, selections, limits, interrupts, errors, exit status.
# All of it with the release build and with the one that has sanitizers and asserts.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
models=tests/models/smv

run() { # the program's output, errors and status
    output=$("$coset" "$@" 2>"$scratch/errors")
    status=$?
    errors=$(<"$scratch/errors")
}

# The verdicts that a model's leading comment expects: lines "-- N verdict".
expected() {
    sed -n 's/^-- \([0-9]*\) \(holds\|fails\|undecided\).*/\1 \2/p' "$1"
}

verdicts() {
    sed -nE 's/^ *([0-9]+)  (holds|fails|undecided) .*/\1 \2/p' <<<"$output"
}

for kind in $kinds; do
    coset=$root/build/$kind/coset

    # ---- Verdicts, and what they are shown with
    for model in deadlock no_initial_state no_fair_path processes instances; do
        run check $models/$model.smv
        check "$kind: $model: the verdicts" equal "$(expected $models/$model.smv)" "$(verdicts)"
        fails=$(expected $models/$model.smv | grep -c fails)
        check "$kind: $model: the status" equal $((fails > 0)) $status
        check "$kind: $model: no internal error" lacks "$errors" "internal error"
    done
    run check $models/deadlock.smv
    check "$kind: a deadlock is named" contains "$errors" "warning: the transition relation is not total"
    check "$kind: ... with its values" contains "$errors" "state x = 2 has no successor"
    run check --log=error $models/deadlock.smv
    check "$kind: warnings can be left out" equal "" "$errors"
    run check $models/no_initial_state.smv
    check "$kind: a model without initial states is noticed" contains "$errors" "the model has no initial states"
    run check $models/no_fair_path.smv
    check "$kind: a model without fair paths is noticed" contains "$errors" "no initial state is on an infinite fair path"

    run check examples/mutex.smv
    check "$kind: the example has one of each" equal "1 holds 2 fails 1" "$(echo $(verdicts)) $status"
    check "$kind: ... shows the loop" contains "$output" "where the loop begins"
    check "$kind: ... and sums up" contains "$output" "2 properties: 1 holds, 1 fails, 0 undecided"
    run check --no-trace examples/mutex.smv
    check "$kind: --no-trace shows no trace" lacks "$output" "state 1"
    run check --full-trace --property served examples/mutex.smv
    check "$kind: --full-trace repeats what stays" contains "$output" $'a.state = trying\n     b.state = idle'
    run check --defines -p small examples/counter.smv
    check "$kind: --defines shows definitions" contains "$output" "full = FALSE"
    run check -p small examples/counter.smv
    check "$kind: ... which are not shown else" lacks "$output" "full = FALSE"
    run check examples/counter.smv
    check "$kind: numbers of steps are computed" contains "$output" "4  15         fastest"
    check "$kind: ... and may be infinite" contains "$output" "5  infinity   slowest"

    # ---- What is checked
    run check -p 1 examples/mutex.smv
    check "$kind: a property by its number" equal "1 holds 0" "$(verdicts) $status"
    run check -p served -p 1 -p 2 examples/mutex.smv
    check "$kind: by name and number, in the order of the file, each once" equal "1 holds 2 fails" "$(echo $(verdicts))"
    run check -p servde examples/mutex.smv
    check "$kind: an unknown name is wrong usage" equal 2 $status
    check "$kind: ... with a suggestion" contains "$errors" 'no property "servde"; did you mean "served"?'
    run check -p 3 examples/mutex.smv
    check "$kind: so is a number that is too large" equal 2 $status
    check "$kind: ... with the number there is" contains "$errors" 'no property "3"; the model has 2'
    run check -f 'AG !(a.state = critical)' -f 'EF b.state = critical' examples/mutex.smv
    check "$kind: formulas from the command line come alone" equal "3 fails 4 holds" "$(echo $(verdicts))"
    run check -f 'EF b.state = critical' -p 1 examples/mutex.smv
    check "$kind: ... or with what --property names" equal "1 holds 3 holds" "$(echo $(verdicts))"
    run check -f 'AG (a.state = ' examples/mutex.smv
    check "$kind: a formula that is none is wrong" equal 2 $status
    check "$kind: ... with its place" contains "$errors" "--formula:1:"
    run check -f 'AG nobody' examples/mutex.smv
    check "$kind: so is one with an unknown name" contains "$status $errors" 'nobody'
    run check --states -p 1 examples/mutex.smv
    check "$kind: --states counts" contains "$output" "reachable states: 8 of 9"

    # ---- Formats
    run check --json --states --defines examples/counter.smv
    printf '%s\n' "$output" >"$scratch/counter.json"
    check "$kind: --json has the same status" equal 1 $status
    check "$kind: ... fits the schema" "build/$kind/tests/report/test_json" "$scratch/counter.json"
    check "$kind: ... has the number of states" contains "$output" '"reachable": "16"'
    same=$output
    run check --format=json --states --defines examples/counter.smv
    check "$kind: --format=json is the same" equal "${same%%\"stats\"*}" "${output%%\"stats\"*}"
    run check --json --property fastest examples/counter.smv
    check "$kind: a computed number is a number" contains "$output" '"value": 15'
    run check --format nusmv $models/instances.smv
    check "$kind: NuSMV's words for a verdict" contains "$output" "-- invariant b IN high is true"
    check "$kind: ... and for a trace" contains "$(sed 's/ *$//' <<<"$output")" \
        "-- as demonstrated by the following execution sequence
Trace Description: AG alpha Counterexample
Trace Type: Counterexample
  -> State: 1.1 <-
    low.b = FALSE"
    run check --stats -p 1 examples/mutex.smv
    check "$kind: --stats tells of time and memory" contains "$output" "Decision diagrams"
    run check --stats --format nusmv -p 1 examples/mutex.smv
    check "$kind: ... on the error stream where scripts read" contains "$errors" "Decision diagrams"

    # ---- Orders
    run check --write-order "$scratch/order" -p 1 examples/mutex.smv
    check "$kind: an order is written" equal "a.state b.state pick" "$(sort "$scratch/order" | tr '\n' ' ' | sed 's/ $//')"
    printf 'pick\r\n\n-- why\nb.state.0\nunknown\nb.state.1\na.state' >"$scratch/given"
    run check --order "$scratch/given" --write-order "$scratch/order" -p 1 examples/mutex.smv
    check "$kind: an order is read" equal "0 pick b.state a.state" "$status $(tr '\n' ' ' <"$scratch/order" | sed 's/ $//')"
    check "$kind: ... with a warning for what the model does not have" contains "$errors" 'line 5: the model has no variable "unknown"'
    run check --order "$scratch/none" examples/mutex.smv
    check "$kind: an order that is not there is trouble" equal 2 $status
    run check --write-order "$scratch/none/order" -p 1 examples/mutex.smv
    check "$kind: so is one that cannot be written" equal 2 $status
    check "$kind: ... and says so" contains "$errors" "cannot write"
    for way in auto on off; do
        run check --reachable=$way --reorder examples/mutex.smv
        check "$kind: --reachable=$way finds the same" equal "1 holds 2 fails" "$(echo $(verdicts))"
    done

    # ---- Limits and interrupts
    run check -q --time-limit 0.3 -p never $models/long.smv
    check "$kind: out of time is undecided" equal "2 undecided 3" "$(verdicts) $status"
    check "$kind: ... with the reason" contains "$output" "(out of time)"
    run check -q --memory-limit 4M -p never -p soon $models/long.smv
    check "$kind: out of memory is undecided, the next one is decided" equal "2 undecided 3 fails" "$(echo $(verdicts))"
    check "$kind: ... with the reason" contains "$output" "(out of memory)"
    visits=$(for i in 0 1 2 3 4 5 6 7; do printf ' & O (b%d & Y b%d)' $i $(((i + 1) % 8)); done)
    {
        echo "MODULE main"
        printf 'VAR b%d : boolean;\n' 0 1 2 3 4 5 6 7
        echo "LTLSPEC F G b0 | F G b1 | F G b2 | F G b3 | F G b4 | F (TRUE$visits)"
        echo "LTLSPEC F b0"
    } >"$scratch/visits.smv"
    run check -q --engine explicit --memory-limit 5M "$scratch/visits.smv"
    check "$kind: likewise where the states are few and the promises many" equal "1 undecided 2 fails" "$(echo $(verdicts))"
    check "$kind: ... with the reason" contains "$output" "(out of memory)"
    run check -q --memory-limit 50k $models/long.smv
    check "$kind: no memory at all ends the program" equal 3 $status
    check "$kind: ... and says why" contains "$errors" "--memory-limit sets it"
    interrupt_when -- "$coset" check -q --engine explicit -p never -f 'AG n != 0ud48_281474976710654' $models/long.smv
    check "$kind: after an interrupt, all that is undecided has the reason" equal 2 "$(grep -c '(interrupted)' "$scratch/out")"
    interrupt_when -- "$coset" check -q -p soon -p never $models/long.smv
    check "$kind: an interrupt ends with what is known" contains "$(<"$scratch/out")" "(interrupted)"
    check "$kind: ... with a summary" contains "$(<"$scratch/out")" "2 properties:"
    interrupt_when -- "$coset" check -q --json -p never $models/long.smv
    check "$kind: ... also as JSON" contains "$(<"$scratch/out")" '"reason": "interrupted"'

    # ---- Files that are none
    run check
    check "$kind: no model is wrong usage" equal 2 $status
    run check examples/mutex.smv examples/counter.smv
    check "$kind: nor are two" equal 2 $status
    run check "$scratch/none.smv"
    check "$kind: a file that is not there is trouble" equal 2 $status
    check "$kind: ... and says so" contains "$errors" "No such file"
    run check "$scratch"
    check "$kind: so is a directory" contains "$status $errors" "it is a directory"
    : >"$scratch/empty.smv"
    run check "$scratch/empty.smv"
    check "$kind: so is an empty file" contains "$status $errors" "the file is empty"
    printf '\xef\xbb\xbfMODULE main\r\nVAR x : boolean;\r\nCTLSPEC EF x\r\n' >"$scratch/mark.smv"
    run check "$scratch/mark.smv"
    check "$kind: a byte order mark and the line ends of other systems do no harm" equal 0 $status
    printf '\xef\xbb\xbfvar x: boolean;\r\nstartstate begin x := true; end;\r\nrule begin x := !x; end;\r\n' >"$scratch/mark.m"
    run check "$scratch/mark.m"
    check "$kind: ... in Murphi neither" equal 0 $status
    printf 'MODULE main\nVAR x : boolean;\n' >"$scratch/plain.smv"
    run check "$scratch/plain.smv"
    check "$kind: that there is nothing to check is told" contains "$status $errors" "0 coset: warning: the model has no properties"
    run check "$scratch/plain.smv" --states
    check "$kind: ... unless states are to be counted" equal "0 " "$status $errors"
    run check "$scratch/mark.smv" -p 2
    check "$kind: who asks for no property is told where they are" contains "$status $errors" \
        '2 coset: error: there is no property "2"; the model has 1, which "coset info" lists'
    run check README.md
    check "$kind: so is another language" contains "$status $errors" ".smv for SMV"
    if [[ $(id -u) -ne 0 ]]; then
        cp examples/mutex.smv "$scratch/secret.smv"
        chmod 0 "$scratch/secret.smv"
        run check "$scratch/secret.smv"
        check "$kind: so is a file that may not be read" contains "$status $errors" "Permission denied"
    else
        skip "$kind: so is a file that may not be read" "root may read everything"
    fi
    head -c 5000 /dev/urandom >"$scratch/junk.smv"
    run check "$scratch/junk.smv"
    check "$kind: so is junk" equal 2 $status
    printf 'MODULE main\nVAR x : 0..3;\nASSIGN next(x) := y;\nCTLSPEC AG z = 1\n' >"$scratch/wrong.smv"
    run check "$scratch/wrong.smv"
    check "$kind: errors have their places" contains "$status $errors" "wrong.smv:3:19: error:"
    check "$kind: ... all of them" contains "$errors" "wrong.smv:4:12: error:"
    printf 'MODULE main\nVAR x : unsigned word[24]; y : 0..3;\nASSIGN y := case x < 0ud24_9000000 : 1; x > 0ud24_9000000 : 2; esac;\n' \
        >"$scratch/gap.smv"
    run check "$scratch/gap.smv"
    check "$kind: a case that leaves one value of many out is found" equal 2 $status
    check "$kind: ... and the value is named" contains "$errors" "9000000"

    # ---- Output that cannot be written
    "$coset" check examples/mutex.smv >/dev/full 2>"$scratch/errors"
    check "$kind: a full disk is trouble" equal 2 $?
    { await_no_reader; "$coset" check examples/mutex.smv; echo $? >"$scratch/status"; } 2>"$scratch/errors" | true
    check "$kind: a reader that went away ends it, as it ends others" equal 141 "$(<"$scratch/status")"
done
finish
