#!/usr/bin/env bash
# The layout of all C files, and some plain rules for all text files.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

mapfile -t c_files < <(find src tests bench -name '*.[ch]' 2>/dev/null | sort)
version=$(clang-format --version | sed -n 's/.*version \([0-9]*\).*/\1/p')
if [[ $version == 14 ]]; then
    check "layout of all C files" clang-format --dry-run -Werror --ferror-limit=1 "${c_files[@]}"
else
    skip "layout of C files" "clang-format 14 is the judge, and this is version ${version:-unknown}"
fi

mapfile -t text_files < <(find . \( -path ./build -o -path ./.git \) -prune -o -type f -size -1000k \
    \( -name '*.[ch]' -o -name '*.md' -o -name '*.sh' -o -path './tools/*' -o -name Makefile -o -name '*.mk' \) -print)
no_match() { # the files have no line that matches
    ! grep -nP "$@"
}
check "no trailing blanks" no_match '[ \t]+$' "${text_files[@]}"
check "no line ends of other systems" no_match '\r$' "${text_files[@]}"
check "no tabs in C files" no_match '\t' "${c_files[@]}"
check "no lines of more than 120 columns in C files" env LC_ALL=C.UTF-8 bash -c '! grep -nE "^.{121,}" "$@"' - \
    "${c_files[@]}"
check "no block comments in C files" no_match '^\s*/\*' "${c_files[@]}"

# A header's guard is named after its path. What is included several times on purpose (.inc.h) has none.
guards() {
    find src -name '*.h' ! -name '*.inc.h' -exec awk '
        function judge() {
            if (file != "" && !(has_test && has_mark)) {
                print file ": its guard must be " guard
                bad = 1
            }
        }
        FNR == 1 {
            judge()
            file = FILENAME
            guard = substr(file, 5)
            gsub("[/.]", "_", guard)
            guard = "COSET_" toupper(guard)
            has_test = has_mark = 0
        }
        $0 == "#ifndef " guard { has_test = 1 }
        $0 == "#define " guard { has_mark = 1 }
        END { judge(); exit bad }' {} +
}
check "guards of headers" guards

# Each file opens with what it is for; one that implements a header of its own name may leave that to the header.
purposes() {
    find src -name '*.[ch]' -exec awk '
        FNR == 1 { opens[FILENAME] = /^\/\/ / }
        FNR == 1 { nextfile }
        END {
            for (file in opens) {
                header = file
                sub(/c$/, "h", header)
                if (!opens[file] && !opens[header]) {
                    print file ": it does not open with its purpose"
                    bad = 1
                }
            }
            exit bad
        }' {} +
}
check "files open with their purpose" purposes

# Files that comments speak of are there: names of four letters and more, for "a.c" may be an expression.
named_files() {
    local there
    there=$(find src tests bench examples -name '*.[ch]' -printf '%f\n' | sort -u)
    ! grep -rhoE '//.*\b[a-z_0-9]{4,}\.[ch]\b.*' "$@" --include='*.[ch]' | grep -oE '\b[a-z_0-9]{4,}(\.inc)?\.[ch]\b' |
        sort -u | comm -23 - <(echo "$there") | grep -vx 'stdint.h'
}
echo '// see nobody_there.h' >"$scratch/names.c"
check "files that comments name are there" named_files src
check_not "... or it is seen" named_files "$scratch"
finish
