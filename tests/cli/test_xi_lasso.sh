#!/usr/bin/env bash
# A lasso of representatives by xi, whose steps forwards and backwards are not one relation: the search for it ends.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
model=tests/models/symmetry/dropped_token.m

for method in xi orbit-xi onthefly live-rep; do
    output=$(timeout -k 1 $patience build/release/coset check -q "$model" -p kept --dialect cmurphi --symmetry $method 2>&1)
    check "$method: it ends, and the property fails" equal 1 "$?"
    check "$method: ... with a lasso" contains "$output" "lasso: loop back to state"
done
finish
