#!/usr/bin/env bash
# Murphi models on the command line: verdicts, numbers of states, run-time errors, traces with the names of rules, and
# constants from outside. Numbers of states are those that rumur finds without symmetry reduction.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

run() {
    output=$("$coset" "$@" 2>"$scratch/errors")
    status=$?
    errors=$(cat "$scratch/errors")
}
verdicts() { awk '$1 ~ /^[0-9]+$/ && $2 ~ /^(holds|fails|undecided)$/ { printf "%s ", $2 }' <<<"$output"; }
states() { sed -n 's/^reachable states: \([0-9]*\).*/\1/p' <<<"$output"; }

cat >"$scratch/wrong.m" <<'END'
const N: 2;
type Pid: 1..N;
var x: Pid; y: Pid; a: array [Pid] of boolean;
rule "up" x < 5 ==> begin x := x + 1; end;
rule "look" isundefined(y) ==> begin y := 2; end;
startstate begin x := 1; undefine y; clear a; end;
invariant "small" x <= 2;
END
cat >"$scratch/unread.m" <<'END'
var x: 0..3; y: 0..3;
rule "read" x = 2 & y = 1 ==> begin x := 0; end;
rule "step" x < 3 ==> begin x := x + 1; assert "not yet" x < 3; end;
startstate begin x := 0; end;
cover "three" x = 3;
liveness "back" x = 0;
END
cat >"$scratch/again.m" <<'END'
var n: 0..3; f: 0..3;
startstate begin n := 2; f := 2; end;
rule begin while n < 3 do n := f - n; n := n + 1; end; end;
END
cat >"$scratch/types.m" <<'END'
type P: scalarset(2);
var p: P; n: 0..2;
startstate begin n := 0; end;
rule begin p := n + 1; end;
END

for kind in $kinds; do
    coset=$root/build/$kind/coset
    for engine in symbolic explicit auto; do
        run check examples/mutex.m --states --engine $engine -D N=5
        check "$kind, $engine: mutex" equal "holds holds holds 240 0" "$(verdicts)$(states) $status"
        run check examples/peterson.m --states --engine $engine
        check "$kind, $engine: Peterson" equal "holds holds holds 356 0" "$(verdicts)$(states) $status"
        run check examples/mcsqueue.m --states --engine $engine
        check "$kind, $engine: the queue lock" equal "holds holds holds 320 0" "$(verdicts)$(states) $status"
        run check examples/mcslock.m --states --engine $engine
        check "$kind, $engine: ... without its links" equal "holds holds 128 0" "$(verdicts)$(states) $status"
        run check examples/readers_writers.m --states --engine $engine
        check "$kind, $engine: readers and writers" equal "holds holds 312 0" "$(verdicts)$(states) $status"
        run check examples/philosophers.m --states --engine $engine
        check "$kind, $engine: philosophers" equal "holds fails 14 1" "$(verdicts)$(states) $status"
        check "$kind, $engine: ... with the names of the rules" contains "$output" "   by take the left fork (s: "
        run check examples/ccp.m --states --engine $engine -D N=2
        check "$kind, $engine: cache coherence" equal "holds holds holds 1461 0" "$(verdicts)$(states) $status"
        run check "$scratch/wrong.m" --engine $engine
        check "$kind, $engine: a value out of its range is a run-time error" equal "holds fails " "$(verdicts | cut -d' ' -f1,2) "
        check "$kind, $engine: ... that is described" contains "$output" "rule \"up\""
        check "$kind, $engine: ... with its place" contains "$output" "wrong.m:4"
        run check "$scratch/again.m" --engine $engine --states
        check "$kind, $engine: a loop without an end is a run-time error" equal "fails fails 1 1" "$(verdicts)$(states) $status"
        run check "$scratch/unread.m" --engine $engine --json
        printf '%s\n' "$output" >"$scratch/unread.json"
        check "$kind, $engine: the output fits the schema" "build/$kind/tests/report/test_json" "$scratch/unread.json"
        run replay "$scratch/unread.m" "$scratch/unread.json"
        check "$kind, $engine: traces are executions of the model" equal 0 $status
    done

    for strategy in breadth chaining saturation; do
        run check examples/ccp.m --states --engine symbolic --strategy $strategy -D N=2
        check "$kind: the same by $strategy" equal "holds holds holds 1461 0" "$(verdicts)$(states) $status"
        run check examples/mutex.smv --states --strategy $strategy --no-trace
        check "$kind: ... also for SMV" equal "holds fails 8 1" "$(verdicts)$(states) $status"
    done
    run check examples/philosophers.m --deadlock off
    check "$kind: deadlocks need not be asked for" equal "holds 0" "$(verdicts)$status"
    run check examples/mutex.m -D M=3
    check "$kind: an unknown constant is an error" equal 2 $status
    check "$kind: ... that names those that there are" contains "$errors" "N"
    run check examples/mutex.m -D N
    check "$kind: a constant without a value is an error" equal 2 $status
    run check examples/mutex.smv -D N=3
    check "$kind: SMV has no constants from outside" equal 2 $status
    run check examples/mutex.m --formula 'AG x'
    check "$kind: what is wrong with a formula is shown in it" contains "$errors" '--formula:1:4: error: unknown name "x"'
    run check examples/ccp.m -f 'AG EF granted' -f 'G (granted -> X true)' -f 'E [!granted U granted]'
    check "$kind: formulas are checked" contains "$output" "3 properties: 3 hold"
    check "$kind: ... and nothing else, with numbers behind those of the file" contains "$output" "6  holds      E ["
    run check examples/ccp.m -f 'true; invariant false'
    check "$kind: a formula is one formula" contains "$errors" '--formula:1:7: error: expected the end, found "invariant"'
    run check examples/ccp.m -f 'AG (granted'
    check "$kind: a formula that ends too early" contains "$errors" "--formula:1:"
    run check "$scratch/types.m"
    check "$kind: scalarsets know no arithmetic" equal 2 $status
    check "$kind: ... with the place" contains "$errors" "types.m:4:17: error:"
    run info examples/ccp.m -D N=2
    check "$kind: info tells of variables" contains "$output" "cache[Client_2]"
done
finish
