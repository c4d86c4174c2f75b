# shellcheck shell=bash
# For scripts that measure to source: runs with limits, and what they took. Sets `scratch`, a place for files.
export LC_ALL=C
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
mkdir -p build/bench

patience=30 # times the limit: how long a run may take by the clock, on a machine that has other work

within() { # SECONDS COMMAND...: whether it ends well within so many seconds of processor time
    local most=$1
    shift
    { timeout $((most * patience)) prlimit --cpu="$most" "$@" >"$scratch/output" 2>&1; } 2>/dev/null
}

took() { # SECONDS COMMAND...: as `within`; sets `seconds` to the processor time that it took
    local TIMEFORMAT='%U %S' status
    { time within "$@"; } 2>"$scratch/time"
    status=$?
    # shellcheck disable=SC2034 # for the caller
    seconds=$(awk 'END { print $1 + $2 }' "$scratch/time")
    return $status
}

# field NAME: the first number of that name in the JSON of the last run.
field() {
    sed -n "s/.*\"$1\": \"\{0,1\}\([0-9.e+-]*\).*/\1/p" "$scratch/output" | head -1
}
