#!/usr/bin/env bash
# Proofs for every size by counters without bound, as the program tells them: in text, JSON and on the page; with what is
# refused, and what has no certificate.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
coset=build/release/coset

says() { # text, and the arguments of a check
    local expected=$1 output
    shift
    output=$("$coset" check "$@" --no-trace 2>&1)
    echo "$output"
    grep -qF -- "$expected" <<<"$output"
}

proof='proved by counters without bound, t = 2:'
readers=(examples/readers_writers.m --family 'N=1..')
check "two classes that grow" says "2 properties: 2 hold, 0 fail, 0 undecided" "${readers[@]}"
check "... by counters" says "$proof 186 abstract states; steps seen through 7 elements" "${readers[@]}"
check "a property that asks for some element" \
    says "2  holds for every N >= 1  the memory is up to date" bench/protocols/illinois.m --family 'N=1..' -p 2
check "a deadlock" says "2  holds for every N >= 1  no deadlock" examples/mcslock.m --family 'N=1..' -p 2
check "only counters, where they are asked for" \
    says "$proof 346 abstract states" examples/mcslock.m --family 'N=1..' -p 1 --symmetry counters
check "invariants are preferred" says "proved by backward reachability" examples/mcslock.m --family 'N=1..' -p 1
check "without symmetries there are no counters" \
    says "undecided for larger ones" "${readers[@]}" -p 1 --symmetry explicit
check "sizes from another one on" says "1  holds for every N >= 3" examples/readers_writers.m --family 'N=3..' -p 1

check "AG of a condition" says "3  holds for every N >= 1  AG forall r: Reader do" "${readers[@]}" \
    -f 'AG forall r: Reader do forall w: Writer do !(reader[r] = active & writer[w] = active) end end'
check "G of a condition" says "3  holds for every N >= 1  G " "${readers[@]}" \
    -f 'G ((exists r: Reader do reader[r] = active end) -> forall w: Writer do writer[w] != active end)'
check "... which fails" says "3  fails for N = 2, the smallest size that does" "${readers[@]}" \
    -f 'AG forall r: Reader do forall s: Reader do r = s | reader[r] != active | reader[s] != active end end'
check "other formulas are not proved" says "undecided for larger ones" "${readers[@]}" \
    -f 'AG EF exists r: Reader do reader[r] = active end'

# What fails in a small size is told for it, though it may be proved for large ones.
cat >"$scratch/small.m" <<'END'
const N: 3;
type P: scalarset(N);
var a: array [P] of boolean; one: boolean;
ruleset p: P do startstate begin for i: P do a[i] := false; end; one := forall i: P do i = p end; end; end;
ruleset p: P do rule "on" begin a[p] := !a[p]; end; end;
invariant "several" !one;
END
check "a size that is too small for the proof fails" says "1  fails for N = 1, the smallest size that does" \
    "$scratch/small.m" --family 'N=1..' -p 1 --symmetry counters
check "... and larger ones hold" says "1  holds for every N >= 2" "$scratch/small.m" --family 'N=2..' -p 1 --symmetry counters

# What is refused, with its line.
check "a size that is used as a number" \
    says "the size of a type that is no scalarset depends on the constant (line 14)" examples/mcslock_counter.m \
    --family 'N=1..' -p 1 --symmetry counters
cat >"$scratch/shrinking.m" <<'END'
const N: 3;
type P: scalarset(9 - N);
var a: array [P] of boolean;
startstate begin for i: P do a[i] := false; end; end;
ruleset p: P do rule "on" begin a[p] := !a[p]; end; end;
invariant "some" exists p: P do a[p] | !a[p] end;
END
check "a size that does not grow" says "may not grow with the constant (line 2)" "$scratch/shrinking.m" \
    --family 'N=1..' -p 1 --symmetry counters

# Sizes are searched for what is not proved: as many as a rule is about, and none above one that fails.
check "a rule for five elements" says "1  fails for N = 5, the smallest size that does" \
    tests/models/murphi/five_kinds.m --family 'N=1..'
check "... which is no proof for others" says "1  fails for N = 5, the smallest size that does" \
    tests/models/murphi/five_kinds.m --family 'N=3..' --symmetry counters
"$coset" check bench/protocols/german_buggy.m --family 'N=1..' -p 1 -p 3 --no-trace --json -q >"$scratch/buggy"
check "larger sizes than one that fails are not searched" \
    diff <(grep -o '"failing_sizes": [^]]*]' "$scratch/buggy" | tr -d ' \n') <(echo -n '"failing_sizes":[3]"failing_sizes":[1]')
check "... also by two processes" says "symmetry reduction: one size after the other, for N = 3" \
    bench/protocols/german_buggy.m --family 'N=1..' -p 1 -p 3 -j 2
check "... which is told: what is neither failing nor undecided would hold" \
    diff <(grep -o '"undecided_sizes": [^]]*]' "$scratch/buggy" | tr -d ' \n') <(echo -n '"undecided_sizes":[4]"undecided_sizes":[2,3,4]')

# JSON, the page, certificates.
"$coset" check "${readers[@]}" --json -q >"$scratch/json"
check "the proof in JSON" grep -qF \
    '"proof": {"method": "counters without bound", "threshold": 2, "states": "186", "instance": 7}' "$scratch/json"
"$coset" check "${readers[@]}" -q --html "$scratch/page.html" >/dev/null
check "the proof on the page" grep -qF "$proof 186 abstract states" "$scratch/page.html"

# Certificates: what counters reach, as invariants that can be checked in a single size, and that a solver confirms.
is_confirmed() { # the arguments of a check
    "$coset" check "$@" -q --invariant "$scratch/proof.inv" --certificate "$scratch/proof.smt2" || return 1
    local obligations
    obligations=$(grep -c '^(check-sat)' "$scratch/proof.smt2")
    command -v z3 >/dev/null || return 0
    z3 rlimit=400000000 "$scratch/proof.smt2" | sort | uniq -c | tee "$scratch/answers"
    [[ $(sed 's/ *//' "$scratch/answers") == "$obligations unsat" ]]
}
check "a proof by counters is confirmed" is_confirmed "${readers[@]}"
check "... from a size on" grep -qF "; They are for classes of 7 elements and more." "$scratch/proof.smt2"
check "... with the deadlock" grep -qF ": some rule has a step" "$scratch/proof.smt2"
check "... by invariants that a person can read" grep -qF \
    'forall i1: Reader do forall i2: Writer do !(reader[i1] = active & writer[i2] = active) end end;' "$scratch/proof.inv"
cat examples/readers_writers.m "$scratch/proof.inv" >"$scratch/proved.m"
check "... and that hold in a single size" says "6 properties: 6 hold" "$scratch/proved.m" -D N=7
check "a property that asks for some element is confirmed" is_confirmed bench/protocols/illinois.m --family 'N=1..' -p 2
check "with a backward proof, both are confirmed" is_confirmed examples/mcslock.m --family 'N=1..'
check "... each with invariants of its own" grep -qx "(reset)" "$scratch/proof.smt2"
cat >"$scratch/fixed.m" <<'END'
const N: 3;
type P: scalarset(N); Q: scalarset(2);
var a: array [P] of boolean; b: array [Q] of boolean; at: Q;
startstate begin for i: P do a[i] := false; end; for i: Q do b[i] := false; end; end;
ruleset p: P; q: Q do rule "on" b[q] ==> begin a[p] := !a[p]; end; rule "move" begin b[q] := !b[q]; at := q; end; end;
invariant "few" exists p: P do !a[p] end | exists q: Q do b[q] | !b[q] end;
END
check "a class of fixed size is counted, too" is_confirmed "$scratch/fixed.m" --family 'N=1..' -p 1 --symmetry counters
cat >"$scratch/two.m" <<'END'
const N: 3; type P: scalarset(N); S: enum {s0, s1};
var at: array [P] of S; n: 0..2; b: boolean;
startstate begin for p: P do at[p] := s0; end; n := 0; b := false; end;
ruleset p: P do
  rule at[p] = s0 & n < 2 ==> begin at[p] := s1; n := n + 1; end;
  rule at[p] = s1 ==> begin at[p] := s0; n := n - 1; end;
end;
rule begin b := !b; end;
invariant "at most two" forall p: P do forall q: P do forall r: P do
  p != q & q != r & p != r -> !(at[p] = s1 & at[q] = s1 & at[r] = s1) end end end;
invariant "some" n = 0 | exists p: P do at[p] = s1 end;
END
check "two thresholds in turns are confirmed" is_confirmed "$scratch/two.m" --family 'N=1..' --symmetry counters
check "... each once" equal 1 "$(grep -cx "(reset)" "$scratch/proof.smt2")"
finish
