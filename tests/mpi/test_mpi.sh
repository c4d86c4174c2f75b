#!/usr/bin/env bash
# coset-mpi: whatever the number of ranks, the verdicts, numbers of states and lengths of traces are those of coset; limits,
# interrupts, checkpoints that go on with another number of ranks, ranks that die, and models that ranks do not agree on.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

if ! command -v mpicc >/dev/null || ! command -v mpirun >/dev/null; then
    skip 'coset-mpi' 'no mpicc or no mpirun'
    finish
fi

coset=$root/build/release/coset
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl_vader_single_copy_mechanism=none
program=$root/build/release/coset-mpi
ranks() { # ranks N ARGUMENT...: only what rank 0 prints
    local count=$1
    shift
    mpirun --oversubscribe -n "$count" "$program" "$@" </dev/null 2>"$scratch/errors" | tr -d '\r'
    return "${PIPESTATUS[0]}"
}
alone() { "$coset" "$@" --engine explicit --threads 1; }
has_status() {
    local wanted=$1
    shift
    "$@" >/dev/null
    [[ $? -eq $wanted ]]
}
# Verdicts and numbers, and how long each trace is; failures of long searches are shown when they are found, in any order.
summary() {
    awk '/^[0-9]+ +(holds|fails|undecided)/ { lines[$1] = $0; number = $1 }
        match($0, /counterexample of [0-9]+ states?/) { lines[number] = lines[number] ", " substr($0, RSTART, RLENGTH) }
        /propert(y|ies):/ || /^reachable states/ { print }
        END { for (i = 1; i in lines; i++) print lines[i] }'
}

cat >"$scratch/grid.m" <<'END'
type id: scalarset(3);
var at: array[id] of 0..29; x: 0..2;
ruleset i: id do
    rule "step" at[i] < 29 ==> begin at[i] := at[i] + 1; end;
    rule "back" at[i] > 20 & x = 2 ==> begin at[i] := 20; end;
end;
rule "turn" true ==> begin x := (x + 1) % 3; end;
startstate begin for i: id do at[i] := 0; end; x := 0; end;
invariant "inside" forall i: id do at[i] <= 29 end;
invariant "far" !(exists i: id do at[i] = 29 end & forall i: id do at[i] > 25 end);
invariant "near" !(x = 2 & exists i: id do at[i] = 9 end);
END

same_by_ranks() { # rules, symmetry, numbers of ranks
    local rules=$1 symmetry=$2 count
    shift 2
    local search=(check "$scratch/grid.m" --symmetry "$symmetry" --explicit-rules "$rules" --states)
    alone "${search[@]}" | summary >"$scratch/one"
    for count; do
        check "$rules, symmetry $symmetry: $count ranks find what one process finds" equal "$(cat "$scratch/one")" \
            "$(ranks "$count" "${search[@]}" | summary)"
    done
}
same_by_ranks tree explicit 2 3 5
same_by_ranks lowered explicit 3
same_by_ranks lowered off 2 5
check 'the status is that of rank 0' has_status 1 ranks 2 check "$scratch/grid.m" -p far
check 'what needs the graph of all states is decided, too' equal \
    "$(alone check examples/mutex.m --symmetry explicit --states | summary)" "$(ranks 3 check examples/mutex.m --states | summary)"
ranks 3 check "$scratch/grid.m" -p inside --stats >"$scratch/out"
check 'statistics are those of all ranks' contains "$(tr -s ' ' <"$scratch/out")" ' ranks 3 '
check 'with their messages' contains "$(cat "$scratch/out")" 'messages with states'

# ---- Random models --------------------------------------------------------------------------------------------------

different=''
for seed in 1 2 3 5; do
    build/release/tests/judge/judge --print $seed >"$scratch/random.m"
    alone check "$scratch/random.m" --symmetry explicit --states --no-vacuity 2>/dev/null | summary >"$scratch/one"
    ranks $((2 + seed % 3)) check "$scratch/random.m" --states --no-vacuity | summary >"$scratch/many"
    cmp -s "$scratch/one" "$scratch/many" || different+=" $seed"
done
check 'random models have the same verdicts, states and lengths of traces' equal '' "$different"

# ---- Limits ---------------------------------------------------------------------------------------------------------

check 'a limit of time ends in undecided' contains "$(ranks 2 check examples/ccp.m -D N=12 -t 1 -p 1)" 'out of time'
check 'with status 3' has_status 3 ranks 2 check examples/ccp.m -D N=12 -t 1 -p 1
check 'a limit of memory, for all ranks together, ends in undecided' contains \
    "$(ranks 2 check examples/ccp.m -D N=12 -m 16M -p 1)" 'out of memory'
launch mpirun --oversubscribe -n 2 "$program" check examples/ccp.m -D N=12 -p 1 --verbose
wait_until is_gone_or grep -q 'frontier' "$scratch/errors"
kill -INT $launched
ended
check 'Ctrl-C ends in undecided' contains "$(cat "$scratch/out")" '(interrupted)'

# ---- Checkpoints ----------------------------------------------------------------------------------------------------

search=(check "$scratch/grid.m" --states -p inside)
alone "${search[@]}" --symmetry explicit --stats | grep -E '^(reach| +(transitions|depth))' >"$scratch/one"
COSET_KILL_AT=20 ranks 3 "${search[@]}" --checkpoint "$scratch/three" >/dev/null
check 'a rank 0 that is killed ends the run' contains "$(cat "$scratch/errors")" 'signal 9'
COSET_KILL_AT=20 ranks 2 "${search[@]}" --resume "$scratch/three" --checkpoint "$scratch/two" >/dev/null
check 'two ranks go on where three were, and five where two were' equal "$(cat "$scratch/one")" \
    "$(ranks 5 "${search[@]}" --resume "$scratch/two" --stats | grep -E '^(reach| +(transitions|depth))')"
check 'and so does one process' equal "$(cat "$scratch/one")" \
    "$(alone "${search[@]}" --symmetry explicit --resume "$scratch/two" --stats | grep -E '^(reach| +(transitions|depth))')"
COSET_KILL_AT=6 "$coset" "${search[@]}" --engine explicit --symmetry explicit --checkpoint "$scratch/alone" >/dev/null 2>&1
check 'ranks go on where one process was' equal "$(cat "$scratch/one")" \
    "$(ranks 3 "${search[@]}" --resume "$scratch/alone" --stats | grep -E '^(reach| +(transitions|depth))')"

# ---- What goes wrong ------------------------------------------------------------------------------------------------

launch mpirun --oversubscribe -n 3 "$program" check examples/ccp.m -D N=12 -p 1 --verbose
wait_until is_gone_or grep -q 'frontier' "$scratch/errors"
kill -9 "$(pgrep -P "$launched" -f coset-mpi | tail -1)"
ended
status=$?
check 'a rank that dies ends the run' test $status -ne 0
check 'and mpirun says which one' contains "$(cat "$scratch/errors")" 'exited on signal 9'

mkdir "$scratch/a" "$scratch/b"
cp "$scratch/grid.m" "$scratch/a/model.m"
sed 's/29/28/' "$scratch/grid.m" >"$scratch/b/model.m"
mpirun --oversubscribe -n 1 -wdir "$scratch/a" "$program" check model.m : \
    -n 1 -wdir "$scratch/b" "$program" check model.m </dev/null >"$scratch/out" 2>"$scratch/errors"
check 'ranks with different models do nothing' contains "$(cat "$scratch/errors")" 'rank 1 cannot read the model, or its file says something else'
check 'a model that is wrong is said to be so once' equal 1 \
    "$(echo 'var x: nothing; startstate begin end;' >"$scratch/wrong.m"; ranks 3 check "$scratch/wrong.m" >/dev/null; grep -c 'wrong.m:1' "$scratch/errors")"
for option in '--threads 2' '--certify' '--symmetry counters'; do
    # shellcheck disable=SC2086 # an option and its value
    check "no $option" has_status 2 ranks 2 check "$scratch/grid.m" $option
done
# What only some of the ranks see ends all of them.
check 'rank 0 keeps a checkpoint as often as it is told' has_status 0 \
    timeout $patience mpirun --oversubscribe -n 2 "$program" check examples/mutex.m --checkpoint "$scratch/often" --every 1
check 'where rank 0 cannot write, nobody waits' has_status 2 \
    timeout $patience mpirun --oversubscribe -n 3 "$program" check "$scratch/grid.m" --junit "$scratch/nowhere/out"
mkdir "$scratch/a/disk"
timeout $patience mpirun --oversubscribe -n 1 -wdir "$scratch/a" "$program" check model.m --disk disk : \
    -n 1 -wdir "$scratch/b" "$program" check model.m --disk disk </dev/null >"$scratch/out" 2>"$scratch/errors"
check 'nor where a rank has no such folder' equal 2 $?
check 'other commands are those of coset' has_status 2 ranks 2 info "$scratch/grid.m"
finish
