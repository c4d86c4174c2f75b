#!/usr/bin/env bash
# Properties that hold vacuously, as a user meets them.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
model=tests/models/smv/vacuity.smv

vacuous() { # the numbers of the properties that are said to hold vacuously, and why
    awk '/^ *[0-9]+  / { number = $1 } / vacuous: / { sub(/.*the antecedent /, ""); print number, $0 }'
}

vacuous_sizes() { # the same of a family, with the sizes
    awk '/^ *[0-9]+  / { number = $1 } / vacuous for / { sub(/.*vacuous for /, ""); print number, $0 }'
}

for kind in $kinds; do
    coset=$root/build/$kind/coset
    check "$kind: what holds vacuously is told with the reason" equal '1 "x = 3" is never true
2 "x = 3" is never true
3 "x = 3" is never true
4 "x = 3" is never true
5 "{{x = 2}; {x = 1}}" is never true
6 "{{x = 2}; {x = 2}}" is never true
15 "x = 3" is never true
16 "x = 3" is never true' "$("$coset" check "$model" | vacuous)"
    check "$kind: it does not change the verdict" equal 0 "$("$coset" check "$model" -p 1 >/dev/null; echo $?)"
    for options in '' '--engine explicit' '--engine sat'; do
        # shellcheck disable=SC2086 # the options are several words
        check "$kind: SMV, ${options:-auto}: left sides that are false by their types are told" equal '1 "x > 2" is never true
2 "late" is never true
3 "late" is never true' "$("$coset" check -q $options tests/models/smv/vacuity_types.smv -p 1 -p 2 -p 3 -p 6 -p 7 | vacuous)"
    done
    check "$kind: SMV, and left sides of sequences and of EX, by diagrams" equal '4 "{{x > 2}; {x = 1}}" is never true
5 "(x = 1 & x = 2)" is never true' "$("$coset" check -q tests/models/smv/vacuity_types.smv -p 4 -p 5 -p 8 | vacuous)"
    check "$kind: --no-vacuity does not ask" equal "" "$("$coset" check --no-vacuity "$model" | vacuous)"
    check "$kind: programs are told, too" contains "$("$coset" check --json "$model" -p 1)" '"vacuous": "x = 3"'
    check "$kind: the words of NuSMV have none for it" equal "-- specification AG (x = 3 -> AF x = 1)  is true" \
        "$("$coset" check --format nusmv "$model" -p 1)"

    # The same in Murphi, by all methods; what fairness or a quantifier stands around is no exception.
    expected='1 "y" is never true
2 "y" is never true
3 "y" is never true
4 "y" is never true
6 "on[p] & y" is never true
7 "y & on[p]" is never true'
    murphi=tests/models/murphi/vacuity.m
    for options in "" "--symmetry off --engine symbolic" "--symmetry off --engine explicit" "--symmetry onthefly" "-j 2"; do
        # shellcheck disable=SC2086
        check "$kind: Murphi, ${options:-auto}: what holds vacuously is told" equal "$expected" "$("$coset" check -q $options $murphi | vacuous)"
    done
    # Pairs that do not differ are no reason of their own.
    for options in "" "--symmetry off" "--symmetry explicit" "--symmetry dynamic" "--symmetry architectural"; do
        # shellcheck disable=SC2086
        check "$kind: Murphi, ${options:-auto}: of each component and of pairs" equal '6 "count = 2 & place[p] = out" is never true
7 "place[p] = in & place[q] = in & count = 3" is never true' \
            "$("$coset" check -q $options -D N=2 tests/models/families/vacuous.m -p 6 -p 7 | vacuous)"
    done
    check "$kind: Murphi, counter abstraction" equal '1 "t" is never true
2 "s[p] = 0 & t" is never true' "$("$coset" check -q --symmetry counters tests/models/symmetry/vacuous.m | vacuous)"
    check "$kind: ... which is what is done" contains "$("$coset" check -q --symmetry counters tests/models/symmetry/vacuous.m)" \
        'counter abstraction of P'
    for options in "" "--symmetry off --engine explicit" "--symmetry off --engine symbolic" "--symmetry explicit" "-D N=1" "-D N=2"; do
        # shellcheck disable=SC2086
        check "$kind: Murphi, ${options:-auto}: where parts of an antecedent are constant" equal '1 "p != q" is never true
2 "(place[p] != p) = (n = 0)" is never true
3 "place[p] = p" is never true' "$("$coset" check -q $options tests/models/murphi/vacuity_folded.m -p 1 -p 2 -p 3 -p 4 | vacuous)"
        # The left side is true: it was told of as one that never is, since all of the implication is one constant.
        # shellcheck disable=SC2086
        check "$kind: ... where all of an implication is" equal '6 "N < 0" is never true' \
            "$("$coset" check -q $options tests/models/murphi/vacuity_folded.m -p 5 -p 6 | vacuous)"
    done
    # In a family, for the sizes for which it is so: all together, by counters, quotients, and one after the other.
    # Of each orbit of instances only the first reason was known, and nothing was told where these differed.
    for options in "" "--symmetry off" "--symmetry explicit" "--symmetry dynamic" "--symmetry onthefly" "--symmetry architectural"; do
        check "$kind: instances with different reasons, ${options:-auto}: the common one is told" equal '1 "s[q] = 2" is never true
2 "s[p] = 2 | s[q] = 2" is never true
3 "s[q] = 2" is never true' "$("$coset" check -q $options tests/models/murphi/vacuity_instances.m 2>/dev/null | vacuous)"
    done
    for options in "" "--symmetry dynamic"; do
        check "$kind: ... in a family, ${options:-auto}" equal 'N = 2..4: the antecedent "s[q] = 2" is never true' \
            "$("$coset" check -q $options tests/models/murphi/vacuity_instances.m --family N=2..4 -p 1 | vacuous_sizes | cut -d ' ' -f 2-)"
    done
    for options in "--symmetry off" "--symmetry architectural"; do
        check "$kind: antecedents about fewer components than the property, $options" equal '2 3 4 5' \
            "$("$coset" check -q $options tests/models/architectural/vacuous.m | vacuous | cut -d ' ' -f 1 | paste -s -d ' ')"
    done

    family="tests/models/families/vacuous.m --family N=1..4 --no-trace"
    expected='1 N = 1, 2: the antecedent "count = 3" is never true
2 N = 1..4: the antecedent "count = 2 & forall p: P do place[p] = out end" is never true
3 N = 1, 2: the antecedent "count = 3" is never true
4 N = 1, 2: the antecedent "count = 3" is never true
5 N = 1, 2: the antecedent "count = 3" is never true
6 N = 1, 2: the antecedent "count = 2 & place[p] = out" is never true
7 N = 1: the antecedent "p != q" is never true
7 N = 2: the antecedent "place[p] = in & place[q] = in & count = 3" is never true
8 N = 1, 2: the antecedent "count = 3" is never true'
    for options in "" "--symmetry off" "--symmetry off --engine explicit" "--symmetry explicit" "--symmetry dynamic" \
        "--symmetry componentwise" "--symmetry onthefly" "--symmetry architectural" "-j 2" "--symmetry explicit -j 2"; do
        # shellcheck disable=SC2086
        check "$kind: a family, ${options:-auto}: the sizes for which it is vacuous" equal "$expected" \
            "$("$coset" check -q $options $family | vacuous_sizes)"
    done
    # shellcheck disable=SC2086
    check "$kind: a family, counters" equal "$(sed '6,8d' <<<"$expected")" \
        "$("$coset" check -q --symmetry counters $family -p 1 -p 2 -p 3 -p 4 -p 5 -p 8 | vacuous_sizes)"
    # shellcheck disable=SC2086
    check "$kind: a family, --no-vacuity" equal "" "$("$coset" check -q --no-vacuity $family | vacuous_sizes)"
    # shellcheck disable=SC2086
    json=$("$coset" check -q --json $family -p 1 -p 2)
    check "$kind: a family in JSON: sizes" contains "$json" '"vacuous_sizes": [{"antecedent": "count = 3", "sizes": [1, 2]}]'
    check "$kind: ... as a whole only if it is so for all of them" equal \
        'null "count = 2 & forall p: P do place[p] = out end"' "$(grep -o '"vacuous": [^,]*' <<<"$json" | cut -d ' ' -f 2- | paste -s -d ' ')"
    # shellcheck disable=SC2086
    "$coset" check -q $family --html "$scratch/page.html" --checkpoint "$scratch/saved" >/dev/null
    check "$kind: ... on the page" contains "$(cat "$scratch/page.html")" \
        'vacuous for N = 1, 2: the antecedent <code>count = 3</code> is never true'
    # shellcheck disable=SC2086
    check "$kind: ... and after a checkpoint" equal "$expected" \
        "$("$coset" check -q $family --resume "$scratch/saved" | vacuous_sizes)"
    check "$kind: Murphi: --no-vacuity does not ask" equal "" "$("$coset" check --no-vacuity $murphi | vacuous)"
done
# Of a family, all states of one size were known and not those of others when vacuity asked for the graph of all: a crash.
cat >"$scratch/incomplete.m" <<'END'
const M: 3; N: 2;
type P: scalarset(N); E: enum {A, B, C}; I: 0..M;
  T: record f: I; g: boolean end; L: record s: E; o: P end;
var
  n0: I;
  v1: array [P] of P;
  t2: array [P] of L;
ruleset p17: P do
startstate "s0"
n0 := 3;
for j18: P do
v1[j18] := j18;
end;
for j20: P do
clear t2[j20].s;
end;
for j22: P do
t2[j22].o := p17;
end;
end;
ruleset p25: I do
ruleset p26: P do
startstate "s1"
n0 := 0;
for j27: P do
v1[j27] := j27;
end;
for j29: P do
t2[j29].s := A;
end;
for j31: P do
t2[j31].o := j31;
end;
end;
end;
end;
rule "r3"
n0 := (n0 + 1) % (M + 1);
end;
end;
ctl "x1" forall q38: E do forall q39: E do q38 != q39 -> AG (false & (forall q40: P do (n0 < 2) end) -> EF ((forall q41: P do forall q42: P do q41 = q42 | !isundefined(n0) end end))) end end;
END
check "a family whose search is not complete" "$root/build/debug/coset" check -q --no-trace "$scratch/incomplete.m" \
    --family N=1..3 --states --symmetry explicit --engine explicit --deadlock stuck
# Explicit search has used up its turn for the first property when it decides the second one.
check "Murphi, at the end of a turn" equal '2 "t" is never true' \
    "$("$root/build/release/coset" check -q --no-trace -D N=8 --symmetry off tests/models/symmetry/vacuous_fair.m | vacuous)"

# The property is a constant, which needs no search; its antecedent does, and hints leave a part of the states out.
cat >"$scratch/open.m" <<'END'
type P: scalarset(3);
var n: 0..1; owner: array [P] of P;
startstate "s" end;
invariant "x" forall p: P do forall q: P do
  p != q -> (!isundefined(owner[p]) & owner[p] = p & !(!isundefined(owner[q]) & owner[q] = p) ->
             !isundefined(owner[p]) & owner[p] = p) end end;
hint !isundefined(n) & n >= 1;
END
for kind in $kinds; do
    check "$kind: that it is not known is told" contains \
        "$("$root/build/$kind/coset" check "$scratch/open.m" -p 1)" 'undecided whether it is vacuous'
    check "$kind: programs are told that, too" contains \
        "$("$root/build/$kind/coset" check --json "$scratch/open.m" -p 1)" '"vacuous": null, "vacuity_undecided": true'
    check "$kind: where all states are searched, it is known" contains \
        "$("$root/build/$kind/coset" check --json "$scratch/open.m" -p 1 --symmetry off --engine explicit)" \
        '"vacuity_undecided": false'
done

# The implication is always true. Its antecedent names single elements below a temporal operator, which counters cannot
# do: they decide the property, and leave out what asks for the antecedent. Other reductions have it.
cat >"$scratch/left_out.m" <<'END'
type P: scalarset(4);
var boss: P; idle: boolean;
startstate begin undefine boss; idle := true; end;
ruleset p: P do rule "take" idle ==> begin boss := p; idle := false; end; end;
rule "leave" !idle ==> begin undefine boss; idle := true; end;
ctl "anybody" AG (idle & !(forall p: P do EF (!idle & boss = p) end) -> idle | !idle);
END
for kind in $kinds; do
    coset="$root/build/$kind/coset"
    check "$kind: what counters leave out is told" contains \
        "$("$coset" check "$scratch/left_out.m" -p 1 --symmetry counters)" 'undecided whether it is vacuous'
    check "$kind: ... to programs, too" contains "$("$coset" check --json "$scratch/left_out.m" -p 1 --symmetry counters)" \
        '"vacuous": null, "vacuity_undecided": true'
    for way in explicit dynamic auto; do
        check "$kind: $way has it" contains "$("$coset" check --json "$scratch/left_out.m" -p 1 --symmetry $way)" \
            'boss = p) end", "vacuity_undecided": false'
    done
done

# The antecedent is true on a fair path, whose loop is longer than what a SAT engine looks for behind
# a violation; to look for a counterexample of the formula as a whole, the bound is too low.
cat >"$scratch/long_loop.smv" <<'END'
MODULE main
VAR c : 0..79; a : boolean; b : boolean;
ASSIGN
  init(c) := 0; init(a) := FALSE; init(b) := FALSE;
  next(c) := c = 79 ? 0 : c + 1;
  next(a) := c = 3;
  next(b) := c = 3;
FAIRNESS c = 79
SPEC AG (a -> b)
END
for kind in $kinds; do
    coset="$root/build/$kind/coset"
    check "$kind: what a SAT engine leaves open is told" contains \
        "$("$coset" check "$scratch/long_loop.smv" --engine induction --bound 10)" 'undecided whether it is vacuous'
    check "$kind: ... to programs, too" contains "$("$coset" check --json "$scratch/long_loop.smv" --engine induction --bound 10)" \
        '"vacuous": null, "vacuity_undecided": true'
    check "$kind: diagrams have it" contains "$("$coset" check --json "$scratch/long_loop.smv" --engine symbolic)" \
        '"vacuous": null, "vacuity_undecided": false'
done
# The antecedent is true in a state without successors only: on no infinite path, which is all that these are about. The
# invariant is about states.
cat >"$scratch/dead_end.smv" <<'END'
MODULE main
VAR x : 0..2;
INIT x = 0
TRANS x != 1 & (x = 0 -> next(x) != 0) & (x = 2 -> next(x) = 2)
LTLSPEC G (x = 1 -> F x = 2)
SPEC AG (x = 1 -> AF x = 2)
INVARSPEC x = 1 -> x < 2
LTLSPEC G (x = 2 -> X x = 2)
END
for kind in $kinds; do
    for engine in auto explicit symbolic; do
        check "$kind: $engine: antecedents of states without successors" equal '1 "x = 1" is never true
2 "x = 1" is never true' "$("$root/build/$kind/coset" check -q "$scratch/dead_end.smv" --engine $engine 2>/dev/null | vacuous)"
    done
done
finish
