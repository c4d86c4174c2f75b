#!/usr/bin/env bash
# Representatives that are chosen on the fly, on the command line: by each method and with each option verdicts,
# numbers and counts are those without symmetries, or undecided where the method says nothing; runs are read back.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
models=tests/models/onthefly

run() {
    output=$("$coset" "$@" 2>"$scratch/errors")
    status=$?
    errors=$(cat "$scratch/errors")
}
verdicts() { awk '/^ *[0-9]+  (holds|fails|undecided|infinity|[0-9]+) / { printf "%s ", $2 }' <<<"$output"; }
states() { sed -n 's/^reachable states: \([0-9]*\).*/\1/p' <<<"$output"; }
representatives() { sed -n 's/^reachable states: .*\(for which\|in\) \([0-9]*\) .*/\2/p' <<<"$output"; }

# What is undecided says nothing.
agrees() { # verdicts without symmetry, and with
    local -a plain=($1) reduced=($2)
    local i
    [[ ${#plain[@]} -eq ${#reduced[@]} ]] || { echo "$1: $2"; return 1; }
    for i in "${!plain[@]}"; do
        [[ ${reduced[i]} == undecided || ${reduced[i]} == "${plain[i]}" ]] || { echo "$1: $2"; return 1; }
    done
}
status_of() { # verdicts
    case " $1" in
    *' fails'*) echo 1 ;;
    *' undecided'*) echo 3 ;;
    *) echo 0 ;;
    esac
}

# same MODEL METHOD OPTION...: against $plain and $all
same() {
    local model=$1 method=$2
    shift 2
    run check "$model" --symmetry "$method" --states --full-trace "$@"
    if [[ $method == live-rep ]]; then
        check "$kind, $method: ${model##*/} $*: no other verdicts" agrees "$plain" "$(verdicts)"
    else
        check "$kind, $method: ${model##*/} $*: the same verdicts" equal "$plain" "$(verdicts)"
    fi
    check "$kind, $method: ... and a status that fits" equal "$(status_of "$(verdicts)")" $status
    check_not "$kind, $method: ... no run that is none" contains "$output$errors" "internal error"
    check "$kind, $method: ... the same states" equal "$all" "$(states)"
}
plainly() { # model, option...
    run check "$@" --symmetry off --states --no-trace
    plain=$(verdicts) all=$(states)
}

for kind in $kinds; do
    coset=$root/build/$kind/coset
    for model in $models/{philosophers,arbiter,token,unlike}.smv $models/lanes.m; do
        plainly "$model"
        check_not "$kind: ${model##*/} is decided without symmetries" contains "$plain" undecided
        [[ $model == *arbiter* ]] && plain_arbiter=$plain
        for method in onthefly live-rep xi orbit-xi auto; do
            same "$model" $method
            run check "$model" --symmetry $method --json
            printf '%s\n' "$output" >"$scratch/trace.json"
            check "$kind, $method: ${model##*/}: its JSON fits the schema" "build/$kind/tests/report/test_json" \
                "$scratch/trace.json"
            run replay "$model" "$scratch/trace.json"
            check "$kind, $method: ... and its traces are executions of the model" equal 0 $status
        done
    done
    for model in $models/{philosophers,arbiter}.smv; do
        plainly "$model"
        while read -r options; do
            for method in onthefly live-rep; do
                # shellcheck disable=SC2086
                same "$model" $method $options
            done
        done <<'END'
--sigma-by relation
--sigma-by relation --sigma-simplify
--sigma-by partition --sigma-simplify
--thin
--no-stages
--sigma-rounds 1
--sigma-rounds 1 --thin
--sigma-share 1
--sigma-rounds 2 --full-reach hint
--sigma-nodes 5 --keep-full-reach
--dense 4
--dense 10 --full-reach hint --keep-full-reach
--reachable off --no-reorder
--no-detect
END
    done

    # Fewer representatives than states, and with less trouble taken more of them.
    run check $models/philosophers.smv --symmetry orbit-xi --states -p 8
    check "$kind: orbits" equal "136 34" "$(states) $(representatives)"
    run check $models/philosophers.smv --symmetry onthefly --states -p 8
    few=$(representatives)
    check "$kind: representatives are between orbits and states" test "$few" -ge 34 -a "$few" -lt 136
    run check $models/philosophers.smv --symmetry onthefly --states -p 8 --json
    check "$kind: ... and are not called orbits in JSON" contains "$output" "\"orbits\": null, \"representatives\": \"$few\""
    run check $models/philosophers.smv --symmetry orbit-xi --states -p 8 --json
    check "$kind: ... which orbits are" contains "$output" '"orbits": "34", "representatives": null'
    run check $models/philosophers.smv --symmetry onthefly --states -p 8 --sigma-rounds 1
    check "$kind: fewer rounds leave more of them" test "$(representatives)" -gt "$few"

    run check examples/futurebus.smv --symmetry onthefly --states -p 1 --thin
    check "$kind: symmetries that are found leave fewer, too" test "$(representatives)" -lt "$(states)"
    run check examples/futurebus.smv --symmetry onthefly --states -p 1 --no-detect
    check "$kind: ... but where none are looked for" equal "" "$(representatives)"

    # Searches with hints, which change what is known of orbits: the arbiter that they are measured with.
    for processes in 3 4; do
        [[ $kind == debug && $processes == 4 ]] && continue # slow with sanitizers
        model=$scratch/arbiter-$processes.smv
        examples/arbiter.sh $processes >"$model"
        plainly "$model"
        check "$kind: an arbiter for $processes, without symmetries" equal "holds holds holds fails holds holds " "$plain"
        while read -r -a options; do
            same "$model" onthefly "${options[@]//+/ }"
            run check "$model" --symmetry onthefly "${options[@]//+/ }" --json
            printf '%s\n' "$output" >"$scratch/trace.json"
            run replay "$model" "$scratch/trace.json"
            check "$kind: ... and the trace is an execution of the model" equal 0 $status
        done <<'END'
--no-detect
--no-detect --hint p3.phase+=+idle --hint TRUE
--hint open+&+by_number --hint TRUE --full-reach hint
--hint open+&+by_number --hint open --hint TRUE --full-reach hint
--hint open+&+by_number --hint TRUE --full-reach hint --no-keep-full-reach
--hint open+&+by_number --hint TRUE --full-reach hint --sigma-rounds 1
--hint open+&+by_number --hint TRUE
--hint open+&+by_number --hint TRUE --full-reach hint --generator (p1+p2) --generator (p1+p3)
END
    done

    # A last hint that leaves something out.
    plainly $models/token.smv
    run check $models/token.smv --symmetry onthefly --hint 'a = 0' --states
    check "$kind: a part is searched: no other verdicts" agrees "$plain" "$(verdicts)"
    check_not "$kind: ... nothing holds but what no state violates" contains "$(verdicts | cut -d ' ' -f 2-)" holds
    check "$kind: ... the reason is told" contains "$output" "the last hint is not TRUE"
    check "$kind: ... states are not counted" equal "" "$(states)"
    run check $models/token.smv --symmetry onthefly --hint 'a = 0' --hint TRUE
    check "$kind: ... but TRUE is the last one: all is as it was" equal "$plain" "$(verdicts)"
    run check $models/token.smv --symmetry onthefly --hint 'a = 0' --hint 'owner in {ann, bob, cem}'
    check "$kind: ... or what is always so" equal "$plain" "$(verdicts)"

    # What live-rep found wrong of: a violation that goes on outside of representatives, under fairness.
    run check $models/apart.smv --symmetry live-rep --states --thin
    check "$kind: traces that leave the representatives are not forgotten" equal \
        "undecided undecided fails undecided fails " "$(verdicts)"
    check "$kind: ... nor are their fair paths" equal "" "$errors"
    run check $models/apart.smv --symmetry onthefly --states
    check "$kind: ... steps between orbits find them" equal "fails fails fails fails fails " "$(verdicts)"

    run check $models/swap.smv --symmetry live-rep --json --thin
    printf '%s\n' "$output" >"$scratch/trace.json"
    run replay $models/swap.smv "$scratch/trace.json"
    check "$kind: traces go on by any step" equal 0 $status
    run check $models/swap.smv --symmetry live-rep --thin
    check "$kind: ... after others were decided, too" equal "undecided fails fails fails undecided " "$(verdicts)"
    for method in onthefly xi; do
        run check $models/ends.smv --symmetry $method
        check "$kind, $method: steps that nobody followed lead to no path" equal \
            "undecided undecided undecided fails undecided " "$(verdicts)"
        check "$kind, $method: ... and deadlocks are not denied" equal "" "$errors"
        run check $models/ends.smv --symmetry $method --hint TRUE
        check "$kind, $method: ... until all are followed" equal "holds holds holds fails fails " "$(verdicts)"
        check "$kind, $method: ... the deadlock is told of" contains "$errors" "x = 2"
    done

    # Nothing is stated and nothing found.
    run check examples/counter.smv --symmetry onthefly --states
    reduced=$(verdicts)$(states)
    plainly examples/counter.smv
    check "$kind: without symmetries there are the states themselves" equal "$plain$all" "$reduced"

    # States whose orbits take too much work: symmetries are used as far as they are cheap, and verdicts are those
    # without them, at once.
    plainly $models/distinct.smv
    for method in onthefly xi live-rep auto; do
        [[ $kind == release || $method == onthefly ]] && same $models/distinct.smv $method -t 120
    done
    run check $models/distinct.smv --symmetry onthefly --no-trace -v --no-cone
    check "$kind: what needs all states of orbits is asked without" contains "$errors" \
        "property 4 is checked without symmetries: orbits take too much work"
    run check $models/distinct.smv --verify-generators off -p lamps --no-trace
    check "$kind: where nothing was left out, wrong generators would do no harm" equal "holds " "$(verdicts)"

    # The group that each property is decided with.
    run check $models/distinct.smv --symmetry onthefly --no-trace --no-cone --json -p 2 -p 3 -p 1
    check "$kind: the order of the group that a property leaves" equal "25401600 174356582400 174356582400 " \
        "$(grep -o '"group_order": "[0-9]*"' <<<"$output" | grep -o '[0-9]*' | tr '\n' ' ')"
    run check $models/fair_turns.smv --symmetry onthefly --no-trace -v
    check "$kind: fairness takes nothing from what does not depend on it" equal "24 1 " \
        "$(grep -o 'group of order [0-9]*' <<<"$errors" | grep -o '[0-9]*' | tr '\n' ' ')"

    # Explicit-state search is obeyed, and not combined with what it cannot do.
    run check $models/fair_turns.smv --engine explicit -p 1 --json
    check "$kind: explicit-state search of a model that states symmetries" contains "$output" '"backend": "explicit-state"'
    run check $models/fair_turns.smv --engine explicit -p 1
    check "$kind: ... tells that they are not used" contains "$output" "stated symmetries and hints not used"
    for method in onthefly live-rep xi orbit-xi dynamic componentwise; do
        run check $models/fair_turns.smv --engine explicit --symmetry $method
        check "$kind: explicit-state search by $method is refused" equal 2 $status
        check "$kind: ... and says so" contains "$errors" "--engine=explicit cannot be used with"
    done
    run check $models/fair_turns.smv --engine symbolic --symmetry explicit
    check "$kind: so is symbolic search by the explicit quotient" equal 2 $status

    # Limits leave properties undecided, and others as they are.
    run check $models/arbiter.smv --symmetry onthefly -m 2M
    check "$kind: little memory: no other verdicts" agrees "$plain_arbiter" "$(verdicts)"
done

# Real models: quick ones that have symmetries.
corpus=../shared/corpus/smv
if [[ -r $corpus/verdicts.tsv ]]; then
    kind=release coset=$root/build/release/coset
    for model in example_cmu__{mutex,mutex1,ring,syncarb5,gigamax,dme1} psl-samples__{semaphore,syncarb5,dme2}; do
        plainly "$corpus/$model.smv"
        for method in onthefly live-rep xi orbit-xi; do
            run check "$corpus/$model.smv" --symmetry $method -t 20
            check "$method: $model: no other verdicts" agrees "$plain" "$(verdicts)"
            check_not "$method: ... no run that is none" contains "$output$errors" "internal error"
        done
    done
else
    skip "real models" "there is no $corpus"
fi
finish
