#!/usr/bin/env bash
# Quantified invariants that ask for other elements: what needs them is proved by them, and what is false is not, also
# where a rule changes elements that are not seen.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
coset=build/release/coset
proof=', with [0-9]* conditions\? of which there may be some other element'

by_others() { # model
    local output
    output=$("$coset" check "$1" --family 'N=1..' -p 1 -q -t 60)
    echo "$output"
    grep -q '^1  holds for every N >= 1  ' <<<"$output" && grep -q "$proof" <<<"$output"
}
check "Szymanski's mutual exclusion, bit by bit, is proved for every size" by_others bench/protocols/szymanski_bits.m

# In words, with "exists", it is true in each size, and z3 is convinced by it.
in_words() { # model
    "$coset" check "$1" --family 'N=1..' -p 1 -q -t 60 --invariant "$scratch/words.inv" --certificate "$scratch/words.smt2"
    cat "$1" "$scratch/words.inv" >"$scratch/with_words.m"
    grep -q 'exists y: ' "$scratch/words.inv" &&
        "$coset" check "$scratch/with_words.m" -D N=3 -q --deadlock off | grep -q ' 0 fail, 0 undecided$'
}
confirmed() {
    [[ $(z3 -memory:1500 rlimit=400000000 "$scratch/words.smt2" | sort -u) == unsat ]]
}
check "... in words that are true of a single size" in_words bench/protocols/szymanski_bits.m
if [[ -n $(type -P z3) ]]; then check "... and z3 confirms it" confirmed; fi

# The same with a test left out.
not_proved() { # model
    local output
    output=$("$coset" check "$1" --family 'N=1..' -p 1 -q -t 20)
    echo "$output"
    grep -q '^1  fails for N = ' <<<"$output"
}
sed 's/at\[p\] = behind & forall q: Proc do q = p | !waits_for\[q\] end/at[p] = behind/' bench/protocols/szymanski_bits.m \
    >"$scratch/broken.m"
check "without a test it is not" not_proved "$scratch/broken.m"

# Who is inside is so while somebody keeps the door, and nobody else gets in without: true only because the keeper stays.
keeper() { # what a keeper's leaving needs; a further rule
    cat <<END
const N: 3;
type P: scalarset(N);
var at: array [P] of enum { out, keeps, waits, inside, alone };
ruleset p: P do
  rule "keep" at[p] = out & forall q: P do at[q] != keeps & at[q] != alone end ==> begin at[p] := keeps; end;
  rule "wait" at[p] = out & forall q: P do at[q] != alone end ==> begin at[p] := waits; end;
  rule "enter" at[p] = waits & exists q: P do at[q] = keeps end ==> begin at[p] := inside; end;
  rule "alone" at[p] = out & forall q: P do q = p | at[q] = out | at[q] = inside end ==> begin at[p] := alone; end;
  rule "not alone" at[p] = alone ==> begin at[p] := out; end;
  rule "out" at[p] = inside ==> begin at[p] := out; end;
  rule "leave" at[p] = keeps${1-} ==> begin at[p] := out; end;
end;
${2-}
startstate begin for p: P do at[p] := out; end; end;
invariant "nobody is alone with others"
  forall p: P do forall q: P do !(at[p] = inside & at[q] = alone) end end;
END
}
keeper ' & forall q: P do at[q] != inside end' >"$scratch/keeper.m"
keeper >"$scratch/leaves.m"
keeper ' & forall q: P do at[q] != inside end' 'rule "all" exists q: P do at[q] = inside end ==>
  begin for q: P do if at[q] = keeps then at[q] := out; end; end; end;' >"$scratch/all.m"
check "what holds since another element stays is proved by invariants that ask for it" by_others "$scratch/keeper.m"
check "... and not if it may leave" not_proved "$scratch/leaves.m"
check "... or is changed together with all others" not_proved "$scratch/all.m"

# In an order, that somebody is above another one says something of that one, whatever is said of the upper one.
cat >"$scratch/leader.m" <<'END'
const N: 3;
type P: 1..N;
var heard: array [P] of array [P] of boolean; leads: array [P] of boolean;
startstate begin for p: P do leads[p] := false; for q: P do heard[p][q] := false; end; end; end;
ruleset p: P do ruleset q: P do rule "tell" p != q ==> begin heard[q][p] := true; end; end; end;
ruleset p: P do rule "lead" (forall q: P do q = p | heard[p][q] end) & forall q: P do heard[p][q] -> q <= p end ==>
  begin leads[p] := true; end; end;
invariant "one leader" forall p: P do forall q: P do p != q -> !(leads[p] & leads[q]) end end;
END
check "only the last in an order leads" contains "$("$coset" check "$scratch/leader.m" --family 'N=1..' -p 1 -q -t 20)" \
    'proved by backward reachability: 1 invariant over at most 2 elements'
finish
