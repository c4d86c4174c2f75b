# shellcheck shell=bash
# For test scripts to source: a place for files, checks that write TAP, and the plan at the end.
#   check "what is expected" COMMAND...    passes if the command succeeds
#   check_not "what is refused" COMMAND... passes if the command fails, without a crash
#   skip "what is not checked" "why"
#   finish                                 the last line of a script: without the plan that it prints, a suite fails
# The output of a failed command is shown.
set -u
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
scratch=$(mktemp -d)
checks=0
failures=0

trap 'rm -rf "$scratch"' EXIT

finish() {
    echo "1..$checks"
    exit $((failures > 0))
}

report() { # status, name, output
    checks=$((checks + 1))
    if [[ $1 -eq 0 ]]; then
        echo "ok $checks - $2"
    else
        failures=$((failures + 1))
        echo "not ok $checks - $2"
        [[ -n $3 ]] && sed 's/^/# /' <<<"$3"
    fi
}

check() {
    local name=$1 output status
    shift
    output=$("$@" 2>&1)
    status=$?
    report $status "$name" "status $status: $*"$'\n'"$output"
}

check_not() {
    local name=$1 output status
    shift
    output=$("$@" 2>&1)
    status=$?
    report $((status == 0 || status > 125)) "$name" "status $status: $*"$'\n'"$output"
}

skip() {
    checks=$((checks + 1))
    echo "ok $checks # SKIP $1: $2"
}

# equal EXPECTED ACTUAL, and contains TEXT PART: for use with check
equal() {
    [[ $1 == "$2" ]] || { printf 'expected: %s\nactual:   %s\n' "$1" "$2"; return 1; }
}

contains() {
    [[ $1 == *"$2"* ]] || { printf 'expected part: %s\nactual: %s\n' "$2" "$1"; return 1; }
}
