#!/usr/bin/env bash
# The demonstration shows what it says.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

output=$(DISPLAY='' WAYLAND_DISPLAY='' tools/demo build/release/coset 2>&1)
check "the demonstration ends well" equal 0 $?
check "... with a counterexample" contains "$output" 'lasso: loop back to state 2'
check "... thousands of components" contains "$output" 'symmetry reduction: counter abstraction'
check "... the sizes of a family that fail" contains "$output" 'fails for N = 5..20'
check "... a proof for every size" contains "$output" 'holds for every N >= 1'
check "... and a page" test -s build/demo.html
cat >"$scratch/coset" <<<'#!/bin/sh
exit 7'
chmod +x "$scratch/coset"
check_not "a program that does something else is seen" tools/demo "$scratch/coset"
finish
