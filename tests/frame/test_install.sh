#!/usr/bin/env bash
# make install puts a tree where DESTDIR and PREFIX say, which works there, and make uninstall takes all of it away. A
# program that embeds the library is built against that tree as anybody would build it.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES DESTDIR PREFIX
stage=$scratch/stage
tree=$stage/opt/coset
here=(SETUP=true DESTDIR="$stage" PREFIX=/opt/coset)

check "make install succeeds" make install "${here[@]}"
for file in bin/coset bin/coset-certify share/man/man1/coset-certify.1 \
    share/bash-completion/completions/coset-certify lib/libcoset.a lib/pkgconfig/coset.pc include/coset.h share/man/man1/coset.1 \
    share/bash-completion/completions/coset share/zsh/vendor-completions/_coset share/fish/vendor_completions.d/coset.fish share/doc/coset/README.md share/doc/coset/install.md \
    share/doc/coset/examples/mutex.smv share/vim/vimfiles/syntax/smv.vim share/coset/vscode/package.json; do
    check "... and installs $file" test -s "$tree/$file"
done
check "nothing is installed elsewhere" equal opt/coset "$(cd "$stage" && echo */*)"
check "examples that are scripts can be run" test -x "$tree/share/doc/coset/examples/arbiter.sh"
check "other files cannot" equal "" "$(find "$tree/lib" "$tree/include" "$tree/share" -type f -perm /111 ! -name '*.sh')"
check "the program runs from there" contains "$("$tree/bin/coset" check "$tree/share/doc/coset/examples/mutex.smv" 2>&1)" \
    "2 properties: 1 holds, 1 fails"
check "... with its judge" contains "$("$tree/bin/coset" check "$tree/share/doc/coset/examples/mutex.m" --certify 2>&1)" \
    "certified: 3 of 3"
check "the library shows names of the interface only" equal "" \
    "$(nm -g --defined-only "$tree/lib/libcoset.a" | awk 'NF == 3 { print $3 }' | grep -v '^coset_')"
declared=$(grep -o '\bcoset_[a-z_]*(' "$tree/include/coset.h" | tr -d '(' | sort -u)
check "... all of those that the header declares" equal "$declared" \
    "$(nm -g --defined-only "$tree/lib/libcoset.a" | awk 'NF == 3 { print $3 }' | sort -u)"

# ---- Embedding ------------------------------------------------------------------------------------------------------

if command -v pkg-config >/dev/null; then
    export PKG_CONFIG_PATH=$tree/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$stage
    check "pkg-config knows the version" equal "coset $(pkg-config --modversion coset)" "$("$tree/bin/coset" version)"
    flags=$(pkg-config --static --cflags --libs coset)
else
    flags="-I$tree/include -L$tree/lib -lcoset -ljansson -lexpat -lnauty -lgmp -lcadical -lstdc++ -lm"
fi
strict=(-std=c99 -Wall -Wextra -Wpedantic -Werror -Wstrict-prototypes)
# shellcheck disable=SC2086 # flags are words
check "a program that embeds it is built, without any warning" ${CC:-gcc} "${strict[@]}" -o "$scratch/embed" \
    "$tree/share/doc/coset/examples/embed.c" $flags
output=$("$scratch/embed" 2>&1)
check "... and runs" equal 0 $?
check "... with these verdicts" contains "$output" $'toggles: holds\nnever_both: fails'
check "... this run" contains "$output" "    3: "
check "... and so many states" contains "$output" "states: 8"
output=$("$scratch/embed" "$tree/share/doc/coset/examples/mutex.m" N=5 2>&1)
check "... on a model in Murphi" equal 0 $?
check "... with as many states as the program finds" contains \
    "$("$tree/bin/coset" check --quiet --states -D N=5 "$tree/share/doc/coset/examples/mutex.m")" \
    "reachable states: $(sed -n 's/^states: //p' <<<"$output") of"
"$scratch/embed" "$tree/share/doc/coset/examples/mutex.smv" >/dev/null 2>&1
check "... a failure is status 1" equal 1 $?
echo "MODULE main VAR x : 0..y;" >"$scratch/bad.smv"
output=$("$scratch/embed" "$scratch/bad.smv" 2>&1)
check "... bad input is status 2" equal 2 $?
check "... with file, line and column" contains "$output" "$scratch/bad.smv:1:"
if command -v g++ >/dev/null; then
    printf '#include <coset.h>\nint main() { return coset_version()[0] == 0; }\n' >"$scratch/plus.cc"
    # shellcheck disable=SC2086 # flags are words
    check "the header is good for C++" g++ -Wall -Wextra -Werror -o "$scratch/plus" "$scratch/plus.cc" $flags
else
    skip "the header is good for C++" "there is no g++"
fi

# ---- And back -------------------------------------------------------------------------------------------------------

touch "$tree/share/doc/other"
check "make uninstall succeeds" make uninstall "${here[@]}"
check "... and leaves what is not its own" equal "$tree/share/doc/other" "$(find "$stage" -type f)"
check "... but no folder of its own" test ! -e "$tree/share/doc/coset" -a ! -e "$tree/share/coset"
check "once more does no harm" make uninstall "${here[@]}"
finish
