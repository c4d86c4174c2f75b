#!/usr/bin/env bash
# The project's own models, tests/models/smv/*.smv and tests/models/murphi/*.m: each says in its leading comment what is expected of it, and is
# checked by that. The first line says what the model is about; the others are
#   -- with OPTIONS             to be checked with these options
#   -- states N                 the number of reachable states
#   -- K holds                  the verdict on property K, from 1; also: fails, undecided
#   -- K value N                the number that property K computes, or infinity, or undefined
#   -- error LINE:COLUMN TEXT   the model is refused, with a message at this place that contains the text
# Every property has its line, and so has every error. A property of a kind that is not checked yet may be undecided.
# All of it with the release build and with the one that has sanitizers and asserts (by `make quick` with its own); Murphi
# by each engine, unless the options name one.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
source "$root/tests/expectations.sh"
cd "$root" || exit 2

# Where a property is not checked yet, the expectation is left out on both sides.
same_verdicts() { # expected, actual
    local later
    later=$(sed -n 's/ later$//p' <<<"$2" | tr '\n' ' ')
    equal "$(awk -v later=" $later" 'index(later, " " $1 " ") == 0' <<<"$1")" "$(grep -v ' later$' <<<"$2")"
}

same_errors() { # model, expected lines "LINE:COLUMN TEXT", actual messages
    local place text wanted=0
    while read -r place text; do
        wanted=$((wanted + 1))
        grep -F "$1:$place: error: " <<<"$3" | grep -qF -- "$text" || { echo "no message at $place: $text"; echo "$3"; return 1; }
    done <<<"$2"
    equal "$wanted errors" "$(grep -c "^$1:[0-9:]* error: " <<<"$3") errors"
}

form='^(with -.*|states [0-9]+|[0-9]+ (holds|fails|undecided|value ([0-9]+|infinity|undefined))|error [0-9]+:[0-9]+ .+)$'

# What the comment of a model says, in $options, $states, $verdicts, $errors and $odd, by no process but this one: there are
# hundreds of models.
read_comment() {
    local line
    options=() states='' verdicts='' errors='' odd=''
    while read -r line; do
        case $line in
        with*) read -ra options <<<"${line#with }" ;;
        states*) states=${line#states } ;;
        error*) errors+=${errors:+$'\n'}${line#error } ;;
        *) verdicts+=${verdicts:+$'\n'}$line ;;
        esac
        [[ $line =~ $form ]] || odd+=$line
    done < <(leading_comment "$1")
}

check_model() { # model, options
    local model=$1 name constants=() output messages status actual
    shift
    name="$kind: ${model##*/}${*:+ $*}"
    read_comment "$model"
    check "$name: the comment has the documented form" equal "" "$odd"
    [[ ${options[*]} == *--engine* ]] || options+=("$@")
    [[ -n $states ]] && options+=(--states)

    output=$("$coset" check --quiet "${options[@]}" "$model" 2>"$scratch/messages")
    status=$?
    messages=$(<"$scratch/messages")
    if [[ -n $errors ]]; then
        check "$name: is refused" equal 2 $status
        check "$name: the messages" same_errors "$model" "$errors" "$messages"
        return
    fi
    actual=$(verdict_lines "$output")
    if [[ $actual == *later* ]]; then
        check "$name: the verdicts" same_verdicts "$verdicts" "$actual"
    else
        check "$name: the verdicts" equal "$verdicts" "$actual"
    fi
    if [[ -n $states ]]; then
        [[ $output =~ (^|$'\n')'reachable states: '([0-9]*) ]]
        check "$name: the number of states" equal "$states" "${BASH_REMATCH[2]-}"
    fi
    check "$name: no internal error" lacks "$messages" "internal error"
    [[ $kind == release ]] || return 0 # other tests have JSON and replays with sanitizers

    "$coset" check --quiet --json "${options[@]}" "$model" >"$scratch/traces.json" 2>"$scratch/messages"
    check "$name: the same status with --json" equal $status $?
    check "$name: ... which fits the schema" "build/$kind/tests/report/test_json" "$scratch/traces.json"
    if grep -q '"states": \[' "$scratch/traces.json"; then
        [[ ${options[0]:-} == -D || ${options[0]:-} == --dialect ]] && constants=("${options[@]:0:2}") # which belong to the model
        check "$name: the traces replay" "$coset" replay "${constants[@]}" "$model" "$scratch/traces.json"
    fi
}

for kind in $kinds; do
    coset=$root/build/$kind/coset
    for model in tests/models/smv/*.smv; do
        check_model "$model"
    done
    check_model tests/models/smv/lang_array_values.smv --engine explicit
    for model in tests/models/murphi/*.m; do
        [[ $kind != release && $model == */wrong_size.m ]] && continue # which is seen after millions of steps
        check_model "$model" --engine explicit
        grep -q '^-- error ' "$model" || check_model "$model" --engine symbolic # what is refused is refused when it is read
    done
done
finish
