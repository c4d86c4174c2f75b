#!/usr/bin/env bash
# Checkpoints that are damaged behind their checksums, at random: whatever is in them, the program ends as it should, and
# in time. (What is accepted of searches is for the tests of rooms check and explicit.)
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
rounds=${DAMAGE_ROUNDS:-25}
saved=$scratch/saved

${CC:-gcc} -std=c11 -D_DEFAULT_SOURCE -D_POSIX_C_SOURCE=200809L -Isrc -o "$scratch/damage" tests/cli/damage.c \
    src/run/checkpoint/checkpoint_file.c build/release/libcoset.a -lgmp -lm
check "the tool is made" test -x "$scratch/damage"

# Runs of a file in which one section is damaged. A status above 3 is a crash or no end.
survives() { # kind of build, arguments of check
    local kind=$1 seed status
    shift
    for ((seed = 1; seed <= rounds; seed++)); do
        "$scratch/damage" "$saved" "$scratch/damaged" "$seed" || { echo "the tool failed with seed $seed"; return 1; }
        "build/$kind/coset" check -q --log error --time-limit 20 --memory-limit 2G "$@" \
            --resume "$scratch/damaged" >"$scratch/out" 2>"$scratch/errors"
        status=$?
        [[ $status -gt 3 ]] || grep -q "Sanitizer\|runtime error" "$scratch/errors" &&
            { echo "seed $seed: status $status"; cat "$scratch/errors"; return 1; }
    done
    return 0
}

for kind in $kinds; do
    while read -r arguments; do
        rm -f "$saved"
        # shellcheck disable=SC2086
        "build/$kind/coset" check -q --log error $arguments --checkpoint "$saved" >/dev/null
        # shellcheck disable=SC2086
        check "$kind: $arguments" survives $kind $arguments
    done <<'END'
examples/mutex.smv
examples/counter.smv
examples/ccp.m -D N=2 --engine explicit
examples/ccp.m -D N=3 --symmetry explicit
examples/philosophers.smv --symmetry onthefly
examples/mutex.smv --symmetry orbit-xi
examples/mutex.m --family N=1..3 --states
examples/ccp.m --family N=1..3 --symmetry explicit --states
tests/models/murphi/temporal.m
END
done
finish
