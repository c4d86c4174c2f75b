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
if [[ ${TEST_PIP-} ]]; then
    unset PYTHONPATH COSET_LIBRARY
    check "pip installs it without a network" python3 -m pip install --quiet --no-index --disable-pip-version-check --target "$scratch/installed" "$root"
    check "... and it works there" env -C "$scratch" PYTHONPATH="$scratch/installed" python3 -c "import coset; assert coset.Model(text='MODULE main VAR x: boolean; SPEC EF x', language='smv').check(1)"
fi
finish
