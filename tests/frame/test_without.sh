#!/usr/bin/env bash
# Optional tools change what is judged, never whether the tests pass. The short form: quick suites that look for some, without
# any of them. The long one, `make test-without`, hides one after the other from all suites that look for it.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

passes() { # suite: whether it passes without the tools, and skips something
    local output
    output=$(tools/without "$all" bash "tests/$1.sh" 2>&1) || { grep -A 9 '^not ok' <<<"$output"; return 1; }
    grep -q '^ok [0-9]* # SKIP' <<<"$output" || { echo "nothing is skipped"; return 1; }
}

all=$(tests/without-each --list | paste -sd,)
check "there are optional tools" contains ",$all," ",dot,"
for suite in usage/test_reference cli/test_smv_text frame/test_editors; do
    check "$suite passes without them" passes $suite
done
finish
