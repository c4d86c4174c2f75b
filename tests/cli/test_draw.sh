#!/usr/bin/env bash
# coset draw: graphs that graphviz can read, with all states, bounded, and always the same.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

run() { # the program's output, errors and status
    output=$("$coset" "$@" 2>"$scratch/errors")
    status=$?
    errors=$(<"$scratch/errors")
}

# As much of the language of graphviz as is written: every line is one statement, quotes close, and edges are between
# nodes that are declared. The numbers of nodes and edges are printed.
read_dot() {
    awk '
    function fail(text) { print "line " NR ": " text ": " $0; bad = 1; exit 1 }
    function unquoted(text,    out, i, c, inside) { # strings become ""
        for (i = 1; i <= length(text); i++) {
            c = substr(text, i, 1)
            if (inside && c == "\\") { i++; continue }
            if (c == "\"") { inside = !inside; out = out c; continue }
            if (!inside) out = out c
        }
        if (inside) fail("a quote is open")
        return out
    }
    { line = unquoted($0) }
    NR == 1 { if (line !~ /^digraph [a-z]+ \{$/) fail("no beginning"); depth = 1; next }
    ended { fail("text behind the end") }
    line ~ /^ *\}$/ { if (--depth == 0) ended = 1; next }
    line ~ /^ *subgraph cluster_[0-9]+ \{$/ { depth++; next }
    line ~ /^ *label="";$/ { next }
    line ~ /^ *\{ rank=same; [a-z0-9_; ]+ \}$/ { next }
    line ~ /^ *(graph|node) \[([a-z]+=("|[a-z])[a-z"]*(, )?)+\];$/ { next }
    line ~ /^ *[a-z][a-z0-9_]* -> [a-z][a-z0-9_]*( \[([a-z]+=("|[a-z])[a-z"]*(, )?)+\])?;$/ {
        split(line, words, /[ ;]+/)
        first = words[1] == "" ? 2 : 1
        used[words[first]]; used[words[first + 2]]
        edges++
        next
    }
    line ~ /^ *[a-z][a-z0-9_]* \[([a-z]+=("|[a-z0-9])[a-z0-9"]*(, )?)+\];$/ {
        split(line, words, /[ ;]+/)
        first = words[1] == "" ? 2 : 1
        if (words[first] in declared) fail("declared twice")
        declared[words[first]]
        nodes++
        next
    }
    { fail("not a statement") }
    END {
        if (bad) exit 1
        if (!ended) { print "no end"; exit 1 }
        for (name in used) if (!(name in declared)) { print name " is not declared"; exit 1 }
        print nodes + 0, edges + 0
    }'
}

# A text. Where graphviz is installed, it judges the text too. It reads and ranks only: a layout of some hundred states
# takes it minutes, even if only the text is asked for (-Tcanon). Only small graphs are laid out.
is_dot() {
    local counts
    counts=$(read_dot <<<"$1")
    echo "$counts"
    [[ $counts == [0-9]*' '[0-9]* ]] || return 1
    command -v dot >/dev/null || return 0
    dot -Gphase=1 -Tcanon <<<"$1" >"$scratch/text.dot" || return 1
    [[ ${counts% *} -gt 12 ]] || dot -Tsvg <<<"$1" >"$scratch/picture.svg"
}

states_of() { # by the checker
    "$coset" check --states --no-trace -p 1 "$1" 2>/dev/null | sed -n 's/^reachable states: \([0-9]*\).*/\1/p'
}

orbits_of() {
    "$coset" check --states --no-trace -p 1 --symmetry explicit --engine explicit "$1" 2>/dev/null |
        sed -n 's/^reachable states.* \([0-9]*\) orbits.*/\1/p'
}

check "the reader reads" equal '2 1' "$(printf 'digraph g {\n  a [label="x \\" y"];\n  b [shape=box];\n  a -> b;\n}\n' | read_dot)"
check_not "... and refuses an open quote" read_dot <<<$'digraph g {\n  a [label="x \\"];\n}'
check_not "... and an undeclared node" read_dot <<<$'digraph g {\n  a [shape=box];\n  a -> b;\n}'
check_not "... and what has no end" read_dot <<<$'digraph g {\n  a [shape=box];'
if command -v dot >/dev/null; then
    check "graphviz takes part" is_dot $'digraph g {\n  a [label="x \\" y"];\n}'
    check_not "... and refuses what is no graph to it" is_dot $'digraph subgraph {\n  a [shape=box];\n}'
else
    skip "graphviz takes part" "dot is not installed"
fi

for kind in $kinds; do
    coset=$root/build/$kind/coset
    for model in examples/{mutex,counter,philosophers}.smv examples/{mutex,mcslock,philosophers,readers_writers}.m; do
        run draw "$model" --limit 2000
        check "$kind: $model: a graph" is_dot "$output"
        check "$kind: ... with all states" equal "$(states_of "$model")" "$(read_dot <<<"$output" | cut -d ' ' -f 1)"
        first=$output
        run draw "$model" --limit 2000 --dot "$scratch/file.dot"
        check "$kind: ... the same in a file" equal "$first" "$(<"$scratch/file.dot")"
        run draw "$model" --limit 3
        check "$kind: ... cut" is_dot "$output"
        check "$kind: ... which is said" contains "$output" 'label="cut after 3 states'
        check "$kind: ... and shown" contains "$output" '-> more [style=dashed'
        run draw "$model" --what bdd
        check "$kind: $model: a diagram" is_dot "$output"
    done
    for model in examples/{mutex,mcslock,mcsqueue,readers_writers,peterson}.m; do
        run draw "$model" --what quotient --limit 5000
        check "$kind: $model: a quotient" is_dot "$output"
        check "$kind: ... with all orbits" equal "$(orbits_of "$model")" "$(read_dot <<<"$output" | cut -d ' ' -f 1)"
        check "$kind: ... whose sizes add up" equal "$(states_of "$model")" \
            "$(sed -n 's/^  s[0-9]* \[.*orbit of \([0-9]*\) states*".*/\1/p' <<<"$output" | awk '{ sum += $1 } END { print sum }')"
        check "$kind: ... with permutations on its edges" contains "$output" ' by ('
        run draw "$model" --what skeleton
        check "$kind: $model: a skeleton" is_dot "$output"
        check "$kind: ... with local states" contains "$output" ' local states"'
    done
    run draw examples/philosophers.smv --what quotient
    check "$kind: a quotient by symmetries that were found" is_dot "$output"
    check "$kind: ... with permutations of variables" contains "$output" 'by (p0.state p3.state p2.state p1.state)'
    run draw examples/mutex.smv --what skeleton
    check "$kind: local states have the colours of the report's bars" equal \
        "$(grep -oh 'local-[012] { fill: #[0-9a-f]*' src/report/page.css | grep -o '#.*' | tr '\n' ' ')" \
        "$(grep -o 'fillcolor="#[0-9a-f]*' <<<"$output" | grep -o '#.*' | tr '\n' ' ')"
    check "$kind: the skeleton of an instance" contains "$output" \
        'c1_s2 -> c1_s3 [label="[pick = 1 & b.state != critical]"];'
    run draw examples/mutex.smv --what skeleton --component b
    check "$kind: ... of another one" contains "$output" 'b.state = critical'
    run draw examples/philosophers.m --what skeleton --component 1
    check "$kind: ... of an element of arrays" contains "$output" 'mood[1] = eating'
    check "$kind: ... is a graph" is_dot "$output"
    run draw examples/mutex.m --what skeleton --component Proc
    check "$kind: ... of a class" contains "$output" 'label="enter (p: Proc_1) [token = Proc_1]"'
    run draw examples/philosophers.m --what skeleton --component 1 --project mood
    check "$kind: ... of one variable" equal "mood" "$(grep -o '^ *c1_s[0-9]* \[label="[a-z]*' <<<"$output" | sed 's/.*"//' | sort -u)"
    check "$kind: ... the others are in guards" contains "$output" 'taken[1]'
    check "$kind: ... what leaves it as it is is no move" equal "" "$(grep -E '(c1_s[0-9]+) -> \1 ' <<<"$output")"
    run draw examples/philosophers.m --what skeleton --component 1 --project taken,mood
    check "$kind: ... of several" equal "mood taken" \
        "$(grep -E '^ *c1_s[0-9]* \[label=' <<<"$output" | grep -oE 'mood|taken' | sort -u | xargs)"
    check "$kind: a variable that no component has is an error" equal 2 \
        "$("$coset" draw examples/philosophers.m --what skeleton --component 1 --project none >/dev/null 2>&1; echo $?)"
    run draw examples/mutex.smv -c 'a.state != critical' -c 'next(b.state) != critical'
    check "$kind: constraints are obeyed" equal '4 ' "$(read_dot <<<"$output" | cut -c 1-2)"
    run draw examples/mutex.smv --what bdd -c 'a.state = idle | b.state = critical'
    check "$kind: the diagram of a condition" contains "$output" 'label="a.state = idle | b.state = critical"'
    check "$kind: ... is a graph" is_dot "$output"
    run draw examples/philosophers.smv --what bdd --limit 4
    check "$kind: ... cut" contains "$output" 'label="4 of '
    check "$kind: ... and still a graph" is_dot "$output"
    run draw examples/mutex.smv --what bdd -c $'a.state = idle\n&\nTRUE'
    check "$kind: ... whatever is in its name" is_dot "$output"

    # Plots of searches
    run draw examples/mutex.smv --what search
    check "$kind: plots of searches" contains "$status $output" '1 safe: reachable states, diagrams, up to iteration 2'
    check "$kind: ... with a row for each property" contains "$output" '2 served: '
    check "$kind: ... that end" equal '</svg>' "$(tail -n 1 <<<"$output")"
    check "$kind: ... with as many states as there are" contains "$output" '">8</text>'
    first=$output
    run draw examples/mutex.smv --what search --dot "$scratch/plots.svg"
    check "$kind: ... the same in a file" equal "$first" "$(<"$scratch/plots.svg")"
    run draw examples/mutex.smv --what search -p 1 --symmetry off
    check_not "$kind: ... of one property" contains "$output" 'served'
    run draw examples/mutex.smv --what search --limit 1
    check "$kind: ... cut" contains "$output" 'examples/mutex.smv: 1 of '
    run draw examples/mutex.m --what search --engine explicit -j 2
    check "$kind: ... by several processes" contains "$output" '1 at most one is inside'
    run draw examples/mutex.m --what search --engine explicit --symmetry dynamic
    check "$kind: ... not by what excludes each other" equal 2 $status
    run draw examples/mutex.m -p 1
    check "$kind: properties are for plots only" contains "$status $errors" '2 coset: error: --property is for --what search'

    # Usage
    run draw
    check "$kind: a model is needed" equal 2 $status
    run draw examples/counter.smv --what skeleton
    check "$kind: without components there is no skeleton" contains "$status $errors" '2 coset: error: the model has neither'
    run draw examples/mutex.m --what skeleton --component nobody
    check "$kind: unknown ones are told" contains "$status $errors" 'no variable belongs to a component "nobody"'
    run draw examples/counter.smv --what quotient
    check "$kind: without symmetries there is no quotient" contains "$status $errors" 'there is no quotient to draw'
    run draw examples/mutex.m --what quotient -c 'true'
    check "$kind: a quotient takes no constraints" equal 2 $status
    run draw examples/mutex.m --dot /nowhere/file.dot
    check "$kind: a file that cannot be written is trouble" contains "$status $errors" 'cannot write "/nowhere/file.dot"'
    run draw examples/mutex.m --what nothing
    check "$kind: an unknown picture is wrong usage" equal 2 $status
done

said=$("$root/build/release/coset" draw "$root/examples/mutex.smv" --what skeleton --component zz 2>&1)
check "components that there are get listed" contains "$? $said" \
    '2 coset: error: no variable belongs to a component "zz"; there are: a, b'
finish
