#!/usr/bin/env bash
# The set-up for Neovim that docs/install.md shows, in Neovim, where there is one.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

sed -n '/^```lua$/,/^```$/{/^```/d;p}' docs/install.md >"$scratch/setup.lua"
check "the documents show a set-up" contains "$(<"$scratch/setup.lua")" "cmd = {'coset', 'lsp'}"
kind=${kinds%% *}
if command -v nvim >/dev/null; then
    cp examples/mutex.m "$scratch/mutex.m"
    output=$(PATH=$root/build/$kind:$PATH HOME=$scratch MODEL=$scratch/mutex.m SETUP=$scratch/setup.lua timeout $patience \
        nvim --headless -u NONE -i NONE --cmd "set runtimepath^=editors/vim" -S tests/editors/neovim.lua 2>"$scratch/errors")
    check "the language is known" contains "$output" 'language murphi'
    check "hover" contains "$output" 'variables, '
    check "a property is checked" contains "$output" 'result = "holds"'
    check "... with the verdict in its place" contains "$output" 'title = "holds"'
    check "the server is started once (the language was set twice)" contains "$output" 'clients 1'
    check "an error while typing" contains "$output" 'error unknown name "nothing"'
fi
finish
