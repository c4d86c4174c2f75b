#!/usr/bin/env bash
# Files for editors: they know all words that the front ends know, their JSON and their patterns are well-formed, and
# vim shows words as what they are.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

smv_words() {
    sed -n '/^static const struct smv_word words/,/^};/s/^ *{"\([A-Za-z_0-9]*\)", SMV_TOKEN.*/\1/p' src/smv/words.c
    # those that are words only where they make sense
    sed -n 's/.*at_name(p, "\([A-Z]*\)").*/\1/p' src/smv/parse_annotations.c
}

murphi_words() {
    sed -n 's/^MURPHI_TOKEN([A-Z_]*, "\([a-z]*\)")$/\1/p' src/murphi/tokens.inc.h
    grep -oh 'mu_\(at_word\|word_is\)([a-z>-]*, "[a-z]*")' src/murphi/*.c | sed 's/.*"\(.*\)".*/\1/'
    sed -n '/^} properties\[\] = {/,/^};/p' src/murphi/parse_rule.c | grep -o '"[a-z]*"' | tr -d '"'
}

in_vim() { # LANGUAGE WORD: as a keyword, or at the start of a region
    grep -Eq "^syntax (keyword|region) .*[ (|]$2([ )|\\]|\$)" "editors/vim/syntax/$1.vim"
}

in_grammar() { # LANGUAGE WORD
    grep -Eq "[(|]$2[|)]" "editors/vscode/syntaxes/$1.tmLanguage.json"
}

for language in smv murphi; do
    words=$(${language}_words | sort -u)
    check "$language has many words" test "$(wc -l <<<"$words")" -ge 60
    for editor in vim grammar; do
        missing=''
        for word in $words; do
            in_$editor $language "$word" || missing+=" $word"
        done
        check "... which are all known to the $editor file" equal "" "$missing"
        check_not "... and others are not" in_$editor $language hippopotamus
    done
done
for word in SYMMETRY HINT MODULE whilenot; do check "SMV has the word $word" grep -qx $word <(smv_words); done
for word in symmetry hint ring ctl ltl ctlstar fair justice ruleset; do check "Murphi has the word $word" grep -qx $word <(murphi_words); done

# ---- JSON -----------------------------------------------------------------------------------------------------------

if command -v jq >/dev/null; then
    for file in editors/vscode/*.json editors/vscode/syntaxes/*.json; do
        check "$file is well-formed" jq -e type "$file"
    done
    # shellcheck disable=SC2046 # a word for each file
    check "all files that the extension names are there" ls -- $(cd editors/vscode &&
        jq -r '.contributes | (.languages[].configuration, .grammars[].path)' package.json | sed 's#^\.#editors/vscode#')
    check "the version is the program's" equal "$(sed -n 's/^#define COSET_VERSION "\(.*\)"/\1/p' src/api/coset.h)" \
        "$(jq -r .version editors/vscode/package.json)"
    for language in smv murphi; do
        broken=''
        while IFS= read -r pattern; do
            grep -P -- "$pattern" /dev/null >/dev/null 2>&1
            [[ $? -le 1 ]] || broken+=" $pattern"
        done < <(jq -r '.. | objects | (.match, .begin, .end) // empty' "editors/vscode/syntaxes/$language.tmLanguage.json")
        check "$language: all patterns can be used" equal "" "$broken"
    done
    # matched LANGUAGE SCOPE TEXT: what of a text has a scope
    matched() {
        grep -oP -- "$(jq -r --arg scope "$2" '.patterns[] | select(.name == $scope) | .match' \
            "editors/vscode/syntaxes/$1.tmLanguage.json")" <<<"$3" | tr '\n' ' '
    }
    check "SYMMETRY is found" equal "SYMMETRY " "$(matched smv keyword.other.stated.smv 'SYMMETRY (p1 p2); MY_HINT')"
    check "numbers of SMV are found" equal "0 0ud4_9 12 " "$(matched smv constant.numeric.smv 'x in {0, 0ud4_9, 12, x1}')"
    check "words of Murphi in any case" equal "RuleSet rule " \
        "$(matched murphi keyword.other.rule.murphi 'RuleSet p: Proc do rule rules')"
else
    skip "files of JSON are well-formed" "there is no jq"
fi

# ---- vim ------------------------------------------------------------------------------------------------------------

# shown FILE LINE WORD...: by what group vim shows the first of each word in a line
shown() {
    local file=$1 line=$2 word script=$scratch/script.vim
    shift 2
    {
        echo "set nocompatible nomodeline viminfo= runtimepath=$root/editors/vim,\$VIMRUNTIME"
        echo 'filetype plugin on'
        echo 'syntax on'
        echo "edit $file"
        echo "let shown = [&filetype]"
        for word; do
            echo "let shown += [synIDattr(synID($line, match(getline($line), '\\<$word\\>') + 1, 1), 'name')]"
        done
        echo "call writefile([join(shown)], '$scratch/shown')"
        echo 'qall!'
    } >"$script"
    rm -f "$scratch/shown"
    TERM=dumb timeout -k 10 $patience vim -es -u NONE -S "$script" </dev/null >"$scratch/vim.log" 2>&1
    cat "$scratch/shown" 2>/dev/null || cat "$scratch/vim.log"
}

if command -v vim >/dev/null && vim --version | grep -q '+syntax'; then
    printf '%s\n' 'MODULE main' 'VAR p1 : boolean; next-one : 0..3; -- TRUE' 'SYMMETRY (p1 p2);' 'HINT case p1 : TRUE; esac;' \
        'SPEC AG (p1 -> AF next(p1))' >"$scratch/a.smv"
    printf '%s\n' 'type Proc: scalarset(3); Ring: RING(3);' 'ruleset p: Proc do rule "AG" begin X := p; end; end;' \
        'symmetry (a b);' 'ltl "f" G (p -> F q U r); -- F' 'invariant true;' >"$scratch/b.m"
    check "vim: declarations of SMV" equal "smv smvDeclaration " "$(shown "$scratch/a.smv" 1 MODULE main)"
    check "... types, names with a dash, comments" equal "smv smvType  smvNumber smvComment" \
        "$(shown "$scratch/a.smv" 2 boolean next-one 3 TRUE)"
    check "... symmetries" equal "smv smvStated " "$(shown "$scratch/a.smv" 3 SYMMETRY p1)"
    check "... hints" equal "smv smvStated smvControl smvConstant" "$(shown "$scratch/a.smv" 4 HINT case TRUE)"
    check "... formulas" equal "smv smvTemporal smvFunction" "$(shown "$scratch/a.smv" 5 AF next)"
    check "vim: types of Murphi" equal "murphi murphiType murphiType" "$(shown "$scratch/b.m" 1 scalarset RING)"
    check "... rules, strings, and names that are words of formulas" equal "murphi murphiRule murphiString " \
        "$(shown "$scratch/b.m" 2 ruleset AG X)"
    check "... symmetries" equal "murphi murphiStated" "$(shown "$scratch/b.m" 3 symmetry)"
    check "... formulas" equal "murphi murphiRule murphiTemporal murphiTemporal" "$(shown "$scratch/b.m" 4 ltl G U)"
    check "... which end" equal "murphi murphiRule murphiConstant" "$(shown "$scratch/b.m" 5 invariant true)"
    for model in examples/*.m examples/*.smv; do
        [[ $model == *.m ]] && language=murphi || language=smv
        check "vim knows the language of $model" equal "$language" "$(shown "$model" 1)"
    done
    printf '%s\n' '#import <Foundation/Foundation.h>' 'int main(void) { return 0; }' >"$scratch/c.m"
    check "... and that another file is none" equal "objc" "$(shown "$scratch/c.m" 1)"
else
    skip "vim shows words as what they are" "there is no vim with highlighting"
fi
finish
