#!/usr/bin/env bash
# Fairness in Murphi: all methods agree, runs that are shown are fair, and others are refused; families; what does not
# depend on fairness keeps its reduction.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

verdicts() { awk '/^ *[0-9]+  (holds|fails|undecided)/ {print $1, $2}' <<<"$output"; }
run() {
    output=$("$coset" "$@" 2>"$scratch/errors")
    status=$?
    errors=$(<"$scratch/errors")
}
trace() { # places of the two processes, state by state; the loop
    local states=() each
    for each in $1; do states+=("{\"at[proc_1]\": \"${each%,*}\", \"at[proc_2]\": \"${each#*,}\", \"fair\": 0}"); done
    (IFS=,; printf '{"states": [%s], "loop": %s}\n' "${states[*]}" "$2") >"$scratch/trace.json"
}

models=tests/models/murphi
for kind in $kinds; do
    coset=$root/build/$kind/coset
    for model in fair_rules fair_conditions fairness_as_premise fairness_as_premise_ring; do
        run check -q --symmetry off --engine symbolic $models/$model.m
        expected=$(verdicts)
        for options in "" "--symmetry off --engine explicit" "--symmetry explicit" "--symmetry counters" "--symmetry dynamic" \
            "--symmetry onthefly" "--symmetry architectural" "-j 2"; do
            # shellcheck disable=SC2086
            run check -q $options $models/$model.m
            check "$kind: $model: ${options:-auto} gives the same verdicts, or none" equal "" "$(comm -13 <(echo "$expected") <(verdicts | grep -v undecided))"
            [[ $options == *counters* || $options == *dynamic* ]] ||
                check_not "$kind: ... and decides all" contains "$(verdicts)" undecided
            check_not "$kind: ... and no run that is none" contains "$output$errors" "internal error"
        done
        grep -q fails <<<"$expected" || continue
        run check --json $models/$model.m
        printf '%s' "$output" >"$scratch/all.json"
        run replay $models/$model.m "$scratch/all.json"
        check "$kind: $model: what is found replays" equal 0 $status
    done

    # Of one process that tries forever while nobody is there, no rule is treated fairly.
    trace "idle,idle trying,idle trying,trying critical,trying idle,trying" 2
    run replay -D N=2 -p "who tries gets there" $models/fair_rules.m "$scratch/trace.json"
    check "$kind: a loop that is not fair is refused" equal 1 $status
    check "$kind: ... since a rule is not taken" contains "$output$errors" 'rule "enter (p: proc_2)" is enabled somewhere on it, but never taken'

    for options in "" "--symmetry off" "-j 2"; do
        # shellcheck disable=SC2086
        run check -q --no-trace --family N=1..3 $options $models/fair_rules.m
        check "$kind: family ${options:-auto}: who tries gets there in all sizes" contains "$output" "2  holds for N = 1..3"
        check "$kind: family ${options:-auto}: nobody has to try where there are others" contains "$output" "4  fails for N = 2, 3"
        check_not "$kind: family ${options:-auto}: nothing is left open" contains "$output" "undecided for"
    done
    run check -q --no-trace --family N=2..2 --symmetry off $models/fair_rules.m
    check "$kind: family of one size" contains "$output" "8 properties: 6 hold, 2 fail, 0 undecided"

    # What asks for reaching only is decided without the monitor. A lasso that is not fair was taken for no counterexample.
    printf 'var n: 0..2; startstate n := 0; end; fair rule "up" n := (n + 1) %% 3; end; rule "rest" end; ctl "never" AG AG n = 0; ctl "later" AG AX AG n != 2; ctl "small" AG AX n < 3;\n' >"$scratch/rest.m"
    for engine in sat bmc explicit symbolic; do
        run check -q --engine $engine "$scratch/rest.m" -p never -p later
        check "$kind: $engine: fair rules do not matter to what can be reached" contains "$output" "2 properties: 0 hold, 2 fail, 0 undecided"
    done
    run check -q --engine sat "$scratch/rest.m" -p small
    check "$kind: ... nor to what cannot" contains "$output" "1 property: 1 holds"

    # Fairness used to take the reduction from an invariant.
    run check -q --symmetry onthefly --thin -p mutex --states tests/models/onthefly/fair.smv
    check "$kind: an invariant keeps its reduction" contains "$output" "for which 9 representatives stand"
    run check -q --no-trace --symmetry onthefly tests/models/onthefly/fair.smv
    check "$kind: ... and formulas their verdicts" equal "1 holds 2 holds 3 fails 4 holds" "$(verdicts | tr '\n' ' ' | sed 's/ $//')"
done
finish
