#!/usr/bin/env bash
# Symmetries and hints that are stated, in files and on the command line: what info tells of them, that it can be read
# back, where mistakes are shown, and that verdicts stay what they are.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

run() {
    output=$("$coset" "$@" 2>"$scratch/errors")
    status=$?
    errors=$(cat "$scratch/errors")
}
stated() { sed -n '/stated symmetr/,$p' <<<"$output"; }
verdicts() { awk '$1 ~ /^[0-9]+$/ && $2 ~ /^(holds|fails|undecided)$/ { printf "%s ", $2 }' <<<"$output"; }

# refused MODEL OPTION TEXT MESSAGE: the first line of the message, and a caret below the text.
refused() {
    run info "$1" "$2" "$3"
    check "$kind: $1 $2 '$3' is refused" equal 2 $status
    check "$kind: ... with its place and reason" equal "$2:$4" "$(head -1 <<<"$errors")"
    check "$kind: ... in the text itself" equal "    $3" "$(sed -n 2p <<<"$errors")"
    check "$kind: ... and a caret" contains "$(sed -n 3p <<<"$errors")" '^'
}

smv=tests/models/smv/stated.smv
murphi=tests/models/murphi/stated.m

for kind in $kinds; do
    coset=$root/build/$kind/coset

    run info --symmetry $smv
    check "$kind: SMV: what is stated is told, with what is known of it" equal "4 stated symmetries
  (a b){turn=0 turn=1}: proved from the model's form
  (a b c){turn=0 turn=1 turn=2}: proved from the model's form
  (a b): not proved from the model's form
  {idle busy}: not proved from the model's form
5 hints
  s != idle IN a
  s != idle IN b
  s != idle IN c
  (HINT & turn = 0)
  a.s = wait" "$(stated)"
    run info --symmetry $murphi
    check "$kind: Murphi: the same" equal "4 stated symmetries
  (Proc_1 Proc_2): proved from the model's form
  (hint[1] hint[2]): proved from the model's form
  {idle busy}: not proved from the model's form
  (hint[1] symmetry): not proved from the model's form
2 hints
  symmetry & exists p: Proc do state[p] = busy end
  hint[1]" "$(stated)"

    run info --symmetry examples/mutex.smv
    check_not "$kind: where nothing is stated, nothing is told of it" contains "$output" 'stated'
    check_not "$kind: ... nor of hints" contains "$output" 'hint'

    # The command line comes behind the file.
    run info --symmetry $smv --generator '(c b){turn=2 turn=1}, (b a) {turn=1 turn=0}' --hint 'a.s = busy' --hint TRUE
    check "$kind: SMV: generators from outside" contains "$output" \
        "  {idle busy}: not proved from the model's form
  (c b){turn=2 turn=1}: proved from the model's form
  (b a){turn=1 turn=0}: the same as (a b){turn=0 turn=1}"
    check "$kind: SMV: hints from outside" contains "$output" "  a.s = wait
  a.s = busy
  TRUE"
    run info --symmetry $murphi --hint 'symmetry' --generator '(Proc_2 Proc_1) -- the same' --hint 'hint[N]'
    check "$kind: Murphi: generators from outside" contains "$output" "  (Proc_2 Proc_1): the same as (Proc_1 Proc_2)"
    check "$kind: Murphi: hints from outside" contains "$output" "  hint[1]
  symmetry
  hint[N]"

    # What is found can be stated.
    for model in examples/*.smv examples/*.m tests/models/symmetry/ring.m tests/models/smv/lang_processes.smv; do
        run info --symmetry "$model"
        mapfile -t found < <(sed -n '/^[0-9]* generator/,/symmetries$/p' <<<"$output" | sed -n 's/^  //p')
        options=()
        for generator in "${found[@]}"; do
            options+=(--generator "$generator")
        done
        run info --symmetry "$model" "${options[@]}"
        check "$kind: $model: what is found is proved when it is stated" equal ${#found[@]} \
            "$(grep -c ": proved from the model's form$" <<<"$output")"
    done

    # Verdicts.
    for model in $smv $murphi examples/mutex.smv; do
        run check --no-trace "$model"
        plain=$(verdicts)
        case $model in
        $smv) options=(--generator '{idle busy}' --hint 'a.s = idle') ;;
        $murphi) options=(--generator '{idle busy}' --hint 'hint[1] & !symmetry' --formula 'AG true') ;;
        *) options=(--generator '(a b)' --hint FALSE) ;;
        esac
        [[ $model == "$murphi" ]] && plain='holds '
        [[ $model == examples/mutex.smv ]] && options=(--hint FALSE)
        run check --no-trace "$model" "${options[@]}"
        check "$kind: $model: verdicts stay as they are" equal "$plain" "$(verdicts)"
    done

    # Mistakes.
    refused $smv --generator '(a d)' '1:4: error: there is no variable "d" in module main'
    refused $smv --generator '(a HINT)' '1:4: error: "a" is an instance of a module, and "HINT" is none'
    refused $smv --generator '(HINT a.s)' \
        '1:7: error: "a.s" is {idle, wait, busy}, and "HINT" is a truth value: they cannot be exchanged'
    refused $smv --generator '(a.s turn)' \
        '1:2: error: "a.s" is a variable of the state, and "turn" is an input: they cannot be exchanged'
    refused $smv --generator '(a b)(a c)' '1:7: error: "a" is in this symmetry twice'
    refused $smv --generator '(a' '1:3: error: expected a name or ")", found the end of the symmetry'
    refused $smv --generator '{idle open}' '1:7: error: no variable has a value "open"'
    refused $smv --generator '{turn=0 turn=3}' '1:9: error: "turn" is 0..2, and 3 is not in it'
    refused $smv --hint 'next(HINT)' '1:1: error: "next" is not allowed here'
    refused $smv --hint 'a.s' '1:1: error: a truth value is expected here, and this is one of {idle, wait, busy}'
    refused $smv --hint 'AG HINT' '1:1: error: "AG" is a temporal operator, which is not allowed here'
    refused $smv --hint 'HINT; VAR x : boolean;' '1:7: error: expected the end, found "VAR"'
    refused $murphi --generator '(hint[1] hint[3])' '1:10: error: "hint[1]" is a variable, and "hint[3]" is none'
    refused $murphi --generator '(Proc_1 symmetry)' \
        '1:9: error: "Proc_1" is an element of Proc, and "symmetry" is none'
    refused $murphi --generator '(Proc_1 Proc_2)(state[Proc_1] state[Proc_2])' \
        '1:2: error: "state[Proc_1]" is moved twice in this symmetry: by "state[Proc_1]", and by "Proc_1"'
    refused $murphi --generator '(state hint)' '1:8: error: there is no "hint[Proc_1]" for "state[Proc_1]" to go to'
    refused $murphi --generator '(nobody symmetry)' '1:2: error: there is no variable "nobody"'
    refused $murphi --generator '{symmetry=0 symmetry=1}' \
        '1:2: error: "symmetry" is a truth value, which has no numbers to move'
    refused $murphi --generator '()' '1:1: error: this cycle moves nothing: it needs two names at least'
    refused $murphi --hint 'nobody' '1:1: error: unknown name "nobody"'
    refused $murphi --hint 'N' '1:1: error: a hint must be boolean; this is integer'
    refused $murphi --hint 'true; invariant false' '1:7: error: expected the end, found "invariant"'
    refused $murphi --generator '(hint[1] hint[2]); hint true' '1:20: error: expected the end, found "hint"'

    # In a file, the place is the file's.
    printf 'MODULE main\nVAR a : boolean; b : 0..1;\nSYMMETRY (a b);\n' >"$scratch/wrong.smv"
    run check "$scratch/wrong.smv"
    check "$kind: a wrong symmetry in a file" equal "$scratch/wrong.smv:3:11: error: \"a\" is a truth value, and \"b\" is 0..1: they cannot be exchanged
    SYMMETRY (a b);
              ^" "$errors"
    printf 'var a: boolean; b: 0..1;\nstartstate end;\nhint b;\nsymmetry (a b);\n' >"$scratch/wrong.m"
    run check "$scratch/wrong.m"
    check "$kind: a wrong hint in a file" contains "$errors" "$scratch/wrong.m:3:6: error: a hint must be boolean; this is 0..1"
done
finish
