#!/usr/bin/env bash
# The manual page and the completion for bash say what the option tables say: they are compared with the help of each
# command. Completion is tried as bash would do it.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
coset=$root/build/release/coset

commands=$("$coset" help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
check "the help names commands" contains "$commands" check

# Long options of a command, as its help shows them: --name or --[no-]name.
options_of() {
    "$coset" help "$1" | sed -n 's/^ \{2,6\}\(-[a-zA-Z], \)\?--\(\[no-\]\)\?\([a-z-]*\).*/\3/p'
}
letters_of() {
    "$coset" help "$1" | sed -n 's/^  -\([a-zA-Z]\), --.*/\1/p'
}

# ---- The manual page ------------------------------------------------------------------------------------------------

"$coset" help --man >"$scratch/coset.1"
check "the manual page is written" test -s "$scratch/coset.1"
# Without the marks of troff, it has for each command a section with its options; common ones are in one of their own.
plain=$(sed 's/\\-/-/g; s/\\f[BIRP]//g' "$scratch/coset.1")
section() { awk -v from="$1" '/^\.S[SH] / { on = index($0, from) } on' <<<"$plain"; }
common=$(section "OPTIONS OF ALL COMMANDS")
for command in $commands; do
    [[ $command == help || $command == version ]] && continue
    text=$(section "\"coset $command ")
    check "the manual page has a section on $command" contains "$text" "coset $command"
    missing='' count=0
    for option in $(options_of "$command"); do
        count=$((count + 1))
        grep -Eq -- "^(-[a-zA-Z], )?--(\[no-\])?$option(=|\$)" <<<"$text"$'\n'"$common" || missing+=" --$option"
    done
    check "... with all its options" equal "" "$missing"
    check "... of which there are some" test "$count" -ge 5
done
check "the manual page tells the exit status" contains "$(section 'EXIT STATUS')" "some property fails"
check "... and the version" contains "$plain" "$("$coset" version)"
if command -v groff >/dev/null; then
    check "groff has nothing to warn of" equal "" "$(groff -man -ww -z "$scratch/coset.1" 2>&1)"
    check "... and no hyphens where dashes are meant" contains \
        "$(groff -man -Tascii "$scratch/coset.1" 2>/dev/null | sed 's/\x1b\[[0-9;]*m//g; s/.\x08//g')" "--verify-generators=WHEN"
else
    skip "groff has nothing to warn of" "there is no groff"
fi
if command -v mandoc >/dev/null; then
    check "mandoc has nothing to warn of" mandoc -W warning "$scratch/coset.1"
else
    skip "mandoc has nothing to warn of" "there is no mandoc"
fi
released=$(sed -n 's/^ -- .*  \(.*\)/\1/p' packaging/debian/changelog | head -1)
check "the manual page has the date of the release" contains "$(head -2 "$scratch/coset.1")" "$(date -u -d "$released" +%F)"

# ---- Completion -----------------------------------------------------------------------------------------------------

"$coset" help --bash-completion >"$scratch/completion"
check "the completion is a script" bash -n "$scratch/completion"
mkdir "$scratch/files" "$scratch/files/folder"
touch "$scratch/files/"{one.smv,two.m,trace.json,notes.txt,"a name.smv"}

# complete WORD...: what the last of the words may become, sorted, in one line; run where the files are.
complete_words() {
    (
        cd "$scratch/files" || exit 2
        # shellcheck disable=SC1091 # written above
        source "$scratch/completion"
        COMP_WORDS=(coset "$@")
        COMP_CWORD=$#
        COMPREPLY=()
        _coset
        printf '%s\n' "${COMPREPLY[@]}" | LC_ALL=C sort | tr '\n' ' ' | sed 's/^ *//; s/ *$//'
    )
}

check "commands are completed" equal "check" "$(complete_words ch)"
check "... all of them, and models" equal "$(printf '%s\n' "$commands" "a name.smv" folder one.smv two.m | LC_ALL=C sort |
    tr '\n' ' ' | sed 's/ $//')" "$(complete_words '')"
check "what is behind a model is for check" equal "--verbose --verify-generators" "$(complete_words one.smv --ver)"
check "... and what is before it" equal "--verbose --verify-generators" "$(complete_words --ver)"
check "... for help" equal "simulate" "$(complete_words help si)"
for command in $commands; do
    [[ $command == help || $command == version ]] && continue
    known=" $(complete_words "$command" -) " missing=''
    for option in $(options_of "$command"); do
        [[ $known == *" --$option "* ]] || missing+=" --$option"
    done
    for letter in $(letters_of "$command"); do
        [[ $known == *" -$letter "* ]] || missing+=" -$letter"
    done
    check "options of $command are completed" equal "" "$missing"
done
check "options by their beginning" equal "--verbose --verify-generators" "$(complete_words check --ver)"
check "flags that are on can be taken back" equal "--no-vacuity" "$(complete_words check --no-v)"
check "choices behind an option" equal "sat symbolic" "$(complete_words check --engine s)"
check "... behind an equals sign" equal "sat symbolic" "$(complete_words check --engine = s)"
check "... of which nothing is written" equal "auto bmc explicit ic3 induction sat symbolic" "$(complete_words check --engine =)"
check "... behind a letter" equal "quotient" "$(complete_words draw -w q)"
check "... as many as the help has" equal "$("$coset" help check | tr -s ' \n' ' ' |
    sed 's/.*states of their orbits (\([^);]*\)[;)].*/\1/; s/ or / /; s/,//g' | tr ' ' '\n' | LC_ALL=C sort | tr '\n' ' ' |
    sed 's/ $//')" "$(complete_words check --symmetry '')"
check "a value that nobody knows" equal "" "$(complete_words check --time-limit '')"
check "a flag has no value: a model follows" equal "one.smv" "$(complete_words check --states o)"
check "models" equal "a name.smv folder one.smv two.m" "$(complete_words check '')"
check "... and stored traces where they are read" equal "a name.smv folder one.smv trace.json two.m" "$(complete_words replay one.smv '')"
check "any file for an option that takes one" equal "a name.smv folder notes.txt one.smv trace.json two.m" \
    "$(complete_words check --order '')"
check "nothing for a command that takes nothing" equal "" "$(complete_words demo '')"
check "nothing for a command that is none" equal "" "$(complete_words nonsense '')"
check "bash knows the function" contains "$(bash -c "source '$scratch/completion'; complete -p coset")" "-F _coset coset"
if command -v shellcheck >/dev/null; then
    check "shellcheck has nothing to say" shellcheck "$scratch/completion"
fi

# zsh and fish, asked themselves where they are there.
"$coset" help --zsh-completion >"$scratch/files/_coset"
"$coset" help --fish-completion >"$scratch/coset.fish"
for command in $commands; do
    [[ $command == help || $command == version ]] && continue
    zsh_part=$(sed -n "/^    $command)/,/;;/p" "$scratch/files/_coset")
    fish_part=$(grep -F "__coset_is $command'" "$scratch/coset.fish")
    missing=''
    for option in $(options_of "$command"); do
        grep -Eq -- "--$option[]}=['[]" <<<"$zsh_part" || missing+=" zsh:--$option"
        grep -Eq -- " -l $option( |\$)" <<<"$fish_part" || missing+=" fish:--$option"
    done
    check "options of $command are there for zsh and fish" equal "" "$missing"
done
if command -v zsh >/dev/null; then
    check "the completion for zsh is a script" zsh -n "$scratch/files/_coset"
    # What its helpers are asked for: zsh_asks WORD...
    zsh_asks() {
        # shellcheck disable=SC2016 # for zsh
        zsh -f -c '_arguments() { print -r -- "$words :" "$@"; }; _alternative() { print -r -- "$@"; }; words=(coset "${@:2}")
            CURRENT=$#; source "$1"' zsh "$scratch/files/_coset" "$@"
    }
    check "zsh offers commands and models" contains "$(zsh_asks ch)" "commands:command:_coset_commands models:model"
    check "... options of a command" contains "$(zsh_asks check --en)" "check --en : -s -S"
    check "... with choices" contains "$(zsh_asks check --en)" ":ENGINE:(auto symbolic explicit bmc induction ic3 sat)"
    check "... those of check behind a model" contains "$(zsh_asks one.smv --ht)" "*--html=[also write a report"
    check "... and traces where they are read" contains "$(zsh_asks replay '')" "*:model or traces:"
fi
if command -v fish >/dev/null; then
    fish_words() {
        (cd "$scratch/files" && HOME=$scratch fish --no-config -c "source '$scratch/coset.fish'; complete -C '$1'" 2>&1 |
            cut -f 1 | LC_ALL=C sort | tr '\n' ' ' | sed 's/ $//')
    }
    check "fish knows commands" equal "check" "$(fish_words 'coset che')"
    check "... options" equal "--verbose --verify-generators" "$(fish_words 'coset check --ver')"
    check "... and choices" equal "sat symbolic" "$(fish_words 'coset check --engine s')"
    check "... models" equal "one.smv" "$(fish_words 'coset check o')"
    check "... stored traces where they are read" equal "trace.json" "$(fish_words 'coset replay tr')"
    check "... and options behind a model" equal "--html" "$(fish_words 'coset one.smv --ht')"
fi
finish
