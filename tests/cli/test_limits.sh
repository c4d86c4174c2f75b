#!/usr/bin/env bash
# Limits hold, and what is known when one is reached is told: verdicts, reasons, exit status.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
coset=$root/build/release/coset

run() { # the program's output, errors and status
    output=$(timeout 100 "$coset" "$@" 2>"$scratch/errors")
    status=$?
    errors=$(<"$scratch/errors")
}

# ---- A failure that was lost: found in no time, but undecided when its counterexample could not be built ------------

large=(examples/lock.m -D N=20000 -p 1)
unbuilt='(counterexample not built: out of'
run check "${large[@]}" --no-trace
check "a failure is found without its counterexample" contains "$status $output" "1 1  fails "
for options in '-t 1' '-t 1 -j 2' '-t 1 --symmetry counters' '-m 60M' '-m 60M -j 2'; do
    # shellcheck disable=SC2086 # options are words
    run check "${large[@]}" $options --html "$scratch/page.html"
    check "$options: it stays one" contains "$status $output" "1 1  fails "
    check "... and says why" contains "$output" "$unbuilt"
    check "... also in the page" contains "$(<"$scratch/page.html")" 'counterexample not built: out of'
    check "... and sums up" contains "$output" "1 property: 0 hold, 1 fails, 0 undecided"
done
run check "${large[@]}" -t 1 --json
check "... in JSON" contains "$status $output" '"verdict": "fails", "reason": null, '
check "... with its reason" contains "$output" '"trace_missing": "out of time", "trace": null'
run check "${large[@]}" -m 60M --json
check "... where memory runs out" contains "$status $output" '"trace_missing": "out of memory", "trace": null'
run check "${large[@]}" -t 1 --format nusmv
check "... in the words of NuSMV" contains "$output" $' is false\n-- counterexample not built: out of time'
for options in '-t 2' '-t 2 -j 2'; do
    # shellcheck disable=SC2086 # options are words
    run check examples/lock.m --family N=19999..20000 -p 1 $options
    check "of a family, $options: it stays one" contains "$status $output" "1 1  fails for N = 19999, 20000  "
    check "... and says why" contains "$output" "$unbuilt"
done
finish
