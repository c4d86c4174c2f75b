#!/usr/bin/env bash
# Random Murphi models, which have what real files have, through all methods and through rumur: nobody is of another
# opinion. Each model has a seed: JUDGE_SEED begins with another one than 1, JUDGE_COUNT takes more of them. Models with
# a difference stay in build/judge, as they are and with fewer lines. `make fuzz-rumur` is the same for a long time.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
judge=build/release/tests/judge/judge
export ASAN_OPTIONS=

no_difference() { # options
    "$judge" "$@" >"$scratch/output" 2>&1
    local status=$?
    cat "$scratch/output"
    return $status
}

mkdir -p build/judge
check "methods, engines, families, several processes and rumur agree on random models" no_difference \
    --folder build/judge --seed "${JUDGE_SEED:-1}" --count "${JUDGE_COUNT:-24}" --rumur 2
tail -n 3 "$scratch/output" | sed 's/^/# /'

# The judge itself: it sees what a program says that is wrong.
liar() { # condition on the arguments, what is changed in the output
    cat >"$scratch/liar" <<END
#!/bin/bash
out=\$(build/release/coset "\$@")
status=\$?
if [[ " \$* " == $1 ]]; then sed '$2' <<<"\$out"; else echo "\$out"; fi
exit \$status
END
    chmod +x "$scratch/liar"
}

notices() { # a word of the message; options
    local word=$1
    shift
    "$judge" --program "$scratch/liar" --folder "$scratch" --shrink 0 --count 3 "$@" >"$scratch/output" 2>&1
    local status=$?
    cat "$scratch/output"
    [[ $status -eq 1 ]] && grep -q -- "$word" "$scratch/output"
}

liar '*" --symmetry dynamic "*' 's/"verdict": "fails"/"verdict": "holds"/'
check "a method that takes what fails for right is noticed" notices '--symmetry dynamic' --rumur 0
liar '*" --symmetry xi "*' 's/"reachable": "/&1/'
check "a method that counts other states is noticed" notices '--symmetry xi' --rumur 0
liar '*" --family "*' 's/"failing_sizes": \[[^]]*\]/"failing_sizes": []/'
check "a family that forgets what fails is noticed" notices 'by itself' --rumur 0
liar '*" -j 2 "*' 's/"orbits": "/&1/'
check "other orbits with several processes are noticed" notices 'with one process' --rumur 0
liar '*" --symmetry onthefly "*' 's/"reason": null/"reason": "internal error: x"/'
check "an internal error is noticed" notices 'internal error' --rumur 0
if command -v rumur >/dev/null; then
    liar '*' 's/"reachable": "/&1/'
    check "a program that counts other states than rumur is noticed" notices '\[rumur\] .* states' --rumur 1 --high 0
    liar '*' 's/"verdict": "fails"/"verdict": "holds"/; s/"trace": {/"trace": null, "x": {/'
    check "a program that says something holds which fails in rumur is noticed" notices '\[rumur\]\|status' --rumur 1
else
    skip "rumur against the program" "there is no rumur"
fi

small() { # the shrunk model still has the line that matters, and few others
    "$judge" --program "$scratch/liar" --folder "$scratch" --count 1 --rumur 0 --seed 5 >/dev/null 2>&1
    local lines all
    lines=$(wc -l <"$scratch/seed-5-small.m")
    all=$(wc -l <"$scratch/seed-5.m")
    echo "$lines lines of $all"
    [[ $lines -gt 0 && $((4 * lines)) -lt $all ]]
}
liar '*" --symmetry onthefly "*' 's/"reachable": "/&1/'
check "a model with a difference is made smaller" small
same() { # a seed always gives the same model
    "$judge" --print 7 >"$scratch/model.m" && test -s "$scratch/model.m" && "$judge" --print 7 | cmp - "$scratch/model.m"
}
check "a seed determines its model" same
jobs() { # what is counted, but for the time
    "$judge" --folder "$scratch" --count 5 --rumur 0 --high 0 --jobs "$1" | sed -n 's/, the longest .*//p'
}
check "several processes judge the same models" equal "$(jobs 1)" "$(jobs 2)"
finish
