#!/usr/bin/env bash
# Names that the program prints are names that it reads, and quantified invariants say for whom they are violated.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

cat >"$scratch/cache.m" <<'END'
const N: 4;
type Cache: scalarset(N); Line: ring(3); Mode: enum {invalid, shared, modified};
var mode: array[Cache] of Mode; owner: Cache; at: Line;
startstate "first" begin for c: Cache do mode[c] := invalid; end; undefine owner; clear at; end;
ruleset c: Cache do
  rule "get" mode[c] = invalid ==> begin mode[c] := shared; end;
  rule "upgrade" mode[c] = shared ==> begin mode[c] := modified; owner := c; end;
end;
invariant "exclusive" forall a: Cache do forall b: Cache do (a != b & mode[a] = modified) -> mode[b] = invalid end end;
ruleset c: Cache do invariant "few" mode[c] != modified | owner = c; end;
invariant "all" true & forall c: Cache do true & mode[c] != modified end;
END
model=$scratch/cache.m

run() { # the program's output, errors and status
    output=$("$coset" "$@" 2>"$scratch/errors")
    status=$?
    errors=$(<"$scratch/errors")
}

for kind in $kinds; do
    coset=$root/build/$kind/coset

    # Elements, in formulas: the same verdict for each of them as for all, whatever the engine and the symmetries.
    for i in 1 2 3 4; do
        for how in --symmetry={auto,off,explicit,onthefly} --engine={explicit,symbolic}; do
            run check "$model" "$how" -f "AG mode[Cache_$i] != modified"
            check "$kind: Cache_$i is modified, with $how" equal 1 "$status"
            check "$kind: ... and it is this one that is" contains "$output" "     owner = Cache_$i"
            run check "$model" "$how" -f "AG (owner = Cache_$i -> mode[Cache_$i] = modified)" -f "AG EF mode[Cache_$i] = modified"
            check "$kind: ... and what holds of it holds, with $how" equal 0 "$status"
        done
    done
    run check "$model" -f 'AG !(mode[Cache_1] = modified & owner = Cache_2)' -f 'AG !(mode[Cache_1] = shared & mode[Cache_3] = shared)'
    check "$kind: two elements in one formula" contains "$output" "2 properties: 0 hold, 2 fail"
    check "$kind: ... and what it means for the reduction" contains "$output" "one of its elements is named"
    run check "$model" -f 'AG mode[Cache_5] = invalid'
    check "$kind: an element that there is not is an error" equal 2 "$status"
    check "$kind: ... with its place" contains "$errors" '--formula:1:9: error: unknown name "Cache_5"'
    run check "$model" -f 'AG mode[5] = invalid'
    check "$kind: ... which tells what they are called" contains "$errors" 'this is integer; its elements are called Cache_1 to Cache_4'
    run check "$model" -f 'mode[Cache_1] = invalid'
    check "$kind: a formula without a temporal operator is about initial states, with a warning" contains "$status $errors" \
        '0 coset: warning: --formula "mode[Cache_1] = invalid" has no temporal operator'
    run check "$model" -f 'AG mode[Cache_1] = invalid' -f 'G (mode[Cache_1] = invalid)' -f 'AX true' --no-trace
    check "$kind: ... and no other one has it" equal "" "$errors"
    run check tests/models/murphi/multisets.m -f 'AG net[1].dest = 0'
    check "$kind: places of multisets cannot be named, and what to do is said" contains "$status $errors" '2 --formula:1:8: error: places of multisets'
    run check "$model" -f 'AG at != Line_2'
    check "$kind: elements of a ring" equal 0 "$status"
    sed 's/forall b: Cache do .*/mode[Cache_1] = shared end;/' "$model" >"$scratch/named.m"
    run check "$scratch/named.m"
    check "$kind: in a file, elements have no names" contains "$errors" 'unknown name "Cache_1"'

    run simulate "$model" -n 4 -c 'mode[Cache_2] = invalid & mode[Cache_4] = invalid' --start 'mode[Cache_1] = invalid'
    check "$kind: elements in constraints" equal 0 "$status"
    check_not "$kind: ... which are obeyed" contains "$output" 'Cache_2)'

    # Properties that have no name, by what stands in its place.
    run check "$model" -p 'no deadlock' --no-trace
    check "$kind: a property by what is shown of it" contains "$output" '4  fails      no deadlock'

    run check "$model" --no-trace
    shown=$(sed -n '1s/^1  [a-z]* *//p' <<<"$output")
    run check "$model" --no-trace -p "$shown"
    check "$kind: a property by all that its line says of it" contains "$output" "$shown"
    check "$kind: ... and no other" contains "$output" '1 property: '

    # A value that is shown as undefined.
    printf 'type P: scalarset(2);\nvar o: P;\nstartstate begin undefine o; end;\nruleset p: P do rule isundefined(o) ==> begin o := p; end; end;\n' >"$scratch/undefined.m"
    run check "$scratch/undefined.m" -f 'EF o != undefined' -f 'AG o = undefined' -f 'AG undefined = o' --no-trace
    check "$kind: what is shown as undefined is asked for so" contains "$output" 'holds      EF !isundefined(o)'
    check "$kind: ... and is not always" contains "$output" '3 properties: 1 holds, 2 fail'
    run simulate "$scratch/undefined.m" --start 'o = undefined' -n 1
    check "$kind: ... in starts" equal 0 "$status"
    run check "$scratch/undefined.m" -f 'AG undefined = undefined'
    check "$kind: ... of something" contains "$errors" 'to ask for it, write isundefined(...)'

    # Elements that have the name of something else are told from it, in names and in values; so that no two variables of
    # a model have the same name, and traces are read back.
    cat >"$scratch/same.m" <<'END'
type P: scalarset(2); E: enum {P_1, b}; U: union {P, E};
var a: array[U] of boolean; last: U;
startstate begin for u: U do a[u] := false; end; undefine last; end;
ruleset u: U do rule "r" !a[u] ==> begin a[u] := true; last := u; end; end;
invariant "i" forall u: U do !a[u] end;
END
    run info "$scratch/same.m"
    check "$kind: no two variables have the same name" equal "" "$(sed -n 's/^  \(a\[.*\]\) :.*/\1/p' <<<"$output" | sort | uniq -d)"
    check "$kind: ... of an element and a literal" contains "$output" "a[P_1'] : boolean"
    run check "$scratch/same.m" -f "AG !a[P_1']" -f 'AG !a[P_1]' -f "AG (a[P_1'] -> a[P_1])" -f "AG (last = P_1' -> a[P_1'])" -p i --json
    printf '%s\n' "$output" >"$scratch/same.json"
    check "$kind: both are read" contains "$(tr -d '\n' <<<"$output" | sed 's/"verdict": "\([a-z]*\)"/\n\1\n/g' | grep -Ex 'holds|fails' | tr '\n' ' ')" "fails fails fails fails holds"
    run replay "$scratch/same.json"
    check "$kind: ... and their traces" equal 0 "$status"
    run check "$scratch/same.m" -f "AG !a[P_3']"
    check "$kind: one that there is not is an error" contains "$errors" "unknown name \"P_3'\""

    # For whom an invariant is violated.
    run check "$model" --json
    printf '%s\n' "$output" >"$scratch/all.json"
    run check "$model"
    check "$kind: two elements" contains "$output" 'violated for a = Cache_2, b = Cache_1'
    check "$kind: the parameter of a ruleset" contains "$output" 'violated for c = Cache_2'
    check "$kind: inside of a conjunction" contains "$output" 'violated for c = Cache_1'
    run check "$model" -D N=60 -p 1 --symmetry explicit
    check "$kind: where the model is judged by a part of it" contains "$output" 'violated for a = Cache_2, b = Cache_1'
    check "$kind: in JSON" contains "$(<"$scratch/all.json")" '"violated_for": "a = Cache_2, b = Cache_1"'
    run explain "$model" "$scratch/all.json"
    check "$kind: an explanation is about that case" contains "$output" $'\nviolated for a = Cache_2, b = Cache_1\nstate 1: G (mode[Cache_1] = invalid | mode[Cache_2] != modified) is false'
    run explain "$model" "$scratch/all.json" -f 'AG mode[Cache_2] = invalid'
    check "$kind: elements in what is explained" contains "$output" 'mode[Cache_2] = invalid is false: mode[Cache_2] = shared'
done
finish
