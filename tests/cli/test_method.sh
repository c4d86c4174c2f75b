#!/usr/bin/env bash
# The method that decided a property is recorded with its result: text, JSON and page show it, and nobody guesses from
# options.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
coset=build/release/coset

methods() { # options: number, reductions and backend of each property, then the word for all
    "$coset" check --json "$@" 2>/dev/null | sed -nE '
        s/^ *\[?\{"index": ([0-9]+),.*/\1/; /^[0-9]+$/{ h; d }
        /"method": \{"reductions"/{ s/.*"reductions": \[([^]]*)\], "backend": ("[^"]*").*/\1, \2/
            s/^, //; s/"//g; G; s/(.*)\n(.*)/\2 \1/p }
        s/^ *"symmetry": \{"method": "([^"]*)".*/\1/p; s/^ *"symmetry": null.*/none/p'
}

m=tests/models/symmetry/multiset_of_ids.m
check 'plain BDDs are told as such' equal $'1 BDD\n2 BDD\n3 BDD\noff' "$(methods $m --engine symbolic)"
check '... in words' contains "$("$coset" check $m --engine symbolic 2>&1)" 'symmetry reduction: not used for P; counter abstraction not applicable'
check 'the explicit quotient' equal $'1 explicit quotient\n2 explicit quotient\n3 explicit quotient\nexplicit' "$(methods $m)"
check 'explicit states' equal $'1 explicit-state\n2 explicit-state\n3 explicit-state\noff' \
    "$(methods $m --symmetry off --engine explicit)"

m=examples/mutex.m
check 'counters over BDDs' equal '1 counter abstraction, BDD' "$(methods $m -p 1 --symmetry counters --engine symbolic | head -1)"
check 'counters over explicit states' equal '1 counter abstraction, explicit-state' \
    "$(methods $m -p 1 --symmetry counters --engine explicit | head -1)"
check 'counters with tracked components' equal '2 tracked components, counter abstraction, BDD' \
    "$(methods $m -p 2 --symmetry counters --engine symbolic | head -1)"
check 'a symbolic quotient' equal $'1 symbolic quotient (dynamic)\ndynamic' "$(methods $m -p 1 --symmetry dynamic)"
check 'one instance of a property for all' equal $'2 property instances, symbolic quotient (dynamic)\ndynamic' \
    "$(methods $m -p 2 --symmetry dynamic)"
check '... in all sizes together' equal '2 family, property instances, explicit quotient' \
    "$(methods $m -p 2 --symmetry explicit --family N=2..4 | head -1)"
check 'component-wise' equal $'1 symbolic quotient (component-wise)\ncomponentwise' "$(methods $m -p 1 --symmetry componentwise)"
check 'all sizes together' equal '1 counter abstraction, family' \
    "$(methods $m -p 1 --family N=2..4 --symmetry counters | head -1 | sed 's/, [^,]*$//')"
check 'small sizes need no counters' equal '1 explicit quotient' "$(methods $m -p 1 --family N=2..4 | head -1)"
check 'large ones do' equal '1 counter abstraction, family' \
    "$(methods $m -p 1 --family N=2..100 | head -1 | sed 's/, [^,]*$//')"
for jobs in 1 2; do
    check "-j $jobs: several methods in one run" equal "$(methods $m -D N=40)" "$(methods $m -D N=40 -j $jobs)"
done

output=$("$coset" check $m -D N=40 --symmetry counters --engine symbolic --no-trace --stats)
check '--stats names each method, with what it decided' contains "$output" '  decided by  counter abstraction, BDD (2 properties)
  decided by  tracked components, counter abstraction, BDD (1 property)'
output=$("$coset" check examples/ccp.m -D N=7 -p 3 --no-trace --stats) # explicit search comes first, and does not end
check '... that one, and not who worked before it' contains "$output" '  decided by  counter abstraction, BDD (1 property)'
check '... and tells the work of both' equal 'Checking Decision diagrams Explicit states ' \
    "$(grep -E '^(Checking|Decision diagrams|Explicit states)$' <<<"$output" | tr '\n' ' ')"

cat >"$scratch/many.m" <<'END' # more states than any search sees
type P: scalarset(5);
var x: array [P] of array [0..5] of 0..3; s: array [P] of 0..3;
startstate for p: P do s[p] := 0; for i: 0..5 do x[p][i] := 0; end; end; end;
ruleset p: P; i: 0..5 do
  rule "count" x[p][i] < 3 ==> x[p][i] := x[p][i] + 1; s[p] := (s[p] + x[p][i]) % 4; end;
  rule "restart" x[p][i] = 3 & s[p] = 1 ==> x[p][i] := 0; end;
end;
invariant exists p: P do s[p] != 2 | x[p][0] < 3 end;
END
check 'what ran out of time' equal $'1 explicit quotient\n2 explicit quotient\nexplicit' \
    "$(methods "$scratch/many.m" --engine explicit --explicit-rules tree -t 0.3)"
check '... in words' contains "$("$coset" check "$scratch/many.m" --engine explicit --explicit-rules tree -t 0.3 2>&1)" \
    'symmetry reduction: explicit quotient of P'

# 250,000 states are more than what the short search looks at, which comes before counters.
for side in 9 49; do
    text="type P: scalarset(2); Few: 0..$side; var next: array [P] of P; x: Few; y: Few; z: Few;
        ruleset p: P; q: P do rule \"point\" isundefined(next[p]) ==> next[p] := q; end; end;
        rule \"x\" x < $side ==> x := x + 1; end;
        rule \"y\" y < $side ==> y := y + 1; end;
        rule \"z\" z < $side ==> z := z + 1; end;
        startstate undefine next; x := 0; y := 0; z := 0; end;
        invariant x + y + z < 200;"
    output=$("$coset" check - --language murphi -p 1 -v 2>&1 <<<"$text")
    check "0..$side: the summary does not tell whether counters were tried" equal 'symmetry reduction: explicit quotient of P' \
        "$(tail -1 <<<"$output")"
done
check '... and the log does' contains "$output" 'counter abstraction not applicable: next[P_1] holds ids of P'

check 'a loop that may be left, but not in a state in which it has a run-time error' contains \
    "$("$coset" check tests/models/murphi/loop_left_alike.m)" 'symmetry reduction: explicit quotient of Node'
check '... and one that may be left before a run-time error' contains \
    "$("$coset" check tests/models/murphi/loop_left_early.m)" 'symmetry reduction: not applicable: S (whether there is a run-time error'

check 'a cone of influence' contains "$(methods tests/models/smv/cones.smv)" '1 cone of influence, BDD'
check 'representatives on the fly' contains "$(methods examples/philosophers.smv --symmetry onthefly)" 'on-the-fly representatives'

finish
