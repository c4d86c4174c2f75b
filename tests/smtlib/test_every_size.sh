#!/usr/bin/env bash
# What the program says to hold for every size, z3 and cvc5 confirm: they answer unsat to every obligation of the
# certificate. What fails in some size is not said to hold for every one.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
coset=build/release/coset

confirmed() { # solver and its options; model; properties
    local solver=$1 model=$2 output answers
    shift 2
    output=$("$coset" check "$model" --family 'N=1..' "${@/#/-p}" --certificate "$scratch/proof.smt2")
    echo "$output"
    [[ $(grep -c '  holds for every N >= 1  ' <<<"$output") -eq $# ]] || return 1
    answers=$($solver "$scratch/proof.smt2")
    echo "$answers"
    [[ -n $answers ]] && ! grep -qvx unsat <<<"$answers"
}

models=("examples/mutex.m 1" "examples/ccp.m 1 2" "bench/protocols/mesi.m 1" "bench/protocols/moesi.m 1 2"
    "bench/protocols/illinois.m 1" "bench/protocols/berkeley.m 1 2" "bench/protocols/dijkstra.m 1"
    "bench/protocols/bakery.m 1" "bench/protocols/ricart_agrawala.m 1" "bench/protocols/german_data.m 1 2"
    "bench/protocols/mutex_data.m 1 2 3" "bench/protocols/szymanski.m 1"
    "bench/protocols/home_node.m 1 2" "examples/token_ring.m 1" "bench/protocols/burns.m 1"
    "bench/protocols/dragon.m 1 2 3" "bench/protocols/queue_lock.m 1")
for solver in z3 cvc5; do
    command=$solver
    [[ $solver == cvc5 ]] && command='cvc5 --incremental --enum-inst'
    for model in "${models[@]}"; do
        if [[ -n $(type -P "$solver") ]]; then
            # shellcheck disable=SC2086
            check "$solver confirms the proof of $model" confirmed "$command" $model
        else
            skip "the proof of $model" "there is no $solver"
        fi
    done
done

# The invariants of a proof are Murphi: appended to the model, they hold in any size, for Coset and for rumur.
"$coset" check examples/ccp.m --family 'N=1..' -p 1 -p 2 --invariant "$scratch/invariants" >/dev/null
cat examples/ccp.m "$scratch/invariants" >"$scratch/with_invariants.m"
hold() { # size
    local output
    output=$("$coset" check "$scratch/with_invariants.m" -D N="$1" --no-trace)
    echo "$output"
    [[ $(grep -c 'holds .*every size' <<<"$output") -eq $(grep -c '^invariant' "$scratch/invariants") ]]
}
check "a proof has several invariants" test "$(grep -c '^invariant' "$scratch/invariants")" -gt 10
check "the invariants of a proof hold for N = 2" hold 2
check "... and for N = 3" hold 3
if [[ -n $(type -P rumur) ]]; then
    check "... and rumur reads them" rumur --output "$scratch/verifier.c" "$scratch/with_invariants.m"
else
    skip "rumur reads the invariants of a proof" "there is no rumur"
fi

# AG and G of a condition are invariants.
cat >"$scratch/always.m" <<'END'
const N: 3;
type P: scalarset(N);
var at: array [P] of enum { idle, wants, inside }; free: boolean;
ruleset p: P do
  rule "want" at[p] = idle ==> at[p] := wants; end;
  rule "enter" at[p] = wants & free ==> at[p] := inside; free := false; end;
  rule "leave" at[p] = inside ==> at[p] := idle; free := true; end;
end;
startstate for p: P do at[p] := idle; end; free := true; end;
ctl "alone" AG forall p: P do forall q: P do p != q -> !(at[p] = inside & at[q] = inside) end end;
ltl "taken" G forall p: P do at[p] = inside -> !free end;
ctl "some" AG exists p: P do at[p] != inside | !free end;
ctl "never" AG forall p: P do at[p] != inside end;
ltl "live" G (free -> F !free);
END
if [[ -n $(type -P z3) ]]; then
    check "AG and G are proved like invariants" confirmed z3 "$scratch/always.m" 1 2 3
else
    skip "AG and G are proved like invariants" "there is no z3"
fi

# There are as many elements as in the smallest size that is asked for: two, one of which has a name.
cat >"$scratch/home.m" <<'END'
const N: 3;
type Node: 0..N;
var at: array [Node] of enum { idle, has };
rule at[0] = idle & forall q: Node do at[q] = idle end ==> begin at[0] := has; end;
rule at[0] = has ==> begin at[0] := idle; end;
ruleset p: Node do
  rule p != 0 & at[p] = idle & forall q: Node do at[q] = idle end ==> begin at[p] := has; end;
  rule p != 0 & at[p] = has ==> begin at[p] := idle; end;
end;
startstate begin for p: Node do at[p] := idle; end; end;
invariant "not all have it" exists p: Node do at[p] != has end;
END
if [[ -n $(type -P z3) ]]; then
    check "what needs two elements is confirmed where each size has two" confirmed z3 "$scratch/home.m" 1
else
    skip "what needs two elements is confirmed where each size has two" "there is no z3"
fi

# An invariant of the model may have a name like those of a proof: it is none of them, be it that it fails.
sed 's/^ctl "never" AG/invariant "every size never"/' "$scratch/always.m" >"$scratch/named.m"
"$coset" check "$scratch/named.m" --family 'N=1..' --no-trace --certificate "$scratch/named.smt2" >"$scratch/named.out"
check "an invariant with a name like those of a proof fails" grep -q 'fails for N = 1.*every size never' "$scratch/named.out"
if [[ -n $(type -P z3) ]]; then
    check "... and is no part of the certificate" test "$(z3 "$scratch/named.smt2" | sort -u)" = unsat
else
    skip "an invariant with such a name is no part of the certificate" "there is no z3"
fi

# Variables of the model that have the names of elements in invariants.
sed 's/is_free/i1/g; s/memory/x2/g' bench/protocols/mutex_data.m >"$scratch/names.m"
if [[ -n $(type -P z3) ]]; then
    check "names of elements are none of the model's" confirmed z3 "$scratch/names.m" 1 2 3
else
    skip "names of elements are none of the model's" "there is no z3"
fi

# The element that an id holds, read in a comparison of order: the phantom's copy of it was looked at first.
cat >"$scratch/id.m" <<'END'
const N: 3;
type P: scalarset(N);
var a: array [P] of 0..2; h: P;
ruleset p: P do startstate begin for i: P do a[i] := 1; end; h := p; end; end;
rule "stay" begin h := h; end;
invariant "zero" a[h] <= 0;
END
# A start state for three elements, which is wrong for two of them: they were not looked at.
cat >"$scratch/start.m" <<'END'
const N: 3;
type P: scalarset(N);
var n: 0..2;
ruleset p: P; q: P; r: P do startstate begin if p = q & q != r then n := n + 1; else n := 0; end; end; end;
rule "stay" n = 0 ==> begin n := 0; end;
END
# The same for a start state of a range: it has an error but for one element, where it is wrong.
cat >"$scratch/start_range.m" <<'END'
const N: 3;
type P: scalarset(N);
var x: array [P] of 0..2;
ruleset k := 1 to 2 do ruleset c: P do startstate
  for i: P do x[i] := k; end;
  for i: P do assert i = c | k = 2; end;
end; end; end;
startstate for i: P do x[i] := 0; end; end;
ruleset i: P do rule "stay" begin x[i] := x[i]; end; end;
invariant "not one" forall i: P do x[i] != 1 end;
END
fails() { # model, property, size
    local output
    output=$("$coset" check "$scratch/$1.m" --family 'N=1..' -p "$2")
    echo "$output"
    grep -q "^$2  fails for N = $3" <<<"$output"
}
# An order of elements: the larger one of two waits for the smaller one, or both wait for none.
order() { # what the one that enters asks of all others
    cat <<END
const N: 3;
type P: 1..N;
var at: array [P] of enum { away, waits, inside };
ruleset p: P do
  rule "wait" at[p] = away & forall q: P do at[q] != inside end ==> at[p] := waits; end;
  rule "enter" at[p] = waits & forall q: P do $1 end ==> at[p] := inside; end;
  rule "leave" at[p] = inside ==> at[p] := away; end;
end;
startstate for p: P do at[p] := away; end; end;
invariant "one" forall p: P do forall q: P do p != q -> !(at[p] = inside & at[q] = inside) end end;
invariant "least" forall p: P do forall q: P do p < q & at[q] = inside -> at[p] = away end end;
END
}
order 'at[q] = away | q >= p' >"$scratch/order.m"
order 'at[q] = away | q <= p' >"$scratch/turned.m"
order 'at[q] = away | q <= p | q > p' >"$scratch/none.m"
sed 's/^startstate.*/ruleset o: P do startstate for p: P do at[p] := p < o ? away : waits; end; end; end;/' \
    "$scratch/order.m" >"$scratch/start_order.m"
sed 's/q >= p/q >= p | q > 20/' "$scratch/order.m" >"$scratch/literal.m"
says() { # model, text
    local output
    output=$("$coset" check "$scratch/$1.m" --family 'N=1..' --deadlock off --no-trace)
    echo "$output"
    grep -q "$2" <<<"$output"
}
check "what is not always so is not" says always '^4  fails for N = 1,'
check "what is to happen sometime is not proved" says always '^5  holds for N = 1..4, undecided for larger ones '
outside() {
    "$coset" check "$scratch/always.m" --family 'N=1..' -p 1 -f 'AG forall p: P do at[p] = inside -> !free end' \
        --certificate "$scratch/outside.smt2" 2>&1
}
check_output() { # text, command
    local output
    output=$("${@:2}")
    echo "$output"
    grep -q "$1" <<<"$output"
}
check "a formula of the command line is proved" check_output '^7  holds for every N >= 1 ' outside
check "... but is not in the certificate" check_output 'formulas that are not in the file are not in the certificate' outside
check "the least one enters" says order '^1  holds for every N >= 1 '
check "... while those above it wait" says order '^2  holds for every N >= 1 '
check "the largest one enters" says turned '^1  holds for every N >= 1 '
check "... while those below it may wait" says turned '^2  fails for N = 2,'
check "whoever waits for none is not alone" says none '^1  fails for N = 2,'
check "start states that choose an element and compare it are refused" \
    says start_order 'a start state with a parameter compares elements by order (line 9)'
check "an element that is a number far behind the first is refused" says literal 'not proved for every size'
# Element 0 is in the sizes that are asked for, and what it does is not what others do.
cat >"$scratch/home.m" <<'END'
const N: 3;
type P: 0..N;
var at: array [P] of enum { away, waits, inside }; turn: P;
ruleset p: P do
  rule "wait" at[p] = away & p != 0 ==> at[p] := waits; end;
  rule "enter" at[p] = waits & turn = 0 ==> at[p] := inside; turn := p; end;
  rule "leave" at[p] = inside ==> at[p] := away; turn := 0; end;
end;
startstate for p: P do at[p] := away; end; turn := 0; end;
invariant "one" forall p: P do forall q: P do p != q -> !(at[p] = inside & at[q] = inside) end end;
invariant "home" at[0] = away;
invariant "like home" forall p: P do at[p] = away end;
END
sed 's/P: 0..N/P: 1..N/; s/0/3/g; s/N: 3/N: 5/' "$scratch/home.m" >"$scratch/third.m"
check "an element with a name" says home '^1  holds for every N >= 1 '
check "... of which something is said" says home '^2  holds for every N >= 1 '
check "... that others are not" says home '^3  fails for N = 1,'
"$coset" check "$scratch/home.m" --family 'N=1..' -p 1 -p 2 -q --invariant "$scratch/home.inv" >/dev/null
cat "$scratch/home.m" "$scratch/home.inv" >"$scratch/home_with.m"
check "... whose invariants hold" check_output '^[0-9]* properties: [0-9]* hold, 1 fails, 0 undecided' \
    "$coset" check "$scratch/home_with.m" -D N=4 --no-trace
# A number that is compared with elements and with other numbers is no name of an element.
cat >"$scratch/cases.m" <<'END'
const N: 3;
type P: 0..N;
var x: P; y: 0..3; hit: boolean;
startstate x := 0; y := 1; hit := false; end;
ruleset p: P do rule "move" x := p; y := 0; end; end;
rule "compare" switch 0 case x: hit := false; case y: hit := true; end; end;
invariant "never" !hit;
END
check "... where a switch compares a number with more than elements" says cases '^1  fails for N = 1,'
# In the smallest size there are no elements but the one with a name.
cat >"$scratch/alone.m" <<'END'
const N: 3;
type P: 0..N - 1;
var x: P;
startstate x := 0; end;
ruleset p: P do rule "move" x := p; end; end;
invariant "not alone" exists p: P do p != x end;
invariant "nor so" !exists p: P do x = 0 & forall q: P do q = x end end;
END
check "... beside which there are others" says alone '^1  fails for N = 1,'
check "... or it is alone" says alone '^2  fails for N = 1,'
# The same as a union; and beside a range without the first element.
sed 's/P: 0..N/Q: scalarset(N); P: union { enum { home }, Q }/; s/ 0/ home/; s/= 0/= home/; s/\[0\]/[home]/' \
    "$scratch/home.m" >"$scratch/union.m"
sed 's/P: 0..N;/P: 0..N; Q: 1..N;/; s/ruleset p: P/ruleset p: Q/; s/turn: P/turn: P; last: Q/; s/turn := p/&; last := p/
    s/^startstate/ruleset c: Q do startstate last := c;/; s/turn := 0; end;$/& end;/
    s/^invariant "home.*/invariant "last" forall q: Q do at[q] = inside -> last = q end;/' "$scratch/home.m" >"$scratch/mixed.m"
sed -i '/"leave"/s/ end;$//' "$scratch/mixed.m"
for model in union mixed; do
    if [[ -n $(type -P z3) ]]; then
        check "an element apart from the others: $model" confirmed z3 "$scratch/$model.m" 1 2
    else
        skip "an element apart from the others: $model" "there is no z3"
    fi
    check "... which the others are not" says $model '^3  fails for N = 1,'
done
# A ring: any two elements may be neighbours. Two of them are no one, and neighbours of what is no parameter are refused.
cat >"$scratch/ring.m" <<'END'
const N: 3;
type P: ring(N);
var at: array [P] of enum { a, b, c, d };
ruleset p: P do
  rule "first" at[p] = a & at[succ(p)] = a ==> at[p] := b; end;
  rule "second" at[p] = a & at[succ(p)] = b ==> at[p] := c; end;
  rule "never" at[pred(succ(p))] = d ==> at[p] := d; end;
end;
startstate for p: P do at[p] := a; end; end;
invariant "fails" forall p: P do at[p] != c end;
invariant "holds" forall p: P do at[p] != d end;
invariant "neighbours" forall p: P do at[p] = b -> at[p] != a end;
END
sed 's/ -> at\[p\] != a end/ -> at[succ(p)] != d end/' "$scratch/ring.m" >"$scratch/ring_property.m"
sed 's/at\[pred(succ(p))\] = d/exists p: P do at[succ(p)] = d end/' "$scratch/ring.m" >"$scratch/ring_hidden.m"
check "a step of two neighbours is seen" says ring '^1  fails for N = 2,'
check "what holds for all neighbours holds in a ring" says ring '^2  holds for every N >= 1 '
for model in ring_property ring_hidden; do
    check "neighbours of what is no parameter are refused: $model" says $model \
        '^2  holds for N = 1..4, undecided for larger ones.*other than of a rule'
done
third() {
    "$coset" check "$scratch/third.m" --family "N=$1.." --deadlock off --no-trace
}
check "an element that small sizes do not have" check_output '^1  fails for N = 1,' third 1
check "... is there in others" check_output '^1  holds for every N >= 3 ' third 3

check "what fails in all sizes is not said to hold" fails id 1 1
check "a run-time error in a start state is seen" fails start 1 2
check "a start state that has an error in large sizes is not forgotten" fails start_range 1 1
finish
