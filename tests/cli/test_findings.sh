#!/usr/bin/env bash
# What other tools and users found to be wrong, by every method: tests/models/findings has the models under the names that they
# were reported by. The leading comment is that of tests/cli/test_models.sh; and
#   -- family NAME=LOW..HIGH    the verdicts are the same for these values of a constant
# Findings that are not about verdicts are tests elsewhere:
#   html_sigpipe.m, html_sigpipe.sh: test_html.sh. lost_failure.sh: test_symmetry.sh, and test_limits.sh without time.
#   arr400000.m, time_limit_ignored_array.m, draw_full.m, latin_collide.smv, deep2400.smv: test_limits.sh.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
source "$root/tests/expectations.sh"
cd "$root/tests/models/findings" || exit 2

run() { # kind, arguments
    output=$("$root/build/$1/coset" check --quiet --no-trace "${@:2}" 2>"$scratch/messages")
    status=$?
    [[ $status -lt 4 ]] || echo "status $status"
    [[ $output$(<"$scratch/messages") != *"internal error"* ]] || echo "an internal error: ${*:2}"
}

number_of_states() {
    sed -n 's/^reachable states: \([0-9]*\).*/\1/p' <<<"$output"
}

# A method that does not apply may leave a property undecided, with a reason; none says anything else.
differences() { # what all say of a model, for each way to check it
    local way property verdict verdicts
    for way in "${all[@]}"; do
        # shellcheck disable=SC2086 # options are words
        run release $way --states "$model"
        verdicts=$(verdict_lines "$output")
        [[ $verdicts == "$expected" ]] || echo "$way: " $verdicts
        [[ $(number_of_states) == "$states" ]] || echo "$way: $(number_of_states) states"
    done
    for way in "${some[@]}"; do
        # shellcheck disable=SC2086
        run release $way "$model"
        verdicts=$(verdict_lines "$output")
        [[ $(wc -l <<<"$verdicts") == $(wc -l <<<"$expected") ]] || echo "$way: " $verdicts
        while read -r property verdict; do
            [[ $verdict == undecided ]] || grep -qx "$property $verdict" <<<"$expected" || echo "$way: $property $verdict"
        done <<<"$verdicts"
        grep 'undecided ' <<<"$output" | grep -v ')$'
    done
    [[ $expected == *$'\n'* ]] && while read -r property verdict; do # each alone
        run release -p "$property" "$model"
        [[ $(verdict_lines "$output") == "$property $verdict" ]] || echo "-p $property: $output"
    done <<<"$expected"
    run $sanitized "$model"
    [[ $(verdict_lines "$output") == "$expected" ]] || echo "with sanitizers: $output"
}

for model in *.m *.smv; do
    expected=$(leading_comment "$model" | grep '^[0-9]')
    states=$(leading_comment "$model" | sed -n 's/^states //p')
    family=$(leading_comment "$model" | sed -n 's/^family //p')
    [[ -n $expected ]] || continue # what is refused is below
    all=('' '-j 2' '--no-cone' '--engine symbolic' '--engine symbolic --symmetry off' '--symmetry off -j 2')
    some=(--symmetry\ {counters,architectural,dynamic,componentwise,componentwise+states,onthefly,live-rep,xi,orbit-xi})
    ways=('--engine explicit' '--engine explicit --symmetry off' '--symmetry explicit' '--symmetry explicit -j 2')
    if [[ $model == *.m ]]; then all+=("${ways[@]}"); else some=(--symmetry\ {onthefly,live-rep,xi,orbit-xi} "${ways[@]}"); fi
    check "$model: the verdicts by all methods" equal "" "$(differences)"
    [[ -z $family ]] || for way in '' '-j 2' '--engine symbolic' '--engine explicit' '--symmetry off'; do
        # shellcheck disable=SC2086
        run release --family "$family" $way "$model"
        check "$model: $family $way" equal "$expected" "$(verdict_lines "$output")"
    done
done

# ---- What is said besides verdicts ----------------------------------------------------------------------------------

for model in preprocessor_lines_skipped.smv hash.smv; do
    run release $model
    check "$model is refused" contains "$status $(<"$scratch/messages")" 'this line is for the C preprocessor, which was not run; --cpp runs it'
done
run release --cpp preprocessor_lines_skipped.smv
check "... and with --cpp the property fails" equal "1 1 fails" "$status $(verdict_lines "$output")"
run release --cpp hash.smv
check "... but the preprocessor knows no such directive" equal 2 $status

has_found() { # orbits or representatives, how many, the model, and options
    run release --states --json "${@:4}" "$3"
    check "$3 ${*:4}: $2 $1" contains "$output" "\"$1\": \"$2\""
}
for jobs in 1 2; do
    has_found orbits 16 channels.m -j $jobs
    has_found orbits 1 count1.m -j $jobs
    has_found orbits 2 j2_orbits.m -j $jobs
    has_found representatives 9 fair3.smv -j $jobs --thin
    has_found representatives 9 fair3.smv -j $jobs -p mutex --thin
    has_found representatives 5 j2_orbits.m -j $jobs --symmetry onthefly --thin
done

for engine in explicit symbolic; do
    run release vacuity_murphi.m --engine $engine
    check "vacuity_murphi.m, $engine: both hold vacuously" equal 2 "$(grep -c '"y" is never true' <<<"$output")"
done

# Rotations keep the steps, and move the one initial state.
for method in auto onthefly live-rep; do
    run release ring_init.smv --symmetry $method --states
    check "ring_init.smv, $method: the generator is used" contains "$output" 'symmetries as stated (1 generator)'
    check "... without a word against it" equal "" "$(<"$scratch/messages")"
done
run release ring_init.smv --symmetry orbit-xi
check "ring_init.smv, orbit-xi: it is not used, for least representatives are not reached" contains \
    "$(<"$scratch/messages")" 'is no symmetry of the model, and is not used. It takes the initial state'

run release --json --engine symbolic method_misreported.m
check "method_misreported.m: plain diagrams" equal '4 0' \
    "$(grep -c '"backend": "BDD"' <<<"$output") $(grep -c 'explicit-state' <<<"$output")"

# Models on which symmetries are no help, and no hindrance.
run release -t 30 explode18.smv
check "explode18.smv is decided" equal $'1 fails\n2 holds' "$(verdict_lines "$output")"
for limit in '' '--sigma-nodes 30' '--sigma-rounds 1'; do
    # shellcheck disable=SC2086
    run release -t 30 explode18.smv --symmetry onthefly --verify-generators off --no-trace -v --stats $limit
    check "... and so it is by generators that are not looked at: $limit" equal $'1 fails\n2 holds' "$(verdict_lines "$output")"
    check "... which are given up early, as -v says" contains "$(<"$scratch/messages")" \
        'property 2: applying generators stopped early'
    check "... and --stats" grep -q '^  partial orbits  *[1-9]' <<<"$output"
done
run release fair3.smv --symmetry onthefly --no-trace -v
check "... but not where they come to an end" equal "" "$(grep 'stopped early' "$scratch/messages")"
run release -t 30 cone_sym.smv
check "cone_sym.smv is decided on its cone" equal '1 holds' "$(verdict_lines "$output")"
run release -t 30 cone_sym.smv --generator '(a b)'
check "... with a generator that is seen to be one without what it leaves alone" contains "$output" \
    'symmetries as stated (1 generator)'
for generator in '(p q)' '(a[0] a[1])' '{red green}' '(a[0] t)' '{t=TRUE t=FALSE}' '{w=0ud4_1 w=0ud4_2}' \
    '(a[1] a[2]){a[1]=TRUE a[2]=FALSE}{a[1]=FALSE a[2]=TRUE}'; do
    run release gsyn.smv --symmetry onthefly --generator "$generator"
    check "gsyn.smv: $generator" contains "$(verdict_lines "$output") $output" '(1 generator)'
done
for generator in '{TRUE FALSE}' '{t=0 t=1}' '{w=TRUE w=FALSE}' '{w=0ud5_1 w=0ud5_2}' '{t=TRUE red}' '{p.b=TRUE q.b=FALSE}'; do
    run release gsyn.smv --symmetry onthefly --generator "$generator"
    check "gsyn.smv: $generator is an error at its place" contains "$status $(<"$scratch/messages")" '2 --generator:1:'
done

# Truth values and words that move: verdicts are those without symmetries, and there is one state of each orbit.
model=$root/tests/models/smv/values_that_move.smv
expected=$("$root/build/release/coset" check --symmetry off --no-trace "$model" | grep -E '^[0-9]+ +(holds|fails)')
for method in auto onthefly xi orbit-xi; do
    output=$("$root/build/release/coset" check --symmetry $method --states "$model" 2>"$scratch/messages")
    check "values_that_move.smv, $method: the verdicts" equal "$expected" "$(grep -E '^[0-9]+ +(holds|fails)' <<<"$output")"
    check "... and all generators are used" equal "" "$(<"$scratch/messages")"
    check_not "... for runs of the model" contains "$output" 'internal error'
done
check "... 64 states are 16 orbits" contains "$output" 'reachable states: 64 of 512, in 16 orbits'
run release "$model" --symmetry onthefly --generator '{side=TRUE side=FALSE}' --no-trace
check "... and what is no symmetry is not used" contains "$(<"$scratch/messages")" \
    '{side=TRUE side=FALSE} is no symmetry of the model, and is not used.'

model=format_nusmv_case_and_step_condition.smv
run release --format nusmv $model
check "$model: case has its line breaks" contains "$output" $'-- invariant case\na : x = 1;\nTRUE : FALSE;\nesac  is false'
output=$("$root/build/release/coset" check --format nusmv $model 2>&1)
check "... and counterexamples have no inputs" equal 0 "$(grep -ciE 'input|condition|_step' <<<"$output")"
output=$("$root/build/release/coset" info $model)
check "... nor has the list of properties" contains "$output" '1  invariant  case a : x = 1; TRUE : FALSE; esac'
finish
