#!/usr/bin/env bash
# --hash-compaction: what holds does so with a probability, in every format; failures have the same shortest
# counterexamples; what asks for all states is undecided or refused.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

cat >"$scratch/ring.m" <<'END'
type id: scalarset(3);
var at: array[id] of 0..7; turn: 0..2;
ruleset i: id do
    rule "step" at[i] < 7 ==> begin at[i] := at[i] + 1; end;
    rule "back" at[i] = 7 & turn = 1 ==> begin at[i] := 0; end;
end;
rule "turn" true ==> begin turn := (turn + 1) % 3; end;
startstate begin for i: id do at[i] := 0; end; turn := 0; end;
invariant "inside" forall i: id do at[i] <= 7 end;
invariant "far" !(turn = 2 & forall i: id do at[i] = 5 end);
cover "full" forall i: id do at[i] = 7 end;
cover "never" turn = 2 & turn = 1;
END

verdicts() { awk '/^[0-9]+  / { print $1, $2 }'; }

for kind in $kinds; do
    coset=$root/build/$kind/coset
    for way in "off --explicit-rules lowered" "explicit --explicit-rules lowered" "explicit --explicit-rules tree"; do
        read -ra options <<<"$way"
        search=(check "$scratch/ring.m" --engine explicit --symmetry "${options[@]}")
        output=$("$coset" "${search[@]}" --hash-compaction)
        check "$kind, $way: verdicts" equal '1 holds
2 fails
3 holds
4 undecided
5 holds' "$(verdicts <<<"$output" | sort)"
        check "$kind, $way: what holds says with which probability" contains "$output" \
            "1  holds (with probability 1 - "
        check "$kind, $way: ... and what it assumes" contains "$output" "assuming no two states have the same hash"
        check "$kind, $way: what was reached was reached" contains "$output" "3  holds      full"
        check "$kind, $way: what was not is undecided" contains "$output" "of which --hash-compaction keeps hashes only"
        check "$kind, $way: the summary says so" contains "$output" "; of those that hold, 2 with a probability"
        check "$kind, $way: the same counterexample" equal \
            "$("$coset" "${search[@]}" -p far)" "$("$coset" "${search[@]}" -p far --hash-compaction)"
    done
    json=$("$coset" check "$scratch/ring.m" --engine explicit --symmetry explicit --hash-compaction -p inside --json)
    check "$kind: never a plain \"holds\" for programs" contains "$json" '"verdict": "holds_with_probability", "missed_state_probability": '
    "$coset" check "$scratch/ring.m" --engine explicit --symmetry explicit --hash-compaction -p inside --quiet --html "$scratch/page.html" >/dev/null
    check "$kind: nor in the page" contains "$(cat "$scratch/page.html")" "holds (with probability 1 - "
    check "$kind: formulas over paths are undecided" contains \
        "$("$coset" check examples/mutex.smv --engine explicit --symmetry off --hash-compaction -f 'AG (EF a.state = critical)')" "undecided"
done
refused() { build/release/coset check "$scratch/ring.m" --hash-compaction "$@" 2>&1; }
check "other engines are refused" contains "$(refused)" "it needs --engine explicit"
check "other reductions are refused" contains "$(refused --engine explicit --symmetry counters)" "--symmetry off or explicit only"
check "so are counts" contains "$(refused --engine explicit --symmetry off --states)" "cannot be used with --states"
check "and certificates" contains "$(refused --engine explicit --symmetry off --certify)" "cannot be used with certificates"
finish
