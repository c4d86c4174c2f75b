#!/usr/bin/env bash
# Tables of figures in the documents: each is in a section that names the goal of the Makefile by which it was measured,
# and there is such a goal.
. "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

# Of each table with times, or sizes of memory and diagrams: page, line, and the goals that its section has named by its end.
tables() { # PAGE...
    awk '
        function flush(i) {
            for (i = 0; i < count; i++) print page ":" at[i] ":" (goals == "" ? " none" : goals)
            count = 0; goals = ""
        }
        FNR == 1 { flush(); page = FILENAME; inside = 0 }
        /^## / { flush() }
        /^```/ { quoted = !quoted }
        !quoted {
            rest = $0
            while (match(rest, /`make [a-z-]+/)) {
                goals = goals " " substr(rest, RSTART + 6, RLENGTH - 6)
                rest = substr(rest, RSTART + RLENGTH)
            }
        }
        !quoted && /^\|/ {
            if (!inside) { inside = 1; found = 0; first = FNR }
            if (!found && (/ s( \([^|]*\))? \|/ || /seconds/ || /\| *[0-9.,]+ (s|MB|min) *\|/)) { found = 1; at[count++] = first }
            next
        }
        { inside = 0 }
        END { flush() }' "$@"
}

goals=" $(sed -n 's/^\([a-z][a-z-]*\):.*/\1/p' Makefile bench/bench.mk packaging/install.mk | tr '\n' ' ') "
found=0
while IFS=: read -r page line named; do
    found=$((found + 1))
    check_not "$page:$line: its section names a goal of the Makefile" equal " none" "$named"
    for goal in $named; do
        [[ $goal == none ]] || check "$page:$line: there is a goal $goal" contains "$goals" " $goal "
    done
done < <(tables docs/performance.md docs/families.md)
check "there are such tables" test "$found" -ge 8

printf '## A page\n\n| row | a s |\n|---|---|\n| 1 | 2.0 |\n' >"$scratch/page.md"
check "a table without a goal is seen" equal "$scratch/page.md:3: none" "$(tables "$scratch/page.md")"
printf '## By `make bench-bdd`\n\n| row | a s |\n|---|---|\n| 1 | 2.0 |\n' >"$scratch/page.md"
check "... and so is one with a goal" equal "$scratch/page.md:3: bench-bdd" "$(tables "$scratch/page.md")"
finish
