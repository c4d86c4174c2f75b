#!/usr/bin/env bash
# Cones and the sharing of time, as a user meets them: properties are checked without the variables that they do not
# depend on, what is shown is about all of them, and one hard property does not take the time of the others.
# All of it with the release build and with the one that has sanitizers and asserts.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
models=tests/models/smv

run() { # the program's output, errors and status
    output=$("$coset" "$@" 2>"$scratch/errors")
    status=$?
    errors=$(<"$scratch/errors")
}

lines() { # verdicts in the order of the output, with what is computed
    sed -nE 's/^ *([0-9]+)  (holds|fails|undecided|[0-9]+|infinity) .*/\1 \2/p' <<<"$output" | tr '\n' ' '
}

cat >"$scratch/dead.smv" <<'END'
MODULE main
VAR x : 0..3; y : 0..5;
ASSIGN next(y) := (y + 1) mod 6;
TRANS next(x) = x + 1
INIT x = 0
SPEC AG x < 2
END

cat >"$scratch/long.smv" <<'END'
MODULE main
VAR x : boolean; n : 0..5999;
ASSIGN init(x) := FALSE; init(n) := 0; next(n) := case n < 5999 : n + 1; TRUE : 0; esac;
SPEC AF x
END

# What is hard is a product of words, for which no time suffices: where it is in the steps of two variables, and where it
# is in a property only. What is easy takes a hundredth of its share, so that no load of the machine changes verdicts.
cat >"$scratch/hard_steps.smv" <<'END'
MODULE main
VAR a : word[24]; b : word[24]; x : 0..7;
ASSIGN init(x) := 0; next(x) := (x + 1) mod 8;
  next(a) := a * b + 0ud24_1; next(b) := b * b + a;
INVARSPEC a * b != 0ud24_9999991
SPEC AF x = 7
INVARSPEC a * a + b * b != 0ud24_77777
SPEC AG x < 7
END
cat >"$scratch/hard_property.smv" <<'END'
MODULE main
VAR a : word[24]; b : word[24]; x : 0..7;
ASSIGN init(x) := 0; next(x) := case a[0:0] = b[0:0] : (x + 1) mod 8; TRUE : x; esac;
  init(a) := 0ud24_0;
INVARSPEC a * b * a != 0ud24_9999991 | x = 0
SPEC EF (x = 7 & a[0:0] != b[0:0])
INVARSPEC x < 7 | a[0:0] != b[0:0]
END

# Two that exchange, and words that have nothing to do with them. A symmetry that is none leads out of the cone of
# b, and states are left out by it.
cat >"$scratch/symmetric.smv" <<'END'
MODULE main
VAR a : 0..3; b : 0..3; c : boolean; d : boolean; x : unsigned word[16]; y : unsigned word[16];
ASSIGN init(a) := 0; init(b) := 0;
  next(a) := b < 2 ? {a, (a + 1) mod 4} : a;
  next(b) := a < 2 ? {b, (b + 1) mod 4} : b;
  next(c) := {TRUE, FALSE}; next(d) := {TRUE, FALSE};
  init(x) := 0ud16_1; init(y) := 0ud16_3; next(x) := x * y + 0ud16_1; next(y) := x xor (y << 3);
SYMMETRY (a b);
SYMMETRY (c d);
INVARSPEC !(a = 3 & b = 3)
INVARSPEC a + b < 4
END
cat >"$scratch/led_out.smv" <<'END'
MODULE main
VAR a : 0..3; b : 0..3; c : 0..3;
ASSIGN init(a) := 0; init(b) := 0; init(c) := {0, 1, 2, 3};
  next(a) := (a + 1) mod 4; next(b) := a = 2 & b < 2 ? b + 1 : b; next(c) := c;
SYMMETRY (a c);
INVARSPEC b < 3
INVARSPEC b < 2
END

for kind in $kinds; do
    coset=$root/build/$kind/coset
    limit=$([[ $kind == release ]] && echo 1.5 || echo 5) # of the processor

    # ---- Verdicts, with and without
    run check -v $models/cones.smv
    with=$(lines)
    check "$kind: variables are left out" contains "$errors" "property 3 is checked without 9 of 10 variables"
    check "$kind: verdicts come in the order of the file" equal \
        "1 fails 2 fails 3 fails 4 holds 5 holds 6 3 7 holds " "$with"
    run check -v --no-cone $models/cones.smv
    check "$kind: --no-cone finds the same" equal "$with" "$(lines)"
    check "$kind: ... and leaves nothing out" lacks "$errors" "without"
    run check --states $models/cones.smv
    check "$kind: states are those of all variables" contains "$output" "reachable states: 1008 of 20160"
    run check --states --time-limit 1000 $models/cones.smv
    check "$kind: ... also with a time limit" contains "$(lines)$output" "${with}1  fails"
    run check --stats $models/cones.smv
    check "$kind: the statistics tell of it" contains "$(tr -s ' ' <<<"$output")" "left out 9 variables"
    run check --write-order "$scratch/order" -p 1 $models/cones.smv
    check "$kind: an order that is written has all variables" equal 10 "$(wc -l <"$scratch/order")"
    printf 'x\npush\n' >"$scratch/given"
    run check --order "$scratch/given" $models/cones.smv
    check "$kind: an order that is given is no hindrance" equal "$with" "$(lines)"

    # ---- Runs
    run check --json $models/cones.smv
    printf '%s\n' "$output" >"$scratch/traces.json"
    check "$kind: traces have all variables" contains "$output" '"mood": "calm"'
    check "$kind: the output fits the schema" "build/$kind/tests/report/test_json" "$scratch/traces.json"
    run replay $models/cones.smv "$scratch/traces.json"
    check "$kind: traces are executions of the whole model" equal 0 $status
    # 2, 3 and 7 repeat together after 42 states; x itself stands still.
    check "$kind: a loop is followed until all of it repeats" contains "$output" "property 2: the trace of 42 states"
    run check -q -v "$scratch/long.smv"
    check "$kind: where that takes too long, all variables are taken" contains "$errors" \
        "checked again with all variables"
    check "$kind: ... and the trace is found" contains "$output" "counterexample of 6000 states"

    # ---- Symmetries
    for symmetry in auto onthefly live-rep xi; do
        run check -v --symmetry $symmetry "$scratch/symmetric.smv"
        check "$kind: representatives of a cone, $symmetry" equal "1 holds 2 fails " "$(lines)"
        check "$kind: ... $symmetry: the group of the cone is not smaller" contains "$errors" \
            "property 2 is checked without 4 of 6 variables"
        check "$kind: ... $symmetry: counterexamples have all variables" contains "$output" "y = "
    done
    run check --symmetry onthefly "$scratch/long.smv"
    check "$kind: representatives: where a trace gets too long, all variables are taken" contains "$output" \
        "counterexample of 6000 states"
    run check -v --verify-generators off --symmetry onthefly "$scratch/led_out.smv"
    check "$kind: a symmetry that leads out of a cone" contains "$errors" "a symmetry leads out of its cone"
    check "$kind: ... of which nothing follows that holds" equal "1 undecided 2 fails " "$(lines)"

    # ---- Warnings
    run check "$scratch/dead.smv"
    check "$kind: a deadlock is a deadlock of the whole model" contains "$errors" \
        "state x = 3, whatever the other variables are, has no successor"
    run check --no-cone "$scratch/dead.smv"
    check "$kind: ... of which all variables are shown without cones" contains "$errors" "not total: state x = 3, y = "

    # ---- Time
    run check -q -v --no-trace --engine symbolic --time-limit $limit "$scratch/hard_steps.smv"
    check "$kind: what is easy without the hard variables is decided" equal \
        "1 undecided 2 holds 3 undecided 4 fails " "$(lines)"
    check "$kind: what ran out of time gets another chance with what is left" contains "$errors" \
        "gets another"
    run check -q --no-trace --engine symbolic --time-limit $limit "$scratch/hard_property.smv"
    check "$kind: a hard property leaves time to others of the same variables" equal \
        "1 undecided 2 holds 3 fails " "$(lines)"
    check "$kind: ... and tells why it is undecided" contains "$output" "(out of time)"
done
finish
