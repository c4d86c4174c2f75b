#!/usr/bin/env bash
# Tables of figures in the documents: each names the goal of the Makefile by which it was measured, and there is such a
# goal. The name is in the title of the section, or between the table before and this one. Likewise times and sizes in the
# text: the goal is named in the section. Rows of the tables of families are rows that the goal measures.
. "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

# Of each table with times, or sizes of memory and diagrams: page, line, and the goals that are named for it.
tables() { # PAGE...
    awk '
        function goals_in(rest, found) {
            found = ""
            while (match(rest, /`make [a-z-]+/)) {
                found = found " " substr(rest, RSTART + 6, RLENGTH - 6)
                rest = substr(rest, RSTART + RLENGTH)
            }
            return found
        }
        FNR == 1 { title = before = ""; inside = quoted = 0 }
        /^```/ { quoted = !quoted }
        quoted { next }
        /^## / { title = goals_in($0); before = ""; inside = 0; next }
        /^\|/ {
            if (!inside) { inside = 1; found = 0; first = FNR }
            if (!found && (/ s( \([^|]*\))? \|/ || (FNR == first && /seconds/) || /\| *[0-9.,]+ (s|MB|min) *\|/)) {
                found = 1
                print FILENAME ":" first ":" (title before == "" ? " none" : title before)
            }
            next
        }
        inside { inside = 0; if (found) before = "" }
        { before = before goals_in($0) }' "$@"
}

goals=" $(sed -n 's/^\([a-z][a-z-]*\):.*/\1/p' Makefile bench/bench.mk packaging/install.mk | tr '\n' ' ') "
found=0
while IFS=: read -r page line named; do
    found=$((found + 1))
    check_not "$page:$line: it names a goal of the Makefile" equal " none" "$named"
    for goal in $named; do
        [[ $goal == none ]] || check "$page:$line: there is a goal $goal" contains "$goals" " $goal "
    done
done < <(tables README.md docs/*.md)
check "there are such tables" test "$found" -ge 8

printf '## A page\n\n| row | a s |\n|---|---|\n| 1 | 2.0 |\n' >"$scratch/page.md"
check "a table without a goal is seen" equal "$scratch/page.md:3: none" "$(tables "$scratch/page.md")"
printf '## A page\n\nBy `make bench-bdd`:\n\n| row | a s |\n|---|---|\n| 1 | 2.0 |\n\nAnd:\n\n| row | b s |\n|---|---|\n| 1 | 2.0 |\n' \
    >"$scratch/page.md"
check "a goal is that of one table" equal "$scratch/page.md:5: bench-bdd $scratch/page.md:11: none" \
    "$(tables "$scratch/page.md" | paste -sd ' ')"
printf '## By `make bench-bdd`\n\n| row | a s |\n|---|---|\n| 1 | 2.0 |\n' >"$scratch/page.md"
check "... and so is one with a goal" equal "$scratch/page.md:3: bench-bdd" "$(tables "$scratch/page.md")"

# Of each paragraph with such a figure, which has a point (limits are whole numbers): page, line, and whether a goal is named in
# the section up to there.
paragraphs() { # PAGE...
    awk '
        function flush() {
            named = named || para ~ /`(make [a-z-]+|bench\/[a-z]+|tools\/corpus)/
            if (para ~ /(^|[^A-Za-z0-9_.-])[0-9]+\.[0-9]+ (s|ms|MB|GB|seconds|nodes)([^A-Za-z]|$)/)
                print page ":" first ":" (named ? "named" : "none")
            para = ""
        }
        FNR == 1 { flush(); page = FILENAME; named = quoted = 0 }
        /^```/ { flush(); quoted = !quoted; next }
        quoted { next }
        /^#/ { flush(); named = /^##? / ? 0 : named; named = named || /`make [a-z-]+/; next }
        /^$/ || /^\|/ { flush(); next }
        { if (para == "") first = FNR; para = para " " $0 }
        END { flush() }' "$@"
}

texts=0
while IFS=: read -r page line named; do
    texts=$((texts + 1))
    check "$page:$line: the text names a goal for its figures" equal named "$named"
done < <(paragraphs README.md docs/*.md)
check "there are such texts" test "$texts" -ge 8
printf '## A page\n\nIt takes 0.5 s.\n' >"$scratch/page.md"
check "a text without a goal is seen" equal "$scratch/page.md:3:none" "$(paragraphs "$scratch/page.md")"
printf '## By `make bench-bdd`\n\nIt takes\n0.5 s.\n\n## Another\n\nOr 1.5 MB.\n' >"$scratch/page.md"
check "... also behind a section with one" equal "$scratch/page.md:3:named $scratch/page.md:8:none" \
    "$(paragraphs "$scratch/page.md" | paste -sd ' ')"

# Rows with a model and its sizes, as the scripts name them: "mutex 200", "mutex 1..100".
measured_rows() { # PAGE...
    awk -F '|' '
        /^\| (Mutex|MCSLock|CCP|Peterson|Readers-Writers|McsLock|Sorting) [0-9]+ \|/ {
            name = tolower($2)
            sub(/^ readers-/, " readers_", name)
            if ($2 ~ /McsLock/) sub(/mcslock/, "mcslock_counter", name)
            sub(/sorting/, "odd_even_sort", name)
            print substr(name, 2, length(name) - 2)
        }
        /^\| `[a-z_]+\.m` N = [0-9]+\.\.[0-9]+/ {
            match($2, /`[a-z_]+/)
            name = substr($2, RSTART + 1, RLENGTH - 1)
            match($2, /[0-9]+\.\.[0-9]+/)
            print name " " substr($2, RSTART, RLENGTH)
        }' "$@"
}

rows=0
while read -r row; do
    rows=$((rows + 1))
    # Table 1 of families says 1..N for what the script calls N.
    check "the row \"$row\" is measured" grep -Eq "(^|[0-9] )${row/ 1../ (1\\.\\.)?}( |'|\$)" bench/rows.sh
done < <(measured_rows docs/performance.md docs/families.md | sort -u)
check "there are such rows" test "$rows" -ge 40
printf '| Mutex 777 | 1 |\n| `mutex.m` N = 1..777 | 1 |\n' >"$scratch/page.md"
check "a row is named as in the scripts" equal "mutex 777 mutex 1..777" "$(measured_rows "$scratch/page.md" | paste -sd ' ')"
check_not "... and one that nobody measures is seen" grep -Eq '(^|[0-9] )mutex (1\.\.)?777( |$)' bench/rows.sh
finish
