#!/usr/bin/env bash
# coset info: what it tells of a model.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

for kind in $kinds; do
    coset=$root/build/$kind/coset
    output=$("$coset" info examples/mutex.smv)
    check "$kind: it succeeds" equal 0 $?
    check "$kind: variables" contains "$output" $'2 variables, 4 bits\n  a.state : {idle, trying, critical}'
    check "$kind: inputs" contains "$output" $'1 input variable, 1 bit\n  pick : 1..2'
    check "$kind: sizes" contains "$output" "9 possible states"
    check "$kind: fairness" contains "$output" "2 justice and 0 compassion conditions"
    check "$kind: properties" contains "$output" "  1  ctl    safe: AG !(a.state = critical & b.state = critical)"
    check "$kind: the order" contains "$output" "variable order"
    output=$("$coset" info examples/counter.smv)
    check "$kind: words" contains "$output" "n : unsigned word[4]"
    output=$("$coset" info tests/models/smv/processes.smv)
    check "$kind: processes are actions" contains "$output" "2 actions"
    output=$("$coset" info --symmetry examples/mutex.smv)
    check "$kind: symmetries" equal $'1 generator\n  (a b){pick=1 pick=2}\n2 symmetries
1 orbit of variables that move\n  a.state b.state' "$output"
    output=$("$coset" info --symmetry examples/counter.smv)
    check "$kind: none" equal "no symmetries were found" "$output"
    output=$("$coset" info --symmetry examples/peterson.m)
    check "$kind: of Murphi models" contains "$output" "6 symmetries"
    cat >"$scratch/nested.smv" <<'END'
MODULE leaf VAR x : boolean; y : boolean; ASSIGN next(x) := y; next(y) := x & y;
MODULE pair VAR l : leaf; r : leaf; INVAR l.x -> r.x;
MODULE main VAR a : pair; b : pair; c : boolean; d : boolean; ASSIGN init(c) := FALSE; init(d) := FALSE;
END
    output=$("$coset" info --symmetry "$scratch/nested.smv")
    check "$kind: whole instances" contains "$output" $'\n  (a b)\n'
    check "$kind: single variables" contains "$output" $'\n  (c d)\n'
    check "$kind: orbits" contains "$output" $'\n  a.l.x b.l.x\n'
    output=$("$coset" info 2>&1)
    check "$kind: a model is needed" equal 2 $?
    output=$("$coset" info "$scratch/none.smv" 2>&1)
    check "$kind: and must be there" equal 2 $?
done
finish
