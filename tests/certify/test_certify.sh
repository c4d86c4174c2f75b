#!/usr/bin/env bash
# check --certify: what holds is certified by a second program, and shown as such; limits, and a second program that is
# missing, wrong or slow. A program of that name that only plays a part is put beside a copy of coset.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
mkdir "$scratch/temporary"
export TMPDIR=$scratch/temporary

run() { # the program's output, errors and status
    output=$(timeout 600 "$coset" "$@" 2>"$scratch/errors" </dev/null)
    status=$?
    errors=$(<"$scratch/errors")
}

verdicts() { sed -nE 's/^ *([0-9]+)  (holds|fails|undecided)( \(certified\))? .*/\1 \2/p' <<<"$1"; }

cat >"$scratch/kinds.smv" <<'END'
MODULE main
VAR n : 0..3;
ASSIGN init(n) := 0; next(n) := (n + 1) mod 4;
INVARSPEC NAME small := n < 4;
CTLSPEC NAME back := AG EF n = 0;
LTLSPEC NAME again := G F n = 3;
PSLSPEC NAME steps := always {n = 0; n = 1} |=> n = 2;
INVARSPEC NAME tiny := n < 3;
COMPUTE MAX [n = 0, n = 3];
END

cat >"$scratch/past.m" <<'END'
var n: 0..2;
startstate n := 0; end;
rule n < 2 ==> n := n + 1; end;
ltl "nothing" Z G n = 0;
ltl "once" O X n = 1 | Y F n = 0;
ltl "since" (n = 1 S G F n = 2) & (X n = 0 T F n = 2);
ltl "later" G (n = 1 -> Y F n = 2);
ltl "wrong" !Y F n = 2 -> n = 1;
END

# ---- Text, JSON, page -----------------------------------------------------------------------------------------------

for kind in $kinds; do
    coset=$root/build/$kind/coset
    run check "$scratch/past.m" --certify --deadlock off --no-trace
    check "$kind: the past speaks of the future in the first state only" equal "1 holds (certified)
2 holds (certified)
3 holds (certified)
4 holds
5 fails" "$(sed -nE 's/^([0-9]+)  (holds \(certified\)|holds|fails) .*/\1 \2/p' <<<"$output")"
    check "... or not" contains "$output" 'not certified: the past in it speaks of the future'
    for model in mutex.m lock.m peterson.m counter.smv mutex.smv; do
        run check examples/$model
        plain=$output plain_status=$status
        run check examples/$model --certify
        check "$kind: $model: the verdicts are the same" equal "$(verdicts "$plain")" "$(verdicts "$output")"
        check "... and the status" equal $plain_status $status
        holding=$(grep -cE '^ *[0-9]+  holds ' <<<"$output")
        check "... what holds is certified" equal "$holding" "$(grep -cE '^ *[0-9]+  holds \(certified\)  ' <<<"$output")"
        check "... and summed up" contains "$output" "certified: $holding of $holding that hold"
        check "... there is nothing else to say" equal "" "$errors"
        run check examples/$model --certify --json
        echo "$output" >"$scratch/out.json"
        check "... JSON fits the schema" "build/$kind/tests/report/test_json" "$scratch/out.json" docs/check-output.schema.json
        check "... and has the marks" equal "$holding" "$(grep -c '"verdict": "holds".*"certificate": {"status": "certified", "form": "' <<<"$output")"
        check "... and sums up" contains "$output" "\"certification\": {\"certified\": $holding, \"holding\": $holding, \"writing_seconds\": "
    done

    run check "$scratch/kinds.smv" --certify --html "$scratch/page.html"
    check "$kind: of several kinds: something fails" equal 1 $status
    check "... an invariant is certified" contains "$output" "1  holds (certified)  small: n < 4"
    check "... and CTL" contains "$output" "2  holds (certified)  back: AG (EF n = 0)"
    check "... and LTL" contains "$output" $'3  holds (certified)  again: G ( F n = 3)\n4'
    check "... PSL is not" contains "$output" $'|=> n = 2))\n   not certified: it has operators for which there are no certificates\n5'
    check "... what fails has its counterexample" contains "$output" $'5  fails              tiny: n < 3\n   counterexample of 4 states'
    check "... a number is none to certify" contains "$output" "6  3                  "
    check "... and all is summed up" contains "$output" "certified: 3 of 4 that hold (written in "
    page=$(grep -E '<(tr|div)><' "$scratch/page.html")
    check "... the page has the mark" contains "$page" '<span class="verdict holds">holds (certified)</span>'
    check "... not where it is not" contains "$page" '<span class="verdict holds">holds</span>'
    check "... but why" contains "$page" '<p class="note">not certified: it has operators for which there are no certificates'
    check "... and the sum" contains "$page" '<dt>Certified</dt><dd>3 of 4 that hold (written in '
    run check "$scratch/kinds.smv" --certify --json
    echo "$output" >"$scratch/out.json"
    check "... JSON fits the schema" "build/$kind/tests/report/test_json" "$scratch/out.json" docs/check-output.schema.json
    check "... and says why not" contains "$output" \
        '"certificate": {"status": "not certified", "form": null, "reason": "it has operators for which there are no certificates"}'
    run check "$scratch/kinds.smv" -f 'AG n < 4' --certify
    check "$kind: a formula that is given is certified" contains "$status $output" \
        $'0 7  holds (certified)  AG n < 4\n1 property: '
    run check "$scratch/kinds.smv" -f 'MIN [n = 0, n = 3]' -f 'G F n = 3' -f 'AG n < 3' -p small --certify
    check "... behind a number, with a property of the file" contains "$output" "8  holds (certified)  G ( F n = 3)"
    check "... which is certified, too" contains "$output" "1  holds (certified)  small: n < 4"
    run check examples/mutex.m -f 'AG forall p: Proc do EF place[p] = inside end' --certificate "$scratch/formula"
    output=$("$root/build/$kind/coset-certify" examples/mutex.m "$scratch/formula")
    check "... of a Murphi model, and said to be no property of it" contains "$output" \
        "examples/mutex.m --formula 'AG forall p: Proc do EF place[p] = inside end':"
    check "... with its proof" contains "$output" "4  certified (labels)  AG forall p: Proc do EF place[p] = inside end"
    run check "$scratch/kinds.smv" -f 'AG (EX TRUE | n = 3)' --certificate "$scratch/formula"
    output=$("$root/build/$kind/coset-certify" "$scratch/kinds.smv" "$scratch/formula")
    check "... or plainly true, of any model" contains "$output" "7  certified (valid)  AG (EX TRUE | n = 3)"
    run check "$scratch/kinds.smv" -p tiny --certify
    check "nothing holds: nothing is certified" contains "$status $output" "certified: 0 of 0 that hold"
    run check "$scratch/kinds.smv" -p again --certify -j 2
    check "with several processes" contains "$status $output" "0 3  holds (certified)  again"
done
coset=$root/build/release/coset
certify=$root/build/release/coset-certify
run check "$scratch/kinds.smv" --format nusmv
plain=$output
run check "$scratch/kinds.smv" --format nusmv --certify
check "the text of NuSMV is what it was" equal "$plain" "$output"
printf '#define LAST 2\nMODULE main VAR n : 0 .. LAST; INVARSPEC n <= LAST\n' >"$scratch/macros.smv"
run check "$scratch/macros.smv" --cpp --certify
check "a model with macros" contains "$status $output" "0 1  holds (certified)"
cp examples/mutex.m "$scratch/-x.m"
output=$(cd "$scratch" && "$coset" check --certify -- -x.m 2>&1)
check "a model whose name begins like an option" contains "$output" "certified: 3 of 3"
run check examples/mutex.m --family N=1..3 --certificate "$scratch/family"
check "certificates of families go into a file for each size" equal "0 family.1 family.2 family.3" "$status $(cd "$scratch" && echo family.*)"
for size in 1 2 3; do
    said=$("$certify" examples/mutex.m "$scratch/family.$size")
    check "... N = $size" contains "$said" "examples/mutex.m -D N=$size:"
    check "... is certified" contains "$said" "3 of 3 properties certified"
done
run check examples/mutex.m --family N=1..3 --certificate "$scratch/nowhere/family"
check "... or says that it cannot" contains "$status $errors" "nowhere/family"
run check examples/mutex.m --family N=1..3 --certificate "$scratch/family" --certificate-format aiger --aiger-model "$scratch/m"
check "... which circuits do not" equal "2 " "$status $output"

# ---- Files ----------------------------------------------------------------------------------------------------------

check "temporary files are gone" equal "" "$(ls -A "$TMPDIR")"
run check examples/mutex.m --certify --certificate "$scratch/mutex"
check "the certificate is kept where one is asked for" contains "$status $output" "certified: 3 of 3"
check "... and certifies" contains "$("$certify" examples/mutex.m "$scratch/mutex")" "3 of 3 properties certified"
TMPDIR=$scratch/nowhere run check examples/mutex.m --certify
check "no place for a temporary file" equal 2 $status
check "... the verdicts are shown" contains "$output" $'no deadlock\n   not certified: the certificate could not be written'
check "... and what to do" contains "$errors" "TMPDIR names another folder"

# ---- The second program by itself -----------------------------------------------------------------------------------

output=$("$certify" --json examples/mutex.m "$scratch/mutex")
check "coset-certify --json" equal 0 $?
echo "$output" >"$scratch/out.json"
check "... fits its schema" build/release/tests/report/test_json "$scratch/out.json" docs/certify-output.schema.json
output=$("$certify" --json examples/mutex.m "$scratch/family.2")
check "... and says how the model was read" contains "$output" '"options": "-D N=2"'
output=$("$certify" --json examples/mutex.m "$scratch/mutex")
check "... and says the form" contains "$output" '"status": "certified", "form": "labels", "reason": null'
"$coset" check "$scratch/kinds.smv" --certificate "$scratch/some" >/dev/null
output=$("$certify" --json "$scratch/kinds.smv" "$scratch/some")
check "what is not certified: status 3" equal 3 $?
echo "$output" >"$scratch/out.json"
check "... fits its schema" build/release/tests/report/test_json "$scratch/out.json" docs/certify-output.schema.json
refused() { # STATUS TEXT ARGUMENT...
    local expected=$1 text=$2 output status
    shift 2
    output=$("$certify" "$@" 2>&1)
    status=$?
    equal "$expected" $status && contains "$output" "$text"
}
check "of another model" refused 2 "it is a certificate of another model" examples/lock.m "$scratch/mutex"
head -c 300 "$scratch/mutex" >"$scratch/short"
check "cut off" refused 2 "coset-certify: error: " examples/mutex.m "$scratch/short"
{ head -c 300 "$scratch/mutex"; printf '\377\377'; tail -c +303 "$scratch/mutex"; } >"$scratch/damaged"
check "damaged" refused 2 "coset-certify: error: " examples/mutex.m "$scratch/damaged"
check "none" refused 2 'cannot read "' examples/mutex.m "$scratch/none"
check "too few operands" refused 2 "expected a model and a certificate, got 1 operand (see: coset-certify --help)" examples/mutex.m
check "an option that is none" refused 2 '(see: coset-certify --help)' --jsen examples/mutex.m "$scratch/mutex"
check "too little memory" refused 3 "out of memory" -m 1k examples/mutex.m "$scratch/mutex"
check "too little time" refused 3 "not certified  no deadlock: out of time" -t 0.000001 examples/mutex.m "$scratch/mutex"
check "the version is that of coset" equal "coset-certify $("$coset" version | cut -d ' ' -f 2)" "$("$certify" --version)"
options=$("$certify" --help | sed -nE 's/^ +(-([a-zA-Z]), )?--([a-z-]*).*/\3 \2/p' | tr -s ' \n' ' ')
manual=$(sed 's/\\-/-/g; s/\\f[BIRP]//g' packaging/coset-certify.1)
known=$(
    # shellcheck disable=SC1091
    source packaging/coset-certify.bash
    COMP_WORDS=(coset-certify -) COMP_CWORD=1
    _coset_certify
    echo " ${COMPREPLY[*]} "
)
check "it has options" contains " $options" " memory-limit m "
for option in $options; do
    dashes=-$([[ ${#option} -gt 1 ]] && echo -)
    check "its manual page has $dashes$option" grep -qE -- "^(.*, )?$dashes$option(,|=|\$)" <<<"$manual"
    check "... and its completion" contains "$known" " $dashes$option "
done

# ---- Families -------------------------------------------------------------------------------------------------------

family=(tests/models/families/servers.m --family N=1..3 --family M=1..2 --no-trace)
run check "${family[@]}" --certify --certificate "$scratch/servers" --html "$scratch/family.html"
check "each size of a family is certified" contains "$status $output" "1 1  holds for N = 1..3, M = 1..2 (certified)  one server each"
check "... also where it fails in others" contains "$output" $'\n   holds (certified) for (N, M) = (2, 1), (3, 1), (3, 2)\n'
check "... and all is summed up" contains "$output" "certified: 21 of 21 that hold (written in "
check "... each has a file" "$certify" tests/models/families/servers.m "$scratch/servers.3.2"
check "... the page has the sizes" contains "$(<"$scratch/family.html")" '<span class="in-size holds">holds (certified)</span>'
run check "${family[@]}" --certify --json
echo "$output" >"$scratch/out.json"
check "... in JSON" contains "$output" '"certified_sizes": [1, 2, 3, 4, 5, 6]'
check "... which fits the schema" build/release/tests/report/test_json "$scratch/out.json" docs/check-output.schema.json
run check "${family[@]}" --certify -t 0.000001
check "out of time: nothing is certified" contains "$status $output" "certified: 0 of 0 that hold"
run check examples/mutex.m --family N=1.. --certify
check "every size has another judge" contains "$status $errors" "2 coset: error: --certify needs a largest size"

# ---- Nets -----------------------------------------------------------------------------------------------------------

net=(examples/garage.pnml --no-trace -f 'AG (lifts + working = 2)' -f 'AF done = 4' -f 'G (working <= 2)' -f 'AF done = 5')
run check "${net[@]}" --certify --certificate "$scratch/net"
check "what holds in a net is certified" contains "$status $output" "1 2  holds (certified)  AG (lifts + working = 2)"
check "... also formulas about paths" contains "$output" $'3  holds (certified)  AF done = 4\n4  holds (certified)  G (working <= 2)\n5  fails '
sed 's/ben/bex/g' examples/garage.pnml >"$scratch/other.pnml"
check "... the certificate is that of this net" refused 2 "a certificate of another model" "$scratch/other.pnml" "$scratch/net"
check "... and of its formulas" refused 2 "this formula is none" tests/models/pnml/ring.pnml "$scratch/net"
"$coset" check tests/models/pnml/ring.pnml --certificate "$scratch/ring" >/dev/null
check "... that of a ring of colours" equal "1 of 1 properties certified" "$("$certify" tests/models/pnml/ring.pnml "$scratch/ring" | tail -1)"

# ---- A second program that plays a part -----------------------------------------------------------------------------

mkdir "$scratch/bin"
cp "$coset" "$scratch/bin/coset"
coset=$scratch/bin/coset
PATH=/usr/bin:/bin run check examples/mutex.m --certify
check "without coset-certify, nothing is checked" equal "2 " "$status $output"
check "... and that is said" contains "$errors" "--certify needs the program coset-certify, which is neither beside coset nor in PATH"
PATH=/usr/bin:/bin:$root/build/release run check examples/mutex.m --certify
check "it is found in PATH" contains "$status $output" "certified: 3 of 3"

play() { # TEXT: what the program does; beside a real one in PATH, it is taken
    printf '#!/bin/bash\n%s\n' "$1" >"$scratch/bin/coset-certify"
    chmod +x "$scratch/bin/coset-certify"
}
entry() { # NUMBER FORMULA STATUS
    printf '{"index": %s, "name": null, "formula": "%s", "status": "%s", "form": null, "reason": "in state 7"}' "$@"
}
model=$scratch/kinds.smv
play "echo '{\"properties\": [$(entry 1 'n < 4' refuted)]}'; exit 1"
run check "$model" -p small -p back --certify --checkpoint "$scratch/saved"
check "what is refuted is undecided" contains "$status $output" \
    "3 1  undecided          small: n < 4 (internal error: the certificate is refuted: in state 7)"
check "... loudly" contains "$errors" "coset: error: property 1: internal error: the certificate is refuted: in state 7"
check "... what is not told of is not certified" contains "$output" $'2  holds              back: AG (EF n = 0)\n   not certified'
check "... and nothing is certified" contains "$output" "certified: 0 of 2 that hold"
run check "$model" -p small --certify --json
echo "$output" >"$scratch/out.json"
check "... in JSON" contains "$status $output" '"certificate": {"status": "refuted", "form": null, "reason": "in state 7"}'
check "... which fits the schema" build/release/tests/report/test_json "$scratch/out.json" docs/check-output.schema.json
run check "$model" -p small --certify --format nusmv
check "... in the words of NuSMV" contains "$status $output" "3 -- invariant n < 4  is undecided"
play "echo '{\"properties\": [$(entry 1 'n < 5' certified)]}'"
run check "$model" -p small --certify
check "an answer about another property is not believed" contains "$status $output" \
    $'2 1  holds              small: n < 4\n   not certified: the answer of coset-certify is not understood'
check "... which is an error" contains "$errors" "coset: error: the certificate is not checked: the answer of coset-certify is not understood"
for part in 'echo hello' 'exit 0' 'echo "{"; exit 1' 'echo "[]"' 'echo "{\"properties\": 1}"' 'echo nothing >&2; exit 2' 'kill -SEGV $$' 'exit 77'; do
    play "$part"
    run check "$model" -p small --certify
    check "no answer ($part): status 2" equal 2 $status
    check "... it is not certified" contains "$output" $'1  holds              small: n < 4\n   not certified: '
    check "... which is an error" contains "$errors" "error: the certificate is not checked: "
done


cat >"$scratch/sizes.m" <<'END'
Const N: 2;
Var x: 0..2;
Startstate x := 0; Endstartstate;
Rule "up" x < N ==> x := x + 1; Endrule;
Rule "down" x > 0 ==> x := x - 1; Endrule;
Invariant "p" x < 3;
END
formula=$("$coset" check "$scratch/sizes.m" -p 1 --json | sed -nE 's/.*"formula": "([^"]*)".*/\1/p')
play "if grep -aq 'N=2' \"\${@: -1}\"; then echo '{\"properties\": [$(entry 1 "$formula" refuted)]}'; exit 1; fi; exec '$root/build/release/coset-certify' \"\$@\""
run check "$scratch/sizes.m" -p 1 --family N=1..2 --certify
check "what is refuted in one size is undecided there" contains "$status $output" \
    "3 1  undecided for N = 2  p: $formula (internal error: the certificate is refuted: in state 7)"
check "... loudly" contains "$errors" "coset: error: property 1, N = 2: internal error: the certificate is refuted: in state 7"
check "... and the other size is certified" contains "$output" "   holds (certified) for N = 1"

# ---- Limits ---------------------------------------------------------------------------------------------------------

play 'exit 3'
run check "$model" -p small --certify
check "out of memory: the verdict stays" contains "$status $output" $'0 1  holds              small: n < 4\n   not certified: out of memory\n'
play "echo \"\$@\" >'$scratch/arguments'; exit 3"
run check "$model" -p small --certify -m 100M
limit=$(grep -oE -- '--memory-limit [0-9]+' "$scratch/arguments" | cut -d ' ' -f 2)
check "it gets what is left of the memory" test "$limit" -gt 10000000 -a "$limit" -lt $((100 << 20))
run check "$model" -p small --certify -m 0
check "... without a limit none" contains "$(<"$scratch/arguments")" "--memory-limit 0 "
check "... nor one of time" contains "$(<"$scratch/arguments")" "--time-limit 0.000 "
run check "$model" -p small --certify -t 1000
limit=$(grep -oE -- '--time-limit [0-9]+' "$scratch/arguments" | cut -d ' ' -f 2)
check "... and of the time" test "$limit" -gt 500 -a "$limit" -lt 1000
play 'while :; do :; done'
run check "$model" -p small --certify -t 1
check "out of time: the verdict stays" contains "$status $output" $'0 1  holds              small: n < 4\n   not certified: out of time\n'
cat >"$scratch/fair.m" <<'END'
type P: scalarset(3);
var at: array [P] of enum {out, waiting, inside};
ruleset p: P; q: P do
  rule "wait for" p != q & at[p] = out & at[q] != inside ==> begin at[p] := waiting; end;
  strongly fair rule "enter before" p != q & at[p] = waiting & at[q] != inside ==> begin at[p] := inside; end;
end;
ruleset p: P do rule "leave" at[p] = inside ==> begin at[p] := out; end; end;
startstate for p: P do at[p] := out; end; end;
ltl "x" forall p: P do G (at[p] = waiting -> F at[p] = inside) & G (at[p] = out -> F (at[p] = waiting & F at[p] = inside)
  | G F at[p] = out) & G (at[p] = inside -> F at[p] = out | G F at[p] = inside)
  & (G F at[p] = waiting -> G F at[p] = inside) end;
END
TIMEFORMAT=%U # seconds of the processor, of which the whole product takes more than two
{ time run check "$scratch/fair.m" -p x --certify -t 0.3 --no-trace; } 2>"$scratch/seconds"
check "out of time while the product is made: the verdict stays" contains "$status $output" 'not certified: out of time'
check "... and it ends soon" test "$(tail -n 1 "$scratch/seconds" | tr -d .)" -lt 1000
run check examples/lock.m -D N=3000 --certify -t 1 --no-trace
check "out of time while the certificate is made: verdicts stay" contains "$status $output" $'no deadlock\n   not certified: out of time\n'
check "... also what fails" contains "$status $output" "1 1  fails              who writes is alone"
play "echo \$\$ >'$scratch/pid'; exec sleep 1000"
is_asleep() { [[ -s $scratch/pid && $(readlink "/proc/$(<"$scratch/pid")/exe") == */sleep ]]; }
is_no_more() { ! kill -0 "$(<"$scratch/pid")" 2>/dev/null; }
rm -f "$scratch/pid"
interrupt_when is_asleep -- "$coset" check "$model" -p small --certify
check "Ctrl-C: the verdict stays" equal 0 $?
check "... and is shown" contains "$(<"$scratch/out")" $'1  holds              small: n < 4\n   not certified: interrupted\n'
check "... the second program is gone" is_no_more
for signal in TERM KILL; do
    rm -f "$scratch/pid"
    launch "$coset" check "$model" -p small --certify
    wait_until is_gone_or is_asleep
    kill -$signal $launched
    ended
    check "SIG$signal: the second program is gone, too" wait_until is_no_more
done
rm -f "$scratch/pid"
mkfifo "$scratch/pipe"
"$coset" check "$model" -p small --certify >"$scratch/pipe" 2>"$scratch/errors" &
launched=$!
exec 9<"$scratch/pipe"
wait_until is_gone_or is_asleep
exec 9<&-
ended
check "a closed pipe ends the program" equal $((128 + 13)) $?
check "... and the second one" is_no_more
check "... without a word" equal "" "$(<"$scratch/errors")"
check "temporary files are gone" equal "" "$(ls -A "$TMPDIR")"
finish
