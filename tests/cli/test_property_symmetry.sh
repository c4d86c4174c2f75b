#!/usr/bin/env bash
# Properties that symmetries take to each other are checked once: verdicts are the same as for each by itself, and runs are runs.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
model=tests/models/onthefly/clients.smv

results() { # of a check: number and verdict, and what is said behind a property that holds vacuously
    "$coset" check "$model" "$@" --no-trace 2>/dev/null | grep -E '^ *[0-9]+  '
}

for kind in $kinds; do
    coset=$root/build/$kind/coset
    check "$kind: verdicts, numbers and notes are those of each property by itself" equal "$(results --symmetry off)" \
        "$(results)"
    output=$("$coset" check "$model" --no-trace 2>/dev/null)
    check "$kind: it is told what followed" contains "$output" \
        "symmetry reduction: 6 symmetries found in the model: 9 of 17 properties follow from others"
    check_not "$kind: not without symmetries" contains "$("$coset" check "$model" --symmetry off --no-trace)" 'symmetry reduction:'
    check "$kind: vacuity of what follows names its own left side" contains "$output" \
        "b.state = inside & c.state = inside"
    "$coset" check "$model" --json >"$scratch/traces.json" 2>/dev/null
    check "$kind: traces of what follows are replayed, and refute it" "$coset" replay "$model" "$scratch/traces.json"
    check "$kind: one property alone follows from none" equal 0 \
        "$("$coset" check "$model" -p 2 --no-trace 2>/dev/null | grep -c 'symmetry reduction:')"
done

# Registers of 900 bits, whose bits can be exchanged: looking for properties that follow takes no more than its time.
awk 'BEGIN { print "1 sort bitvec 1\n2 sort bitvec 900\n3 zero 2"; n = 3
    for (i = 0; i < 6; i++) { s[i] = ++n; print n " state 2"; print ++n " init 2 " s[i] " 3"; print ++n " next 2 " s[i] " " s[i] }
    for (i = 0; i < 6; i += 2) { print ++n (i == 2 ? " sgt" : " ugt") " 1 " s[i] " " s[i + 1]; print n + 1 " bad " n; n++ } }' \
    >"$scratch/wide.btor2"
check 'wide registers leave time for the search' contains \
    "$("$root/build/release/coset" check "$scratch/wide.btor2" --engine explicit -t 2.2 2>&1)" '3 hold'
finish
