#!/usr/bin/env bash
# What holds in all models of the project, and in the quick ones of the corpora beside it, is certified: no certificate
# is refuted, and no fewer properties of a model are certified than tests/certify/certified.tsv says. Its lines have a
# model, and that number; `slow` means that the model is left to `make corpus-certify` and the like, and options
# may follow. Models of the project that have no line there are certified all the same.
#   tests/certify/test_certified.sh --write    prints the table as it is now
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
table=tests/certify/certified.tsv
coset=$root/build/release/coset

models() {
    printf '%s\n' examples/*.m examples/*.smv tests/models/*/*.m tests/models/*/*.smv
    sed -n 's/^\(\.\.[^\t]*\)\t.*/\1/p' "$table"
}

# The options that a model of the project is to be read with.
options_of() { sed -n 's/^-- with //p' "$1" | grep -oE -- '-D [A-Za-z]+=[0-9]+|--(dialect|deadlock)[ =][a-z]+' | tr '\n' ' '; }

certify() { # MODEL: what is said; the number of properties that are certified is in $certified
    local options
    read -ra options <<<"$(options_of "$1")"
    said=$(timeout $patience "$coset" check "$1" "${options[@]}" --certify --no-trace --quiet 2>&1)
    certified=$(sed -nE 's/^certified: ([0-9]+) of .*/\1/p' <<<"$said")
}

as_expected() { # NUMBER
    [[ $said != *"internal error"* ]] || { echo "$said"; return 1; }
    [[ ${certified:-0} -ge $1 ]] || { echo "$certified certified, not $1"; echo "$said"; return 1; }
}

if [[ ${1:-} == --write ]]; then
    sed '/^#/!d' "$table"
    while read -r model; do
        if grep -q "^$model"$'\tslow' "$table"; then
            printf '%s\tslow\n' "$model"
        else
            certify "$model"
            [[ ${certified:-0} -eq 0 ]] || printf '%s\t%s\n' "$model" "$certified"
        fi
    done < <(models)
    exit 0
fi

sum=0 lost=
while read -r model; do
    expected=$(sed -n "s|^$model\t||p" "$table")
    [[ $expected == slow ]] && continue
    if [[ ! -e $model ]]; then
        lost=$model
        continue
    fi
    certify "$model"
    check "$model" as_expected "${expected:-0}"
    sum=$((sum + ${certified:-0}))
done < <(models)
[[ -z $lost ]] || skip "the corpora" "there is no $lost"
echo "# $sum properties are certified"
finish
