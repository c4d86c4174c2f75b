#!/usr/bin/env bash
# Examples that scripts write, for any number of components: the files that are there are what the scripts write;
# verdicts, numbers of states, symmetries and runs of small ones.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

verdicts() { awk '$1 ~ /^[0-9]+$/ && $2 ~ /^(holds|fails|undecided)$/ { printf "%s ", $2 }' <<<"$1"; }
states() { sed -n 's/^reachable states: \([0-9]*\).*/\1/p' <<<"$1"; }

check "futurebus.smv is what futurebus.sh writes for 5" cmp <(examples/futurebus.sh 5) examples/futurebus.smv
check "arbiter.smv is what arbiter.sh writes for 6" cmp <(examples/arbiter.sh 6) examples/arbiter.smv
for script in examples/futurebus.sh examples/arbiter.sh; do
    check_not "$script wants a number" "$script"
    check_not "... of processes" "$script" none
    check_not "... and at least one" "$script" 0
done

# family NAME N VERDICTS: by diagrams, with runs that replay.
family() {
    local name="$kind: $1 $2" model=$scratch/$1-$2.smv output
    "examples/$1.sh" "$2" >"$model"
    output=$("$coset" check --quiet --no-trace --states "$model" 2>&1)
    check "$name: the verdicts" equal "$3" "$(verdicts "$output")"
    "$coset" check --quiet --json "$model" >"$scratch/traces.json" 2>&1
    check "$name: the traces replay" "$coset" replay "$model" "$scratch/traces.json"
    all_states=$(states "$output")
}

# by_states NAME N VERDICTS: one state after the other; what that does not check is left out.
by_states() {
    local output
    output=$("$coset" check --quiet --no-trace --states --engine explicit "$scratch/$1-$2.smv" 2>&1)
    check "$kind: $1 $2: the same, one state after the other" equal "$3" "$(verdicts "$output")"
    check "$kind: ... which are as many" equal "$all_states" "$(states "$output")"
}

symmetries() { # NAME N: how many there are
    "examples/$1.sh" "$2" >"$scratch/model.smv"
    "$coset" info --symmetry "$scratch/model.smv" | sed -n 's/ symmetries$//p'
}

for kind in $kinds; do # the one with sanitizers is for the small ones
    coset=$root/build/$kind/coset
    family futurebus 2 "holds holds holds holds holds holds fails fails "
    by_states futurebus 2 "holds holds holds holds holds holds fails fails "
    family arbiter 1 "holds holds holds fails holds holds "
    by_states arbiter 1 "undecided undecided undecided undecided undecided holds "
    family arbiter 2 "holds holds holds fails holds holds "
    by_states arbiter 2 "undecided undecided undecided undecided undecided holds "
done
kind=${kinds%% *} coset=$root/build/${kinds%% *}/coset
family futurebus 3 "holds holds holds holds holds holds fails fails "
by_states futurebus 3 "holds holds holds holds holds holds fails fails "
family arbiter 3 "holds holds holds fails holds holds "
by_states arbiter 3 "undecided undecided undecided undecided undecided holds "
family arbiter 4 "holds holds holds fails holds holds "
check "processors can be exchanged" equal 24 "$(symmetries futurebus 4)"
check "processes can be exchanged" equal 120 "$(symmetries arbiter 5)"
finish
