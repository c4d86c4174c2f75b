#!/usr/bin/env bash
# Families against their members, each by itself: for each size the same verdicts and the same number of states, whichever
# engine, all sizes together or with symmetries in one after the other; what is said of them, the runs that are shown,
# and mistakes.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
corpus=../shared/corpus/murphi/cmurphi

run() {
    output=$("$coset" "$@" 2>"$scratch/errors")
    status=$?
    errors=$(cat "$scratch/errors")
}
# For each property of the last JSON, a word: its kind, and what is behind the text given.
properties() { sed -n 's/.*"kind": "\([a-z_]*\)".*/\1/p' <<<"$output" | paste -d : - <(sed -n "s/$1/\\1/p" <<<"$output"); }

# Whether a size is in a list such as "1, 3".
has_size() { [[ ", $1," == *", $2,"* ]]; }

# members CONSTANT LOW HIGH MODEL OPTION...: what the family says with the symmetries of $way, and what its members say
# without. With $may_be_open, what the family leaves undecided is no mistake.
# Without $states_too, only verdicts are compared: then counters may be for all sizes together.
way=off
may_be_open=
states_too=--states
declare -A known
# member CONSTANT=SIZE MODEL OPTION...: what a member says by itself, which is the same for all symmetries of families: its
# states in $of_one, its verdicts in of_member.
member() {
    local key="$kind_of_build $*" constant=$1 model=$2
    shift 2
    if [[ -z ${known[$key]:-} ]]; then
        run check "$model" -D "$constant" --states --json --no-trace --symmetry off "$@"
        known[$key]=$(
            sed -n 's/.*"states": {"reachable": "\([0-9]*\)".*/\1/p' <<<"$output" | grep . || echo
            properties '.*"verdict": "\([a-z]*\)".*'
        )
    fi
    mapfile -t of_member <<<"${known[$key]}"
    of_one=${of_member[0]}
    of_member=("${of_member[@]:1}")
}
members() {
    local constant=$1 low=$2 high=$3 model=$4 i size place verdict kind sizes expected counts
    shift 4
    # shellcheck disable=SC2086
    run check "$model" --family "$constant=$low..$high" $states_too --json --symmetry "$way" "$@"
    check_not "$kind_of_build: $model $low..$high $way $*: no run that is none" contains "$errors" "internal error"
    local -a of_family
    mapfile -t of_family < <(properties '.*"failing_sizes": \[\([^]]*\)\].*')
    local -a undecided
    mapfile -t undecided < <(properties '.*"undecided_sizes": \[\([^]]*\)\].*')
    counts=$(sed -n 's/.*"family".*"reachable": \[\(.*\)\].*/\1/p' <<<"$output" | tr -d '",')
    # shellcheck disable=SC2206
    local -a states=($counts)
    for ((size = low; size <= high; size++)); do
        member "$constant=$size" "$model" "$@"
        [[ -z $states_too ]] || check "... $constant = $size: as many states" equal "$of_one" "${states[size - low]:-none}"
        place=0
        for i in "${!of_family[@]}"; do
            kind=${of_family[i]%%:*} sizes=${of_family[i]#*:} verdict=holds
            if [[ ${of_member[place]%%:*} == "$kind" ]]; then
                verdict=${of_member[place]#*:}
                place=$((place + 1))
            fi # else there is no run-time error that could happen in this size
            expected=holds
            has_size "$sizes" "$size" && expected=fails
            has_size "${undecided[i]#*:}" "$size" && expected=undecided
            [[ $may_be_open && $expected == undecided ]] && verdict=undecided
            check "... property $place ($kind)" equal "$verdict" "$expected"
        done
        check "... and no more of them" equal "$place" "${#of_member[@]}"
    done
}

for kind_of_build in $kinds; do
    coset=$root/build/$kind_of_build/coset
    most=6
    [[ $kind_of_build == debug ]] && most=3
    for model in mutex mcslock mcslock_counter; do
        members N 1 $most "examples/$model.m"
    done
    for engine in symbolic explicit; do
        for model in ring records bags parity one_choice some_ends; do
            members N 1 4 "tests/models/families/$model.m" --engine "$engine"
        done
    done
    for model in ring records bags parity one_choice; do # the explicit engine leaves formulas of linear time open
        run check "tests/models/families/$model.m" --family N=1..4
        check_not "$kind_of_build: $model: all is decided" contains "$output" undecided\ for
    done
    members N 2 4 tests/models/families/records.m --deadlock stuck
    members N 3 3 tests/models/families/ring.m
done

coset=$root/build/release/coset kind_of_build=release
for model in philosophers readers_writers; do
    members N 1 6 "examples/$model.m"
done
for model in odd_even_sort odd_even_sort_bug mcsqueue; do
    members N 1 4 "examples/$model.m"
done
members N 2 4 examples/peterson.m
members N 1 3 examples/ccp.m

way=auto
members N 1 7 examples/mutex.m
members N 1 4 tests/models/families/lonely.m
members N 1 6 examples/readers_writers.m
members N 1 5 examples/philosophers.m
members N 2 5 examples/peterson.m
members N 1 4 examples/mcsqueue.m
for model in ring records bags parity; do
    members N 1 4 "tests/models/families/$model.m"
done
# Counters decide a part, and single sizes get hard: the rest is searched together, where that can be done.
for model in counted_in_part shrinking; do
    coset=$root/build/$sanitized/coset run check "tests/models/families/$model.m" --family N=2..6 --no-trace --stats
    check "$model: nothing is lost on the way" equal "0 " "$status $errors"
    check "... and all is decided" contains "$output" "3 properties: 3 hold, 0 fail, 0 undecided"
done
for way in counters explicit architectural dynamic componentwise componentwise+states onthefly live-rep xi orbit-xi; do
    may_be_open=yes # counters alone do not decide all
    for model in mutex mcslock ccp; do
        members N 1 3 "examples/$model.m"
    done
    may_be_open=
    [[ $way == counters || $way == architectural ]] || members N 1 4 examples/readers_writers.m
done
way=architectural
members N 2 4 examples/token_ring.m
members N 1 4 examples/mutex.m # asks for nothing but what the others do
for way in off dynamic componentwise componentwise+states; do
    members N 1 4 tests/models/families/covers.m
    members N 1 4 tests/models/families/lonely.m
done
for way in off auto explicit; do # what cannot be made one model of was refused as a whole
    members N 1 4 tests/models/families/own_types.m
    members N 1 4 tests/models/families/least.m
    members N 1 3 tests/models/families/bits.m
    members N 1 3 tests/models/families/words.m
done
states_too=
for way in off auto; do # read once; the smallest size has fewer properties
    members N 1 4 tests/models/families/errors.m
    members N 2 5 examples/token_ring.m
done
states_too=--states
way=off
members N 1 3 tests/models/families/least.m --engine symbolic
members N 1 3 tests/models/families/bits.m -j 2
way=explicit
members N 1 3 examples/mutex.m --engine explicit
run check tests/models/families/lonely.m --family N=1..4 --symmetry dynamic --no-trace
check "types of components are joined over all of them and all sizes" contains "$output" "for all sizes together"

# grid WAY OPTION...: two constants; for all combinations the verdicts and numbers of states of single models.
grid() {
    local model=tests/models/families/servers.m way=$1 n m number states='' fails=() verdict word
    shift
    for n in 1 2 3; do
        for m in 1 2 3; do
            run check $model -D N=$n -D M=$m --states --no-trace --symmetry off --engine explicit
            states+="($n, $m): $(sed -n 's/^reachable states: \([0-9]*\).*/\1/p' <<<"$output") "
            while read -r number verdict _; do
                [[ $verdict != fails ]] || fails[number]+="${fails[number]:+, }($n, $m)"
            done < <(grep -E '^[0-9]+ +(holds|fails)' <<<"$output")
        done
    done
    run check $model --family N=1..3 --family M=1..3 --states --symmetry "$way" "$@"
    for number in 1 2 3 4; do
        word="holds for N = 1..3, M = 1..3  "
        [[ -z ${fails[number]:-} ]] || word="fails for (N, M) = ${fails[number]}  "
        check "two constants, $way $*: property $number" contains "$output" "$number  $word"
    done
    check "... and all states" equal "$states" \
        "$(sed -n 's/^reachable states for (N, M) = \(([0-9, ]*)\): \([0-9]*\).*/\1: \2/p' <<<"$output" | tr '\n' ' ')"
    check "... and a trace of the smallest one" contains "$output" "for (N, M) = (1, 1)"
    check_not "... that is one" contains "$errors" "internal error"
}
grid off
grid auto
grid explicit -j 2
grid off --engine symbolic
run check tests/models/families/servers.m --family M=0..2 --family N=0..2 --size 2,1 --json
check "combinations without a model are undecided" contains "$output" '"undecided_sizes": [1, 2, 3, 4, 7]'
check "... the others are told by their values" contains "$output" '"members": [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1]'
check "... with a trace of what was chosen" contains "$output" '"trace_size": 8'
for way in off auto; do # members of a family need not be neighbours
    run check tests/models/families/gaps.m --family N=0..4 --family M=1..3 --symmetry "$way" --states --no-trace
    check "$way: combinations without a model refuse themselves only" contains "$output" \
        '1  fails for (N, M) = (0, 1), (0, 2), (1, 1), undecided for (N, M) = (2, 1), (2, 2), (2, 3), (3, 2), (3, 3), (4, 1), (4, 2), (4, 3)  '
    check "... the others have their states" equal '8 12 16 6 8 8 2 ' \
        "$(sed -n 's/^reachable states for (N, M) = ([0-9, ]*): \([0-9]*\).*/\1/p' <<<"$output" | tr '\n' ' ')"
    check "... what is wrong is shown once" equal 1 "$(grep -c 'this range is empty' <<<"$errors")"
    check "... and told of each" equal 8 "$(grep -c 'the family has no model for N=' <<<"$errors")"
done
run check tests/models/families/gaps.m --family N=0..4 -D M=1 --states --json
check "so it is of one constant, also of the largest size" equal 3 "$(grep -c '"undecided_sizes": \[2, 4\]' <<<"$output")"
check "... and the others are told in their places" contains "$output" '"reachable": ["8", "6", null, "2", null]'
run check tests/models/families/gaps.m --family N=5..6 --family M=4..5
check "a family without any model is wrong" equal 2 $status
check "... which is said once" equal 1 "$(grep -c 'the family has no model' <<<"$errors")"
# Run-time errors in conditions of fairness were not looked for in every size: they were said not to happen.
cat >"$scratch/fair_error.m" <<'END'
const N: 3;
type P: scalarset(N);
var m: array [P] of boolean; n: 0..1;
startstate begin n := 0; undefine m; end;
rule "r" n = 0 ==> begin n := 1; end;
rule "s" n = 1 ==> begin n := 0; end;
ruleset p: P do compassion n = 0, m[p]; end;
END
for way in auto counters; do
    run check "$scratch/fair_error.m" --family N=1.. --symmetry $way --no-trace
    check "$way: a condition of fairness may go wrong in every size" contains "$output" \
        '1  fails for N = 1, the smallest size that does  no run-time error'
done
for wrong in '--family N=1..2 --family N=1..2' '--family N=1.. --family M=1..2' '--family N=1..40 --family M=1..40' \
    '--family N=1..2 --family M=1..2 --size 1' '--family N=1..2 --family M=1..2 --size 3,1'; do
    # shellcheck disable=SC2086
    run check tests/models/families/servers.m $wrong
    check "$wrong is wrong" equal 2 $status
done

states_too=
for way in dynamic componentwise componentwise+states; do # where orbits have several representatives, not all is decided
    may_be_open=yes
    members N 1 3 tests/models/families/classes.m
    members N 1 4 examples/mcsqueue.m
done
way=explicit
members N 1 3 tests/models/families/classes.m
way=architectural # in one search; sizes that the rules do not show, and properties that some size refuses, by themselves
for model in backwards lossy star tree bus line first many; do
    members N 1 5 tests/models/architectural/$model.m
done
members N 1 6 examples/token_ring.m --engine symbolic
for way in auto counters; do
    may_be_open=yes
    [[ $way == counters ]] || may_be_open=
    for model in mutex mcslock mcslock_counter readers_writers ccp; do
        members N 1 4 "examples/$model.m"
    done
    members N 2 4 examples/mutex.m --engine symbolic
    members N 2 4 examples/mutex.m --deadlock stuck
done
may_be_open=
states_too=--states
coset=$root/build/$sanitized/coset kind_of_build=$sanitized
for way in counters explicit architectural dynamic componentwise+states onthefly; do
    members N 1 3 examples/readers_writers.m
done
way=componentwise
members N 1 2 examples/mutex.m
may_be_open=yes states_too=
members N 1 2 tests/models/families/classes.m
way=explicit # linear time is left to single sizes, whose models are closed one after the other
members N 2 4 tests/models/families/ring.m
may_be_open='' states_too=--states
way=auto # counters of all sizes outlive the models of single ones
members N 1 3 examples/mutex.m
coset=$root/build/release/coset kind_of_build=release
way=off
if [[ -r $corpus/others_dpnew.m ]]; then
    members N 1 4 $corpus/mux_2_peterson.m
    members N 1 3 $corpus/mux_mcslock1.m
    members N 2 4 $corpus/mux_n_peterson.m
    members n 2 3 $corpus/others_arbiter.m
    members N 2 6 $corpus/others_dpnew.m
    members ProcCount 1 2 $corpus/others_cache3.m
    members INITIAL_VAL 1 6 $corpus/toy_down.m
else
    skip "families of the corpus" "it is not there"
fi

# ---- What is said ----------------------------------------------------------------------------------------------------

run check examples/odd_even_sort_bug.m --family N=1..6
check "the sizes that fail are told" contains "$output" "1  fails for N = 1, 3, 5  it is sorted some time"
check "... with a trace for the smallest" contains "$output" $'\n   for N = 1\n'
check "... and the status of a failure" equal 1 "$status"
run check examples/odd_even_sort_bug.m --family N=1..6 --size 3 --json
check "a trace for another size" contains "$output" '"trace_size": 3'
check "... in the variables of that size" contains "$output" '"row[8]": 0'
check_not "... and of no larger one" contains "$output" 'row[9]'
echo "$output" >"$scratch/trace.json"
run replay examples/odd_even_sort_bug.m "$scratch/trace.json" -D N=3
check "... is one of the model" equal 0 "$status"
run check examples/odd_even_sort_bug.m --family N=1..6 --size 2
check_not "no run for a size that does not fail" contains "$output" "state 1"
run check examples/odd_even_sort.m --family N=1..6 --no-trace
check "what holds, holds for the range" contains "$output" "1  holds for N = 1..6  it is sorted some time"
check "... and that is the status" equal 0 "$status"
run check examples/philosophers.m --family N=2..5 --no-trace
check "sizes in a row are shortened" contains "$output" "fails for N = 2..5"
run check examples/mutex.m --family N=2..4 -f 'AG EF (forall p: Proc do place[p] = resting end)' --states
check "formulas from outside" contains "$output" "holds for N = 2..4  AG EF"
check "states are told by size" contains "$output" "reachable states for N = 3: "
run check examples/mcslock_counter.m --family N=1..25 --time-limit 0.2 --engine symbolic -p 2 --symmetry off
check "what runs out of time is undecided" equal 3 "$status"
for way in off dynamic; do
    run check examples/ccp.m --family N=1..60 --time-limit 1 --symmetry $way --json -p 1
    check "$way: reading sizes takes no more time than there is" equal 3 "$status"
    check "... and the sizes that are left are told" grep -qE '"undecided_sizes": \[.*58, 59, 60\]' <<<"$output"
done
run check examples/ccp.m --family N=1..12 --time-limit 1.5 --symmetry off --json -p 1
check "what is too much for all sizes together is decided for the small ones" grep -qE \
    '"undecided_sizes": \[([3-9]|1[0-2]),.* 12\]' <<<"$output"
run check examples/mcslock_counter.m --family N=1..100 --time-limit 1 -p 2
check "... also in one size after the other" equal 3 "$status"
check "... but small sizes are decided" grep -qE '^2  undecided for N = ([2-9]|[1-9][0-9])\.\.100 ' <<<"$output"
run check examples/mutex.m --family N=1..40 -p 1 -p 3
check "counters decide all sizes" contains "$output" "3  holds for N = 1..40"
check "... as is said" contains "$output" \
    "symmetry reduction: counter abstraction of Proc, for all sizes together"
run check examples/mutex.m --family N=1..40 -p 2 --json --symmetry counters
check "... also of single components, which are tracked" contains "$output" \
    '"method": {"reductions": ["tracked components", "counter abstraction", "family"]'
check "... in all sizes, with any number of others" contains "$output" '"undecided_sizes": []'
together=$("$root/build/release/coset" check tests/models/symmetry/single.m --family N=4..12 --symmetry counters --no-trace | grep ' for N = ')
single=$("$root/build/release/coset" check tests/models/symmetry/single.m --family N=4..12 --symmetry explicit --no-trace | grep ' for N = ')
check "... and of pairs: as by explicit search" equal "$single" "$together"
together=$("$root/build/release/coset" check tests/models/families/absent.m --family N=1..5 --symmetry counters --no-trace | grep "^[0-9].* for N = ")
single=$("$root/build/release/coset" check tests/models/families/absent.m --family N=1..5 --symmetry explicit --no-trace | grep "^[0-9].* for N = ")
check "... also where few are there" equal "$single" "$together"
run check examples/token_ring.m --family N=1..40 --symmetry architectural --json
check "architectural symmetry is shown for each size, and there is one search for all" contains "$output" \
    '"symmetry": {"method": "architectural", "text": "architectural, of Proc (shown from the rules): counter abstraction, for all sizes together; the rest one size after the other'
check "... in which nothing is left open" equal 3 "$(grep -o '"undecided_sizes": \[\]' <<<"$output" | wc -l)"
check "... and nothing fails" equal 3 "$(grep -o '"failing_sizes": \[\]' <<<"$output" | wc -l)"
cat >"$scratch/wide.m" <<'END'
const N: 5;
type Proc: ring(N); Mode: 0..4;
var token: array [Proc] of boolean; mode: array [Proc] of Mode;
ruleset p: Proc do
  rule "up" mode[p] < 4 ==> begin mode[p] := mode[p] + 1; end;
  rule "down" mode[p] = 4 & token[p] ==> begin mode[p] := 0; end;
  rule "pass" token[p] & !token[succ(p)] ==> begin token[p] := false; token[succ(p)] := true; end;
end;
ruleset p: Proc do startstate begin for q: Proc do token[q] := q = p; mode[q] := 0; end; end; end;
invariant "one token" forall p: Proc do forall q: Proc do p = q | !(token[p] & token[q]) end end;
ctl "back" AG EF forall p: Proc do mode[p] = 0 end;
invariant "not all up" exists p: Proc do mode[p] != 4 end;
END
run check "$scratch/wide.m" --family N=3..25 --symmetry architectural --no-trace
check "where orbits are many, too" contains "$output" "3  fails for N = 3..25"
check "... in one search, in which fixpoints of a formula serve all sizes" grep -q \
    'symmetry reduction: architectural.*for all sizes together$' <<<"$output"
for kind_of_build in $kinds; do
    coset=$root/build/$kind_of_build/coset
    run check tests/models/architectural/backwards.m --family N=2..9 --size 8 -p 1 --symmetry architectural --json
    check "$kind_of_build: a trace of an architectural symmetry, of one size" contains "$output" '"trace_size": 8'
    check "... found with all sizes" contains "$output" "counter abstraction, for all sizes together\""
    echo "$output" >"$scratch/trace.json"
    run replay tests/models/architectural/backwards.m "$scratch/trace.json" -D N=8
    check "... is one of neighbours" equal 0 "$status"
done
coset=$root/build/release/coset
for way in explicit dynamic componentwise componentwise+states; do
    for model in mutex mcslock_counter readers_writers peterson token_ring; do
        run check "examples/$model.m" --family N=2..5 --states --no-trace --symmetry "$way"
        check "$model: sizes are searched together ($way)" grep -qE \
            '^symmetry reduction: (symbolic quotient \(.*\)|explicit quotient) of .*, for all sizes together$' <<<"$output"
        of_family=$(sed -n 's/^reachable states for N = [0-9]*: \([0-9]*\), in \([0-9]*\) orbits$/\1 \2/p' <<<"$output")
        of_members=
        for size in 2 3 4 5; do
            run check "examples/$model.m" -D N=$size --states --no-trace --symmetry "$way"
            of_members+=$(sed -n 's/^reachable states: \([0-9]*\).* in \([0-9]*\) orbits.*/\1 \2/p' <<<"$output")$'\n'
        done
        check "... with as many states and orbits as they have separately" equal "$of_members" "$of_family"$'\n'
    done
done
run check tests/models/families/ring.m --family N=2..4 --no-trace --symmetry dynamic -v
check "rings turn in one search" contains "$output" "symmetry reduction: symbolic quotient (dynamic) of Node, for all sizes together"
for way in explicit dynamic; do
    run check tests/models/families/ring.m --family N=2..5 -p 3 --symmetry "$way" --json
    echo "$output" >"$scratch/trace.json"
    check "traces of a ring ($way)" contains "$output" '"trace_size": 4'
    run replay tests/models/families/ring.m "$scratch/trace.json" -D N=4 -p 3
    check "... are those of its size" equal 0 "$status"
done
run check examples/peterson.m --family N=2..12 -p 1 --no-trace --states --symmetry explicit --memory 20M
check "what cannot be counted leaves the rest" contains "$output" "reachable states for N = 5: 104432, in 1288 orbits"
check_not "... and is not there" contains "$output" "reachable states for N = 12"
check "... but said" grep -qE 'reachable states for N = [0-9]+..12: not counted \(out of memory' <<<"$errors"
check "... and undecided" equal 3 "$status"
run check examples/mutex.m --family N=1..40 --states
check "states are told with their orbits" grep -qE '^reachable states for N = 40: [0-9]+, in [0-9]+ orbits$' <<<"$output"
check "... one size after the other" contains "$output" "symmetry reduction: one size after the other, for N = 40: "
run check examples/mutex.m --family N=1..40 --json
check "... and the method is told" contains "$output" '"symmetry": {"method": "counters"'
run check examples/mutex.m --family N=1..4 --symmetry off
check "without symmetries, all sizes are together" contains "$output" \
    "symmetry reduction: not used for Proc: all sizes are searched together"
run check examples/ccp.m --family N=1..4 --json
check "a trace with symmetries" contains "$output" '"trace_size": '
shown=$(sed -n 's/.*"trace_size": \([0-9][0-9]*\).*/\1/p' <<<"$output" | head -1)
echo "$output" >"$scratch/trace.json"
run replay examples/ccp.m "$scratch/trace.json" -D "N=$shown"
check "... is one of the model of its size" equal 0 "$status"
sed '/^invariant/i invariant "nobody tries" forall p: Proc do place[p] = resting end;' examples/mutex.m >"$scratch/tried.m"
for way in auto counters explicit dynamic onthefly off; do
    for engine in auto explicit; do
        [[ $engine == explicit && $way =~ ^(dynamic|onthefly)$ ]] && continue # methods of symbolic search
        run check "$scratch/tried.m" --family N=2..5 --symmetry $way --json --size 4 -p 1 --engine $engine
        check "$way, $engine: a trace for a size that was chosen" contains "$output" '"trace_size": 4'
        check "... but all that fail are told" contains "$output" '"failing_sizes": [2, 3, 4, 5]'
        echo "$output" >"$scratch/trace.json"
        run replay "$scratch/tried.m" "$scratch/trace.json" -D N=4
        check "... and it is an execution" equal 0 "$status"
    done
    run check "$scratch/tried.m" --family N=1..5 --symmetry $way -p 1
    check "$way: else it is one of the smallest" contains "$output" $'\n   for N = 1\n   counterexample of 2 states'
done

# ---- Mistakes --------------------------------------------------------------------------------------------------------

mistake() { # text, OPTION...
    local text=$1
    shift
    run check "$@"
    check "$*: status 2" equal 2 "$status"
    check "... says why" contains "$errors" "$text"
}
mistake 'NAME=LOW..HIGH' examples/mutex.m --family N
mistake 'NAME=LOW..HIGH' examples/mutex.m --family N=3
mistake 'NAME=LOW..HIGH' examples/mutex.m --family N=1..4x
mistake 'NAME=LOW..HIGH' examples/mutex.m --family =1..4
mistake 'larger than its last one' examples/mutex.m --family N=4..3
mistake 'no more than 1000' examples/mutex.m --family N=1..99999
mistake 'there is no constant "M"' examples/mutex.m --family M=1..3
mistake 'has a value by -D already' examples/mutex.m --family N=1..3 -D N=2
mistake 'files end in .m' examples/mutex.smv --family N=1..3
mistake '--size: expected a number from the range' examples/mutex.m --family N=1..3 --size 4
mistake '--size is for --family' examples/mutex.m --size 4
mistake 'no model for N=0' examples/mutex.m --family N=-1..0
run check examples/mutex.m --family N=-1..3 --states --json
check "a size without a model is the only one that is refused" equal 3 "$(grep -c '"undecided_sizes": \[-1, 0\]' <<<"$output")"
check "... with its reason" contains "$output" '"reason": "there is no model of that size"'
check "... and the others are told" contains "$output" '"low": -1, "high": 3, "unbounded": false, "reachable": [null, null, "3", "12", "36"]'
check "... which is not all that was asked for" equal 3 "$status"
check "the place is shown" contains "$errors" "examples/mutex.m:7:19: error: the size of a scalarset must be between 1"
run check examples/odd_even_sort_bug.m --family N=0..4 --symmetry off --no-trace
check "... also where all sizes are searched together" contains "$output" "1  fails for N = 1, 3, undecided for N = 0  "
check "... and something fails" equal 1 "$status"
mistake 'there is no property "9"' examples/mutex.m --family N=1..3 -p 9
mistake 'cannot resume the checkpoint' examples/mutex.m --family N=1..3 --resume "$scratch/saved"
mistake 'those of a single model' examples/mutex.m --family N=1..3 --order "$scratch/order"
mistake 'cannot write the report' examples/mutex.m --family N=1..3 --html "$scratch"
mistake 'text and --format=json' examples/mutex.m --family N=1..3 --format nusmv
finish
