#!/usr/bin/env bash
# --format nusmv on real models: each line about a property is that of NuSMV 2.6, letter by letter, but for their order.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
corpus=../shared/corpus/smv
coset=$root/build/release/coset

lines_of() { "$coset" check -q --no-trace --format nusmv "$1" 2>/dev/null | grep -E '^(-- |[^ ].*  is (true|false)$)' | sort; }

compared=0
if [[ -r $corpus/verdicts.tsv ]]; then
    while IFS=$'\t' read -r file quick _; do
        answers=$corpus/answers/${file%.smv}.txt
        [[ $quick == yes && -r $answers ]] || continue
        check "$file" equal "$(sort "$answers")" "$(lines_of "$corpus/$file")"
        compared=$((compared + 1))
    done <"$corpus/verdicts.tsv"
    check "there was something to compare" test "$compared" -gt 0
else
    skip "answers of NuSMV" "the models are not beside the project"
fi
finish
