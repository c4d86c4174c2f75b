#!/usr/bin/env bash
# Failures as they are found: shown before properties that take longer, and with --fail-fast the end of the run.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

# So many states that the first property takes longer to decide than the second and the third to fail.
cat >"$scratch/grid.m" <<'END'
var x: 0..199; y: 0..199;
rule "right" x < 199 ==> begin x := x + 1; end;
rule "up" y < 199 ==> begin y := y + 1; end;
rule "back" true ==> begin x := 0; y := 0; end;
startstate begin x := 0; y := 0; end;
invariant "inside" x + y <= 398;
invariant "far" !(x = 199 & y = 100);
invariant "near" !(x = 2 & y = 3);
END

# So many states that none can list them; that a formula fails is seen after two steps.
cat >"$scratch/many.m" <<'END'
type P: 1..60;
var a: array [P] of boolean; n: 0..60;
startstate begin for p: P do a[p] := true; end; n := 60; end;
ruleset p: P do rule "leave" a[p] & p > 1 ==> begin a[p] := false; n := n - 1; end; end;
ctl "always" AG n >= 59;
ltl "ever" G n >= 59;
ctl "once" EF (n = 58 & !a[3]);
END

# The same in SMV, where some paths end, far away; and one in which all paths from such a state do.
{
    echo 'MODULE main
IVAR who : 1..40;
VAR n : 0..40;
ASSIGN init(n) := 0; next(n) := n < 40 ? n + 1 : n;'
    for i in {1..40}; do
        echo "VAR x$i : boolean; ASSIGN init(x$i) := FALSE; next(x$i) := who = $i ? TRUE : x$i;"
    done
    echo 'TRANS n < 39 | next(x1)
SPEC AG n < 2
LTLSPEC G n < 2
SPEC EF (n = 2 & x1 & x2)'
} >"$scratch/many.smv"
cat >"$scratch/ends.smv" <<'END'
MODULE main
VAR n : 0..3;
INIT n = 0
TRANS n < 3 & next(n) = n + 1 | n = 0 & next(n) = 0
SPEC AG n < 2
LTLSPEC G n < 2
SPEC EF n = 2
END

verdicts() { awk '/^[0-9]+  (holds|fails|undecided) / { print $1, $2 }'; }

for kind in $kinds; do
    coset=$root/build/$kind/coset
    many=(check "$scratch/many.smv" --engine explicit --symmetry off --memory-limit 100M)
    check "$kind: in SMV, where an infinite path is seen to go on from there" equal '1 fails
2 fails
3 holds' "$("$coset" "${many[@]}" | verdicts)"
    check "$kind: ... with the shortest counterexample" contains "$("$coset" "${many[@]}" -p 1)" 'counterexample of 3 states'
    check "$kind: ... and not where all paths from there end" equal '1 holds
2 holds
3 fails' "$("$coset" check "$scratch/ends.smv" --engine explicit --no-trace | verdicts)"
    for rules in tree lowered; do
        check "$kind, $rules: AG and G fail where a state violates them" equal '1 fails
2 fails' "$("$coset" check "$scratch/many.m" -p 1 -p 2 --engine explicit --explicit-rules "$rules" --memory-limit 100M | verdicts)"
        check "$kind, $rules: EF holds where a state is found" equal '3 holds' \
            "$("$coset" check "$scratch/many.m" -p 3 --engine explicit --explicit-rules "$rules" --memory-limit 100M | verdicts)"
        search=(check "$scratch/grid.m" --engine explicit --explicit-rules "$rules" --symmetry off)
        check "$kind, $rules: a failure is shown before a property above it is decided" equal '3 fails
2 fails
1 holds
4 holds' "$("$coset" "${search[@]}" | verdicts)"
        check "$kind, $rules: programs get them in the order of the file" equal '"holds" "fails" "fails" "holds" ' \
            "$("$coset" "${search[@]}" --json | grep -o '"verdict": "[a-z]*"' | cut -d' ' -f2 | tr '\n' ' ')"
        check "$kind, $rules: --fail-fast stops at the shallowest failure" equal '3 fails
1 undecided
2 undecided
4 undecided
status 1' "$("$coset" "${search[@]}" --fail-fast --no-trace | verdicts; echo "status ${PIPESTATUS[0]}")"
        check "$kind, $rules: ... with the shortest counterexample" equal "counterexample of 6 states" \
            "$("$coset" "${search[@]}" --fail-fast | sed -n 's/^ *\(counterexample.*\)/\1/p')"
        "$coset" "${search[@]}" --fail-fast --stats --no-trace >"$scratch/out"
        check "$kind, $rules: ... and searches no further" test \
            "$(awk '$1 == "states" { print $2; exit }' "$scratch/out")" -lt 100
        check "$kind, $rules: ... and makes no diagrams for its statistics" test -z "$(grep 'relation nodes' "$scratch/out")"
        check "$kind, $rules: the others are said to be undecided for that" contains "$(cat "$scratch/out")" \
            "1  undecided  inside: x + y <= 398 (another property fails (--fail-fast))"
    done
    check "$kind: --fail-fast changes nothing where no property fails" equal '1 holds
4 holds
status 0' "$("$coset" check "$scratch/grid.m" --fail-fast -p inside -p 4 | verdicts; echo "status ${PIPESTATUS[0]}")"
    check "$kind: a property that nobody asks for does not stop it" equal '1 holds' \
        "$("$coset" check "$scratch/grid.m" --engine explicit --fail-fast -p inside | verdicts)"
    check "$kind: BDDs stop, too" equal '1 holds
2 fails
3 undecided
4 undecided' "$("$coset" check "$scratch/grid.m" --engine symbolic --fail-fast --no-trace | verdicts)"
    check "$kind: so do several processes" contains "$("$coset" check "$scratch/grid.m" --fail-fast -j 2 --no-trace)" " fails "
    check "$kind: states are not counted then" contains \
        "$("$coset" check "$scratch/grid.m" --engine explicit --fail-fast --states --no-trace 2>&1)" \
        "reachable states: not counted (another property fails (--fail-fast))"
    check "$kind: a family has no such option" contains "$("$coset" check examples/mutex.m --family N=1..3 --fail-fast 2>&1)" \
        "--fail-fast is for one model"
done
finish
