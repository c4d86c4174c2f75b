#!/usr/bin/env bash
# --compile: rules as C, made by the system's compiler. What is said of a model does not depend on it; without a
# compiler, or with one that fails or takes forever, the search goes on; nothing is left behind.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
export COSET_CLOCK= # the search waits for the compiler
cd "$root" || exit 2

hostile=tests/models/murphi/hostile_names.m
by_tree=(--explicit-rules tree --symmetry explicit --states)
export TMPDIR=$scratch/temporary
mkdir "$TMPDIR" "$scratch/none" "$scratch/bin"

coset() { "build/$sanitized/coset" "$@" </dev/null; }
says() { # the expected text, arguments
    local expected=$1
    shift
    equal "$expected" "$(coset "$@" 2>"$scratch/errors")" && ! grep -q Sanitizer "$scratch/errors"
}
is_clean() { [[ -z $(ls -A "$TMPDIR") ]] || { ls -lAR "$TMPDIR"; return 1; }; }
is_compiled() { grep -q 'steps were made by compiled rules' "$scratch/errors"; }

# ---- The same answers -----------------------------------------------------------------------------------------------
has_compiler=false
command -v cc >/dev/null && has_compiler=true
for model in "$hostile" tests/models/murphi/multisets_nested_ids.m tests/models/murphi/recursive_guard.m examples/ccp.m; do
    expected=$(coset check "$model" "${by_tree[@]}" --compile off)
    check "$model: the same by compiled rules" says "$expected" check "$model" "${by_tree[@]}" --compile on --verbose
    if $has_compiler; then
        check "$model: the rules are compiled" is_compiled
    else
        skip "$model: the rules are compiled" "no cc"
    fi
done
check 'no file is left behind' is_clean

# ---- Names of the model ---------------------------------------------------------------------------------------------
# A compiler that keeps what it is given.
expected=$(coset check "$hostile" "${by_tree[@]}" --compile off)
compiler=$(command -v cc)
cat >"$scratch/bin/cc" <<END
#!/bin/sh
for word; do case \$word in *.c) cp "\$word" "$scratch/kept.c";; esac; done
exec "$compiler" "\$@"
END
chmod +x "$scratch/bin/cc"
names_of() { # the text without what every model has, which ends where the tables and functions of this one begin
    sed -n '/^static const int64_t T0/,$p' "$scratch/kept.c"
}
has_no_names() {
    local name
    for name in struct_ colour_t longjmp abort_ box main static_ coset_rules\( goto_ printf passwd constructor '*/' '#error' '??/' '"'; do
        ! names_of | grep -qF -- "$name" || { echo "$name"; return 1; }
    done
}
has_tables() { names_of | grep -q coset_conditions; }
if $has_compiler; then
    PATH=$scratch/bin:$PATH check 'a compiler on the path is asked' says "$expected" check "$hostile" "${by_tree[@]}" --compile on
    check 'it gets rules' has_tables
    check 'without a name or a text of the model' has_no_names
else
    skip 'names of the model' 'no cc'
fi

# ---- Without a compiler ---------------------------------------------------------------------------------------------
absolute=$(type -P timeout)
without() { # path, arguments
    local path=$1
    shift
    equal "$expected" "$(PATH=$path "$absolute" -k 10 $patience "build/$sanitized/coset" "$@" 2>&1 </dev/null)"
}
check 'without a compiler, the same' without "$scratch/none" check "$hostile" "${by_tree[@]}" --compile on
printf '#!/bin/sh\nexit 1\n' >"$scratch/bin/cc"
check 'with one that fails, the same' without "$scratch/bin:$PATH" check "$hostile" "${by_tree[@]}" --compile on
printf '#!/bin/sh\nfor word; do case $word in *.so) echo nothing >"$word";; esac; done\n' >"$scratch/bin/cc"
check 'with one that makes no library, the same' without "$scratch/bin:$PATH" check "$hostile" "${by_tree[@]}" --compile on
TMPDIR=$scratch/missing check 'without a folder for it, the same' says "$expected" check "$hostile" "${by_tree[@]}" --compile on
check 'no file is left behind then' is_clean

# ---- One that takes forever -----------------------------------------------------------------------------------------
printf '#!/bin/sh\necho $$ >"%s/begun"\nexec sleep 100000\n' "$scratch" >"$scratch/bin/cc"
is_begun() { [[ -s $scratch/begun ]]; }
compiler_is_gone() { ! kill -0 "$(cat "$scratch/begun")" 2>/dev/null; }
rm -f "$scratch/begun"
PATH=$scratch/bin:$PATH interrupt_when is_begun -- "build/$sanitized/coset" check "$hostile" "${by_tree[@]}" --compile on
check 'Ctrl-C while the compiler works ends it, too' compiler_is_gone
check 'and leaves no file' is_clean
rm -f "$scratch/begun"
PATH=$scratch/bin:$PATH check_not 'the time limit holds while the compiler works' coset check "$hostile" "${by_tree[@]}" --compile on -t 1
check 'the compiler is gone' compiler_is_gone
check 'and no file is left' is_clean
rm -f "$scratch/begun"
PATH=$scratch/bin:$PATH check_not 'likewise in several processes' coset check "$hostile" "${by_tree[@]}" --compile on -t 1 -j 2
check 'their compilers are gone' compiler_is_gone
check 'and their files' is_clean

# Nobody is left to remove its files, as after a second Ctrl-C.
rm -f "$scratch/begun"
PATH=$scratch/bin:$PATH launch "build/$sanitized/coset" check "$hostile" "${by_tree[@]}" --compile on
wait_until is_begun
kill -KILL $launched
ended
is_clean_now() { is_clean >/dev/null; }
check 'a program that is killed while the compiler works leaves no file' wait_until is_clean_now

# One that does not want to end.
printf '#!/bin/sh\ntrap "" TERM INT\necho $$ >"%s/begun"\nsleep 100000\n' "$scratch" >"$scratch/bin/cc"
rm -f "$scratch/begun"
PATH=$scratch/bin:$PATH interrupt_when is_begun -- "build/$sanitized/coset" check "$hostile" "${by_tree[@]}" --compile on
check 'a compiler that ignores signals is ended, too' compiler_is_gone
check 'and leaves no file behind' is_clean

finish
