#!/usr/bin/env bash
# The library and the program come to the same verdicts, on all models of the tests; and where one cannot read a model,
# neither can the other, with the same words. Two ways to choose methods judge each other.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
coset=build/release/coset

check "the example that embeds the library is built" "${CC:-gcc}" -std=c99 -Isrc/api -o "$scratch/embed" examples/embed.c \
    build/release/libcoset.a -ljansson -lnauty -lgmp -lm

program_verdicts() {
    "$coset" check --quiet --no-trace "$1" 2>"$scratch/program.errors" |
        awk '$1 ~ /^[0-9]+$/ && $2 ~ /^(holds|fails|undecided|error)$/ { printf "%s ", $2 }'
}

library_verdicts() {
    "$scratch/embed" "$1" 2>"$scratch/library.errors" | sed -nE 's/^.*: (holds|fails|undecided|error)(: .*)?$/\1/p' | tr '\n' ' '
}

models=0 read=0 refused=0 different=''
for model in tests/models/*/*.smv tests/models/*/*.m; do
    case $model in
    */long.smv) continue ;;  # takes time on purpose
    */wrong_size.m) continue ;;
    esac
    grep -q COMPUTE "$model" && continue # the program shows numbers in place of verdicts
    models=$((models + 1))
    expected=$(program_verdicts "$model") actual=$(library_verdicts "$model")
    [[ $expected == "$actual" ]] || different+=" $model: $expected/ $actual;"
    if [[ -n $expected && $expected != *error* ]]; then
        read=$((read + 1))
    else # as a whole, or one of its properties
        refused=$((refused + 1))
        cmp -s <(grep ': error: ' "$scratch/program.errors") <(grep ': error: ' "$scratch/library.errors") ||
            different+=" the errors of $model;"
    fi
done
check "verdicts and errors are the same" equal "" "$different"
check "... of many models" test "$read" -ge 50
check "... and of some that are wrong" test "$refused" -ge 3
finish
