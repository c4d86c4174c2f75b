#!/usr/bin/env bash
# How the program is called and what it prints for whom: colours, models from the standard input stream, options of
# NuSMV, results for pipelines, and results that say how they were made.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

run() { # the program's output, errors and status
    output=$("$coset" "$@" 2>"$scratch/errors" </dev/null)
    status=$?
    errors=$(<"$scratch/errors")
}
red=$'\033[1;31m' green=$'\033[32m'

for kind in $kinds; do
    coset=$root/build/$kind/coset

    run examples/mutex.smv --no-trace
    check "$kind: a model alone is checked" contains "$output" "2 properties: 1 holds, 1 fails, 0 undecided"
    check "$kind: ... with check's status" equal 1 $status
    run --no-trace examples/mutex.smv
    check "$kind: options may come first" contains "$output" "2 properties: 1 holds, 1 fails, 0 undecided"
    run mutex
    check "$kind: what is no model is a command" contains "$errors" 'unknown command "mutex"'

    run check examples/mutex.smv
    check_not "$kind: no colours in a pipe" contains "$output" $'\033'
    run check examples/mutex.smv --color always
    check "$kind: colours of verdicts" contains "$output" "1  ${green}holds    "
    check "$kind: ... that fail" contains "$output" "2  ${red}fails    "
    check "$kind: ... and of what changes" contains "$output" $'\033[36ma.state = trying\033[0m'
    check_not "$kind: ... not of what is new" contains "$output" $'\033[36ma.state = idle'
    if type -P script >/dev/null; then
        output=$(TERM=xterm NO_COLOR='' script -qec "'$coset' check examples/mutex.smv" /dev/null </dev/null)
        check "$kind: colours on a terminal" contains "$output" "${red}fails"
        output=$(TERM=xterm NO_COLOR=1 script -qec "'$coset' check examples/mutex.smv" /dev/null </dev/null)
        check_not "$kind: ... unless NO_COLOR is set" contains "$output" "${red}fails"
    else
        skip "$kind: colours on a terminal" "there is no program script"
    fi

    for command in check info simulate; do
        output=$("$coset" $command - --language murphi -D N=3 <examples/mutex.m 2>&1)
        check "$kind: $command: the same from the standard input stream" equal "$("$coset" $command examples/mutex.m -D N=3 2>&1)" "$output"
    done
    output=$("$coset" check - --language smv <<<'MODULE main VAR x: boolean; SPEC y' 2>&1)
    check "$kind: messages about it have lines" contains "$output" '-:1:34: error: '
    run check -
    check "$kind: its language has to be said" contains "$errors" 'needs --language'
    check "$kind: ... which is an error" equal 2 $status
    run simulate -i - --language smv
    check "$kind: nobody reads one stream for two things" contains "$errors" 'the model has to be a file'
    cp examples/mutex.smv "$scratch/mutex.txt"
    run "$scratch/mutex.txt"
    check "$kind: an ending that tells nothing is an error" contains "$errors" 'mutex.txt" tells no language; use "coset check" with --language'
    run check "$scratch/mutex.txt" --language smv --no-trace
    check "$kind: --language is for files, too" contains "$output" "1 holds, 1 fails"

    while read -r option ours; do
        run check "$option" examples/mutex.smv
        check "$kind: $option of NuSMV is an error" equal 2 $status
        check "$kind: ... that names $ours" contains "$errors" "$option is an option of NuSMV; here, $ours"
    done <<'END'
-dcx use --no-trace
-r use --states
-i use --order
-o use --write-order
-coi it is not needed
-df use --reachable
-n use --property
-int use coset simulate -i
-bmc use --engine bmc
-bmc_length use --engine bmc --bound N
-flt it is not needed
-cp it is not needed
-ofm use coset export
END
    for options in "-v 2" "-pre cpp" "-psl" "-f -r"; do # which can be read as options of ours
        # shellcheck disable=SC2086 # two words
        run check examples/mutex.smv $options
        check "$kind: $options is NuSMV's, too" contains "$errors" "${options%% *} is an option of NuSMV; here, "
    done
    run check -v examples/mutex.smv --no-trace
    check "$kind: -v without a level is ours" equal 1 $status

    run check examples/lock.m -D N=5 --json --junit "$scratch/junit.xml"
    printf '%s\n' "$output" >"$scratch/lock.json"
    xml=$(<"$scratch/junit.xml")
    check "$kind: JUnit's XML counts" contains "$xml" '<testsuite name="examples/lock.m" tests="3" failures="1" errors="0"'
    check "$kind: ... and tells why" contains "$xml" 'message="fails: violated for p = Proc_5, q = Proc_1"'
    check "$kind: ... with the counterexample" contains "$xml" $'   state 6\n     '
    check_not "$kind: ... and no sign that is not XML" grep -q '[<>&]-\| -> ' "$scratch/junit.xml"
    if type -P xmllint >/dev/null; then
        check "$kind: ... which is XML" xmllint --noout "$scratch/junit.xml"
    else
        skip "$kind: ... which is XML" "there is no program xmllint"
    fi
    run check examples/lock.m --family N=1..5 --junit "$scratch/family.xml"
    check "$kind: of a family" contains "$(<"$scratch/family.xml")" 'message="fails for N = '
    run check examples/lock.m --junit examples/lock.m
    check "$kind: no model is replaced" contains "$errors" '--junit would replace "examples/lock.m"'

    run explain examples/lock.m "$scratch/lock.json"
    check "$kind: explain knows -D from the result" contains "$output" 'violated for p = Proc_5, q = Proc_1'
    run replay examples/lock.m "$scratch/lock.json"
    check "$kind: ... and so does replay" contains "$output" 'refutes'
    run replay examples/lock.m "$scratch/lock.json" -D N=4
    check "$kind: ... unless it is told" equal 2 $status
done
finish
