#!/usr/bin/env bash
# Another compiler reads all C files, with the same warnings as errors. It makes nothing of them.
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

check "the flags are known" contains "$flags" "-Wextra"
if command -v clang >/dev/null; then
    ls src/*/*.c src/*/*/*.c tests/*/*.c bench/*/*.c >"$scratch/files"
    check "there are many files" test "$(wc -l <"$scratch/files")" -gt 300
    check "clang has no word against them" reads clang "$scratch/files"
    printf 'int f(int a);\nint f(int a) { int b; return a; }\n' >"$scratch/unused.c"
    echo "$scratch/unused.c" >"$scratch/files"
    check_not "... though it would have" reads clang "$scratch/files"
else
    skip "clang has no word against the C files" "there is no clang"
fi
finish
