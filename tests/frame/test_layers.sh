#!/usr/bin/env bash
# tools/check-layers and tools/check-library: they pass what is good, and catch each kind of violation.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
layers=$root/tools/check-layers
library=$root/tools/check-library

check "the project keeps its layers" "$layers" "$root"
documented() { # the rooms in the table of the architecture, with what they may include
    sed -n '/^## The rooms/,/^A model goes/s/^| `\([a-z0-9_]*\)\/` |.* | \(.*\) |$/\1|\2/p' "$root/docs/architecture.md" | sort
}
check "the documented table of rooms is that of the layers" equal "$("$layers" --table | sort)" "$(documented)"
check "the library has no mutable state, does not print or exit" "$library" "$root/build/${kinds%% *}/libcoset.a"

# A small tree in which everything is right; each test below adds one thing.
new_tree() {
    rm -rf "$scratch/tree"
    mkdir -p "$scratch/tree/src"/{base,bdd,model,smv,murphi,orbit,check,run,cli,trace}
    cd "$scratch/tree" || exit 2
    printf '#include <stddef.h>\n#include <sys/mman.h>\n\n#include "base/b.h"\n' >src/base/a.c
    printf '#include <gmp.h>\n#  include "base/b.h" // why\n' >src/bdd/bdd.h
    printf '#include "smv/lex.h"\n#include "model/model.h"\n' >src/smv/smv.c
    printf '#include "check/abstraction.h"\n#include "check/image.h"\n#include "bdd/bdd.h"\n' >src/orbit/orbit.c
    printf '#include "orbit/orbit.h"\n#include "smv/smv.h"\n#include <gmp.h>\n' >src/cli/main.c
    printf '#include "base/stream.h"\nstruct stream *x; // as a PROFILE *is\n' >src/run/x.c
    printf '// #include "check/not_really.h"\n' >src/trace/trace.h
}

# refuses NAME FILE LINE PART-OF-MESSAGE: a line that is added as the second of a file is refused with its place
refuses() {
    local name=$1 file=$2 line=$3 part=$4 output
    new_tree
    mkdir -p "$(dirname "$file")"
    printf '// first\n%s\n' "$line" >"$file"
    output=$("$layers" "$scratch/tree")
    report $(($? != 1)) "refused: $name" "$output"
    check "... with its place and reason" contains "$output" "$file:2: "
    check "... and why" contains "$output" "$part"
}

new_tree
check "a good tree passes" "$layers" "$scratch/tree"
refuses "a lower room includes a higher one" src/base/x.h '#include "bdd/bdd.h"' 'may include: the C library only'
refuses "one front end includes the other" src/smv/x.c '#include "murphi/murphi.h"' 'may include: base model'
refuses "a front end includes the engine" src/murphi/x.c '#include "bdd/bdd.h"' 'murphi/ must not include "bdd/bdd.h"'
refuses "orbit includes more of check than image.h and abstraction.h" src/orbit/x.c '#include "check/ctl.h"' 'check/image.h'
refuses "indented directives" src/bdd/x.c '  #  include "model/model.h"' 'bdd/ must not include'
refuses "an include without a room" src/base/x.c '#include "b.h"' 'write "base/b.h"'
refuses "an include of an unknown room" src/cli/x.c '#include "misc/b.h"' 'no room "misc"'
refuses "a way around through folders" src/base/x.c '#include "base/../bdd/bdd.h"' 'climbs'
refuses "a macro for a file name" src/cli/x.c '#include HEADER' 'macros'
refuses "GMP where it is not allowed" src/smv/x.c '#include <gmp.h>' 'smv/ must not include <gmp.h>'
refuses "a file of the C library in a run" src/run/y.c 'static void f(FILE *file);' 'use base/stream.h'
refuses "... its header" src/run/y.c '#include <stdio.h>' 'use base/stream.h'
refuses "... the way from streams to it" src/run/y.c '#include "base/stream_file.h"' 'use base/stream.h'
refuses "a foreign header" src/cli/x.c '#include <zlib.h>' 'neither'
refuses "an own header in angle brackets" src/cli/x.c '#include <base/b.h>' 'neither'

new_tree
mkdir -p src/misc && echo 'int x;' >src/misc/a.c
check_not "a room that is not in the table is refused" "$layers" "$scratch/tree"
new_tree
echo 'int x;' >src/a.c
check_not "a file outside of all rooms is refused" "$layers" "$scratch/tree"
new_tree
mkdir -p src/base/deep && echo 'int x;' >src/base/deep/a.c
check "a room may have folders" "$layers" "$scratch/tree"
mkdir -p src/base/deep/down && echo 'int x;' >src/base/deep/down/a.c
check_not "a file below these is refused" "$layers" "$scratch/tree"
check_not "a folder without sources is an error" "$layers" "$scratch/nowhere"

# judge_library TEXT: compiles it into a library and checks that
judge_library() {
    echo "$1" >"$scratch/a.c"
    rm -f "$scratch/lib.a"
    gcc -O2 -w -c -o "$scratch/a.o" "$scratch/a.c" && ar rcs "$scratch/lib.a" "$scratch/a.o" &&
        "$library" "$scratch/lib.a"
}
check "constants are no state" judge_library 'static const char *const names[] = {"a", "b"}; const int limit = 3;
    const char *name(int i) { static const int t[] = {1, 0}; return names[t[i]]; }'
check "abort, snprintf and files are free" judge_library '#include <stdio.h>
    #include <stdlib.h>
    int f(FILE *to, char *s) { if (!to) abort(); return fprintf(to, "%s", s) + snprintf(s, 2, "%p", s); }'
check_not "a variable is refused" judge_library 'int counter = 1;'
check_not "a zero variable is refused" judge_library 'int counter;'
check_not "a static variable is refused" judge_library 'static int n; int f(void) { return n++; }'
check_not "a static variable in a function is refused" judge_library 'int f(void) { static int n = 5; return n++; }'
check_not "a thread's variable is refused" judge_library '_Thread_local int n;'
check_not "a common variable is refused" judge_library 'int n __attribute__((common));'
check_not "printing is refused" judge_library '#include <stdio.h>
    void f(int n) { printf("%d", n); }'
check_not "the error stream is refused" judge_library '#include <stdio.h>
    void f(int n) { fprintf(stderr, "%d", n); }'
check_not "exiting is refused" judge_library '#include <stdlib.h>
    void f(void) { exit(1); }'
check_not "a missing library is an error" "$library" "$scratch/nothing.a"
finish
