#!/usr/bin/env bash
# Properties that hold vacuously, as a user meets them.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
model=tests/models/smv/vacuity.smv

vacuous() { # the numbers of the properties that are said to hold vacuously, and why
    awk '/^ *[0-9]+  / { number = $1 } / vacuous: / { sub(/.*the antecedent /, ""); print number, $0 }'
}

for kind in $kinds; do
    coset=$root/build/$kind/coset
    check "$kind: what holds vacuously is told with the reason" equal '1 "x = 3" is never true
2 "x = 3" is never true
3 "x = 3" is never true
4 "x = 3" is never true
5 "{{x = 2}; {x = 1}}" is never true
6 "{{x = 2}; {x = 2}}" is never true
15 "x = 3" is never true
16 "x = 3" is never true' "$("$coset" check "$model" | vacuous)"
    check "$kind: it does not change the verdict" equal 0 "$("$coset" check "$model" -p 1 >/dev/null; echo $?)"
    check "$kind: --no-vacuity does not ask" equal "" "$("$coset" check --no-vacuity "$model" | vacuous)"
    check "$kind: programs are told, too" contains "$("$coset" check --json "$model" -p 1)" '"vacuous": "x = 3"'
    check "$kind: the words of NuSMV have none for it" equal "-- specification AG (x = 3 -> AF x = 1)  is true" \
        "$("$coset" check --format nusmv "$model" -p 1)"

    # The same in Murphi, by all methods; what fairness or a quantifier stands around is no exception.
    expected='1 "y" is never true
2 "y" is never true
3 "y" is never true
4 "y" is never true
6 "on[p] & y" is never true
7 "y & on[p]" is never true'
    murphi=tests/models/murphi/vacuity.m
    for options in "" "--symmetry off --engine symbolic" "--symmetry off --engine explicit" "--symmetry onthefly" "-j 2"; do
        # shellcheck disable=SC2086
        check "$kind: Murphi, ${options:-auto}: what holds vacuously is told" equal "$expected" "$("$coset" check -q $options $murphi | vacuous)"
    done
    check "$kind: Murphi, components counted by their local states" equal '1 "t" is never true
2 "s[p] = 0 & t" is never true' "$("$coset" check -q --symmetry counters tests/models/symmetry/vacuous.m | vacuous)"
    check "$kind: ... which is what is done" contains "$("$coset" check -q --symmetry counters tests/models/symmetry/vacuous.m)" \
        'counter abstraction of P'
    check "$kind: Murphi: --no-vacuity does not ask" equal "" "$("$coset" check --no-vacuity $murphi | vacuous)"
done
# Explicit search has used up its turn for the first property when it decides the second one.
check "Murphi, at the end of a turn" equal '2 "t" is never true' \
    "$("$root/build/release/coset" check -q --no-trace -D N=8 tests/models/symmetry/vacuous_fair.m | vacuous)"
finish
