#!/usr/bin/env bash
# The Makefile makes what it must and no more. All of it happens in a copy, with the objects of the release kind.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES
copy=$scratch/copy
mkdir -p "$copy/build"
cp -a "$root/Makefile" "$root/src" "$copy"
cp -a "$root/build/release" "$copy/build"
cd "$copy" || exit 2

# The objects that make would compile now, and the programs that it would link.
pending() {
    make -n release | sed -n "s/^printf .* \(CC\|LINK\) //p" | sort
}

rm -rf src/mpi # a program of its own, which is made by another compiler

# Makes every file equally old: what is touched next is newer than all else, whatever the clock's steps are.
settle() {
    find . -exec touch -d '2020-01-01' {} +
}

# What each object is made of, by the compiler's word and not by what make remembers: a line for each.
${CC:-gcc} -std=c11 -D_DEFAULT_SOURCE -D_POSIX_C_SOURCE=200809L -Isrc -MM src/*/*.c src/*/*/*.c |
    sed ':next; /\\$/ { N; s/\\\n//; b next }' >"$scratch/made_of"

users_of() { # header: the objects that it has a part in
    grep -F " $1" "$scratch/made_of" | tr ' ' '\n' | sed -n 's,^\(src/.*\)\.c$,build/release/\1.o,p' | sort
}

with_programs() { # objects: the same, and the programs that have one of them, sorted
    echo build/release/coset
    grep -qE '/src/(base|model|smv|murphi|trace|certify|certify_cli)/' <<<"$1" && echo build/release/coset-certify
    echo "$1"
}

check "nothing is left to do after a build" equal "" "$(pending)"
check "... and make says so" contains "$(make release)" "Nothing to be done"

for header in src/base/mem.h src/base/progress.h src/cli/cli.h; do
    settle
    touch "$header"
    expected=$(users_of $header)
    check "some files use $header" test -n "$expected"
    check "touching $header makes its users again, and only them" equal \
        "$(with_programs "$expected" | sort)" "$(pending)"
done

settle
touch src/base/units.c
check "touching a source makes its object again" equal \
    "$(with_programs build/release/src/base/units.o)" "$(pending)"
check "... which works" make release
check "... once" equal "" "$(pending)"

echo 'int base_extra(void); int base_extra(void) { return 1; }' >src/base/extra.c
check "a new source is found" make release
check "... and in the library" contains "$(ar t build/release/libcoset.a)" extra.o
rm src/base/extra.c
check "a source that is gone is no error" make release
check_not "... and not in the library" contains "$(ar t build/release/libcoset.a)" extra.o

mapfile -t users < <(grep -l '"base/units.h"' src/*/*.[ch] src/*/*/*.[ch])
sed -i 's,"base/units.h","base/renamed.h",' "${users[@]}"
mv src/base/units.h src/base/renamed.h
check "a header may be renamed" make release

every_object=$(for file in src/*/*.c src/*/*/*.c; do echo "build/release/${file%.c}.o"; done | sort)
touch Makefile
check "a changed Makefile makes all again" equal "$(with_programs "$every_object" | sort)" "$(pending)"
settle
objects_with_flags=$(make -n release CFLAGS=-DEXTRA | grep -c -- '-DEXTRA.* -c ')
check "changed flags make all again" equal "$(wc -l <<<"$every_object")" "$objects_with_flags"

printf 'int main(void) { int unused; return 0; }\n' >src/cli/main.c
check_not "warnings are errors" make release
check "help lists the goals" contains "$(make help)" "make test"
make clean >/dev/null
check_not "clean leaves nothing" test -e build
finish
