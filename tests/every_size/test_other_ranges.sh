#!/usr/bin/env bash
# Ranges of fixed size whose last number is left in variables by loops of start states: with any number there they are
# scalarsets, and cubes that differ in their elements are looked at once. Without that the model is not proved.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
coset=build/release/coset model=tests/every_size/paged_store.m

is_proved() {
    local output
    output=$("$coset" check "$model" --family N=1.. --deadlock off --no-trace -t 120 --certificate "$scratch/proof.smt2")
    echo "$output"
    [[ $(grep -c 'holds for every N >= 1' <<<"$output") == 3 &&
        $(grep -c 'the last element of a loop may be any' <<<"$output") == 3 ]]
}

# Turns are of work: who was stopped for as long as the first turn of the proof is has not had it.
is_proved_after_a_pause() {
    local log=$scratch/log output
    "$coset" check "$model" -D N=5 --deadlock off --no-trace -t 60 --log debug >"$scratch/paused" 2>"$log" &
    local pid=$!
    until grep -q 'explicit-state search: worked' "$log" || ! kill -0 "$pid" 2>/dev/null; do sleep 0.01; done
    kill -STOP "$pid" && sleep 1.1 && kill -CONT "$pid"
    wait "$pid"
    output=$(cat "$scratch/paused" "$log")
    echo "$output"
    [[ $output == *"3 properties: 3 hold"* && $output == *"reduction: proof for every size of Data"* ]]
}

is_confirmed() {
    local answers
    answers=$(z3 "$scratch/proof.smt2")
    [[ -n $answers ]] && ! grep -vx unsat <<<"$answers"
}

check "all properties hold for every size" is_proved
if [[ -n $(type -P z3) ]]; then
    check "z3 confirms it" is_confirmed
else
    skip "z3 confirms it" "there is no z3"
fi
check "one size is proved on a machine that has other work to do" is_proved_after_a_pause
finish
