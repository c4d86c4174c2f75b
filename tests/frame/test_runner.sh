#!/usr/bin/env bash
# tests/run-suites counts right, whatever the suites do. They are played by scripts in a tree of their own.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
tree=$scratch/tree
unset TEST_KINDS TEST_WITHOUT # of whoever runs this

new_tree() {
    rm -rf "$tree"
    mkdir -p "$tree/tests/room"
    cp "$root/tests/run-suites" "$tree/tests"
}

suite() { # name, body: a unit test in all kinds
    local kind
    echo '#include "bdd/bdd.h"' >"$tree/tests/room/test_$1.c"
    for kind in release debug stress; do
        mkdir -p "$tree/build/$kind/tests/room"
        printf '#!/bin/bash\n%s\n' "$2" >"$tree/build/$kind/tests/room/test_$1"
        chmod +x "$tree/build/$kind/tests/room/test_$1"
    done
}

# expects NAME STATUS LAST-LINE [ARGUMENT...]
expects() {
    local name=$1 status=$2 last=$3 output actual
    shift 3
    output=$("$tree/tests/run-suites" "$@" 2>&1)
    actual=$?
    check "$name: last line" equal "$last" "$(tail -n 1 <<<"$output")"
    check "$name: status" equal "$status" $actual
    all_output=$output
}

good='echo 1..2; echo "ok 1 - a"; echo "ok 2 - b"'

new_tree
suite good "$good"
expects "all pass" 0 "6 passed, 0 failed"
expects "one kind" 0 "2 passed, 0 failed" debug/
TEST_WITHOUT='debug/ nobody' expects "without one" 0 "4 passed, 0 failed"
TEST_WITHOUT='test_goo$' expects "... whose name ends there" 0 "6 passed, 0 failed"
expects "no such suite" 1 "0 passed, 0 failed" nonsense

echo '#include "smv/smv.h"' >"$tree/tests/room/test_good.c"
expects "without diagrams there is no stress" 0 "4 passed, 0 failed"
touch "$tree/tests/room/support.h"
expects "... nor by a file of the room" 0 "4 passed, 0 failed"
echo '#include "check/check.h"' >"$tree/tests/room/support.h"
expects "... unless that has some" 0 "6 passed, 0 failed"

suite bad 'echo 1..2; echo "ok 1 - a"; echo "not ok 2 - b"; echo "# because"; exit 1'
expects "a failed test" 1 "9 passed, 3 failed"
check "its output is shown" contains "$all_output" "# because"
expects "the suites that were asked for" 0 "6 passed, 0 failed" test_good

new_tree
suite crash 'echo 1..2; echo "ok 1 - a"; kill -SEGV $$'
expects "a crash" 1 "3 passed, 3 failed"
check "a crash is explained" contains "$all_output" "signal 11"

new_tree
suite sanitizer 'echo 1..1; echo "ok 1 - a"; echo "LeakSanitizer: leaks"; exit 23'
expects "a bad status though all passed" 1 "3 passed, 3 failed"

new_tree
suite silent 'exit 0'
expects "a suite that says nothing" 1 "0 passed, 3 failed"

new_tree
suite short 'echo 1..3; echo "ok 1 - a"; exit 0'
expects "a suite that ends early" 1 "3 passed, 3 failed"

new_tree
suite groups "$good; $good; echo 1..1; echo 'ok 1 - c'"
expects "several groups" 0 "15 passed, 0 failed"

new_tree
suite mixed 'echo 1..3; printf "output without an end "; echo "ok 1 - a"; echo "not ok 2 # SKIP b"; echo "ok 3 # SKIP c"'
expects "skipped tests count neither way" 0 "3 passed, 0 failed"

new_tree
suite slow 'echo 1..1; sleep 60; echo "ok 1 - a"'
TEST_SECONDS=1 expects "a suite that does not end" 1 "0 passed, 3 failed"

new_tree
echo '#include "bdd/bdd.h"' >"$tree/tests/room/test_unbuilt.c"
expects "a program that was not built" 1 "0 passed, 3 failed"

new_tree
echo "$good" >"$tree/tests/room/test_script.sh"
expects "a script" 0 "2 passed, 0 failed"

check "a script that stops half-way fails" equal "" "$(bash -c "source '$root/tests/check.sh'; exit 0")"
finish
