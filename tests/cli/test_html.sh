#!/usr/bin/env bash
# coset check --html: the page has what --json says, is there as a whole or not at all, and trouble is told before work.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
models=tests/models/smv
page=$scratch/page.html

run() { # the program's output, errors and status
    output=$("$coset" "$@" 2>"$scratch/errors")
    status=$?
    errors=$(<"$scratch/errors")
}

left_over() { # files beside the page that are none of ours
    find "$scratch" -name 'page.html.*' -o -name 'link.html.*'
}

same_data() { # the page and the JSON of one and the same check
    local options=("$@")
    rm -f "$page"
    "$coset" check --json --html "$page" "${options[@]}" >"$scratch/check.json" 2>"$scratch/errors"
    "$root/build/$kind/tests/report/test_html" "$page" "$scratch/check.json"
}

for kind in $kinds; do
    coset=$root/build/$kind/coset

    # ---- What is in it
    for model in examples/{mutex,counter,philosophers}.smv $models/{cones,processes,instances,deadlock,ltl_inputs,compassion,vacuity}.smv; do
        check "$kind: the page of $model has the data of --json" same_data "$model" --defines
    done
    for model in examples/{mutex,peterson,philosophers,ccp}.m; do
        check "$kind: the page of $model has the data of --json" same_data "$model" --states
    done
    for method in off explicit counters dynamic; do
        check "$kind: ... also of a trace that --symmetry $method found" same_data examples/mutex.m --symmetry $method \
            -f 'forall p: Proc do AG !(place[p] = inside) end'
    done
    for options in "mutex.m --family N=1..3" "odd_even_sort_bug.m --family N=2..3" "ccp.m --family N=1..3 --size 1"; do
        # shellcheck disable=SC2086
        check "$kind: the page of a family has the data of --json ($options)" same_data examples/$options
    done
    check "$kind: ... with the sizes that fail" contains "$(<"$page")" '<p class="note">fails for N = '
    check "$kind: ... and the size of the trace" contains "$(<"$page")" 'This trace is one for N = 1.'
    check "$kind: ... also where sizes are sorted together" same_data examples/mutex.m --family N=2..4 --states \
        --symmetry componentwise -f 'forall p: Proc do AG !(place[p] = inside) end'
    check "$kind: it is really compared" test "$(grep -c '"fails"' "$scratch/check.json")" -eq 1
    sed -i 's/"verdict": "fails"/"verdict": "holds"/' "$scratch/check.json"
    check_not "$kind: ... and another verdict is noticed" "$root/build/$kind/tests/report/test_html" "$page" "$scratch/check.json"
    run check examples/mutex.smv
    plain=$output
    run check examples/mutex.smv --html "$page"
    check "$kind: the output is as ever" equal "1 $plain" "$status $output"
    check "$kind: the page has a picture of the work" contains "$(<"$page")" '"phase": "reachable states"'
    check "$kind: it has the command" contains "$(<"$page")" "coset check examples/mutex.smv --html $page"
    check_not "$kind: it asks for nothing from elsewhere" grep -E '://|src="|url\(|@import' "$page"
    check "$kind: its policy forbids that, too" contains "$(<"$page")" "default-src 'none'"
    run check examples/counter.smv -p small --html "$page" -f "EF n = 0ud4_3" -f 'AG !(n = 0ud4_3)'
    check "$kind: the command is quoted for a shell" contains "$(<"$page")" "-f &#39;AG !(n = 0ud4_3)&#39;"
    run check examples/mutex.smv --no-trace --html "$page"
    check_not "$kind: without runs there is no viewer" grep -q 'class="viewer" data' "$page"

    # ---- Names that are markup
    sed 's/"try"/"<\/script><img src=x>"/; s/"at most one is inside"/"<b>\&amp;<\/b>"/' examples/mutex.m >"$scratch/<i>odd'.m"
    check "$kind: names that are markup are text" same_data "$scratch/<i>odd'.m" -p 1 -f 'forall p: Proc do AG !(place[p] = trying) end'
    check "$kind: ... in rules" equal 3 "$(grep -o '</script>' "$page" | wc -l)"
    check "$kind: ... in properties" contains "$(<"$page")" '&lt;b&gt;&amp;amp;&lt;/b&gt;'
    check "$kind: ... in the name of the file" contains "$(<"$page")" '<h1>&lt;i&gt;odd&#39;.m</h1>'
    check_not "$kind: ... nowhere else" grep -qE '<img|<i>odd' "$page"

    # ---- The file
    echo old >"$page"
    chmod 640 "$page"
    ln -sf "$page" "$scratch/link.html"
    run check examples/mutex.smv --html "$scratch/link.html"
    check "$kind: a link is followed" test -L "$scratch/link.html" -a "$(head -c 15 "$page")" = '<!DOCTYPE html>'
    check "$kind: a page that was there keeps its mode" equal 640 "$(stat -c %a "$page")"
    rm "$page" "$scratch/link.html"
    (umask 027 && "$coset" check examples/mutex.smv --html "$page" >"$scratch/out" 2>&1)
    check "$kind: a new one has that of a new file" equal 640 "$(stat -c %a "$page")"
    echo old >"$page"
    run check README.md --html "$page"
    check "$kind: what cannot be read leaves the old page" equal "2 old" "$status $(<"$page")"
    check "$kind: nothing is left beside it" equal "" "$(left_over)"
    mkdir -p "$scratch/folder"
    for bad in "$scratch/none/page.html" "$scratch/folder" /dev/null ''; do
        run check -p never $models/long.smv --html "$bad" # would take forever
        check "$kind: \"$(basename "$bad")\" cannot be written, which is told at once" equal "2 " "$status $output"
        check "$kind: ... with the reason" contains "$errors" "cannot write the report"
    done

    # ---- Work that ends early
    rm -f "$page"
    interrupt_when -- "$coset" check -p never $models/long.smv --html "$page"
    status=$?
    check "$kind: an interrupt leaves a page of what is known" contains "$status $(<"$page")" '"reason": "interrupted"'
    check "$kind: ... that says that it is partial" contains "$(<"$page")" '"partial": "interrupted"'
    check "$kind: ... with samples, of which there are few" test "$(wc -c <"$page")" -lt 200000
    rm -f "$page"
    launch "$coset" check -p never $models/long.smv --html "$page"
    wait_until listens $launched
    kill -KILL $launched
    ended
    check "$kind: who is killed leaves no half of a page, and nothing else" equal "" "$(ls "$scratch" | grep '^page.html')"

    # A page that understated (html_sigpipe.sh): "1 property: 1 holds, exit status 0" of a model with a property that fails, since the
    # reader of the standard output had left.
    printf '%s\n' 'const N: 2;' 'var x: 0..3;' 'startstate x := 0; end;' 'rule "a" x := (x + 1) % 4; end;' \
        'invariant "good" x < 4;' 'invariant "bad" x < 2;' >"$scratch/two.m"
    for options in '' '-j 2' '--engine explicit' '--engine symbolic --symmetry off' '--family N=1..2' '--family N=1..2 -j 2'; do
        for where in 'nobody reads' 'a full disk'; do
            rm -f "$page"
            # shellcheck disable=SC2086 # options are words
            if [[ $where == 'a full disk' ]]; then
                "$coset" check "$scratch/two.m" --html "$page" $options >/dev/full 2>"$scratch/errors"
                status=$?
                expected=2
            else
                status=$( { { until [[ -e $scratch/left ]]; do sleep 0.01; done; "$coset" check "$scratch/two.m" \
                    --html "$page" $options 2>"$scratch/errors"; echo $? >&3; } | { exec <&-; touch "$scratch/left"; }; } 3>&1)
                rm -f "$scratch/left"
                expected=141
            fi
            check "$kind: $where${options:+, $options}: the status" equal $expected "$status"
            check "... the page lists all properties" equal 3 "$(grep -c 'class="verdict ' "$page")"
            check "... and sums up all" contains "$(<"$page")" '<p class="summary">3 properties: '
            if grep -q '"verdict": "undecided"\|"undecided_sizes": \[[0-9]' "$page"; then
                check "... is partial and says why" contains "$(<"$page")" \
                    '"partial": "the standard output could not be written"'
                check "... also for people" contains "$(<"$page")" '<strong>Partial report</strong>'
            else
                check "... or is complete, with what fails" contains "$(<"$page")" '"verdict": "fails"'
            fi
            check "... and has the exit status" contains "$(<"$page")" '<dt>Exit status</dt><dd>2</dd>'
        done
    done
    "$coset" check "$scratch/two.m" --engine explicit --checkpoint "$scratch/lost.save" >/dev/full 2>"$scratch/errors"
    run check "$scratch/two.m" --engine explicit --resume "$scratch/lost.save"
    check "$kind: a checkpoint of that run knows what is not decided" contains "$status $output" "3 properties: 2 hold, 1 fails, 0 undecided"

    # The reason of a quantified invariant is that of its witness, also in a size of a family.
    for options in "-D N=5" "--family N=4..5"; do
        # shellcheck disable=SC2086 # two words
        run check examples/lock.m $options -p 1 --html "$page"
        check "$kind: $options: the page says for whom" contains "$(<"$page")" 'violated for p = Proc_5, q = Proc_1'
        check "$kind: ... and why, for them alone" contains "$(<"$page")" '<pre>state 6: place[Proc_1] = resting | place[Proc_5] != writing is false'
    done
done
finish
