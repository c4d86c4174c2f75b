#!/usr/bin/env bash
# Tables of figures in the documents: each names the goal of the Makefile by which it was measured, and there is such a
# goal. The name is in the title of the section, or between the table before and this one.
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
finish
