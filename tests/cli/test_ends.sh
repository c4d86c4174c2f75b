#!/usr/bin/env bash
# Executions of Murphi models that end stay in their last state forever: in every engine, by every method, in families,
# and in what is shown. Once, such executions were not looked at.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
models=tests/models/murphi

verdicts() { # model, options: number and verdict; one that a method leaves open is left out
    "$coset" check "$@" --deadlock off --no-trace --quiet 2>/dev/null | awk '/^ *[0-9]+  (holds|fails) / {print $1, $2}'
}

expected() { # model: what its comment says
    sed -n '/^--/!q; s/^-- \([0-9]* [a-z]*\)$/\1/p' "$1"
}

agrees() { # model, options: what is decided is what is expected, and something is decided
    local decided
    decided=$(verdicts "$@")
    [[ -n $decided ]] && equal "" "$(grep -vxFf <(expected "$1") <<<"$decided")"
}

for kind in $kinds; do
    coset=$root/build/$kind/coset
    for method in off counters explicit dynamic componentwise componentwise+states onthefly orbit-xi xi live-rep \
        architectural; do
        check "$kind: by --symmetry $method" agrees $models/ends_of_components.m --symmetry $method
    done
    for strategy in breadth chaining saturation; do
        check "$kind: by --strategy $strategy" equal "$(expected $models/ends.m)" \
            "$(verdicts $models/ends.m --engine symbolic --strategy $strategy)"
    done
    check "$kind: without reachable states" equal "$(expected $models/ends.m)" \
        "$(verdicts $models/ends.m --engine symbolic --reachable off)"
    check "$kind: by several processes" equal "$(expected $models/ends_of_components.m)" \
        "$(verdicts $models/ends_of_components.m -j 2)"
done
coset=$root/build/release/coset

cat >"$scratch/family.m" <<'END'
const N: 3;
type P: scalarset(N);
var done: array [P] of boolean;
startstate for p: P do done[p] := false; end; end;
ruleset p: P do rule "finish" !done[p] ==> done[p] := true; end; end;
liveness "back" forall p: P do !done[p] end;
ltl "all are done" F G forall p: P do done[p] end;
ltl "never" F false;
END
for options in "" "--symmetry off" "--symmetry counters" "--engine explicit" "--engine symbolic"; do
    # shellcheck disable=SC2086
    check "a family${options:+, $options}" equal "fails for N = 1..4;holds for N = 1..4;fails for N = 1..4;" \
        "$("$coset" check "$scratch/family.m" --family N=1..4 --deadlock off --no-trace --quiet $options |
            sed -n 's/^[0-9]  \([a-z]* for N = [0-9., ]*[0-9]\)  .*/\1/p' | tr '\n' ';')"
done

# A start state with a run-time error is reported and leads to no state.
cat >"$scratch/starts.m" <<'END'
const N: 3;
type P: scalarset(N);
var done: array [P] of boolean;
startstate "bad" for p: P do done[p] := false; end; assert N != 3; end;
startstate "good" for p: P do done[p] := true; end; end;
ruleset p: P do rule "finish" !done[p] ==> done[p] := true; end; end;
invariant "all" forall p: P do done[p] end;
END
cat >"$scratch/none.m" <<'END'
const N: 3;
type P: scalarset(N);
var done: array [P] of boolean;
startstate "bad" for p: P do done[p] := false; end; assert N > 3; end;
ruleset p: P do rule "finish" !done[p] ==> done[p] := true; end; end;
cover "all" forall p: P do done[p] end;
ltl "at some time" F forall p: P do done[p] end;
END
for options in "" "--symmetry off" "--symmetry counters" "--symmetry architectural" "--engine explicit" \
    "--engine symbolic" "-j 2"; do
    # shellcheck disable=SC2086
    output=$("$coset" check "$scratch/starts.m" --deadlock off --states $options 2>/dev/null)
    check "a start with an error is no state${options:+, $options}" equal "holds;fails;reachable states: 1 of 8;" \
        "$(sed -n 's/^[0-9]  \([a-z]*\) .*/\1/p; /^reachable/p' <<<"$output" | tr '\n' ';')"
    check "... and is reported${options:+, $options}" contains "$output" \
        "assertion failed: N != 3, in start state \"bad\" ($scratch/starts.m:4"
    # shellcheck disable=SC2086
    output=$("$coset" check "$scratch/starts.m" --deadlock off --family N=1..4 --no-trace $options 2>/dev/null)
    check "... nor in a family${options:+, $options}" equal "fails for N = 1, 2, 4;fails for N = 3;" \
        "$(sed -n 's/^[0-9]  \([a-z]* for N = [0-9., ]*[0-9]\)  .*/\1/p' <<<"$output" | tr '\n' ';')"
    check "... where it is reported${options:+, $options}" contains "$output" "assertion failed: N != 3, in start state"
done
check "a start with an error is warned of where nobody asks" contains \
    "$("$coset" check "$scratch/starts.m" -p 1 2>&1)" "warning: a start state has a run-time error and is left out: assert"
check "... and simulate does not start there" equal "" \
    "$("$coset" simulate "$scratch/starts.m" 2>&1 | grep FALSE)"
for command in simulate draw; do
    check "... of which $command warns" contains "$("$coset" $command "$scratch/starts.m" 2>&1)" \
        "warning: a start state has a run-time error and is left out: assertion failed: N != 3"
    check "... and where no other is left" contains "$("$coset" $command $models/start_error_all.m 2>&1)" \
        "warning: the model has no initial states: a start state has a run-time error, and no other is left"
done
# Where no start is left, everything fails, by every method, in families, alone or with others.
for options in "" "--symmetry off" "--symmetry counters" "--symmetry explicit" "--symmetry dynamic" "--symmetry xi" \
    "--symmetry onthefly" "--symmetry architectural" "--engine explicit" "--engine symbolic" "-j 2"; do
    for asked in "-p 1" "-p 2" "-p 3" "-p 4" "-p 5" "-p 1 -p 3 --states"; do
        # shellcheck disable=SC2086
        output=$("$coset" check $models/start_error_all.m $asked $options --log error)
        status=$?
        check "no start is left: $asked $options" equal 1 $status
        check "... fails by its error" contains "$output" \
            "assertion failed: n is positive, in start state \"bad (p: P_1)\" ($models/start_error_all.m:12"
        check_not "... and nothing holds" grep -q "  holds" <<<"$output"
    done
    # shellcheck disable=SC2086
    check "... in some sizes of a family: $options" equal "fails for N = 1..3;fails for N = 1..3;" \
        "$("$coset" check "$scratch/none.m" -p 1 -p 2 --family N=1..4 --log error --no-trace $options |
            sed -n 's/^[0-9]  \([a-z]* for N = [0-9., ]*[0-9]\)  .*/\1/p' | tr '\n' ';')"
done

model=$models/ends.m
output=$("$coset" check $model -p 3 --deadlock off)
check "the trace says where the execution ends" contains "$output" "state 4, where the execution ends"
check "... and that it stays there" contains "$output" "no rule leads to another state: the execution stutters"
"$coset" check $model -p 3 --deadlock off --json --html "$scratch/page.html" >"$scratch/trace.json"
check "so does JSON" contains "$(<"$scratch/trace.json")" '"loop": 3, "ends": true'
check "and the page" contains "$(<"$scratch/page.html")" '"loop": 3, "ends": true'
check "the trace is replayed" "$coset" replay $model --deadlock off "$scratch/trace.json"
check "and explained" contains "$("$coset" explain $model --deadlock off "$scratch/trace.json")" "; the execution ends in state 4"
cat >"$scratch/early.json" <<'END'
{"states": [{"x": 0}, {"x": 1}], "inputs": [], "loop": 1}
END
check_not "a state with a successor does not repeat" "$coset" replay $model --deadlock off "$scratch/early.json"
check "a deadlock is one all the same" contains "$("$coset" check $model --no-trace)" "fails      no deadlock"
finish
