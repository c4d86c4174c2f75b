#!/usr/bin/env bash
# What makes verdicts mean less than one may think is warned of by every engine and method, in all outputs: a transition
# relation that is not total, no initial states, no fair states. Once, only decision diagrams knew, and said so on the
# standard error stream alone.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
models=tests/models/smv

# The invariant fails before the state without a successor is found; y has nothing to do with it.
cat >"$scratch/late.smv" <<'END'
MODULE main
VAR x : 0..6; y : boolean;
INIT x = 0
TRANS next(x) = x + 1
INVARSPEC x != 1
END
# A state without a successor that cannot be reached is none to warn of.
cat >"$scratch/total.smv" <<'END'
MODULE main
VAR x : 0..3;
INIT x = 0
TRANS x < 3 & next(x) = (x + 1) mod 3
INVARSPEC x != 1
CTLSPEC AG x < 3
END
# No state has a successor here, and an input has no say in that.
cat >"$scratch/input.smv" <<'END'
MODULE main
VAR b : boolean;
IVAR i : boolean;
TRANS b & !next(b) & i
CTLSPEC EX TRUE
END
# Diagrams of products grow, so that another engine decides this soon: who does knows less of all states.
cat >"$scratch/products.smv" <<'END'
MODULE main
VAR x : unsigned word[24]; y : unsigned word[24]; c : 0..9; d : 0..9;
INIT x = 0ud24_3 & y = 0ud24_5 & c = 0 & d = 0
TRANS next(x) = (c = 9 ? 0ud24_3 : x * y) & next(y) = (c = 9 ? 0ud24_5 : y * x + 0ud24_1)
TRANS next(c) = (c + 1) mod 10 & d != 5 & (next(d) = d + 1 | next(d) = d)
CTLSPEC AG d < 5
END
# Executions that end stay in their last state.
cat >"$scratch/ends.m" <<'END'
var x: 0..3;
startstate begin x := 0; end;
rule x < 3 ==> begin x := x + 1; end;
invariant "small" x < 3;
liveness "late" x = 3;
END
cat >"$scratch/none.m" <<'END'
type P: scalarset(3);
var x: array [P] of 0..3;
startstate begin for p: P do x[p] := 0; end; end;
ruleset p: P do rule x[p] < 3 ==> begin x[p] := x[p] + 1; end; end;
assume exists p: P do x[p] > 0 end;
invariant "large" forall p: P do x[p] > 2 end;
END
cat >"$scratch/unfair.m" <<'END'
var x: 0..3;
startstate begin x := 0; end;
rule x < 3 ==> begin x := x + 1; end;
justice "never" x = 0;
ltl "false" G x = 7;
END

# Starts that have a run-time error, or are excluded, in some sizes.
cat >"$scratch/starts.m" <<'END'
const N: 3;
type P: scalarset(N);
var x: array [P] of 0..3;
startstate "bad" begin for p: P do x[p] := 0; end; assert N = 1 | N = 4; end;
startstate "good" begin for p: P do x[p] := N < 5 ? 1 : 3; end; end;
ruleset p: P do rule x[p] < 3 ==> begin x[p] := x[p] + 1; end; end;
assume N < 4 | exists p: P do x[p] > 1 end;
justice "never" N != 2;
invariant "small" forall p: P do x[p] < 4 end;
ltl "goes on" G F exists p: P do x[p] = 3 end;
END

kinds() { # model, options: the kinds of warnings, and the state, of the JSON and of the page, which are the same
    local json page
    json=$("$coset" check --json --quiet --log error --no-trace --html "$scratch/page.html" "$@" |
        sed -n 's/.*{"kind": "\([a-z_]*\)", "text": "\(.*\)", "s\(tate\|izes\)": \(.*\)}.*/\1 \4\t\2/p' |
        sed 's/, "state": null//')
    json=${json//\\\"/\&quot;}
    page=$(sed -n 's/^<p class="warning" role="alert"><strong>Warning<\/strong>: \(.*\)\.<\/p>$/\1/p' "$scratch/page.html")
    if [[ $page == "$(cut -f2 <<<"$json")" ]]; then
        cut -f1 <<<"$json"
    else
        echo "the page says: $page; the JSON: $json"
    fi
}

warns() { # model, options: on the standard error stream
    "$coset" check --quiet --no-trace "$@" 2>&1 >/dev/null | sed -n 's/^coset: warning: //p'
}

for kind in $kinds; do
    coset=$root/build/$kind/coset
    ways=("--engine auto" "--engine explicit" "-j 2 --engine explicit" "--symmetry onthefly")
    [[ $kind == debug ]] || ways+=("--engine symbolic" "-j 2" "--symmetry live-rep" "--symmetry xi" "--symmetry orbit-xi" \
        "--strategy saturation")
    for how in "${ways[@]}"; do
        # shellcheck disable=SC2086
        {
            check "$kind: $how: a deadlock" equal 'not_total {"x": 2}' "$(kinds $models/deadlock.smv $how)"
            check "$kind: $how: ... in words" contains "$(warns $models/deadlock.smv $how)" \
                "the transition relation is not total: state x = 2 has no successor"
            check "$kind: $how: ... behind a failure" contains "$(kinds "$scratch/late.smv" $how)" 'not_total {"x": 6'
            check "$kind: $how: ... that cannot be reached" equal "" "$(kinds "$scratch/total.smv" $how)"
            check "$kind: $how: ... at once, with inputs" contains "$(kinds "$scratch/input.smv" $how)" \
                'not_total {"b": false}'
            check "$kind: $how: no initial states" equal "no_initial_states null" \
                "$(kinds $models/no_initial_state.smv $how)"
            [[ $how == *live-rep ]] || # which cannot know
                check "$kind: $how: no fair states" equal "no_fair_states null" "$(kinds $models/no_fair_path.smv $how)"
        }
    done
    for how in induction ic3 sat; do
        check "$kind: $how: no fair states" equal "no_fair_states null" \
            "$(kinds $models/no_fair_path.smv --engine $how --time-limit 20)"
    done
    check "$kind: of one variable, the other one does not matter" contains "$(warns "$scratch/late.smv")" \
        "state x = 6, whatever the other variables are, has no successor"
    check "$kind: no initial states, on the standard output" equal \
        "warning: the model has no initial states, so that a property that holds says nothing about it" \
        "$("$coset" check $models/no_initial_state.smv --log error 2>&1 | tail -n 1)"
    check "$kind: ... in NuSMV's words it is on the other stream" contains \
        "$(warns $models/no_initial_state.smv --format nusmv)" "the model has no initial states"
    check "$kind: what SAT engines decide is no reason to be silent" contains "$(warns "$scratch/products.smv")" \
        "the transition relation is not total"
    check "$kind: nothing is searched for where that is not wanted" equal "" \
        "$(kinds "$scratch/late.smv" --engine symbolic --reachable off)"
    check "$kind: without properties, too" equal 'not_total {"x": 6, "y": false}' \
        "$(sed /INVARSPEC/d "$scratch/late.smv" >"$scratch/mere.smv"; kinds "$scratch/mere.smv" --engine explicit)"

    for how in "" "--engine symbolic" "--engine explicit" "-j 2" "--symmetry onthefly"; do
        # shellcheck disable=SC2086
        {
            check "$kind: $how: Murphi's executions that end" equal "" "$(kinds "$scratch/ends.m" $how)"
            check "$kind: $how: Murphi without fair states" equal "no_fair_states null" "$(kinds "$scratch/unfair.m" $how)"
        }
    done
    ways=("" "--symmetry off" "--engine explicit" "-j 2")
    [[ $kind == debug ]] || ways+=("--engine symbolic" "--symmetry counters" "--symmetry explicit" "--symmetry dynamic" \
        "--symmetry onthefly" "--symmetry xi" "--symmetry architectural")
    for how in "${ways[@]}"; do
        # shellcheck disable=SC2086
        {
            check "$kind: $how: a start with an error" equal "start_error null" "$(kinds "$scratch/starts.m" -p 1 $how)"
            check "$kind: $how: ... in words" equal \
                "a start state has a run-time error and is left out: assertion failed: N = 1 | N = 4, in start state \"bad\" ($scratch/starts.m:4:52)" \
                "$(warns "$scratch/starts.m" -p 1 $how)"
            check "$kind: $how: ... that a property tells" equal "" "$(kinds "$scratch/starts.m" -p 3 $how)"
            check "$kind: $how: no start but those" equal "no_initial_states null" \
                "$(kinds tests/models/murphi/start_error_all.m -p 1 $how)"
            check "$kind: $how: ... in words" equal \
                "the model has no initial states: a start state has a run-time error, and no other is left" \
                "$(warns tests/models/murphi/start_error_all.m -p 2 $how)"
            check "$kind: $how: the sizes of a family" equal \
                "no_initial_states [4];start_error [2, 3, 5];no_fair_states [2];" \
                "$(kinds "$scratch/starts.m" -p 1 -p 2 --family N=1..5 $how | tr '\n' ';')"
        }
    done
    check "$kind: of sizes, on the standard output" contains \
        "$("$coset" check "$scratch/starts.m" -p 1 --family N=1..5 --log error)" \
        "warning: for N = 4: the model has no initial states, so that a property that holds says nothing about it"

    for method in auto off counters explicit dynamic componentwise onthefly; do
        check "$kind: $method: all start states are excluded" equal "no_initial_states null" \
            "$(kinds "$scratch/none.m" --symmetry $method)"
    done
done
finish
