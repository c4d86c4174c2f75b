# shellcheck shell=bash
# For test scripts to source: a place for files, checks that write TAP, and the plan at the end.
#   check "what is expected" COMMAND...    passes if the command succeeds
#   check_not "what is refused" COMMAND... passes if the command fails, without a crash
#   skip "what is not checked" "why"
#   wait_until COMMAND...                  until it succeeds, however long that takes on a loaded machine
#   finish                                 the last line of a script: without the plan that it prints, a suite fails
# The output of a failed command is shown. What is done with each kind of build goes through $kinds.
set -u
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
scratch=$(mktemp -d)
kinds=${TEST_KINDS:-release debug} # `make quick` has but one
sanitized=${kinds%% *} # the kind for what sanitizers are to look at
[[ " $kinds " == *" debug "* ]] && sanitized=debug
checks=0
failures=0
patience=1800 # seconds, for `wait_until` and `timeout`: a net against hanging only, however loaded the machine is

# Limits and turns of methods are counted in seconds of the processor, so that a loaded machine sees the same. Where a
# process waits for others, which takes none of these, a suite sets it to nothing.
export COSET_CLOCK=${COSET_CLOCK-processor}

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

# Comparisons that are true, which most are, need no process of their own.
is_plainly_so() {
    case $1 in
    equal) [[ $2 == "$3" ]] ;;
    contains) [[ $2 == *"$3"* ]] ;;
    lacks) [[ $2 != *"$3"* ]] ;;
    *) false ;;
    esac
}

check() {
    local name=$1 output status
    shift
    if is_plainly_so "$@"; then
        report 0 "$name" ''
        return
    fi
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

# No test waits for a time, but for what is to happen. The end of patience is a net against waiting forever.
wait_until() {
    local give_up=$((SECONDS + patience))
    until "$@"; do
        [[ $SECONDS -lt $give_up ]] || return 1
        sleep 0.02
    done
}

# Until nobody reads the standard output, a pipe, any more.
await_no_reader() (
    trap '' PIPE
    while echo; do sleep 0.01; done 2>/dev/null
    true
)

# launch COMMAND...: in the background, with its output in $scratch/out and $scratch/errors, and its number in $launched.
# Ctrl-C is for it as for a program in a terminal. `ended` waits for its end, and has its status.
launch() {
    set -m # else it would ignore Ctrl-C
    "$@" >"$scratch/out" 2>"$scratch/errors" </dev/null &
    launched=$!
    set +m
}

# Whether a process catches Ctrl-C by now, or is gone. As long as it is a copy of this shell, it is the shell that does.
listens() {
    local caught
    [[ $(readlink "/proc/$1/exe") == "$(readlink /proc/$$/exe)" ]] && return 1
    caught=$(sed -n 's/^SigCgt:\t*//p' "/proc/$1/status" 2>/dev/null)
    [[ -z $caught || $((0x$caught & 2)) -ne 0 ]]
}

ended() {
    wait "$launched" 2>/dev/null
}

# interrupt_when CONDITION... -- COMMAND...: launches the command, sends Ctrl-C when the condition is true, and has the
# status at the end. Without a condition: when the command has worked for a tenth of a second of the processor, and has
# read its model by then.
interrupt_when() {
    local condition=()
    while [[ $1 != -- ]]; do
        condition+=("$1")
        shift
    done
    shift
    launch "$@"
    wait_until listens $launched
    [[ ${#condition[@]} -gt 0 ]] || condition=(has_worked $launched)
    wait_until is_gone_or "${condition[@]}"
    kill -INT $launched 2>/dev/null
    ended
}

has_worked() { # the number of a process
    local all
    all=$(sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | cut -d ' ' -f 12,13) # in ticks of 10 ms, as the user's and the system's
    [[ -n $all && $((${all/ /+})) -ge 10 ]]
}

is_gone_or() { ! kill -0 $launched 2>/dev/null || "$@"; }

# timed COMMAND...: its output, and in $took the milliseconds of the processor that it took
timed() {
    local TIMEFORMAT='%U %S' status
    { time "$@" >"$scratch/out" 2>"$scratch/errors" </dev/null; } 2>"$scratch/time"
    status=$?
    took=$(awk '{ print int(1000 * ($1 + $2)) }' "$scratch/time")
    return $status
}

# equal EXPECTED ACTUAL, contains TEXT PART, and lacks TEXT PART: for use with check
equal() {
    [[ $1 == "$2" ]] || { printf 'expected: %s\nactual:   %s\n' "$1" "$2"; return 1; }
}

contains() {
    [[ $1 == *"$2"* ]] || { printf 'expected part: %s\nactual: %s\n' "$2" "$1"; return 1; }
}

lacks() {
    [[ $1 != *"$2"* ]] || { printf 'not expected: %s\nactual: %s\n' "$2" "$1"; return 1; }
}
