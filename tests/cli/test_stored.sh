#!/usr/bin/env bash
# Files with traces know their model and what was said of it: replay, explain and simulate --trace need nothing else.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

cat >"$scratch/cache.m" <<'END_MODEL'
const N: 3; Q: 1;
type Cache: scalarset(N); Mode: enum {invalid, shared, modified};
var mode: array[Cache] of Mode; steps: 0..Q;
startstate begin for c: Cache do mode[c] := invalid; end; steps := 0; end;
ruleset c: Cache do
  rule "get" mode[c] = invalid ==> begin mode[c] := shared; end;
  rule "upgrade" mode[c] = shared ==> begin mode[c] := modified; if steps < Q then steps := steps + 1; end; end;
end;
invariant "exclusive" forall a: Cache do forall b: Cache do (a != b & mode[a] = modified) -> mode[b] = invalid end end;
invariant "three are not modified" !(exists a: Cache do exists b: Cache do exists c: Cache do
  a != b & b != c & a != c & mode[a] = modified & mode[b] = modified & mode[c] = modified end end end);
END_MODEL
printf '#define K 3\nMODULE main\nVAR x : 0 .. K; y : boolean;\nINIT x = 0\nINVARSPEC x < K\n' >"$scratch/macro.smv"
model=$scratch/cache.m file=$scratch/trace.json

run() { # the program's output, with its errors, and status
    output=$("$coset" "$@" 2>&1)
    status=$?
}
refutes='is an execution of the model and refutes the property'

for kind in $kinds; do
    coset=$root/build/$kind/coset

    for command in explain replay; do
        run $command "$scratch/nowhere.json"
        check "$kind: $command of a file that is not there says so" contains "$status $output" '2 coset: error: cannot read'
        run $command "$model"
        check "$kind: $command of a model alone says what it lacks" contains "$output" 'is no file with traces'
        echo '{}' >"$scratch/unnamed.json"
        run $command "$scratch/unnamed.json"
        check "$kind: $command of traces of no model says so" contains "$output" 'does not say what model its traces are of'
    done
    "$coset" check "$model" -D N=2 --json >"$file"
    run replay examples/mutex.smv "$file"
    check "$kind: options of another language are not taken" contains "$status $output" '2 coset: error: cannot read a trace from'

    "$coset" check "$model" -D N=5 -p 1 --json >"$file"
    run replay "$file"
    check "$kind: a trace is replayed by its file alone, with its constants" equal "0 property 1: the trace of 4 states $refutes" "$status $output"
    run explain "$file"
    check "... and explained" contains "$output" "violated for a = "
    run simulate --trace "$file" -n 1
    check "... and goes on" contains "$output" "state 5"
    check "... with its constants" contains "$output" "mode[Cache_5] = "
    run replay "$model" "$file" -D N=4
    check "... unless others are given" equal 2 $status

    "$coset" check "$model" -f 'AG mode[Cache_2] != modified' -f 'AG mode[Cache_1] != modified' --json >"$file"
    run replay "$file"
    check "formulas of the command line are known" equal 2 "$(grep -c "$refutes" <<<"$output")"
    run explain "$file" -p 5
    check "... by their numbers" contains "$output" "property 5: AG mode[Cache_1] != modified"
    run explain "$file" -f 'F mode[Cache_2] = shared'
    check "... beside one that is given" contains "$output" "state 1: F mode[Cache_2] = shared is true"

    "$coset" check "$model" --family N=1..4 -p 1 -p 2 --json >"$file"
    run replay "$file"
    check "a family's traces are of several sizes" equal "property 1: the trace of 4 states $refutes
property 2: the trace of 7 states $refutes" "$output"
    run explain "$file" -p "three are not modified"
    check "... and are explained, each in its own" contains "$output" "mode[Cache_3] = modified"
    run explain "$file"
    check_not "... without elements of another" contains "$output" "Cache_3"
    run replay "$file" --json
    check "... also as JSON" equal 2 "$(grep -c '"judgement": "refutes"' <<<"$output")"
    "$coset" check "$model" --family N=1..3 --family Q=1..2 -p 1 -p 2 --json >"$file"
    run replay "$file"
    check "... and of several constants" equal 2 "$(grep -c "$refutes" <<<"$output")"

    "$coset" check --cpp "$scratch/macro.smv" -D Z=1 --json -f 'AG !y' >"$file"
    run replay "$file"
    check "macros are known" contains "$output" "property 2: the trace of 1 state"
    "$coset" simulate "$model" -D N=5 -n 3 --json -o "$scratch/copy.json" >"$file"
    run replay "$file"
    check "simulations say their constants" equal "0 the trace of 4 states is an execution of the model" "$status $output"
    run replay "$scratch/copy.json"
    check "... in files, too" equal 0 $status
    printf '1\n1\nsave %s\nquit\n' "$scratch/hand.json" | "$coset" simulate -i "$model" -D N=2 >/dev/null
    run simulate --trace "$scratch/hand.json" -n 0
    check "... and by hand" contains "$output" "by get (c: Cache_1)"

    "$coset" check --language smv - --json <examples/mutex.smv >"$file"
    run replay "$file"
    check "a model from the standard input stream has no name to be found by" equal 2 $status
    run replay examples/mutex.smv "$file"
    check "... but may be given" equal 0 $status
    run replay "$scratch/none.json"
    check "a file that is not there is an error" equal 2 $status
    for wrong in '{"model": 3, "arguments": [7]}' '{"model": "x.m", "arguments": ["--what"], "family": 3, "properties": [{"trace_size": 3, "trace": {}}]}' '[]' '"x"' '{'; do
        echo "$wrong" >"$file"
        run replay "$model" "$file"
        check "so is $wrong" equal 2 $status
        run explain "$file" -p 1
        check "... without a model" equal 2 $status
    done
done
printf '#define K 3\nMODULE main\nVAR x : 0..K;\n' >"$scratch/number.smv"
run check --cpp "$scratch/number.smv"
check "a macro in 0..K, which C does not see, is explained" contains "$output" 'takes "0..N" for one number'
finish
