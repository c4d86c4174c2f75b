#!/usr/bin/env bash
# Counterexamples of very many steps, by bounded model checking: a step takes no longer than the one before it where
# nothing is to be found out, and k-induction, whose steps take longer and longer, does not hold it up.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

# counter STEPS: a violation so many steps from the initial state
counter() {
    printf 'MODULE main\nVAR x : unsigned word[20];\nASSIGN init(x) := 0ud20_0; next(x) := x + 0ud20_1;\n'
    printf 'INVARSPEC x != 0ud20_%s;\n' "$1"
}
counter 100000 >"$scratch/deep.smv"
counter 20000 >"$scratch/shallow.smv"

for kind in $kinds; do
    run() { build/"$kind"/coset check --quiet --time-limit 40 "$@" >"$scratch/out"; }
    status() { run "$@"; echo $?; }
    check "$kind: bounded model checking finds a violation after 20,000 steps" test "$(status --engine bmc "$scratch/shallow.smv")" = 1
    check "$kind: and shows them all" grep -qx '   state 20001' "$scratch/out"
    [[ $kind == release ]] || continue
    check "$kind: so it does after 100,000" test "$(status --no-trace --engine bmc "$scratch/deep.smv")" = 1
    check "$kind: beside k-induction, after 20,000" test "$(status --no-trace --engine sat "$scratch/shallow.smv")" = 1
done

finish
