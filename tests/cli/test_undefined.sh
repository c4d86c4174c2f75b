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
# A cover fails where its condition cannot be evaluated, too: once "no run-time error" failed instead, and with -p nothing did.
cat >"$scratch/cover.m" <<'END'
const N: 3;
type P: scalarset(N);
var s: array [P] of 0..2; u: array [P] of 0..3; k: 0..1;
startstate "a" begin k := 0; for p: P do s[p] := 0; u[p] := 1; end; end;
startstate "b" begin k := 1; for p: P do s[p] := 1; u[p] := 1; end; end;
ruleset p: P do
  rule "go" s[p] < 2 & k = 0 ==> begin s[p] := s[p] + 1; if s[p] = 2 & N > 1 then undefine u[p]; end; end;
end;
cover "reached" exists p: P do s[p] = 2 end;
cover "never" exists p: P do s[p] = 2 & k = 1 end;
cover "not read" k = 1 & forall p: P do u[p] = 1 end;
cover "read" exists p: P do s[p] = 2 & u[p] = 1 end;
ruleset p: P do cover "for some" s[p] = 0 & k = 0 | u[p] = 0; end;
ruleset p: P do cover "reached at once" k = 0 | u[p] = 1; end;
END
right="1 holds"$'\n'"2 fails"$'\n'"3 holds"$'\n'"4 fails"$'\n'"5 fails"$'\n'"6 holds"
sizes="holds for N = 1..3;fails for N = 1..3;holds for N = 1..3;fails for N = 2, 3;fails for N = 2, 3;holds for N = 1..3;"
for options in "--engine explicit --symmetry off" "--engine symbolic --symmetry off" "" "--symmetry counters" \
    "--symmetry explicit" "--symmetry dynamic" "--symmetry componentwise" "--symmetry onthefly" "--symmetry xi" \
    "--symmetry orbit-xi" "--symmetry architectural" "-j 2" "--strategy saturation" "--reachable off"; do
    # shellcheck disable=SC2086
    {
        check "covers ${options:-by default}" equal "$right" "$(verdicts "$scratch/cover.m" $options)"
        for property in 4 5; do
            output=$("$coset" check "$scratch/cover.m" --deadlock off $options -p $property 2>/dev/null)
            check "... $property alone" equal 1 $?
            check "... with the text" contains "$output" "undefined value read: u[p], in coverage"
            check "... and a trace" contains "$output" "counterexample of 3 states"
        done
        [[ $options == *architectural* ]] || check "... without a trace, too" equal 2 \
            "$("$coset" check "$scratch/cover.m" --deadlock off $options --no-trace 2>/dev/null | grep -c "undefined value read")"
        check "... 6 alone" equal "6 holds" "$(verdicts "$scratch/cover.m" $options -p 6)"
        [[ $options == *reachable* ]] || check "... in a family" equal "$sizes" \
            "$("$coset" check "$scratch/cover.m" --family N=1..3 --deadlock off --quiet $options 2>/dev/null |
                sed -n 's/^[0-9]  \([a-z]* for N = [0-9., ]*[0-9]\)  .*/\1/p' | tr '\n' ';')"
    }
done
check "a part of the states is enough for it" equal "4 fails" "$(verdicts "$scratch/cover.m" --symmetry live-rep -p 4)"
"$coset" check "$scratch/cover.m" --deadlock off -p 4 --json >"$scratch/cover.json"
check "the JSON has its error" contains "$(<"$scratch/cover.json")" \
    "\"reason\": null, \"runtime_error\": \"undefined value read: u[p], in coverage \\\"read\\\" ($scratch/cover.m:12:40)\""
check "the trace of a cover is replayed" "$coset" replay "$scratch/cover.m" --deadlock off "$scratch/cover.json"
check "... and explained" contains "$("$coset" explain "$scratch/cover.m" --deadlock off "$scratch/cover.json")" \
    "u[P_1] = undefined"

for engine in explicit symbolic; do
    for property in 1 2 3 5 6 7; do
        output=$("$coset" check $model --engine $engine -p $property)
        check "$engine: property $property fails alone" equal 1 $?
        check "$engine: ... with the text" contains "$output" "undefined value read: y, in "
        check "$engine: ... and its place" contains "$output" "(${model}:"
        check "$engine: ... without a trace, too" contains \
            "$("$coset" check $model --engine $engine -p $property --no-trace)" "undefined value read: y, in "
    done
done
finish
