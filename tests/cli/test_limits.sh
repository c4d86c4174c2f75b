#!/usr/bin/env bash
# Limits hold, and what is known when one is reached is told: verdicts, reasons, exit status.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
coset=$root/build/release/coset

run() { # the program's output, errors and status
    output=$("$coset" "$@" 2>"$scratch/errors")
    status=$?
    errors=$(<"$scratch/errors")
}

# ---- A failure that was lost: found in no time, but undecided when its counterexample could not be built ------------

cat >"$scratch/dead.m" <<'END'
const N: 4000;
type P: scalarset(N);
var s: array [P] of boolean; stuck: boolean; n: 0..3;
startstate begin stuck := false; n := 0; for p: P do s[p] := false; end; end;
ruleset p: P do
  rule "stop" !stuck & n = 3 ==> begin s[p] := true; stuck := true; end;
  rule "on" !stuck & n < 3 & forall q: P do q = p | !s[q] end ==> begin s[p] := false; n := n + 1; end;
end;
END
# Counters are few, but the counterexample is about so many components that only the model of all can judge it.
cat >"$scratch/many.m" <<'END'
const N: 4000;
type P: scalarset(N);
var s, t: array [P] of boolean; n: 0..250;
startstate begin n := 0; for p: P do s[p] := false; t[p] := false; end; end;
ruleset p: P do
  rule "on" n < 250 & !s[p] & forall q: P do q = p | !t[q] end ==> begin s[p] := true; n := n + 1; end;
end;
invariant n < 250;
END
large=("$scratch/many.m" --deadlock off)
unbuilt='(counterexample not built: out of'
run check "${large[@]}" --no-trace
check "a failure is found without its counterexample" contains "$status $output" "1 1  fails "
for options in '-t 2' '-m 60M' '-m 60M -j 2' '-m 60M --symmetry counters'; do
    # shellcheck disable=SC2086 # options are words
    run check "${large[@]}" $options --html "$scratch/page.html"
    check "$options: it stays one" contains "$status $output" "1 1  fails "
    check "... and says why" contains "$output" "$unbuilt"
    check "... also in the page" contains "$(<"$scratch/page.html")" 'counterexample not built: out of'
    check "... and sums up" contains "$output" "1 property: 0 hold, 1 fails, 0 undecided"
done
run check "${large[@]}" -m 60M --json
check "... in JSON" contains "$status $output" '"verdict": "fails", "reason": null, '
check "... with its reason" contains "$status $output" '"trace_missing": "out of memory", "trace": null'
run check "${large[@]}" -m 60M --format nusmv
check "... in the words of NuSMV" contains "$output" $' is false\n-- counterexample not built: out of memory'
run check "${large[@]}" --family N=4000..4000 -t 2
check "of a family: it stays one" contains "$status $output" "1 1  fails for N = 4000"
check "... and says why" contains "$output" "$unbuilt"

# Deadlocks, and runs that end, needed all instances of rules: for 10,000 components they were not replayed.
echo 'ltl "ever" G F !stuck; ltl "never" !(G F n < 4);' >>"$scratch/dead.m"
run check "$scratch/dead.m" -D N=10000 -v
steps=$'by stop (p: P_1)\n   state 5\n     s[P_1] = TRUE\n     stuck = TRUE'
check "a deadlock of 10,000 components is replayed" contains "$status $output" "$steps"
check "... and a trace that ends" contains "$output" $'state 5, where the execution ends\n     s[P_1] = TRUE\n     stuck = TRUE\n   no rule leads to another state: the execution stutters'
check_not "... all of them" contains "$output" "not replayed"

# ---- Time limits that were ignored (arr400000.m, time_limit_ignored_array.m): work that grew with the square of the variables or names, without a look at the clock

printf 'var x: array[0..399999] of boolean; startstate clear x; end; rule clear x; end;\n' >"$scratch/array.m"
printf 'MODULE main\nVAR x : array 0..399999 of boolean;\nINVARSPEC x[0];\n' >"$scratch/array.smv"
{ printf 'type E: enum { e0'; printf ', e%d' {1..200000}; echo ' };'
    echo 'var x: E; startstate x := e0; end; rule x := e1; end; invariant x != e5;'; } >"$scratch/names.m"
{ printf 'MODULE main VAR x : { e0'; printf ', e%d' {1..200000}; echo ' };'
    echo 'ASSIGN init(x) := e0; next(x) := e1; INVARSPEC x != e5;'; } >"$scratch/names.smv"
for model in array.m array.smv names.m names.smv; do
    for engine in auto symbolic explicit; do
        timed "$coset" check "$scratch/$model" --engine $engine -t 0.8 --no-trace
        status=$?
        check "$model, $engine: it ends by itself" test $status -lt 4
        check "... within 0.8 seconds of the processor and some (it took $took ms)" test "$took" -lt 4000
    done
done

# ---- Memory that was not enough for one method is there for the others: a product has no small BDD ------------------

cat >"$scratch/product.m" <<'END'
const B: 65536;
var x, y, z: 0..B - 1; p: 0..1;
startstate begin x := 1; y := 1; z := 0; p := 0; end;
rule "next" begin x := (x + 1) % B; y := (y * 3 + 1) % B; end;
rule "multiply" begin z := (x * y) % B; p := (x % 2) * (y % 2); end;
invariant "odd" z % 2 = p;
END
COSET_CLOCK=processor run check "$scratch/product.m" --deadlock off -m 56M -v
check "BDDs run out of memory" contains "$errors" "out of memory in BDDs: SAT engines"
check "... and k-induction decides" contains "$status $output" "0 1  holds      odd"

# ---- Memory: without a limit the kernel killed runs at what the machine had -----------------------------------------

available=$(sed -n 's/^MemAvailable: *\([0-9]*\) kB/\1/p' /proc/meminfo)
"$coset" check "${large[@]}" -D N=100000 -m 0 --no-trace >"$scratch/out" 2>&1
check "0 is no limit" contains "$(<"$scratch/out")" "1  fails "
check "the help tells the default" contains "$("$coset" help check | tr -s ' \n' ' ')" "else 90 % of what is free"
check "there is something to take it from" test "${available:-0}" -gt 0

# ---- Files: an output that replaces an input, and a full disk (draw_full.m) -----------------------------------------

cp examples/mutex.smv "$scratch/model.smv"
cp examples/mutex.m "$scratch/model.m"
ln -s model.smv "$scratch/link.smv"
ln "$scratch/model.smv" "$scratch/hard.smv"
"$coset" check "$scratch/model.smv" --write-order "$scratch/order" >/dev/null 2>&1
for arguments in '--html model.smv' '--html link.smv' '--html hard.smv' '--write-order link.smv' '--checkpoint hard.smv' \
    '--order order --write-order order' '--order order --html order'; do
    # shellcheck disable=SC2086 # words
    output=$(cd "$scratch" && "$coset" check model.smv $arguments 2>&1)
    check "$arguments is refused" contains "$? $output" "2 coset: error: --"
    check "... by what would be lost" contains "$output" "would replace"
done
check "... and the model is as it was" cmp "$scratch/model.smv" examples/mutex.smv
output=$("$coset" draw "$scratch/model.m" --dot "$scratch/model.m" 2>&1)
check "a picture does not replace its model" contains "$? $output" "2 coset: error: --dot would replace"
check "... which is as it was" cmp "$scratch/model.m" examples/mutex.m
for what in reachable quotient skeleton bdd; do
    output=$("$coset" draw examples/mutex.m --what $what --dot /dev/full 2>&1)
    check "a picture on a full disk ($what) says so" contains "$? $output" '2 coset: error: cannot write "/dev/full"'
done

# Paths that could not be written were noticed after the work.
for arguments in 'check --write-order none/order' "check --write-order $scratch" 'draw --dot none/graph' "draw --dot $scratch" \
    'simulate --output none/run'; do
    # shellcheck disable=SC2086 # words
    run $arguments "$scratch/model.smv"
    check "$arguments is refused" contains "$status $errors" '2 coset: error: cannot write "'
    check "... before anything is done" equal "" "$output"
done
run check --write-order "$scratch/new" "$scratch/model.smv"
check "a new file can be written" contains "$status $output" "2 properties: 1 holds, 1 fails"
check "... and is" test -s "$scratch/new"

echo 'notes' >"$scratch/notes"
run check "$scratch/model.smv" --checkpoint "$scratch/notes"
check "a checkpoint replaces nothing else" contains "$status $errors" '2 coset: error: cannot write the checkpoint'
check "... which is as it was" equal "notes" "$(<"$scratch/notes")"
: >"$scratch/empty"
for round in 'an empty file' 'a checkpoint'; do
    run check "$scratch/model.smv" --checkpoint "$scratch/empty"
    check "... but $round" contains "$status $output" "2 properties: 1 holds, 1 fails"
done

# Names that differ in bytes that are no UTF-8 were one and the same key (latin_collide.smv).
printf 'MODULE main\nVAR "caf\351" : boolean; "caf\350" : boolean;\nINVARSPEC "caf\351" | "caf\350";\n' >"$scratch/latin.smv"
run check "$scratch/latin.smv" --json
check "names that are not UTF-8 give different keys" contains "$status $output" $'caf\xef\xbf\xbde9\\"": false, "\\"caf\xef\xbf\xbde8'
printf 'MODULE main\nVAR "caf\351" : boolean; "caf\350" : {"\344", "\345"};\nIVAR "\374" : boolean;\nINVARSPEC "caf\351" | "caf\350" = "\344";\n' \
    >"$scratch/latin_values.smv"
for model in latin latin_values; do
    "$coset" check "$scratch/$model.smv" --json >"$scratch/latin.json" 2>"$scratch/errors"
    run replay "$scratch/$model.smv" "$scratch/latin.json"
    check "$model.smv: ... which replay finds again" contains "$status $output" "0 property 1: the trace of 1 state is an execution of the model"
    run explain "$scratch/$model.smv" "$scratch/latin.json"
    check "$model.smv: ... and explain" contains "$status $output" '1 property 1: ("caf?" |'
    "$coset" simulate "$scratch/$model.smv" -n 3 -o "$scratch/latin.json" >"$scratch/out" 2>"$scratch/errors"
    run replay "$scratch/$model.smv" "$scratch/latin.json"
    check "$model.smv: ... also in steps of simulate" contains "$status $output" "0 the trace of 4 states is an execution of the model"
done
sed 's/caf.*e9/caf\xef\xbf\xbdea/' "$scratch/latin.json" >"$scratch/other.json"
run replay "$scratch/latin_values.smv" "$scratch/other.json"
check "... but no others" contains "$status $errors" "2 coset: error: cannot read a trace"

# ---- Stack (deep2400.smv): what the process is given may be little; deep formulas and many variables crashed or were refused --------

printf 'MODULE main\nVAR x : boolean;\nASSIGN init(x) := TRUE; next(x) := !x;\nLTLSPEC %s !x;\nINVARSPEC %s x %s\n' \
    "$(printf 'X %.0s' {1..2400})" "$(printf '(%.0s' {1..2400})" "$(printf ')%.0s' {1..2400})" >"$scratch/deep.smv"
printf 'var x: boolean; startstate x := %s true %s; end; rule x := !x; end; invariant %s x;\n' \
    "$(printf '(%.0s' {1..1900})" "$(printf ')%.0s' {1..1900})" "$(printf '! %.0s' {1..900})" >"$scratch/deep.m"
printf 'var x: array[0..9999] of boolean; startstate clear x; end; rule x[0] := !x[0]; end; invariant !x[1]; invariant !x[0];\n' \
    >"$scratch/bits.m"
small_stack() { # runs with 512 kB
    output=$(ulimit -s 512 && "$coset" check "$@" --no-trace 2>&1)
    status=$?
}
for arguments in deep.smv 'deep.smv --json' 'deep.smv --format nusmv' 'deep.smv --stats' deep.m 'deep.m --engine explicit'; do
    # shellcheck disable=SC2086 # words
    small_stack "$scratch"/$arguments
    check "512 kB of stack, $arguments: it is decided" equal 1 "$status"
done
small_stack "$scratch/bits.m" --engine symbolic
check "... and diagrams have 20,000 variables" contains "$status $output" "1 1  holds      !x[1]"
output=$(ulimit -s 512 && "$coset" replay "$scratch/deep.smv" <(printf '[%.0s' {1..100000}) 2>&1)
check "... and a trace file with brackets inside of each other is refused" contains "$? $output" "2 "

printf 'MODULE main\nVAR x : array 0..9999 of boolean;\nASSIGN %s\nCTLSPEC AG (x[0] -> EX x[9999]);\n' \
    "$(printf 'init(x[%d]) := FALSE; ' {0..9999})" >"$scratch/bits.smv"
run check "$scratch/bits.smv" --engine symbolic --no-trace
check "10,000 booleans of SMV are no trouble, either" contains "$status $output" "0 1  holds      AG (x[0] -> EX x[9999])"
# Few states of many variables: diagrams do not end, IC3 goes round the ring once for each of them.
printf 'MODULE main\nVAR a : array 0..9999 of boolean;\nASSIGN %s\nINVARSPEC !a[7];\n' \
    "init(a[0]) := FALSE; next(a[0]) := a[9999]; $(for ((i = 1; i < 10000; i++)); do echo "init(a[$i]) := FALSE; next(a[$i]) := a[$((i - 1))];"; done)" >"$scratch/ring.smv"
run check "$scratch/ring.smv"
check "10,000 booleans in a ring are tried by the explicit engine, too" equal "$status $output" "0 1  holds      !a[7]
1 property: 1 holds, 0 fail, 0 undecided"
# The first step is found after 4^39 tries, and the clock is looked at meanwhile.
printf 'MODULE main\nVAR %s\nTRANS next(x0)%s = 119;\nINVARSPEC x1 = 0;\n' "$(for i in {0..39}; do echo "x$i : 0..3;"; done)
INIT x0 = 0$(for i in {1..39}; do echo " & x$i = 0"; done);" "$(for i in {1..39}; do echo " + next(x$i)"; done)" >"$scratch/tries.smv"
run check "$scratch/tries.smv" --engine explicit -t 0.2
check "the limit of time holds where steps are found by trying" contains "$status $output" "3 1  undecided  x1 = 0 (out of time)"
# Too many variables: half as many do where they never change; else the explicit engine has all the time.
printf 'var x: array[0..39999] of boolean; startstate clear x; end; rule x[0] := !x[0]; end; invariant !x[1]; cover x[0]; cover x[2];
    ltl G F x[0]; ctl AG (x[0] -> EX (!x[0] & !x[39999])); invariant !x[0] | x[7];\n' >"$scratch/more.m"
run check "$scratch/more.m" --engine symbolic --states --no-trace
check "variables that never change take half" contains "$(sed 's/  */ /g' <<<"$output")" "1 holds !x[1]
2 holds x[0]
3 fails x[2]
4 holds G F x[0]
5 holds AG (x[0] -> EX (!x[0] & !x[39999]))
6 fails !x[0] | x[7]"
check "... and states" contains "$output" "reachable states: 2 of"
run check "$scratch/more.m" --engine symbolic --property 6
check "... and counterexamples, which are judged" contains "$(tail -3 <<<"$output")" "   state 2
     x[0] = TRUE"
run check "$scratch/more.m"
check "the explicit engine needs none" contains "$status $output" "1 1  holds      !x[1]"
printf 'MODULE main\nVAR a : array 0..39999 of boolean; i : 0..3;\nASSIGN init(i) := 0; next(i) := (i + 1) mod 4; %s\nINVARSPEC !a[39999] | !a[3];\nINVARSPEC !(i = 3 & !a[39999]);\nCTLSPEC AG EF (i = 2 & !a[7]);\nCTLSPEC AG EF i = 1;\n' \
    "init(a[0]) := FALSE; next(a[0]) := a[39999] & i = 2; $(for ((i = 1; i < 40000; i++)); do echo "init(a[$i]) := FALSE; next(a[$i]) := a[$((i - 1))];"; done)" >"$scratch/shift.smv"
lacking='where decision diagrams have at most 65535, two for each bit of a state; smaller arrays and types help, or the explicit engine)'
run check "$scratch/shift.smv" --engine symbolic --no-trace
check "too many variables: the number, the limit and what helps are told" contains "$status $output" "(too many variables: 80004, $lacking"
check "... and other properties are decided" contains "$output" "4  holds      AG (EF i = 1)"
run check "$scratch/shift.smv" --no-trace
check "in SMV, too, the explicit engine has a go" contains "$output" "1  holds "
check "... which finds what fails" contains "$output" "2  fails "
check "... and what holds forever" contains "$output" "3  holds "
check "... besides what diagrams decide" contains "$output" "4 properties: 3 hold, 1 fails, 0 undecided"
sed -i 's/init(a\[[0-9]*\]) := FALSE;//g' "$scratch/shift.smv"
run check "$scratch/shift.smv" --no-trace -p 1 -p 2
check "what is too large for both is decided by SAT engines" contains "$output" "2 properties: 0 hold, 2 fail, 0 undecided"
run check "$scratch/shift.smv" --no-trace -t 2 -p 3
check "where both give up, and SAT engines do not take it, both reasons are told" contains "$output" "3  undecided  AG (EF (i = 2 & !a[7])) (out of time in explicit-state search; too many variables: 80004, $lacking"

# ---- Addresses: a reservation that left nothing to others was "out of memory" where there was plenty -----------------

printf 'MODULE main VAR x : boolean; ASSIGN init(x) := TRUE; next(x) := !x; INVARSPEC x; CTLSPEC AG EF x;\n' >"$scratch/tiny.smv"
printf 'var x: boolean; startstate x := true; end; rule x := !x; end; invariant x;\n' >"$scratch/tiny.m"
for addresses in 140000 160000 200000 320000 {565644..566444..100} 600000 1080000 1200000 2120000 4000000 17500000 34000000; do
    for arguments in tiny.smv tiny.m 'tiny.m --engine symbolic'; do
        # shellcheck disable=SC2086 # words
        output=$(ulimit -v $addresses && "$coset" check "$scratch"/$arguments 2>&1)
        check "$arguments is decided with ulimit -v $addresses" contains "$? $output" "1 holds, 1 fails, 0 undecided"
    done
done
output=$(ulimit -v 100000 && "$coset" check "$scratch/tiny.m" 2>&1)
check "too few addresses are called that" equal \
    "2 coset: error: addresses are limited to 97 MB (ulimit -v): 128 MB are needed at the least" "$? $output"

# The SAT solver counts its memory nowhere: that of the process is looked at.
cat >"$scratch/products.smv" <<'END'
MODULE main
VAR a : unsigned word[64]; b : unsigned word[64]; c : unsigned word[64];
INIT a = 0ud64_3 & b = 0ud64_5 & c = 0ud64_7
ASSIGN next(a) := a * b + c; next(b) := b * c + a; next(c) := a * c - b;
INVARSPEC a * b * c != 0ud64_9999999968;
END
run check "$scratch/products.smv" --engine sat -m 100M
check "a SAT solver that is out of memory" contains "$status $output" "3 1  undecided  (a * b) * c != 0ud64_9999999968 (out of memory)"
finish
