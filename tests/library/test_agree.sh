#!/usr/bin/env bash
# The library and the program come to the same verdicts and numbers, on all models of the tests; and where one cannot
# read a model, neither can the other, with the same words. Engines, methods, families, every size, processes and threads
# on some of them.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
coset=build/release/coset

check "a program that has the library in it is built" ${CC:-gcc} -std=c11 -Isrc -o "$scratch/agree" \
    tests/library/agree.c build/release/libcoset.a -ljansson -lexpat -lnauty -lgmp -lcadical -lstdc++ -lm
check "... and the example" ${CC:-gcc} -std=c99 -Isrc/api -o "$scratch/embed" examples/embed.c \
    build/release/libcoset.a -ljansson -lexpat -lnauty -lgmp -lcadical -lstdc++ -lm
check "the example finds what it expects" "$scratch/embed"

# Both, with the same options; sets status, and has what differs in $scratch/different.
ask() {
    "$coset" check --quiet --json --no-trace "$@" >"$scratch/report" 2>"$scratch/program.errors"
    "$scratch/agree" "$scratch/report" "$@" ${calls:+"$calls"} >"$scratch/different" 2>"$scratch/library.errors"
    status=$?
}

calls=--each-alone # which share what they find
models=0 refused=0 different=''
for model in tests/models/*/*.smv tests/models/*/*.m tests/models/*/*.pnml examples/*.pnml examples/*.aag examples/*.btor2; do
    case $model in
    */long.smv | */wrong_size.m) continue ;; # take time on purpose
    esac
    ask "$model"
    models=$((models + 1))
    [[ $status -eq 0 || $status -eq 2 ]] || different+=" $model: $(<"$scratch/different");"
    if grep -q ': error: ' "$scratch/program.errors"; then # as a whole, or one of its properties
        refused=$((refused + 1))
        cmp -s <(grep ': error: ' "$scratch/program.errors") <(grep ': error: ' "$scratch/library.errors") ||
            different+=" the errors of $model;"
    elif [[ $status -eq 2 ]]; then
        different+=" $model is refused;"
    fi
done
check "verdicts and errors are the same" equal "" "$different"
check "... of many models" test "$models" -ge 150
check "... and of some that are wrong" test "$refused" -ge 3

same() { # a name, and what to ask
    local name=$1
    shift
    ask "$@"
    check "$name: the same" equal "0 " "$status $(<"$scratch/different")"
}

for method in off counters explicit dynamic componentwise componentwise+states onthefly live-rep xi orbit-xi; do
    same "$method" tests/models/symmetry/places.m --states --symmetry=$method
done
for model in ring pools matrix named late; do
    same "explicit search: $model" tests/models/symmetry/$model.m --states
done
same "explicit search: SMV" examples/counter.smv --states
calls=''
for model in bus first star quiet; do
    same "architectural symmetry of $model" tests/models/architectural/$model.m --symmetry=architectural
done
for model in ring records parity; do
    same "a family: $model" tests/models/families/$model.m --family=N=1..4 --states
done
same "a family, by counters" tests/models/families/ring.m --family=N=1..4 --symmetry=counters
same "processes" tests/models/symmetry/pools.m --jobs=2
same "a family that holds vacuously in part" tests/models/families/vacuous.m --family=N=1..4
same "a family in processes" tests/models/families/classes.m --family=N=1..2 --jobs=2
same "engines: symbolic" tests/models/symmetry/matrix.m --engine=symbolic --states
same "engines: explicit" tests/models/symmetry/matrix.m --engine=explicit --states
for engine in bmc induction ic3 sat; do
    same "engines: $engine" examples/mutex.smv --engine=$engine --bound=$([[ $engine == ic3 ]] && echo 0 || echo 12)
    same "engines: $engine, of a circuit" examples/grants.aag --engine=$engine --bound=$([[ $engine == ic3 ]] && echo 0 || echo 12)
done
same "threads" examples/peterson.m -DN=3 --threads=2 --engine=explicit --symmetry=off --states
same "compiled rules" examples/mutex.m --engine=explicit --explicit-rules=tree --compile=on --symmetry=off --states
same "hash compaction" examples/mutex.m --engine=explicit --symmetry=off --hash-compaction
same "states on disk" examples/mutex.m --engine=explicit --symmetry=off "--disk=$scratch"
same "the first failure" examples/lock.m --engine=explicit --fail-fast
same "every size" examples/mutex.m --family=N=1..
same "several constants" tests/models/families/servers.m --family=N=1..3 --family=M=1..2 --states
same "a net, explicitly" examples/garage.pnml --engine=explicit --states
same "constants" examples/mutex.m -DN=4 --states
check "a report of another model is seen to be different" equal 1 "$(
    "$coset" check --quiet --json examples/mutex.smv >"$scratch/report" 2>/dev/null
    "$scratch/agree" "$scratch/report" examples/peterson.m >/dev/null 2>&1
    echo $?
)"
finish
