#!/usr/bin/env bash
# Another compiler reads all C files, with the same warnings as errors. It makes nothing of them.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

# The flags are those of the Makefile, but for what says how to optimise.
flags=$(sed -n 's/^WARNINGS := //p' Makefile)

reads() { # compiler, file with the names of files
    # shellcheck disable=SC2086 # flags are words
    xargs -P "$(nproc)" -n 25 -a "$2" "$1" -std=c11 -D_DEFAULT_SOURCE -D_POSIX_C_SOURCE=200809L $flags -Isrc -fsyntax-only
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
