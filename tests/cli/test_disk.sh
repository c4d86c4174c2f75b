#!/usr/bin/env bash
# --disk: a search that does not fit goes on in files, with the same output, by one thread and by several; nothing is left
# in the folder; folders that do not do are refused.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

cat >"$scratch/grid.m" <<'END'
var x: 0..99; y: 0..99; z: 0..11;
rule "x" x < 99 ==> begin x := x + 1; end;
rule "y" y < 99 ==> begin y := y + 1; end;
rule "z" z < 11 ==> begin z := z + 1; end;
startstate begin x := 0; y := 0; z := 0; end;
invariant "inside" x + y + z <= 209;
invariant "far" !(x = 99 & y = 99 & z = 10);
END
mkdir "$scratch/folder"
coset=$root/build/release/coset
search=(check "$scratch/grid.m" --engine explicit --symmetry off --deadlock off --states --no-trace)
expected=$("$coset" "${search[@]}")
check "without a limit" contains "$expected" "reachable states: 120000"
check "it does not fit into the limit" contains "$("$coset" "${search[@]}" --memory-limit 2M 2>&1)" "out of memory"
for threads in 1 3; do
    "$coset" "${search[@]}" --memory-limit 2M --disk "$scratch/folder" --threads "$threads" --stats >"$scratch/out" 2>&1
    check "$threads threads: with a folder it does" equal "$expected" "$(sed '/^Total/,$d' "$scratch/out")"
    check "$threads threads: in files" test "$(awk '/bytes on disk/ { print ($4 > 0) }' "$scratch/out")" = 1
    check "$threads threads: nothing is left there" equal "" "$(ls -A "$scratch/folder")"
done
check "a folder that is not there is refused" contains "$("$coset" "${search[@]}" --disk "$scratch/none" 2>&1)" "the folder of --disk"
check "several processes are refused" contains "$("$coset" "${search[@]}" --disk "$scratch/folder" -j 2 2>&1)" "--disk is for one process"
finish
