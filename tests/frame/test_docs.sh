#!/usr/bin/env bash
# What the documents show is what happens. In README.md, CONTRIBUTING.md, CHANGELOG.md and docs/*.md every block of the kind
#
#     ```console
#     $ build/release/coset --version
#     coset 0.2.0
#     ```
#
# is run from the project's folder, and the output compared. In the expected output, a line of three dots stands for
# any lines, three dots in a line for any text, and times in seconds need not agree. Commands that are to be read and not
# run (`make test` among them) are in blocks of another kind.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
export COSET_CLOCK=processor # on a loaded machine nothing takes so long that progress is told, and methods take the same turns

normalised() { # times, and blanks at line ends
    sed -E 's/[0-9]+(\.[0-9]+)? s\b/N s/g; s/[ \t]+$//'
}

# The expected output as a pattern for [[ == ]]: all characters stand for themselves but for the dots.
pattern() {
    normalised | sed -E 's/[][\\*?+@!()|]/\\&/g' | while IFS= read -r line; do
        if [[ $line == ... ]]; then printf '*'; else printf '%s\n' "${line//.../*}"; fi
    done
}

matches() { # expected, actual
    local expected actual
    expected=$(pattern <<<"$1"; echo .)
    actual=$(normalised <<<"$2"; echo .)
    # shellcheck disable=SC2053
    [[ $actual == ${expected} ]] || { printf 'expected:\n%s\nactual:\n%s\n' "$1" "$2"; return 1; }
}

run_example() { # place, command, expected output
    local output status
    output=$(bash -c "$2" 2>&1 </dev/null)
    status=$?
    check "$1: $2" matches "$3" "$output"
    check "... succeeds" test $status -eq 0
}

run_document() {
    local file=$1 number=0 inside=false command='' place='' expected=()
    while IFS= read -r line; do
        number=$((number + 1))
        if $inside && [[ $line == '$ '* || $line == '```' ]]; then
            [[ -n $command ]] && run_example "$place" "$command" "$(printf '%s\n' "${expected[@]}")"
            command='' expected=()
        fi
        case $line in
        '```console') inside=true ;;
        '```'*) inside=false ;;
        '$ '*) $inside && command=${line:2} place=$file:$number ;;
        *) $inside && expected+=("$line") ;;
        esac
    done <"$file"
}

check "a line of dots stands for lines" matches $'a\n...\nd' $'a\nb\nc\nd'
check "... or none" matches $'a\n...\nd' $'a\nd'
check "dots in a line stand for text" matches 'peak ... bytes' 'peak 17 bytes'
check "times may differ" matches 'took 0.25 s' 'took 11.5 s'
check_not "other numbers may not" matches '25 states' '26 states'
check_not "a star is a star" matches 'a*' 'abc'
check_not "lines must all be there" matches $'a\nb' 'a'
check_not "and no more of them" matches 'a' $'a\nb'

for document in README.md CONTRIBUTING.md CHANGELOG.md docs/*.md; do
    [[ -e $document ]] && run_document "$document"
done

# Links to files and folders of the project lead somewhere.
links() {
    local document link
    for document in README.md CONTRIBUTING.md CHANGELOG.md docs/*.md; do
        for link in $(grep -oE '\]\([^)#]+' "$document" | cut -c 3- | grep -v '^https\?:'); do
            [[ -e $(dirname "$document")/$link ]] || { echo "$document: no $link"; return 1; }
        done
    done
}
check "links lead somewhere" links

# Whoever looks for a page finds it: the index has all of them.
index_is_complete() {
    local page
    for page in docs/*.md docs/*.json; do
        [[ $page == docs/README.md ]] || grep -qF "](${page#docs/})" docs/README.md || { echo "no $page"; return 1; }
    done
}
check "the index names every page" index_is_complete
# ---- The version ----------------------------------------------------------------------------------------------------

version=$(sed -n 's/^#define COSET_VERSION "\(.*\)"/\1/p' src/api/coset.h)
date=$(sed -n 's/^#define RELEASED "\([0-9-]*\)".*/\1/p' src/usage/manual.c)
check "the header has a version" grep -qE '^[0-9]+\.[0-9]+\.[0-9]+$' <<<"$version"
check "... which is the program's" equal "coset $version" "$(build/release/coset --version)"
check "... and that of the judge of certificates" equal "coset-certify $version" "$(build/release/coset-certify --version)"
check "... that of the extension for an editor" contains "$(<editors/vscode/package.json)" "\"version\": \"$version\""
check "... the last one that changes are told of, with its day" equal "## $version ($date)" \
    "$(grep -m 1 '^## [0-9]' CHANGELOG.md)"
check "... and the last one of the package" equal "coset ($version) $(date -u -d "$date" '+%d %b %Y')" \
    "$(sed -nE '1s/(coset \([^)]*\)).*/\1/p; s/^ -- .*, ([0-9]+ [A-Z][a-z]+ [0-9]+) .*/\1/p' packaging/debian/changelog | head -2 | paste -sd ' ')"
finish
