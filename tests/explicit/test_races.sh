#!/usr/bin/env bash
# The store that several threads add to at once, under ThreadSanitizer: only what it is made of is compiled for that.
# `make test-threads` does so with whole searches.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

sources="src/base/mem.c src/base/mem_file.c src/base/files.c src/base/str.c src/base/array.c src/base/thread_pool.c src/base/clock.c
src/explicit/word_set.c src/explicit/state_store.c src/explicit/store_tree.c src/explicit/parent_list.c src/explicit/compact_states.c
tests/explicit/test_shared_store.c"
# shellcheck disable=SC2086 # one word for each file
if ! "${CC:-gcc}" -std=c11 -D_DEFAULT_SOURCE -D_POSIX_C_SOURCE=200809L -Isrc -O1 -g1 -fsanitize=thread \
    -o "$scratch/races" $sources -lcmocka 2>"$scratch/errors"; then
    check "it is compiled, or there is no ThreadSanitizer here" contains "$(cat "$scratch/errors")" "tsan"
    finish
fi
output=$("$scratch/races" 2>&1)
check "no two threads touch the same at once" equal 0 "$?"
check "... nor is anything reported" equal "" "$(grep -A9 'WARNING: ThreadSanitizer' <<<"$output")"
finish
