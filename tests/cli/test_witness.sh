#!/usr/bin/env bash
# check --format=witness: witnesses of AIGER are judged by a simulator in awk that knows the format and nothing else, and
# those of both formats by replay. Witnesses that are changed are rejected, and what is no witness is an error.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
coset=$root/build/$sanitized/coset
judge=$root/build/release/tests/judge/judge

witness_of() { timeout $patience "$coset" check -q --format witness "$1" 2>"$scratch/errors" >"$scratch/witness"; }

# simulates CIRCUIT.aag WITNESS: each counterexample begins with initial latches, obeys the constraints, and ends in the
# bad state, or closes a loop in which all conditions of the justice property and all fairness are met.
simulates() {
    awk '
    function truth(l) { return (l % 2) ? !val[(l - 1) / 2] : val[l / 2] }
    function die(text) { print FILENAME ":" FNR ": " text; failed = 1; exit 1 }
    function frame(bits,    i) {
        for (i = 0; i < I; i++) val[input[i] / 2] = substr(bits, i + 1, 1) + 0
        for (i = 0; i < L; i++) val[latch[i] / 2] = now[i]
        for (i = 0; i < A; i++) val[gate[i] / 2] = truth(left[i]) && truth(right[i])
        for (i = 0; i < C; i++) if (!truth(constraint[i])) die("a constraint does not hold")
        for (i = 0; i < L; i++) { seen[frames, i] = now[i]; following[i] = truth(next_of[i]) }
        for (i = 0; i < J; i++) met[frames, i] = truth(justice[i])
        for (i = 0; i < F; i++) fair[frames, i] = truth(fairness[i])
        if (kind == "b") is_bad = truth(bad[number])
        for (i = 0; i < L; i++) now[i] = following[i]
        frames++
    }
    function loops(from,    i, k, ok) {
        for (i = 0; i < L; i++) if (seen[from, i] != now[i]) return 0
        for (k = first_of[number]; k < first_of[number] + size[number]; k++) {
            ok = 0
            for (i = from; i < frames; i++) ok = ok || met[i, k]
            if (!ok) return 0
        }
        for (k = 0; k < F; k++) {
            ok = 0
            for (i = from; i < frames; i++) ok = ok || fair[i, k]
            if (!ok) return 0
        }
        return 1
    }
    FNR == 1 && NR == 1 { I = $3; L = $4; O = $5; A = $6; B = $7 + 0; C = $8 + 0; JP = $9 + 0; F = $10 + 0; J = 0; n = 0; val[0] = 0; next }
    FNR == NR {
        if (n < I) input[n] = $1
        else if (n < I + L) { k = n - I; latch[k] = $1; next_of[k] = $2; reset[k] = NF > 2 ? $3 : 0 }
        else if ((k = n - I - L) < O) output[k] = $1
        else if ((k -= O) < B) bad[k] = $1
        else if ((k -= B) < C) constraint[k] = $1
        else if ((k -= C) < JP) { size[k] = $1; first_of[k] = J; J += $1 }
        else if ((k -= JP) < J) justice[k] = $1
        else if ((k -= J) < F) fairness[k] = $1
        else if ((k -= F) < A) { gate[k] = $1; left[k] = $2; right[k] = $3 }
        n++
        next
    }
    part == 0 { status = $1; part = 1; next }
    part == 1 { kind = substr($1, 1, 1); number = substr($1, 2) + 0; part = status == 1 ? 2 : 3; frames = 0; next }
    part == 2 {
        for (i = 0; i < L; i++) {
            now[i] = substr($0, i + 1, 1) + 0
            if (reset[i] <= 1 && now[i] != reset[i]) die("a latch does not begin with its initial value")
        }
        part = 3
        next
    }
    $1 == "." {
        if (status == 1 && kind == "b" && !is_bad) die("the last state is not bad")
        if (status == 1 && kind == "j") {
            ok = 0
            for (from = 0; from < frames && !ok; from++) ok = loops(from)
            if (!ok) die("no loop meets all conditions")
        }
        judged += status == 1
        part = 0
        next
    }
    { frame($0) }
    END { if (!failed && part != 0) { print "the witness does not end"; exit 1 } print judged > "/dev/stderr" }' "$1" "$2"
}

export_of() { "$coset" export "$1" --aiger "$scratch/circuit.aag" 2>/dev/null; }
agree() { # CIRCUIT
    witness_of "$1"
    [[ $(grep -c '^\.$' "$scratch/witness") -gt 0 ]] || { echo "no witness"; cat "$scratch/errors"; return 1; }
    simulates "$1" "$scratch/witness" 2>>"$scratch/judged" || return 1
    grep -qx 1 "$scratch/witness" || return 0
    "$coset" replay "$1" "$scratch/witness"
}

cat >"$scratch/liveness.smv" <<'END'
MODULE main
VAR x : 0..4; y : boolean;
ASSIGN init(x) := {1, 2}; next(x) := case x = 4 : 0; TRUE : {x, x + 1}; esac;
FAIRNESS y
INVARSPEC x != 3;
LTLSPEC F G x = 0 | F G !y;
LTLSPEC F G x != 4;
LTLSPEC G x != 4;
END
check "examples/grants.aag: the witness is one" agree examples/grants.aag
for model in examples/counter.smv examples/lock.m examples/garage.pnml "$scratch/liveness.smv"; do
    export_of "$model"
    check "${model##*/}: the witness of its circuit is one" agree "$scratch/circuit.aag"
done
for seed in 1 2 3 4 5 6; do
    "$judge" --print "$seed" >"$scratch/random.m" 2>/dev/null
    export_of "$scratch/random.m" && check "random model $seed: the witness of its circuit is one" agree "$scratch/circuit.aag"
done
check "counterexamples were judged" test "$(awk '{ n += $1 } END { print n }' "$scratch/judged")" -gt 8

# Words and memories: what is open in the first state, free states, inputs that initial values read, and a loop.
cat >"$scratch/words.btor2" <<'END'
1 sort bitvec 1
2 sort bitvec 3
3 sort array 1 2
4 state 3 memory
5 input 1 address
6 read 2 4 5
7 state 2 free
8 add 2 6 7
9 state 2 sum
10 input 2 offset
11 init 2 9 10
12 next 2 9 8
13 next 3 4 4
14 constd 2 5
15 eq 1 9 14
16 eq 1 7 9
17 and 1 15 16
18 bad 17 five
19 neq 1 9 14
20 justice 2 15 19
21 constraint -16
22 bad 15
END
cat >"$scratch/wide.btor2" <<'END'
1 sort bitvec 100
2 sort bitvec 1
3 input 1 more
4 state 1 sum
5 zero 1
6 init 1 4 5
7 add 1 4 3
8 next 1 4 7
9 sort array 2 1
10 state 9 kept
11 init 9 10 5
12 input 2 where
13 write 9 10 12 4
14 next 9 10 13
15 consth 1 8000000000000000000000001
16 read 1 10 12
17 eq 2 16 15
18 bad 17 reached
19 state 1 free
20 init 1 19 5
21 eq 2 19 15
22 bad 21
END
for model in "$scratch/wide.btor2" examples/memory.btor2 "$scratch/words.btor2"; do
    witness_of "$model"
    check "${model##*/}: the witness is one" "$coset" replay "$model" "$scratch/witness"
done
check "words.btor2: elements of a memory are open in the first state" grep -qxE '0 \[1\] [01]{3} memory#0' "$scratch/witness"
check "words.btor2: ... and a state without next is in all others" grep -qxE '1 [01]{3} free#1' "$scratch/witness"

# Changed witnesses.
witness_of examples/grants.aag
replay_status() { # MODEL FILE
    "$coset" replay "$1" "$2" >"$scratch/out" 2>&1
    echo $?
}
sed 's/^000$/100/' "$scratch/witness" >"$scratch/changed"
check "another first state is not an execution" equal 1 "$(replay_status examples/grants.aag "$scratch/changed")"
sed 's/^j0$/b0/' "$scratch/witness" >"$scratch/changed"
check "another property is not refuted" equal 1 "$(replay_status examples/grants.aag "$scratch/changed")"
mistake() { # TEXT MESSAGE
    printf '%b' "$1" >"$scratch/changed"
    check "a mistake: $2" equal 2 "$(replay_status examples/grants.aag "$scratch/changed")"
    check "... is told" contains "$(<"$scratch/out")" "$2"
}
mistake '3\n' 'line 1: expected 0, 1 or 2'
mistake '1\nb7\n000\n.\n' 'line 2: the model has no such property'
mistake '1\nx\n' 'line 2: expected a property'
mistake '1\nb0\n00\n' 'line 3: the number of bits is not that of the circuit'
mistake '1\nb0\n000\n0y\n' 'line 4: expected the bits 0, 1 or x'
mistake '1\nb0\n000\n00\n' 'expected inputs, or a dot'
mistake '1\nb0\n000\n.\n' 'the witness has no state'
mistake '1\nj0\n000\n10\n.\n' 'the counterexample has no loop'
mistake '0\nb0\n.\n' 'there is no trace'
witness_of "$scratch/words.btor2"
for ((line = 1; line <= $(wc -l <"$scratch/witness"); line++)); do
    sed "${line}d" "$scratch/witness" >"$scratch/changed"
    status=$(replay_status "$scratch/words.btor2" "$scratch/changed")
    [[ $status -le 2 ]] || check "a witness without its line $line ends the program" equal "0 to 2" "$status"
done
check "what holds in a circuit is certified" contains "$("$coset" check --certify --no-trace examples/grants.aag)" 'holds (certified)'
"$coset" check examples/grants.aag --no-trace --certificate "$scratch/certificate" >/dev/null
check "... by clauses, without a list of states" contains "$("$root/build/release/coset-certify" examples/grants.aag "$scratch/certificate")" 'certified (inductive)'
check "... and in a model of words" contains "$("$coset" check --certify --no-trace examples/memory.btor2)" 'holds (certified)'
check_not "witnesses are for circuits" "$coset" check --format witness examples/counter.smv
finish
