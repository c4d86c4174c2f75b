#!/usr/bin/env bash
# What the Murphi front end makes of a model is right for every method: each model here is checked by all of them, and
# none may differ from the explicit engine without symmetry. (Undecided is no difference: not every method applies.)
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

models=(
    undefined_ids undefined_ids_equal cmurphi_undefined_id priorities guard_effects recursive_guard lhs_order
    multisets_nested multisets_nested_ids fair_error)
families=(undefined_ids undefined_ids_equal priorities guard_effects multisets_nested_ids fair_error) # with a constant N
methods=(
    '--symmetry off --engine symbolic' '--symmetry counters' '--symmetry counters --engine explicit'
    '--symmetry explicit' '--symmetry dynamic' '--symmetry architectural' '--symmetry onthefly' '--symmetry auto' '-j 2'
    '--explicit-rules tree' '--explicit-rules tree --symmetry explicit' '--explicit-rules tree --symmetry off --engine explicit'
)

verdicts() { # of a text for people: the number and what is said of it, without what is undecided
    awk '/^ *[0-9]+  (holds|fails) / { print $1, $2 }' <<<"$1"
}

decided_alike() { # expected, verdicts; those that are missing were not decided
    local line
    while read -r line; do
        [[ -z $line ]] || grep -qxF -- "$line" <<<"$1" || { echo "expected:"; echo "$1"; echo "got: $line"; return 1; }
    done <<<"$2"
}

for model in "${models[@]}"; do
    file=tests/models/murphi/$model.m
    expected=$(verdicts "$(build/release/coset check "$file" --symmetry off --engine explicit --explicit-rules lowered 2>&1)")
    for options in "${methods[@]}"; do
        read -ra list <<<"$options"
        output=$(build/release/coset check "$file" "${list[@]}" 2>&1)
        check "$model $options" decided_alike "$expected" "$(verdicts "$output")"
    done
done

# A family has the verdicts of its members: "K SIZE" for each property that fails for a size, and "K" where it holds.
of_family() { # text
    awk '/^ *[0-9]+  (holds|fails) for N = / {
        if ($2 == "holds") { print $1; next }
        for (i = 6; i <= NF; i++) {
            last = $i !~ /,$/
            count = split($i, ends, /\.\.|,/)
            for (n = ends[1] + 0; n <= (ends[2] == "" ? ends[1] : ends[2]) + 0; n++) print $1, n
            if (last) next
        }
    }' <<<"$1"
}

of_members() { # file
    local n
    for n in 1 2 3; do
        verdicts "$(build/release/coset check "$1" -D N=$n --symmetry off --engine explicit 2>&1)" | sed "s/\$/ $n/"
    done | awk '{ all[$1]; if ($2 == "fails") fails[$1] = fails[$1] "\n" $1 " " $3 }
        END { for (k in all) print fails[k] == "" ? k : substr(fails[k], 2) }' | sort
}

for model in "${families[@]}"; do
    file=tests/models/murphi/$model.m
    expected=$(of_members "$file")
    for options in '--engine auto' '--engine explicit' '--engine symbolic' '--symmetry off' '--symmetry off --engine explicit'; do
        read -ra list <<<"$options"
        output=$(build/release/coset check "$file" --family N=1..3 "${list[@]}" 2>&1)
        check "$model, a family, $options" equal "$expected" "$(of_family "$output" | sort)"
    done
done

finish
