#!/usr/bin/env bash
# coset export --aiger: circuits of models are read again and have the verdicts of the models; berkeley-abc agrees where
# it is there. Random Murphi models come from the generator of build/release/tests/judge/judge.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
coset=$root/build/release/coset
judge=$root/build/release/tests/judge/judge
abc=$(command -v berkeley-abc || command -v abc)

# "VERDICT LABEL" for each property; of a circuit, the label is the name of the bad state or justice property.
verdicts() { sed -nE 's/^ *[0-9]+  (holds|fails|undecided) +/\1 /p'; }
of_circuit() { verdicts | sed -E 's/: (!|no path with ).*//'; }

# Each property of the circuit has a property of the model with the same label and the same verdict.
agrees() { # MODEL CIRCUIT
    local model circuit verdict label
    model=$(timeout $patience "$coset" check -q --no-trace "$1" 2>/dev/null | verdicts)
    circuit=$(timeout $patience "$coset" check -q --no-trace "$2" 2>/dev/null | of_circuit)
    [[ -n $circuit ]] || { echo "no verdicts of $2"; return 1; }
    while read -r verdict label; do
        if ! awk -v label="$verdict $label" '$0 == label || index($0, label ": ") == 1 { found = 1 } END { exit !found }' \
            <<<"$model"; then
            printf '%s %s is not a verdict of\n%s\n' "$verdict" "$label" "$model"
            return 1
        fi
        echo "$verdict" >>"$scratch/compared"
    done <<<"$circuit"
}
export_of() { timeout $patience "$coset" export "$1" --aiger "$2" 2>"$scratch/errors"; }
agree_with_export() { # MODEL ENDING
    export_of "$1" "$scratch/circuit.$2" || { cat "$scratch/errors"; return 1; }
    agrees "$1" "$scratch/circuit.$2"
}

# abc's pdr on each bad state: "proved" or "asserted" (a counterexample).
abc_verdict() { # CIRCUIT NUMBER
    local out
    out=$(timeout $patience "$abc" -c "read $1; cone -O $2 -s; pdr" 2>&1 </dev/null)
    case $out in *"Property proved"*) echo holds ;; *"was asserted"*) echo fails ;; *) echo "$out" ;; esac
}

models=(examples/counter.smv examples/mutex.smv examples/mutex.m examples/peterson.m examples/lock.m examples/garage.pnml
    examples/grants.aag examples/memory.btor2 tests/models/smv/deadlock.smv)
for model in "${models[@]}"; do
    check "$model: the circuit as text has the verdicts of the model" agree_with_export "$model" aag
    check "$model: ... and so has the binary one" agree_with_export "$model" aig
done
check "properties that hold were compared" test "$(grep -c holds "$scratch/compared")" -gt 10
check "... and some that fail" test "$(grep -c fails "$scratch/compared")" -gt 6

cat >"$scratch/liveness.smv" <<'END'
MODULE main
VAR x : 0..4; y : boolean;
ASSIGN init(x) := {1, 2}; next(x) := case x = 4 : 0; TRUE : {x, x + 1}; esac;
INVAR x = 3 -> y
FAIRNESS y
INVARSPEC NAME three := x != 3;
LTLSPEC NAME ends := F G x = 0 | F G !y;
LTLSPEC NAME stays := F G x != 4;
LTLSPEC NAME always := G x != 4;
CTLSPEC NAME each := AG x < 5;
CTLSPEC NAME again := AG EF x = 0;
END
check "fairness, choices and conditions of states" agree_with_export "$scratch/liveness.smv" aag
check "... a property without a form is named" contains "$(<"$scratch/errors")" 'property "again" is not in the circuit'
check "... names of variables are symbols" grep -qE '^l[0-9]+ x\.[0-9]$' "$scratch/circuit.aag"
check "... and so are choices" grep -qE '^i[0-9]+ next\(x\)' "$scratch/circuit.aag"

# A state without a successor counts for invariants, and for nothing else.
cat >"$scratch/ends.smv" <<'END'
MODULE main
VAR x : 0..3;
INIT x = 0
TRANS x < 2 & next(x) = x + 1 | x = 0 & next(x) = 0
INVARSPEC NAME reached := x != 2;
LTLSPEC NAME never := G x != 2;
LTLSPEC NAME idle := F G x != 0;
END
check "executions that end" agree_with_export "$scratch/ends.smv" aag

for seed in $(seq 1 "${COSET_EXPORTS:-12}"); do
    "$judge" --print "$seed" >"$scratch/random.m" 2>/dev/null
    if ! export_of "$scratch/random.m" "$scratch/random.aig"; then
        check "random model $seed is refused for its properties" contains "$(<"$scratch/errors")" "no property has a form"
        continue
    fi
    check "random model $seed has the same verdicts as a circuit" agrees "$scratch/random.m" "$scratch/random.aig"
done

if [[ -n $abc ]]; then
    for model in examples/counter.smv examples/peterson.m examples/garage.pnml examples/memory.btor2; do
        export_of "$model" "$scratch/circuit.aig"
        number=0
        while read -r verdict label; do
            check "abc: $model: $label" equal "$verdict" "$(abc_verdict "$scratch/circuit.aig" $number)"
            number=$((number + 1))
        done < <("$coset" check -q --no-trace "$scratch/circuit.aig" | of_circuit)
    done
else
    skip "abc agrees" "berkeley-abc is not installed"
fi

check_not "a file is needed" "$coset" export examples/counter.smv
check_not "the model is not replaced" "$coset" export examples/grants.aag --aiger examples/grants.aag
check_not "no property has a form for it" "$coset" export examples/counter.smv -p restart --aiger "$scratch/none.aag"
check_not "an unknown property" "$coset" export examples/counter.smv -p none --aiger "$scratch/none.aag"
check "... and nothing is written" test ! -e "$scratch/none.aag"
finish
