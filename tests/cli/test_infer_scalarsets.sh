#!/usr/bin/env bash
# Ranges that are used like scalarsets, through the whole program: their numbers are what is shown and read, whatever
# they are inside.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

cat >"$scratch/lock.m" <<'END'
const N: 4;
type node: 1..N; data: 0..1;
var at: array [node] of enum {out, waiting, inside}; owner, last: node; value: data;
ruleset d: data do startstate begin
  for p: node do at[p] := out; end;
  undefine owner; undefine last; value := d;
end; end;
ruleset p: node do
  rule "ask" at[p] = out ==> at[p] := waiting; end;
  rule "enter" at[p] = waiting & isundefined(owner) ==> at[p] := inside; owner := p; last := p; end;
  rule "leave" at[p] = inside ==> at[p] := out; undefine owner; end;
  ruleset d: data do rule "write" at[p] = inside ==> value := d; end; end;
end;
invariant "one" forall p: node do forall q: node do p = q | at[p] != inside | at[q] != inside end end;
invariant "none" forall p: node do at[p] != inside end;
END

cat >"$scratch/ranges.m" <<'END'
const N: 2;
type P: scalarset(N);
var a: array [0..1] of boolean; b: array [0..1] of boolean; c: array [P] of boolean;
startstate clear a; clear b; clear c; end;
ruleset i: 0..1; j: 0..1 do rule "both" !a[i] & !b[j] ==> a[i] := true; b[j] := true; end; end;
invariant "any" exists i: 0..1 do !a[i] end | exists i: 0..1 do !b[i] end | forall i: 0..1 do a[i] end;
END

lines() { # of a number of states, and of the method
    sed -n 's/^symmetry reduction: //p; s/^reachable states: //p' <<<"$1"
}

for kind in $kinds; do
    coset=$root/build/$kind/coset
    model=$scratch/lock.m
    output=$("$coset" check --states "$model")
    check "$kind: both ranges are used" equal $'explicit quotient of node, data\n224 of 4050, in 17 orbits' "$(lines "$output")"
    check "$kind: elements are numbers" contains "$output" $'by enter (p: 1)\n   state 3\n     at[1] = inside\n     owner = 1\n     last = 1'
    plain=$("$coset" check --states --no-infer-scalarsets "$model")
    check "$kind: or none" equal "224 of 4050" "$(lines "$plain")"
    check "$kind: verdicts are the same" equal "$(grep '^[0-9]' <<<"$plain")" "$(grep '^[0-9]' <<<"$output")"
    check "$kind: states without reduction" equal $'off for node, data\n224 of 4050' \
        "$(lines "$("$coset" check --states --symmetry off "$model")")"

    "$coset" check --json -p none "$model" >"$scratch/trace.json"
    "$coset" check --json -p none --no-infer-scalarsets "$model" >"$scratch/plain.json"
    check "$kind: numbers in JSON" grep -q '"owner": 1, "last": 1, "value": [01]' "$scratch/trace.json"
    for name in trace plain; do
        for option in --infer-scalarsets --no-infer-scalarsets; do
            check "$kind: $name is replayed with $option" contains "$("$coset" replay $option "$model" "$scratch/$name.json")" \
                "is an execution of the model and refutes the property"
        done
    done
    sed 's/"owner": 1,/"owner": 7,/' "$scratch/trace.json" >"$scratch/wrong.json"
    check_not "$kind: a number that is no element is refused" "$coset" replay "$model" "$scratch/wrong.json"
    check "$kind: conditions" contains "$("$coset" simulate -c '!isundefined(last) -> last = 3' -n 3 "$model" 2>&1)" "state 2"

    check "$kind: a formula with a number leaves the other range" equal $'explicit quotient of data\n224 of 4050, in 112 orbits' \
        "$(lines "$("$coset" check --states -f 'AG (at[2] = inside -> owner = 2)' "$model")")"
    check "$kind: one without leaves both" equal $'explicit quotient of node, data\n224 of 4050, in 17 orbits' \
        "$(lines "$("$coset" check --states -f 'AG EF (exists p: node do at[p] = inside end)' "$model")")"
    check "$kind: stated symmetries are about numbers" contains "$("$coset" info --generator '{value=0 value=1}' "$model" 2>&1)" \
        "node: 4 numbers, not used as a scalarset: the model states symmetries of its own"

    output=$("$coset" check --family N=1..4 --symmetry explicit --states "$model")
    check "$kind: families" contains "$output" $'explicit quotient of node, data, for all sizes together\nreachable states for N = 1: 10, in 5 orbits'
    check "$kind: of the same size" contains "$output" "reachable states for N = 4: 224, in 17 orbits"
    check "$kind: certificates" contains "$("$coset" check --certify -p one "$model")" "holds (certified)"

    check "$kind: ranges that are called the same are named once" equal "explicit quotient of P, 0..1" \
        "$(lines "$("$coset" check --symmetry explicit "$scratch/ranges.m")")"
    check "$kind: in families, too" equal "not used for P, 0..1: all sizes are searched together" \
        "$(lines "$("$coset" check --family N=1..3 --symmetry off "$scratch/ranges.m")")"

    output=$("$coset" info "$model")
    check "$kind: info tells" contains "$output" $'  node: 4 elements, a range that is used like a scalarset\n  data: 2 elements, a range that is used like a scalarset'
    check "$kind: types as they are written" contains "$output" "value : 0..1"
    sed 's/last := p; end/last := N; end/' "$model" >"$scratch/number.m"
    check "$kind: and names the line" contains "$("$coset" info "$scratch/number.m")" \
        "node: 4 numbers, not used as a scalarset: a number is assigned to an element (line 10)"
    check "$kind: or the option" contains "$("$coset" info -D N=3 --hint 'last = 1' "$model")" \
        "node: 3 numbers, not used as a scalarset: an element is compared with a number (--hint)"
done
finish
