#!/usr/bin/env bash
# --threads: whatever the number, the same output; interrupted, limited and resumed searches; the numbers that it takes.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

# So many states that the search goes on behind what one thread always does.
cat >"$scratch/grid.m" <<'END'
type id: scalarset(3);
var at: array[id] of 0..59; x: 0..2;
ruleset i: id do
    rule "step" at[i] < 59 ==> begin at[i] := at[i] + 1; end;
    rule "back" at[i] > 40 & x = 2 ==> begin at[i] := 40; end;
end;
rule "turn" true ==> begin x := (x + 1) % 3; end;
startstate begin for i: id do at[i] := 0; end; x := 0; end;
invariant "inside" forall i: id do at[i] <= 59 end;
invariant "far" !(exists i: id do at[i] = 59 end & forall i: id do at[i] > 45 end);
invariant "near" !(x = 2 & exists i: id do at[i] = 9 end);
END

# What happens in a state is tested with sanitizers elsewhere: so many states take too long with them.
for kind in release; do
    coset=$root/build/$kind/coset
    for rules in tree lowered; do
        search=(check "$scratch/grid.m" --engine explicit --symmetry explicit --explicit-rules "$rules" --states)
        "$coset" "${search[@]}" --threads 1 >"$scratch/one"
        for threads in 2 3 8; do
            check "$kind, $rules: $threads threads show what one shows" equal "$(cat "$scratch/one")" \
                "$("$coset" "${search[@]}" --threads "$threads")"
        done
        "$coset" "${search[@]}" --threads 2 --stats >"$scratch/out"
        check "$kind, $rules: two threads search" contains "$(cat "$scratch/out")" "threads                              2"
        check "$kind, $rules: with what they waited" contains "$(cat "$scratch/out")" "seconds at barriers"
    done
    check "$kind: --fail-fast ends where one thread ends" equal \
        "$("$coset" check "$scratch/grid.m" --engine explicit --symmetry explicit --fail-fast --threads 1)" \
        "$("$coset" check "$scratch/grid.m" --engine explicit --symmetry explicit --fail-fast --threads 3)"
    check "$kind: a limit of memory ends it" contains \
        "$("$coset" check "$scratch/grid.m" --engine explicit --symmetry explicit --threads 3 --memory-limit 2M -p inside 2>&1)" \
        "out of memory"
done
check "a wrong number is refused" contains "$(build/release/coset check "$scratch/grid.m" --threads 300 2>&1)" "--threads"
finish
