#!/usr/bin/env bash
# bench/figures, with a second for each run: its table has the columns that it says, and the quick rows have numbers.
. "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cp -r "$root/bench" "$root/examples" "$scratch/"
mkdir -p "$scratch/build"
ln -s "$root/build/release" "$scratch/build/release"
cd "$scratch" || exit 2

check "a row of Figure 5 is measured" bench/figures --limit 10 --only futurebus --method live-rep
check "... for each number of processors" equal 6 "$(grep -c '^000.5.futurebus' build/bench/tables.tsv)"
check "... in twelve columns, like the first line" equal 12 "$(awk -F '\t' '{ print NF }' build/bench/tables.tsv | sort -u)"
check "... with seconds, nodes and a relation" equal 6 \
    "$(awk -F '\t' '$2 == 5 && $5 ~ /^[0-9.]+$/ && $6 > 0 && $11 > 0' build/bench/tables.tsv | wc -l)"
check "rows that take too long have a dash" bench/figures --limit 1 --only futurebus --method off
check "... and are there" equal 6 "$(awk -F '\t' '$2 == 5 && $4 == "off"' build/bench/tables.tsv | wc -l)"
check_not "an option that there is not is refused" bench/figures --fast
check "families of growing ranges are measured" bench/families --limit 10 --table reading --only mcslock
check "... four of them, each with its largest size" equal 8 \
    "$(awk -F '\t' '$1 == "reading" && $6 ~ /^[0-9.]+$/' build/bench/families.tsv | wc -l)"
check_not "... with no other options" bench/families --fast
check "both ways to the relation of representatives give the same" build/release/bench/xi/bench-xi both 4 3 1 500
check "... also with a rotation among the generators" build/release/bench/xi/bench-xi both 4 3 0 500 2
check "... in seconds, nodes of the search and the relation, pairs and bytes" grep -Eqx \
    $'[0-9.]+\t[0-9]+\t[0-9]+\t4096\t[0-9]+' <(build/release/bench/xi/bench-xi create 4 3 0 500)
check "circuits are made" bench/sat/circuits circuits
check "... at least forty" test "$(find circuits -name '*.aig' | wc -l)" -ge 40
if command -v berkeley-abc >/dev/null; then
    check "... and compared with abc" bench/sat/compare --limit 10 --only counter-bad --folder circuits
    check "... in seven columns" equal 7 "$(awk -F '\t' '{ print NF }' build/bench/sat.tsv | sort -u)"
    check "... with counterexamples by both" equal 3 "$(awk -F '\t' '$2 == "fails" && $3 != "-" && $6 != "-"' build/bench/sat.tsv | wc -l)"
else
    skip "circuits are compared with abc" "berkeley-abc is not installed"
fi
check "explicit search of directory protocols is measured" bench/explicit --only 'mesi.m -D N=3' --limit 60 \
    --ways 'tree compiled lowered'
check "... by three ways, with the same number of orbits" equal "3 1" \
    "$(awk -F '\t' 'NR > 1 && $3 > 0 { print $3 }' build/bench/explicit.tsv | awk '{ seen[$1] } END { print NR, length(seen) }')"
check_not "... with no other options" bench/explicit --fast
finish
