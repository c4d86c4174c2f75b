#!/usr/bin/env bash
# Causes are codes: each is used, and has its words in one place.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 1

words="src/report/cause_words.c src/report/refusal_words.c"
codes=$(sed -n '/^enum cause_code {/,/^};/s/^    \(CAUSE_[A-Z0-9_]*\),.*/\1/p' src/base/cause.h)
others=$(find src -name '*.[ch]' ! -path 'src/base/cause.h' ! -path 'src/report/cause_words.c' ! -path 'src/report/refusal_words.c')

# shellcheck disable=SC2086
used=$(cat $others | grep -o 'CAUSE_[A-Z0-9_]*' | sort -u)
unused=$(comm -13 <(echo "$used") <(grep -v CAUSE_NONE <<<"$codes" | sort))
check "every code is used" equal "$unused" ""

# shellcheck disable=SC2086
twice=$(cat $words | grep -o '^        \[CAUSE_[A-Z0-9_]*\]' | sort | uniq -d)
check "no code has words in two places" equal "$twice" ""

finish
