#!/usr/bin/env bash
# The program as a user meets it: commands, errors, exit status, output that cannot be written.
# All of it with the release build and with the one that has sanitizers and asserts.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"

run() { # the program's output, errors and status
    output=$("$coset" "$@" 2>"$scratch/errors")
    status=$?
    errors=$(<"$scratch/errors")
}

for kind in $kinds; do
    coset=$root/build/$kind/coset

    run --version
    check "$kind: --version" equal "0 coset" "$status ${output% *}"
    check "$kind: nothing on the error stream" equal "" "$errors"
    version=$output
    for form in version -V; do
        run $form
        check "$kind: $form is the same" equal "$version" "$output"
    done

    run demo
    check "$kind: demo" equal 0 $status
    check "$kind: ... shows what check says" contains "$output" "3 properties: 2 hold, 1 fails, 0 undecided"

    run --help
    check "$kind: --help" equal 0 $status
    check "$kind: ... lists the exit status" contains "$output" "3  some property is undecided"
    overview=$output
    for form in help -h; do
        run $form
        check "$kind: $form is the same" equal "$overview" "$output"
    done

    run
    check "$kind: no command is wrong usage" equal 2 $status
    check "$kind: ... and says so" contains "$errors" "no command is given"
    check "$kind: ... on the error stream only" equal "" "$output"
    run vresion
    check "$kind: an unknown command is wrong usage" equal 2 $status
    check "$kind: ... with a suggestion" contains "$errors" 'unknown command "vresion"; did you mean "version"?'
    run --bogus
    check "$kind: an unknown option is wrong usage" equal 2 $status
    check "$kind: ... and named" contains "$errors" 'unknown option "--bogus"'
    run check --foo
    check "$kind: ... without a suggestion that is none" contains "$errors" 'unknown option --foo ('
    run -h examples/mutex.smv
    check "$kind: help before a model is that of check" contains "$status $output" '0 Usage: coset check'
    run check examples/mutex.smv --json "$scratch/result.json"
    check "$kind: --json with a file is explained" contains "$errors" 'got 2; --json takes no file'
    run $'\e[31mred\xff'
    check "$kind: strange names are shown safely" contains "$errors" '"?[31mred?"'
    run ""
    check "$kind: an empty command is wrong usage" equal 2 $status
    run help nonsense
    check "$kind: no help for an unknown command" equal 2 $status
    run "$(printf 'x%.0s' {1..5000})"
    check "$kind: a very long command is wrong usage" equal 2 $status

    # Every command that the overview lists explains itself, and refuses options that it does not have.
    for command in $(sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p' <<<"$overview"); do
        [[ $command == help || $command == version ]] && continue
        run help "$command"
        check "$kind: help $command" equal "0 Usage: coset $command" "$status ${output:0:$((13 + ${#command}))}"
        explained=$output
        run "$command" --help
        check "$kind: $command --help is the same" equal "0 $explained" "$status $output"
        run "$command" --no-such-option
        check "$kind: $command --no-such-option is wrong usage" equal 2 $status
        run "$command" --memory=1x
        check "$kind: $command --memory=1x is wrong usage" equal 2 $status
        check "$kind: ... and explained" contains "$errors" '"1x" is not a size'
    done

    "$coset" --help >/dev/full 2>"$scratch/errors"
    check "$kind: a full disk is trouble" equal 2 $?
    check "$kind: ... and says so" contains "$(<"$scratch/errors")" "cannot write the output: No space left"
    "$coset" --help >&- 2>"$scratch/errors"
    check "$kind: a closed output is trouble" equal 2 $?
    check "$kind: ... and says so" contains "$(<"$scratch/errors")" "cannot write the output"
    for command in --help "help --man" "check examples/mutex.smv" "check examples/mutex.m --family N=1..3" \
        "check examples/mutex.smv --jobs 2 --json"; do
        # shellcheck disable=SC2086
        { await_no_reader; "$coset" $command; echo $? >"$scratch/status"; } 2>"$scratch/errors" | true
        check "$kind: $command: a reader that went away is the end, as for other programs" equal 141 "$(<"$scratch/status")"
        check "$kind: ... and no news" equal "" "$(<"$scratch/errors")"
    done
    "$coset" --version <&- >/dev/null 2>&-
    check "$kind: closed input and error streams do no harm" equal 0 $?
    "$coset" nonsense >&- 2>&- <&-
    check "$kind: nor do three closed streams" equal 2 $?
done
finish
