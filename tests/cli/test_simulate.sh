#!/usr/bin/env bash
# coset simulate: runs by chance, under constraints and by hand; all of them replay.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

run() { # the program's output, errors and status
    output=$("$coset" "$@" 2>"$scratch/errors")
    status=$?
    errors=$(<"$scratch/errors")
}

talk() { # lines for the prompt, arguments
    output=$(printf "$1" | "$coset" simulate -i "${@:2}" 2>"$scratch/errors")
    status=$?
    errors=$(<"$scratch/errors")
}

cat >"$scratch/up.smv" <<'END'
MODULE main
VAR x : 0..5; y : 0..5;
IVAR up : boolean;
ASSIGN
  init(x) := 0;
  init(y) := {0, 1, 2};
  next(x) := case up & x < 5 : x + 1; TRUE : x; esac;
TRANS x = 5 -> FALSE
INVARSPEC NAME small := x < 3
END
cat >"$scratch/wide.smv" <<'END'
MODULE main
VAR a : unsigned word[30]; b : unsigned word[30];
TRANS next(a) = next(b) + 0ud30_1
END

for kind in $kinds; do
    coset=$root/build/$kind/coset
    for model in examples/*.smv examples/*.m tests/models/smv/{processes,instances}.smv; do
        run simulate "$model" --steps 12 --seed 3 -o "$scratch/trace.json"
        check "$kind: $model: there is a trace, or a deadlock" contains "0 1" "$status"
        check "$kind: $model: it replays" contains "$("$coset" replay "$model" "$scratch/trace.json")" "is an execution of the model"
        run simulate "$model" --steps 12 --seed 3 --json
        check "$kind: $model: --json prints the same, but for its arguments" equal "$(grep -v '^  "arguments": ' "$scratch/trace.json")" "$(grep -v '^  "arguments": ' <<<"$output")"
    done

    run simulate examples/mutex.m -n 4 --seed 5
    first=$output
    run simulate examples/mutex.m -n 4 --seed 5
    check "$kind: the same seed gives the same trace" equal "$first" "$output"
    for seed in 6 7 8 9; do "$coset" simulate examples/mutex.m -n 6 --seed $seed; done | grep -v seed >"$scratch/four"
    check "$kind: other seeds give others" test "$(grep '^by' "$scratch/four" | sort -u | wc -l)" -gt 4

    # Constraints
    run simulate "$scratch/up.smv" -n 4 -c 'next(x) > x' --start 'y = 2'
    check "$kind: a constraint on steps is obeyed" contains "$output" $'state 5\n  x = 4'
    check "$kind: ... and the condition on the start" contains "$output" $'state 1\n  x = 0\n  y = 2'
    check "$kind: ... and what the state violates is told" contains "$output" 'state 4: it violates property 1: small'
    run simulate "$scratch/up.smv" -n 9 -c 'next(x) > x'
    check "$kind: a deadlock of the model is told" contains "$status $output" 'the trace ends here: the model has no step from here'
    check "$kind: ... with status 1" equal 1 $status
    run simulate "$scratch/up.smv" -n 9 -c 'up' -c 'x < 3'
    check "$kind: a deadlock of constraints is told" contains "$output" \
        'the model has steps from here, but none that obeys the constraints'
    check "$kind: ... after so many steps" contains "$status $output" '2 steps by chance'
    run simulate "$scratch/up.smv" --start 'y = 4'
    check "$kind: so is a start that is impossible" equal \
        '1 coset: error: the model has initial states, but none that obeys the conditions' "$status $errors"
    run simulate examples/mutex.m -n 20 -c 'token = token' -c '!exists p: Proc do place[p] = inside end'
    check "$kind: Murphi: constraints are conditions of its language" contains "$status $output" \
        'none that obeys the constraints'
    check_not "$kind: ... which are obeyed" grep -q inside <<<"$output"
    run simulate examples/mutex.m -c 'place[1'
    check "$kind: what is wrong with a condition is shown" contains "$status $errors" '--constraint:1:'
    run simulate "$scratch/up.smv" --start 'next(x) = 1'
    check "$kind: a start has no next state" contains "$status $errors" '--start is about a state'
    run simulate "$scratch/up.smv" -c 'z = 1'
    check "$kind: an unknown name is shown" contains "$status $errors" 'there is no variable "z"'
    run simulate "$scratch/up.smv" -c 'AG x = 1'
    check "$kind: time is no matter of a state" equal 2 $status

    # Limits
    run simulate "$scratch/wide.smv" -n 3 --seed 2
    check "$kind: a state with a billion successors is no obstacle" equal 0 $status
    talk 'l\nq\n' "$scratch/wide.smv" --choices 5
    check "$kind: ... and some are shown" contains "$output" '5 initial states'
    check "$kind: ... which is said" contains "$output" 'picked by chance: there are more than 5'
    run simulate "$scratch/wide.smv" --tries 1000 -c 'next(a) * next(b) * next(b) = 0ud30_1000003'
    check "$kind: a search that takes too long gives up" contains "$status $output" '3 '
    check "$kind: ... and says so" contains "$output" 'no step from here was found within the tries'

    # By hand
    talk '1\n1\nr 2\nundo\nstate place[Proc_1]\nstate changed\nquit\nlist\n' examples/mutex.m
    check "$kind: steps are made by number" contains "$output" $'state 1> 1\nstate 2\n  place[Proc_1] = trying'
    check "$kind: ... by chance, and undone" contains "$output" $'state 4> undo\nstate 3\n'
    check "$kind: what quit is followed by is not read" equal 0 "$(grep -c '> list' <<<"$output")"
    talk "1\n1\n2\nsave $scratch/hand.json\n" examples/mutex.m
    check "$kind: the end of the input ends it" equal 0 $status
    check "$kind: what was saved replays" equal "the trace of 3 states is an execution of the model" \
        "$("$coset" replay examples/mutex.m "$scratch/hand.json")"
    talk "trace\nload $scratch/hand.json\nu 9\nu\nrestart\n" examples/mutex.m --trace "$scratch/hand.json"
    check "$kind: a trace that was saved is gone on with" contains "$output" $'state 3> trace\ntrace of 3 states'
    check "$kind: ... and undone to before its start" contains "$output" 'start> u'$'\n''there is nothing to undo'
    talk '1\nx\nradnom\n7\nr 0\nundo x\nsave\nstate nope\nload /none\nhelp me\nhelp\n' examples/mutex.m
    check "$kind: mistakes are told, and do no harm" contains "$status $output" '0 3 initial states'
    for part in 'unknown command' 'did you mean "random"?' 'there is no choice of that number' 'that is not a number of steps' \
        'save: expected the name' 'there is no variable "nope"' 'takes nothing behind it' 'take choice N'; do
        check "$kind: ... $part" contains "$output" "$part"
    done
    check "$kind: ... a file that is not there among them" contains "$errors" 'cannot read "/none"'
    talk '' examples/mutex.smv
    check "$kind: no input at all is fine" equal 0 $status
    talk '1\nq' examples/mutex.smv
    check "$kind: so is a last line without an end" equal 0 $status
    printf 'r 3\n\0\377\033[2J\n' | "$coset" simulate -i examples/mutex.m >"$scratch/out" 2>&1
    check_not "$kind: what a terminal would obey is not echoed" grep -q $'\033' "$scratch/out"

    # Symmetry
    talk '1\n' examples/mutex.m --symmetry
    check "$kind: --symmetry offers one per orbit" contains "$output" \
        'try (p: Proc_2): place[Proc_2] = trying (stands for 2)'
    talk '1\n' examples/philosophers.smv --symmetry
    check "$kind: ... also of symmetries that are found" contains "$output" '(stands for 4)'
    run simulate examples/mutex.m -n 30 --symmetry -o "$scratch/orbits.json"
    check "$kind: ... and the trace is real" equal "the trace of 31 states is an execution of the model" \
        "$("$coset" replay examples/mutex.m "$scratch/orbits.json")"
    run simulate "$scratch/up.smv" --symmetry
    check "$kind: without symmetries it says so" contains "$status $errors" 'no symmetry was found'

    # Formulas, and states by their numbers
    output=$(printf '%s\n' 1 'r 3' 'eval place[Proc_1] = trying' 'eval place[Proc_1] = resting' 'why place[Proc_1] = resting' 'goto 2' 'goto 9' 'eval' 'why nothing' q |
        "$coset" simulate -i examples/mutex.m -D N=3 2>"$scratch/errors")
    check "$kind: eval" contains "$output" $'eval place[Proc_1] = trying\ntrue\nstate 4> eval place[Proc_1] = resting\nfalse'
    check "$kind: why" contains "$output" 'state 4: place[Proc_1] = resting is false: place[Proc_1] = trying'
    check "$kind: goto" contains "$output" $'goto 2\nstate 2\n'
    check "$kind: ... no further than it has come" contains "$output" 'goto: expected the number of a state, from 1 to 2'
    check "$kind: ... nor before the first state" contains \
        "$(printf '%s\n' u 'goto 1' q | "$coset" simulate -i examples/mutex.m 2>&1)" $'goto 1\nthere is no state yet: choose an initial one'
    check "$kind: ... eval of nothing" contains "$output" 'expected a formula'
    check "$kind: ... and of what is no formula" contains "$(<"$scratch/errors")" 'unknown name "nothing"'
    output=$(printf '%s\n' 'eval a.state = idle' 'eval EX a.state = trying' q | "$coset" simulate -i examples/mutex.smv 2>&1)
    check "$kind: eval in SMV" contains "$output" $'eval a.state = idle\ntrue'
    check "$kind: ... of what comes later" contains "$output" 'that depends on how it goes on'

    # Values
    cat >"$scratch/values.m" <<'END'
type Proc: scalarset(2); var place: array[Proc] of enum {away, here}; last: Proc; n: 0..9;
startstate for p: Proc do place[p] := away; end; n := 3; undefine last; end;
ruleset p: Proc do rule "come" place[p] = away ==> place[p] := here; last := p; n := n + 1; end; end;
END
    output=$(printf '%s\n' 'eval last' 1 'eval place[Proc_1]' 'eval last' 'eval 2 * n - 1' 'eval n / (n - 4)' 'eval n > 3' 'eval place' 'why n' q |
        "$coset" simulate -i "$scratch/values.m" 2>&1)
    check "$kind: eval of what is undefined" contains "$output" $'eval last\nundefined'
    check "$kind: eval of an expression is its value" contains "$output" $'eval place[Proc_1]\nhere\n'
    check "$kind: ... an element" contains "$output" $'eval last\nProc_1\n'
    check "$kind: ... a number" contains "$output" $'eval 2 * n - 1\n7\n'
    check "$kind: ... or none" contains "$output" $'eval n / (n - 4)\nundefined\n'
    check "$kind: ... or a truth value" contains "$output" $'eval n > 3\ntrue\n'
    check "$kind: arrays have no value" contains "$output" 'this is array [Proc] of enum'
    check "$kind: why is for formulas" contains "$output" $'why n\n--formula:1:1: error: a formula must be boolean'
    output=$(printf '%s\n' 1 'eval present(net[1])' 'eval net[1].dest' 'eval present(net[2])' q |
        "$coset" simulate -i tests/models/murphi/multisets.m 2>&1)
    check "$kind: what traces show has its value by that name" contains "$output" \
        $'eval present(net[1])\ntrue\nstate 2> eval net[1].dest\n0\nstate 2> eval present(net[2])\nfalse\n'
    output=$(printf '%s\n' 'eval lifts' q | "$coset" simulate -i examples/garage.pnml 2>&1)
    check "$kind: ... a place of a net, too" contains "$output" $'eval lifts\n2\n'
    output=$(printf '%s\n' 'eval b.state' 'eval 3 / 2 + 1' 'eval pick' q | "$coset" simulate -i examples/mutex.smv 2>&1)
    check "$kind: values in SMV" contains "$output" $'eval b.state\nidle\nstate 1> eval 3 / 2 + 1\n2\n'
    if [[ -e build/$kind/edit ]] && type -P script >/dev/null; then
        output=$(printf 'eval pl\t2\t\rq\r' | TERM=xterm script -qec "'$coset' simulate -i '$scratch/values.m'" /dev/null)
        check "$kind: names are completed at a terminal" contains "$output" $'\r\naway\r\n'
    fi

    # Usage
    run simulate
    check "$kind: a model is needed" equal 2 $status
    run simulate examples/mutex.m -i --json
    check "$kind: a conversation is no JSON" equal 2 $status
    run simulate examples/mutex.m -o /nowhere/trace.json
    check "$kind: a file that cannot be written is trouble" contains "$status $errors" 'cannot write "/nowhere/trace.json"'
    run simulate examples/mutex.m --trace examples/mutex.m
    check "$kind: what is no trace is refused" contains "$status $errors" 'cannot read a trace from'
    "$coset" check --json examples/mutex.smv >"$scratch/check.json"
    run simulate examples/mutex.smv --trace "$scratch/check.json" -n 2
    check "$kind: traces of check are gone on with" contains "$status $output" '0 trace of 4 states'
    run simulate examples/counter.smv --trace "$scratch/check.json"
    check "$kind: traces of other models are not" equal 2 $status
done
finish
