#!/usr/bin/env bash
# A property that reads an undefined value in a reachable state fails with a text that says so, by every method, in
# families, and alone. Once that depended on the method, and with -p such a property held.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
coset=$root/build/release/coset
model=tests/models/murphi/undefined_in_properties.m

cat >"$scratch/owner.m" <<'END'
const N: 3;
type P: scalarset(N);
var a: array [P] of 0..1; owner: P; x: 0..1;
startstate for p: P do a[p] := 0; end; x := 0; end;
ruleset p: P do rule "set" isundefined(owner) ==> owner := p; a[p] := 1; end; end;
rule "idle" begin x := 1 - x; end;
ctl "some owner" EF a[owner] = 1;
ctl "no owner" AG (isundefined(owner) | a[owner] = 1);
ltl "in the end" F a[owner] = 1;
invariant "now" a[owner] = 1;
END
verdicts() {
    "$coset" check "$@" --deadlock off --no-trace --quiet 2>/dev/null | awk '/^ *[0-9]+  (holds|fails) / {print $1, $2}'
}
right="1 fails"$'\n'"2 holds"$'\n'"3 fails"$'\n'"4 fails"
for options in "--engine explicit --symmetry off" "--engine symbolic --symmetry off" "" "--symmetry explicit" \
    "--symmetry dynamic" "--symmetry componentwise" "--symmetry onthefly" "-j 2"; do
    # shellcheck disable=SC2086
    check "verdicts ${options:-by default}" equal "$right" "$(verdicts "$scratch/owner.m" $options)"
done
check "in a family" equal "fails for N = 1..3;holds for N = 1..3;fails for N = 1..3;fails for N = 1..3;" \
    "$("$coset" check "$scratch/owner.m" --family N=1..3 --deadlock off --no-trace --quiet |
        sed -n 's/^[0-9]  \([a-z]* for N = [0-9., ]*[0-9]\)  .*/\1/p' | tr '\n' ';')"
for engine in explicit symbolic; do
    for property in 1 2 3 5 6 7; do
        output=$("$coset" check $model --engine $engine -p $property)
        check "$engine: property $property fails alone" equal 1 $?
        check "$engine: ... with the text" contains "$output" "undefined value read: y, in "
        check "$engine: ... and its place" contains "$output" "(${model}:"
    done
done
finish
