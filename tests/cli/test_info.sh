#!/usr/bin/env bash
# coset info: what it tells of a model.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

for kind in release debug; do
    coset=$root/build/$kind/coset
    output=$("$coset" info examples/mutex.smv)
    check "$kind: it succeeds" equal 0 $?
    check "$kind: variables" contains "$output" $'2 variables, 4 bits\n  a.state : {idle, trying, critical}'
    check "$kind: inputs" contains "$output" $'1 input variable, 1 bit\n  pick : 1..2'
    check "$kind: sizes" contains "$output" "9 possible states"
    check "$kind: fairness" contains "$output" "2 justice and 0 compassion conditions"
    check "$kind: properties" contains "$output" "  1  ctl    safe: AG !(a.state = critical & b.state = critical)"
    check "$kind: the order" contains "$output" "order of the variables"
    output=$("$coset" info examples/counter.smv)
    check "$kind: words" contains "$output" "n : unsigned word[4]"
    output=$("$coset" info tests/models/smv/processes.smv)
    check "$kind: processes are actions" contains "$output" "2 actions"
    output=$("$coset" info 2>&1)
    check "$kind: a model is needed" equal 2 $?
    output=$("$coset" info "$scratch/none.smv" 2>&1)
    check "$kind: and must be there" equal 2 $?
done
finish
