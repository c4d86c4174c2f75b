#!/usr/bin/env bash
# Architectural symmetry on the command line: verdicts and numbers of states are those without symmetries, whether it is
# shown from the rules, seen on all states, assumed, or none; and runs are runs of the model.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
models=tests/models/architectural

run() {
    output=$("$coset" "$@" 2>"$scratch/errors")
    status=$?
    errors=$(cat "$scratch/errors")
}
verdicts() { awk '$1 ~ /^[0-9]+$/ && $2 ~ /^(holds|fails|undecided)$/ { printf "%s ", $2 }' <<<"$output"; }
states() { sed -n 's/^reachable states: \([0-9]*\).*/\1/p' <<<"$output"; }
symmetry() { sed -n 's/^symmetry reduction: //p' <<<"$output"; }

# same GROUND MODEL OPTION...: as without symmetries; GROUND is a part of the line that tells of the symmetry
same() {
    local ground=$1 plain all
    shift
    run check "$@" --symmetry off --states --no-trace
    plain=$(verdicts) all=$(states)
    run check "$@" --symmetry architectural --states
    check "$kind: $*: the same verdicts" equal "$plain" "$(verdicts)"
    check "$kind: ... and states" equal "$all" "$(states)"
    check "$kind: ... for the reason that is told" contains "$(symmetry)" "$ground"
    check_not "$kind: ... and no run that is none" contains "$output$errors" "internal error"
}

rules='shown from the rules' seen='seen on all reachable states'

# Definition 8 is told of small models where the rules show the symmetry, too; images of initial states that are reachable
# let states be counted by orbits.
coset=$root/build/release/coset
run check $models/first.m -D N=40 --symmetry architectural --states
check "a ring is well-architected, wherever its token is at first" contains "$(symmetry)" "($rules, well-architected)"
check "... so its states are counted by orbits" contains "$output" 'reachable states: 40 of 1099511627776, in 1 orbit'
run check $models/lossy.m -D N=5 --symmetry architectural
check "one that may lose its token is not" contains "$(symmetry)" "($rules, not well-architected)"
run check examples/token_ring.m -D N=1000 -p 2 --symmetry architectural
check "of a large one, nobody asks" contains "$(symmetry)" "($rules)"

# 1,114,112 states are too many to look at each.
coset=$root/build/release/coset kind=release
same 'seen on the set of all reachable states, well-architected' $models/witness.m --engine symbolic
run check $models/many.m --symmetry architectural --time-limit 60
check "... nor are more" contains "$(symmetry)" 'seen on the set of all reachable states, well-architected'
check_not "... so that nothing is assumed" contains "$output" assuming

for kind in $kinds; do
    coset=$root/build/$kind/coset
    same "$rules" $models/fair_ring.m # fairness of rules makes no difference to EF and AG
    check "$kind: ... nothing is left for others" equal '' "$(grep 'without architectural' <<<"$errors")"
    for n in 2 3 4 6; do
        same "$rules" examples/token_ring.m -D N=$n
        same "$rules" $models/backwards.m -D N=$n
        same "$rules" $models/lossy.m -D N=$n
    done
    # Formulas of one component each that are decided in another way, by an instance that is added for each.
    same "$rules" examples/token_ring.m -D N=3 -f 'forall p: Proc do G F place[p] = idle end' \
        -f 'forall p: Proc do F G place[p] != trying end' -f 'forall p: Proc do G F place[p] = trying end' \
        -f 'forall p: Proc do F place[p] = inside_token end' -f 'forall p: Proc do A (F place[p] = idle -> E X true) end'
    # Number 0 does what nobody else does: the others are the same.
    for n in 3 5; do same "of Node except Node(0) ($rules, well-architected)" $models/master.m -D N=$n; done
    # Elements that a property names are left alone, wherever the token is at first.
    for n in 5 6; do
        same "for properties that name elements, of Node except Node(0) and Node except Node(1), Node(3)" $models/first.m -D N=$n \
            -f 'AG EF token[0]' -f 'AG !(token[1] & token[3])' -f 'AG !token[3]'
        check "$kind: ... nothing is left for others" equal '' "$(grep 'without architectural' <<<"$errors")"
    done
    # A property before it waits for others: what is said of this one is told later. The model that it is of was gone.
    run check $models/first.m -D N=5 --symmetry architectural --no-trace -f 'AX token[0]' \
        -f 'AG (token[1] & token[3] -> token[0])'
    check "$kind: an antecedent of one that names elements" contains "$output" \
        'vacuous: the antecedent "token[1] & token[3]" is never true'
    same "$rules" $models/star.m
    same "$rules" $models/tree.m
    same "$rules" $models/tree.m -D N=5
    same "$rules" $models/bus.m
    same "$rules" tests/models/symmetry/breaking.m
    same "explicit quotient; counter abstraction not applicable: next[Cell_1] holds ids of Cell" tests/models/symmetry/links.m
    same "explicit quotient; counter abstraction not applicable: knows[P_1][P_1] belongs to two components" tests/models/symmetry/matrix.m
    same 'the step "pass (n: 1)" becomes one that no path has: from token[1] = FALSE, token[2] = TRUE, token[3]' \
        $models/line.m
    # Where the token is at first does not matter, unless it cannot get back there.
    for n in 3 5; do
        same "$rules" $models/first.m -D N=$n
        same "$rules" $models/monitor.m -D N=$n
    done
    check_not "$kind: what follows a component is left to other methods" contains "$(symmetry)" 'single components'
    check "$kind: ... and that is said" contains "$errors" \
        'property 4 is checked without architectural symmetry: its conditions are not the same for all permutations'
    sed 's/m = 0/m = 1/; s/token\[n\] &/n < N - 1 \& token[n] \&/' $models/first.m >"$scratch/first.m"
    same 'with Node(0) and Node(1) exchanged, the initial state "startstate 1" becomes one that is not reachable' \
        "$scratch/first.m"
    run check $models/monitor.m -D N=30 -p 3 --symmetry architectural --json
    echo "$output" >"$scratch/trace.json"
    check "$kind: a trace from the one initial state" test "$status" = 1
    run replay $models/monitor.m -D N=30 "$scratch/trace.json"
    check "$kind: ... is one of the model's" test "$status" = 0
    same "architectural symmetry not applicable" examples/philosophers.m
    same "$seen" $models/many.m -D N=5
    same "$seen, well-architected" $models/witness.m -D N=4
    for n in 4 5; do
        same "$rules" $models/somebody.m -D N=$n
        same "$rules" $models/quiet.m -D N=$n
        same "$rules" $models/office.m -D N=$n
        same "$rules" $models/keeper.m -D N=$n
    done
    for topology in 0 1 2 3; do # torus, hypercube, stars on a ring, tree
        same "$rules" $models/network.m -D KIND=$topology -D N=8
    done
    sed '$a ctl "each" forall p: Proc do AG EF place[p] = inside_token end;' examples/token_ring.m >"$scratch/each.m"
    sed -i '$a ctl "in pairs" forall p: Proc do forall q: Proc do p = q | EF (place[p] = inside_token \& place[q] = trying_token) end end;' "$scratch/each.m"
    sed -i '$a ctl "beside" forall p: Proc do EF (place[p] = inside_token \& place[succ(p)] = trying) end;' "$scratch/each.m"
    same "counter abstraction; for properties of single components, explicit quotient" "$scratch/each.m"
    check_not "$kind: ... also for neighbours" contains "$errors" "without architectural symmetry"
    run check "$scratch/each.m" -D N=6 -p "in pairs" --symmetry architectural --json
    check "$kind: a formula of two components that fails for some" test "$status" = 1
    for text in 'EF (place[p] = inside_token \& place[succ(p)] = trying)' 'AG EF place[p] = inside_token' \
        'AG (place[p] = inside_token -> EF place[pred(p)] = trying_token)' 'EF AG place[p] = idle' \
        'AG !(place[p] = trying \& place[succ(p)] = trying \& place[pred(p)] = inside_token)'; do
        sed "\$a ctl forall p: Proc do $text end;" examples/token_ring.m >"$scratch/other.m"
        same "$rules" "$scratch/other.m"
    done
    same "$rules" $models/assume.m
    check "$kind: deadlocks are another matter where states are assumed away" contains "$errors" \
        "property 5 is checked without architectural symmetry: steps may lead to states that are not as assumed"
    same "$seen" $models/assume.m -D KIND=1
    same "an assumption about all states is not the same for all permutations" $models/assume.m -D KIND=2
    for model in office keeper; do # far from the counter, and past all between them
        run check $models/$model.m -D N=7 -p 2 --symmetry architectural --json
        echo "$output" >"$scratch/trace.json"
        check "$kind: $model: a trace over the one that is not like the others" test "$status" = 1
        run replay $models/$model.m -D N=7 "$scratch/trace.json"
        check "$kind: ... is one of the model's" test "$status" = 0
    done

    # A busy one stays so: there are many states, and not all of them reach each other.
    sed '/rule "end"/d' $models/witness.m >"$scratch/busy.m"
    run check "$scratch/busy.m" --symmetry architectural --time-limit 60
    check "$kind: what is not known is assumed, by name" contains "$output" \
        $'n = m | place[n] != token | place[m] != token end end\n   assuming architectural symmetry of Node'
    check_not "$kind: ... but not of what a run shows" contains "$(sed -n '/^4 /,$p' <<<"$output")" assuming
    run check "$scratch/busy.m" --symmetry architectural --json -p 1
    check "$kind: ... in JSON, too" contains "$output" '"assumptions": ["architectural symmetry of Node"]'
    check "$kind: ... which names the method" contains "$output" '"method": "architectural"'

    run check $models/backwards.m -D N=6 --symmetry architectural
    check "$kind: other operators are left to other methods, and that is said" contains "$errors" \
        "property 5 is checked without architectural symmetry: it has other temporal operators than EF and AG"
    check "$kind: so are quantifiers between temporal operators, where they are about many" contains "$errors" \
        "property 6 is checked without architectural symmetry: its conditions are not the same for all permutations"
    check "$kind: so are those about neighbours" contains "$errors" \
        "property 7 is checked without architectural symmetry: its condition is not the same for all permutations"

    run check $models/backwards.m -D N=40 -p 1 --symmetry architectural --json
    echo "$output" >"$scratch/trace.json"
    check "$kind: a trace among neighbours, where components far away take steps" test "$status" = 1
    run replay $models/backwards.m -D N=40 "$scratch/trace.json"
    check "$kind: ... is one of the model's" test "$status" = 0
    run check $models/backwards.m -D N=40 -p 1 --symmetry architectural --full-trace
    check "$kind: ... in which the token is passed by all between them" test \
        "$(grep -c 'by pass' <<<"$output")" -ge 38

    run check examples/mutex.smv --symmetry architectural
    check "$kind: SMV is checked as ever" test "$status" -le 1
done

coset=$root/build/release/coset
run check "$scratch/each.m" -D N=60 -p each --symmetry architectural
check "60 processes, of which one is followed" equal "holds " "$(verdicts)"
check_not "... which is not left to other methods" contains "$errors" "without architectural symmetry"
for topology in 0 1 2 3; do
    run check $models/network.m -D KIND=$topology -D N=64 -D SIDE=8 --symmetry architectural --no-trace
    check "network $topology: 64 components are shown from the rules" contains "$(symmetry)" "$rules"
    check "... and all is decided" equal "holds fails holds holds " "$(verdicts)"
done
for model in bus star quiet office keeper; do
    run check $models/$model.m -D N=100 --symmetry architectural --no-trace
    check "$model: 100 components are shown from the rules" contains "$(symmetry)" "$rules"
    run check $models/$model.m -D N=100 --symmetry architectural --no-trace --json
    check_not "... and nothing is left open" contains "$output" '"undecided"'
done
run check examples/token_ring.m -D N=200 --symmetry architectural --states
check "200 processes are no more than counters" contains "$output" "in 600 orbits"
check "... and all hold" equal "holds holds holds " "$(verdicts)"

# By default, where rings are ranges and explicit search does not end at once.
sed '$a invariant "all" !(forall p: Proc do place[p] = trying | place[p] = trying_token end);\ninvariant "two" forall p: Proc do forall q: Proc do p != q \& place[p] = inside_token \& place[q] = inside_token -> place[p] = idle end end;' \
    tests/models/findings/ring_first_holder.m >"$scratch/holder.m"
run check "$scratch/holder.m" -D N=30 --json
echo "$output" >"$scratch/trace.json"
check "a ring of numbers with a first holder fails by default" test "$status" = 1
run replay "$scratch/holder.m" -D N=30 "$scratch/trace.json"
check "... by a trace of the model" test "$status" = 0
run check "$scratch/holder.m" -D N=30 --no-trace
check "... and all is decided" equal "holds holds fails holds holds " "$(verdicts)"
check "... by counters" equal "architectural, counter abstraction of Proc" "$(symmetry)"
check "... of which vacuity is told" contains "$output" "is never true"

output=$("$root/build/release/coset" check "$root/tests/models/architectural/line.m" --symmetry architectural -p 1)
check "what has no architectural symmetry is decided without" contains "$output" "1 property: 1 holds, 0 fail, 0 undecided"
output=$("$root/build/release/coset" check "$root/tests/models/architectural/fair.m" --symmetry architectural --deadlock off 2>&1)
check "traces of models with fair rules are those of the model" contains "$output" "2 properties: 1 holds, 1 fails, 0 undecided"
check "... without an internal error" equal "" "$(grep 'internal error' <<<"$output")"
check "... and it is said that fairness is the reason" contains "$output" \
    "symmetry reduction: architectural symmetry not applicable: the properties depend on fairness of rules"

finish
