#!/usr/bin/env bash
# Another compiler makes the program and some suites, with the same warnings as errors, and reads all other C files. What
# it made says what the usual program says.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

# The flags are those of the Makefile, but for what says how to optimise.
flags=$(sed -n 's/^WARNINGS := //p' Makefile)

# clang itself starts a process for each file, most of whose time is its start; what it starts takes many files.
reads() { # compiler, file with the names of files
    local line words
    echo 'int none;' >"$scratch/one.c"
    # shellcheck disable=SC2086 # flags are words
    line=$("$1" -### -std=c11 -D_DEFAULT_SOURCE -D_POSIX_C_SOURCE=200809L $flags -Isrc -fsyntax-only "$scratch/one.c" 2>&1 |
        grep -- '"-cc1"') || return
    line=${line%\"*one.c\"*}
    eval "words=($line)"
    xargs -P "$(nproc)" -n 50 -a "$2" "${words[@]}"
}


verdicts() { # program model: of all properties, and the number of states
    "$1" check "$2" --json --no-trace --states --quiet --symmetry off --engine explicit --time-limit 1000 2>&1 |
        sed -n 's/.*"verdict": "\([a-z]*\)".*/\1/p; s/.*"states": {"reachable": \([^,]*\),.*/\1/p'
    "$1" check "$2" --json --no-trace --quiet --symmetry off --engine symbolic --time-limit 1000 2>&1 |
        sed -n 's/.*"verdict": "\([a-z]*\)".*/\1/p'
}

check "the flags are known" contains "$flags" "-Wextra"
if command -v clang >/dev/null; then
    check "the program tells its version" contains "$(build/clang/coset --version)" "coset"
    check "... and it is clang's" contains "$(strings -n 8 build/clang/coset | grep -m1 'clang version')" "clang version"
    for model in mutex.m lock.m turns.m philosophers.m mutex.smv counter.smv philosophers.smv garage.pnml grants.aag; do
        said=$(verdicts build/clang/coset "examples/$model")
        check "$model: verdicts are the same" equal "$(verdicts build/release/coset "examples/$model")" "$said"
        check "... and there are some" contains "$said" "s"
    done
    build/clang/coset check examples/mutex.m -p 1 --certificate "$scratch/certificate" --quiet >/dev/null
    check "a certificate of the one is one for the other" contains \
        "$(build/clang/coset-certify examples/mutex.m "$scratch/certificate")" "1 of 3 properties certified"
    for suite in build/clang/tests/bdd/test_connectives build/clang/tests/model/test_expr build/clang/tests/explicit/test_state_store; do
        check "${suite##*/} passes" env COSET_CASES=5 "$suite"
    done

    ls tests/*/*.c bench/*/*.c >"$scratch/files"
    check "there are many other files" test "$(wc -l <"$scratch/files")" -gt 200
    check "clang has no word against them" reads clang "$scratch/files"
    printf 'int f(int a);\nint f(int a) { int b; return a; }\n' >"$scratch/unused.c"
    echo "$scratch/unused.c" >"$scratch/files"
    check_not "... though it would have" reads clang "$scratch/files"
else
    skip "what clang makes of the C files" "there is no clang"
fi
finish
