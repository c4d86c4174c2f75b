#!/usr/bin/env bash
# The Python package, from its folder and, where pip is there, installed without a network.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

library=$root/build/pic/libcoset.so
if ! type -P python3 >/dev/null || [[ ! -e $library ]]; then
    skip "the Python package" "there is no python3, or no build/pic/libcoset.so: make test-python"
    finish
fi
export PYTHONPATH=$root/python COSET_LIBRARY=$library PYTHONDONTWRITEBYTECODE=1
check "the package does what its tests say" python3 -W error tests/api/python_package.py
output=$(python3 -W error examples/notebook.py examples 2>&1)
check "the notebook runs" equal 0 $?
check "... a counterexample with its witness" contains "$output" "violated for p = Proc_5, q = Proc_1"
check "... its rules" contains "$output" "begin to write (p: Proc_5)"
check "... a family" contains "$output" "fails for [5, 6, 7, 8]"
check "... a proof for every size" contains "$output" "mutex.m, for every N: holds - proved by"
check "... a simulation" contains "$output" "5 can begin to write"
check "... an error with its position" contains "$output" 'column 7: unknown name "writers"; did you mean "writer"?'
check "the page on Python shows what is so" python3 -W error -m doctest docs/python.md
if type -P mypy >/dev/null; then
    check "the types are right" mypy --strict --cache-dir "$scratch/mypy" python/coset examples/notebook.py
else
    skip "the types are right" "there is no mypy"
fi
if [[ ${TEST_PIP-} ]]; then
    unset PYTHONPATH COSET_LIBRARY
    check "pip installs it without a network" python3 -m pip install --quiet --no-index --disable-pip-version-check --target "$scratch/installed" "$root"
    check "... and it works there" env -C "$scratch" PYTHONPATH="$scratch/installed" python3 -W error "$root/tests/api/python_package.py" "$root"
    check "... with its types" test -f "$scratch/installed/coset/py.typed"
fi
finish
