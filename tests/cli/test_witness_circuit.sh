#!/usr/bin/env bash
# check --certificate-format=aiger: a circuit of the model and a witness circuit, judged by a program that knows AIGER
# and nothing else, build/release/tests/witness/check_witness. Small circuits are searched by it, too: they have as many
# states as the model. Witnesses that are changed, and those of other models, are rejected.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
judge=$root/build/release/tests/witness/check_witness

run() { # the program's output, errors and status
    output=$(timeout $patience "$coset" check --no-trace "$@" 2>"$scratch/errors" </dev/null)
    status=$?
    errors=$(<"$scratch/errors")
}
circuits() { # MODEL SUFFIX OPTION...
    rm -f "$scratch/model" "$scratch/witness"
    run "$1" --certificate "$scratch/witness.$2" --certificate-format aiger --aiger-model "$scratch/model.$2" "${@:3}"
}
judged() { "$judge" "$scratch/model.$1" "$scratch/witness.$1"; }
states() { sed -nE 's/^reachable states: ([0-9]+).*/\1/p' <<<"$output"; }

# ---- Models ---------------------------------------------------------------------------------------------------------

cat >"$scratch/kinds.smv" <<'END'
MODULE main
IVAR go : {none, up, down};
FROZENVAR last : 2..3;
VAR n : 0..3; w : unsigned word[2]; kind : {low, high}; odd : boolean;
ASSIGN
  init(n) := 0; next(n) := case go = up & n < last : n + 1; go = down & n > 0 : n - 1; TRUE : n; esac;
  init(w) := 0ud2_0; next(w) := w + 0ud2_3;
  kind := case n < 2 : low; TRUE : high; esac;
  init(odd) := FALSE;
TRANS next(odd) = (next(n) mod 2 = 1)
INVARSPEC n <= last
INVARSPEC odd = (n mod 2 = 1)
LTLSPEC G (n = 3 -> last = 3)
CTLSPEC AG (n = 3 -> kind = high)
CTLSPEC EF n = last
INVARSPEC n < 3
END
for kind in $kinds; do
    coset=$root/build/$kind/coset
    for model in examples/mutex.smv examples/philosophers.smv examples/mutex.m tests/models/murphi/hundred_ways.m "$scratch/kinds.smv"; do
        name=$kind:\ $(basename "$model")
        [[ $model == *hundred* ]] && sed 's/^invariant "not the first".*/invariant "in range" isundefined(chosen) | chosen < 100;/' "$model" >"$scratch/ways.m" && model=$scratch/ways.m
        run "$model" --states
        expected=$(states) plain=$status
        for suffix in aag aig; do
            circuits "$model" $suffix
            check "$name: $suffix: the status is that of the verdicts" equal $plain $status
            check "... the witness is certified" equal certified "$(judged $suffix)"
        done
        check "... the circuit has the states of the model" equal "$expected states, safe" "$("$judge" --search "$scratch/model.aag")"
        check "... and the other one" equal "$expected states, safe" "$("$judge" --search "$scratch/model.aig")"
    done
done
coset=$root/build/release/coset
check "what is not about all states is left out" contains "$errors" 'property "EF n = last" is not in the circuit: it is not about all reachable states'
examples/arbiter.sh 2 >"$scratch/arbiter.smv"
for model in examples/peterson.m tests/models/murphi/two_pointers.m tests/models/smv/lang_words.smv "$scratch/arbiter.smv"; do
    circuits "$model" aig
    check "$(basename "$model"): certified" equal certified "$(judged aig)"
done

# ---- Witnesses that are none ----------------------------------------------------------------------------------------

cat >"$scratch/ring.smv" <<'END'
MODULE main
VAR n : 0..7; b : boolean;
ASSIGN init(n) := 0; init(b) := FALSE;
  next(n) := case n = 4 : 0; n < 4 & b : n + 1; n > 4 : {n, 6}; TRUE : n; esac;
INVARSPEC n != 6
END
sed 's/n = 4 : 0;/n = 4 : {0, 5};/' "$scratch/ring.smv" >"$scratch/wrong.smv"
circuits "$scratch/ring.smv" aag
check "a circuit: certified" equal certified "$(judged aag)"
witness=$(<"$scratch/witness.aag")
reads() { awk '{ print $'"$1"' }' <<<"$head"; }
head=$(head -1 <<<"$witness")
inputs=$(reads 3) latches=$(reads 4) gates=$(reads 6)
bad_line=$((2 + inputs + latches))
changed() { # AWK PROGRAM: the answer to a witness that is changed so
    awk "$1" <<<"$witness" >"$scratch/witness.aag"
    judged aag
}
check "without its bad states" equal "rejected: property" "$(changed "NR == $bad_line { print 0; next } 1")"
check "that has only bad states" equal "rejected: base" "$(changed "NR == $bad_line { print 1; next } 1")"
check "with another reset" equal "rejected: reset" "$(changed "NR == $((bad_line - 2)) { print \$1, \$2, 0; next } 1")"
check "with a reset where there is none" equal "rejected: reset" "$(changed "NR == $((2 + inputs)) { print \$1, \$2, 1; next } 1")"
check "with another step" equal "rejected: transition" "$(changed "NR == $((2 + inputs)) { print \$1, \$1, \$3; next } 1")"
check "that simulates one latch twice" contains "$(changed '/^l1 = / { $3 = $3 - 2 } 1')" "one twice"
# The model's own circuit, as if its property were inductive.
awk '/^[il][0-9]+ / { n = substr($1, 2); print $1, "=", 2 * (n + 1 + (/^l/ ? '"$inputs"' : 0)); next } 1' "$scratch/model.aag" >"$scratch/witness.aag"
check "without an invariant" equal "rejected: step" "$(judged aag)"
check "of nothing" contains "$("$judge" "$scratch/model.aag" /dev/null)" "its head is not understood"

# Each gate of the model is changed, one after the other. Where that makes a bad state reachable, neither the witness
# nor one that is changed in the same way may be believed; where it does not, an answer may be anything.
wrong=0 believed=0
for ((i = 1; i <= $(awk 'NR == 1 { print $6 }' "$scratch/model.aag"); i++)); do
    awk -v line=$((bad_line + i)) 'NR == line { $2 = $2 % 2 ? $2 - 1 : $2 + 1 } 1' "$scratch/model.aag" >"$scratch/other.aag"
    [[ $("$judge" --search "$scratch/other.aag") == *bad ]] || continue
    wrong=$((wrong + 1))
    echo "$witness" >"$scratch/witness.aag"
    [[ $("$judge" "$scratch/other.aag" "$scratch/witness.aag") == rejected* ]] || believed=$((believed + 1))
    awk -v line=$((bad_line + i)) 'NR == line { $2 = $2 % 2 ? $2 - 1 : $2 + 1 } 1' <<<"$witness" >"$scratch/witness.aag"
    [[ $("$judge" "$scratch/other.aag" "$scratch/witness.aag") == rejected* ]] || believed=$((believed + 1))
done
check "changes of gates make bad states reachable" test $wrong -gt 10
check "... which no witness hides" equal 0 $believed

# ---- Usage ----------------------------------------------------------------------------------------------------------

refused() { # TEXT OPTION...
    run "${@:2}"
    equal 2 $status && contains "$errors" "$1"
}
model=examples/mutex.smv
check "no file for the model" refused "--certificate-format=aiger needs a file for the model: --aiger-model FILE" $model --certificate "$scratch/w" --certificate-format aiger
check "no file for the witness" refused "needs a file for the witness: --certificate FILE" $model --aiger-model "$scratch/m" --certificate-format aiger
check "a model without a witness" refused "--aiger-model is for --certificate-format=aiger only" $model --aiger-model "$scratch/m"
check "with --certify" refused "--certify has coset-certify check a certificate" $model --certify --certificate "$scratch/w" --aiger-model "$scratch/m" --certificate-format aiger
check "twice the same file, which is not there yet" refused "written by another option, too" $model --certificate "$scratch/both.aag" --aiger-model "$scratch/./both.aag" --certificate-format aiger
check_not "... nor is it then" test -e "$scratch/both.aag"
check "twice the same file" refused "written by another option, too" $model --certificate "$scratch/witness.aag" --aiger-model "$scratch/witness.aag" --certificate-format aiger
check "nothing that holds for all states" refused "there is no witness circuit: no property that holds is about all reachable states" \
    examples/counter.smv -p restart --certificate "$scratch/w" --aiger-model "$scratch/m" --certificate-format aiger
check "the model cannot be written" refused "cannot write" $model --certificate "$scratch/w" --aiger-model "$scratch/none/m" --certificate-format aiger
run "$scratch/wrong.smv" --certificate "$scratch/w" --aiger-model "$scratch/m" --certificate-format aiger
check "a property that fails has none" contains "$status $errors" "2 coset: error: there is no witness circuit"

# A model that is a circuit already: the witness is one of that file, whose gates may have any order.
coset=$root/build/$sanitized/coset
cat >"$scratch/own.aag" <<'END'
aag 9 2 3 0 4 1
2
16
6 18
8 10 0
4 4 4
14
10 12 3
14 6 8
12 7 17
18 2 9
i0 go
END
"$coset" export examples/peterson.m -p 1 -D N=2 --aiger "$scratch/peterson.aig"
"$coset" export examples/mutex.m -p 1 --aiger "$scratch/mutex.aig"
for model in peterson.aig mutex.aig; do
    circuits "$scratch/$model" aig
    check "$model: the model that is written is that circuit" cmp \
        <(sed -n '1,/^c$/p' "$scratch/$model" | sed '$d') <(sed -n '1,/^c$/p' "$scratch/model.aig" | sed '$d')
    check "... and the witness is one of it" equal certified "$("$judge" "$scratch/$model" "$scratch/witness.aig")"
done
circuits "$scratch/own.aag" aag
check "a bad state that is not reached" contains "$output" "holds"
check "... a circuit in another order, with any initial value" equal certified "$(judged aag)"
circuits examples/grants.aag aag -p 1
check "a circuit with justice has a model with inputs for next values" equal certified "$(judged aag)"
finish
