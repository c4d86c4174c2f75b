#!/usr/bin/env bash
# The set-up for Emacs that docs/install.md shows, in Emacs with eglot, where there is one.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

sed -n '/^```elisp$/,/^```$/{/^```/d;p}' docs/install.md >"$scratch/setup.el"
check "the documents show a set-up" contains "$(<"$scratch/setup.el")" '("coset" "lsp")'
kind=${kinds%% *}
if emacs --batch --eval "(progn (package-initialize) (require 'eglot))" >/dev/null 2>&1; then
    cp examples/mutex.m "$scratch/mutex.m"
    output=$(PATH=$root/build/$kind:$PATH HOME=$scratch MODEL=$scratch/mutex.m timeout $patience \
        emacs --batch -l "$scratch/setup.el" -l tests/editors/emacs.el 2>&1)
    check "the language is known" contains "$output" 'mode murphi-mode'
    check "hover" contains "$output" 'variables, '
    check "an error while typing" contains "$output" 'unknown name "nothing"'
else
    skip "the set-up" "there is no Emacs with eglot"
fi
finish
