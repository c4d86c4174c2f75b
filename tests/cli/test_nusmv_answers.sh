#!/usr/bin/env bash
# --format nusmv on real models: each line about a property is that of NuSMV 2.6, letter by letter, but for their order.
# All models whose lines are known are compared.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
corpus=../shared/corpus/smv
coset=$root/build/release/coset

# The portfolio takes its time with one of them, and BDDs alone do not.
lines_of() {
    local how=auto
    [[ $1 != */deadlock__ftp3.smv ]] || how=symbolic
    "$coset" check -q --no-trace --engine $how --format nusmv "$1" 2>/dev/null | grep -E '^(-- |[^ ].*  is (true|false)$)' | sort
}

compared=0
if [[ -d $corpus/answers ]]; then
    for answers in "$corpus"/answers/*.txt; do
        file=$(basename "$answers" .txt).smv
        check "$file" equal "$(sort "$answers")" "$(lines_of "$corpus/$file")"
        compared=$((compared + 1))
    done
    check "there was something to compare" test "$compared" -gt 1
else
    skip "answers of NuSMV" "the models are not beside the project"
fi
finish
