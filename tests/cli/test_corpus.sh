#!/usr/bin/env bash
# The corpus of real models beside the repository: no verdict and no number of states differs from NuSMV's. What is not
# decided within some seconds is counted and does no harm here. And tools/corpus itself, on a corpus of fakes: whether it
# sees what is wrong.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

# ---- The judge, on fakes
fake=$scratch/corpus
mkdir -p "$fake/answers"
cp examples/counter.smv "$fake/m.smv"
cat >"$scratch/program" <<'END'
#!/bin/sh
cat "$(dirname "$0")/said"
exit "$(cat "$(dirname "$0")/status")"
END
chmod +x "$scratch/program"

# fake_row SECONDS STATES ANSWERS, fake_answers LINE..., said STATUS LINE...
fake_row() { printf 'file\tquick\tnusmv_cpu_seconds\tnusmv_rss_mb\treachable_states\tanswers\nm.smv\tyes\t%s\t1\t%s\t%s\n' "$1" "$2" "$3" >"$fake/verdicts.tsv"; }
fake_answers() { printf -- '-- specification %s\n' "$@" >"$fake/answers/m.txt"; }
said() {
    echo "$1" >"$scratch/status"
    shift
    printf -- '%s\n' "$@" >"$scratch/said"
}
judged() { # expected result and status
    local output status
    output=$(tools/corpus --corpus "$fake" --program "$scratch/program" --table "$scratch/table.tsv")
    status=$?
    equal "$1" "$(awk -F '\t' 'NR == 2 { print $2 }' "$scratch/table.tsv") $status" || { echo "$output"; return 1; }
}

fake_row 1.5 8 'ctl:true ctl:false'
fake_answers 'AG p  is true' 'AF (q & r)  is false'
said 1 '-- specification AF (q &  r) is false' '-- specification AG p  is true' 'reachable states: 8 (2^3) out of 16 (2^4)'
check "order and blanks do not matter" judged "solved 0"
said 1 '-- specification AF (q & r)  is true' '-- specification AG p  is true' 'reachable states: 8 (2^3) out of 16 (2^4)'
check "another verdict is wrong" judged "wrong 1"
said 1 '-- specification AF (q & r)  is false' '-- specification AG p  is true' 'reachable states: 9 (2^3.1) out of 16 (2^4)'
check "another number of states is wrong" judged "wrong 1"
said 0 '-- specification AG p  is true' 'reachable states: 8 (2^3) out of 16 (2^4)'
check "a property that is missing is wrong" judged "wrong 1"
said 1 '-- specification AF (q & r)  is false' '-- specification AG p  is true' '-- specification AG s  is true'
check "one too many is wrong" judged "wrong 1"
said 3 '-- specification AF (q & r)  is undecided: out of time' '-- specification AG p  is true'
check "too little time is undecided" judged "undecided 0"
said 3 '-- specification AF (q & r)  is undecided: out of time' '-- specification AG p  is false'
check "... and does not hide what is wrong" judged "wrong 1"
said 1 '-- specification AF (q & r)  is false' '-- specification AG p  is true'
check "states that are not counted are undecided" judged "undecided 0"
said 3 '-- specification AF (q & r)  is undecided: PSL is not checked yet' '-- specification AG p  is true' \
    'reachable states: 8 (2^3) out of 16 (2^4)'
check "what is not checked yet is left out" judged "solved 0"
said 2
check "a model that is refused is wrong" judged "wrong 1"
said 139
check "a crash is wrong" judged "wrong 1"
fake_row 1.5 2.20011e+12 'ctl:true'
fake_answers 'AG p  is true'
said 0 '-- specification AG p  is true' 'reachable states: 2200113456789 (2^41) out of 16 (2^4)'
check "large numbers agree to six digits" judged "solved 0"
said 0 '-- specification AG p  is true' 'reachable states: 2200213456789 (2^41) out of 16 (2^4)'
check "... and not to five" judged "wrong 1"
fake_row '' '' unsolved
rm "$fake/answers/m.txt"
said 1 '-- specification AG p  is false'
check "what NuSMV does not know is taken as it is" judged "solved 0"
fake_row 0.1 '' 'error'
said 2
check "a model that NuSMV refuses is to be refused" judged "solved 0"
check "no corpus is no failure" contains "$(tools/corpus --corpus "$scratch/none"; echo "status $?")" "status 0"
check_not "an unknown option is refused" tools/corpus --bogus
check_not "so is a limit that is no number" tools/corpus --limit soon

# ---- The judge of random models, on fakes
random=$scratch/random
mkdir -p "$random"
cp examples/counter.smv "$random/a.smv"
tar czf "$random/models.tgz" -C "$random" a.smv
random_is() { # expected status, lines that the program says
    local expected=$1 output status
    shift
    said 1 "$@"
    output=$(tools/corpus-random --corpus "$random" --program "$scratch/program")
    status=$?
    equal "$expected" $status || { echo "$output"; return 1; }
}
printf 'file\treachable\tanswers\na.smv\t8\tp=true q=2\n' >"$random/answers.tsv"
check "random models: the same answers are right" random_is 0 '1  holds      p: AG a' '2  2          q: MIN [a, b]' 'reachable states: 8 of 9'
check "random models: another verdict is wrong" random_is 1 '1  fails      p: AG a' '2  2          q: MIN [a, b]' 'reachable states: 8 of 9'
check "random models: another number is wrong" random_is 1 '1  holds      p: AG a' '2  infinity   q: MIN [a, b]' 'reachable states: 8 of 9'
check "random models: a property that is missing is wrong" random_is 1 '1  holds      p: AG a' 'reachable states: 8 of 9'
check "random models: an undecided one is wrong" random_is 1 '1  holds      p: AG a' '2  undecided  q: MIN [a, b]' 'reachable states: 8 of 9'
check "random models: another number of states is wrong" random_is 1 '1  holds      p: AG a' '2  2          q: MIN [a, b]' 'reachable states: 9 of 9'
check "random models: none is no failure" contains "$(tools/corpus-random --corpus "$scratch/none"; echo "status $?")" "status 0"
check_not "random models: an unknown option is refused" tools/corpus-random --bogus

# ---- The real one
if [[ -r ../shared/corpus/smv/verdicts.tsv ]]; then
    output=$(tools/corpus --quick --limit 5 --table "$scratch/table.tsv")
    status=$?
    echo "$output" | sed 's/^/# /'
    # One test for each model that was decided; an undecided one is a remark above.
    while IFS=$'\t' read -r model result _ _ _ explanation; do
        case $result in
        result | undecided) ;;
        *) check "$model: ${explanation:-as NuSMV says}" equal solved "$result" ;;
        esac
    done <"$scratch/table.tsv"
    check "all models were run: $(awk -F '\t' '$2 == "undecided"' "$scratch/table.tsv" | wc -l) are undecided" \
        equal "0 $(awk -F '\t' '$2 == "yes"' ../shared/corpus/smv/verdicts.tsv | wc -l)" "$status $(tail -n +2 "$scratch/table.tsv" | wc -l)"
else
    skip "the verdicts of NuSMV on real models" "there is no ../shared/corpus/smv"
fi
if [[ -r ../shared/corpus/smv-random/models.tgz ]]; then
    for engine in symbolic explicit; do
        partial=()
        [[ $engine == explicit ]] && partial=(--partial) # it does not know all logics
        output=$(tools/corpus-random --count 80 "${partial[@]}" -- --engine $engine)
        status=$?
        echo "$output" | sed 's/^/# /'
        check "random models: no verdict and no number of states differs from NuSMV's with --engine $engine" equal 0 $status
        check "... and all were run" contains "$output" "80 random models: 0 wrong"
    done
else
    skip "the verdicts of NuSMV on random models" "there is no ../shared/corpus/smv-random"
fi
if [[ -d ../shared/corpus ]]; then
    output=$(tools/corpus-library --count 300 --limit 1)
    status=$?
    echo "$output" | sed 's/^/# /'
    check "the library says what the program says" equal 0 $status
    check "... of many models" test "$(sed -n 's/^library and program: \([0-9]*\) the same.*/\1/p' <<<"$output")" -ge 150
else
    skip "the library says what the program says" "there is no ../shared/corpus"
fi
if [[ -r ../shared/corpus/murphi/verdicts.tsv ]]; then
    output=$(tools/corpus-murphi --quick --limit 3)
    status=$?
    solved=$(sed -n 's/.*models: \([0-9]*\) solved.*/\1/p' <<<"$output")
    echo "$output" | sed 's/^/# /'
    check "Murphi: no verdict and no number of states differs from rumur's or CMurphi's" equal 0 $status
    for method in explicit componentwise+states counters; do # the others are for make corpus
        case $method in counters) limit=1 ;; *) limit=2 ;; esac # they decide less in any case
        output=$(tools/corpus-murphi --quick --symmetric --limit $limit -- --symmetry $method)
        status=$?
        echo "$output" | sed 's/^/# /'
        check "Murphi: nothing differs with --symmetry $method, orbits included" equal 0 $status
    done
    check "Murphi: most are decided" test "$solved" -ge 200
else
    skip "the verdicts of rumur and CMurphi on real models" "there is no ../shared/corpus/murphi"
fi
check "no Murphi corpus is no failure" contains "$(tools/corpus-murphi --corpus "$scratch/none"; echo "status $?")" "status 0"
check_not "an unknown option is refused for Murphi, too" tools/corpus-murphi --bogus
finish
