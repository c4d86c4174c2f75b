#!/usr/bin/env bash
# Protocols written from their descriptions, in the ways that people write Murphi: what the leading comment says of
# every size ("1 every size", "1 fails for 3") is what the program says; z3 confirms what is proved by invariants
# for all elements; and single sizes agree: what holds for every size holds in one of five, and the smallest size that
# fails does so, the one below not.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
source "$(dirname "${BASH_SOURCE[0]}")/../expectations.sh"
cd "$root" || exit 2
coset=build/release/coset

said() { # what a family's output says, as comments have it
    sed -n -E 's/^([0-9]+)  holds for every [A-Za-z_]+ >= 1  .*/\1 every size/p
        s/^([0-9]+)  fails for [A-Za-z_]+ = ([0-9]+), the smallest.*/\1 fails for \2/p
        s/^([0-9]+)  holds for [A-Za-z_]+ = .*, undecided.*/\1 undecided/p' <<<"$1"
}

as_expected() { # model, constant
    local output
    output=$("$coset" check "$1" --family "$2=1.." --deadlock off --no-trace --certificate "$scratch/proof.smt2")
    tee "$scratch/output" <<<"$output"
    [[ $(said "$output") == "$(leading_comment "$1")" ]]
}

is_confirmed() {
    local answers
    answers=$(z3 "$scratch/proof.smt2")
    echo "$answers"
    [[ -n $answers ]] && ! grep -qvx unsat <<<"$answers"
}

is_so_in_one() { # model, constant, size, number of the property, verdict
    local output
    output=$("$coset" check "$1" -D "$2=$3" -p "$4" --deadlock off --no-trace)
    echo "$output"
    [[ $(verdict_lines "$output") == "$4 $5" ]]
}

for model in tests/every_size/models/*.m; do
    name=$(basename "$model" .m)
    constant=$(sed -n -E 's/^const +([A-Za-z_]+) *:.*/\1/p' "$model" | head -1)
    rm -f "$scratch/proof.smt2"
    check "$name: every size" as_expected "$model" "$constant"
    if grep -q 'every size$' <(leading_comment "$model"); then
        if grep -q -e 'some other element' -e 'counters without bound' "$scratch/output"; then
            : # z3 may come to no end
        elif [[ -n $(type -P z3) ]]; then
            check "... z3 confirms it" is_confirmed
        else
            skip "$name: z3 confirms it" "there is no z3"
        fi
    fi
    while read -r number verdict what size; do
        if [[ $verdict == fails ]]; then
            check "... $number fails for $size" is_so_in_one "$model" "$constant" "$size" "$number" fails
            check "... and holds below" is_so_in_one "$model" "$constant" $((size - 1)) "$number" holds
        elif [[ $verdict == every ]]; then
            check "... $number holds for 5 $what" is_so_in_one "$model" "$constant" 5 "$number" holds
        fi
    done < <(leading_comment "$model")
done
finish
