#!/usr/bin/env bash
# SMV from the text to the output: the C preprocessor, what is shown of formulas and traces, and what values look like in JSON.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
coset=$root/build/release/coset

# ---- The words of NuSMV
cat >"$scratch/format.smv" <<'EOF'
MODULE main
VAR a : boolean; x : 0..3;
INVARSPEC case a : x = 1; TRUE : FALSE; esac
INVARSPEC next(a) = a
LTLSPEC G a
EOF
output=$("$coset" check --quiet --format nusmv "$scratch/format.smv")
check "a case keeps its lines in the words of NuSMV (they were question marks)" contains "$output" \
    $'-- invariant case\na : x = 1;\nTRUE : FALSE;\nesac  is false'
check "no input is invented for next values in properties" equal "" "$(grep -e Input -e _step_condition_ <<<"$output")"
check "... nor in the other text" equal "" "$("$coset" check --quiet "$scratch/format.smv" | grep -e inputs -e _step_condition_)"
check "a case is on one line in coset info" contains "$("$coset" info "$scratch/format.smv")" \
    "1  invariant  case a : x = 1; TRUE : FALSE; esac"
"$coset" check --quiet --json "$scratch/format.smv" >"$scratch/format.json"
check "traces with next values in properties replay" "$coset" replay "$scratch/format.smv" "$scratch/format.json"

cat >"$scratch/processes.smv" <<'EOF'
MODULE user(me, turn)
VAR at : {away, waits, inside};
ASSIGN init(at) := away;
  next(at) := case at = away : waits; at = waits & turn = me : inside; at = inside : away; TRUE : at; esac;
DEFINE here := at = inside;
FAIRNESS running
MODULE main
VAR turn : {a, b}; p : process user(a, turn); q : process user(b, turn);
ASSIGN init(turn) := a; next(turn) := turn;
LTLSPEC G (q.at = waits -> F q.at = inside)
EOF
output=$("$coset" check --quiet --format nusmv "$scratch/processes.smv")
check "DEFINEs are shown unasked, behind all variables" contains "$output" $'    q.at = away\n    p.here = FALSE\n    q.here = FALSE\n  -> Input: 1.2 <-'
check "of each process it is shown whether it runs, main first, then from the last one on" contains \
    "$(grep -A4 'Input: 1.2' <<<"$output" | sed -E '2s/= .*/= one/; s/TRUE|FALSE/bool/')" \
    $'    _process_selector_ = one\n    running = bool\n    q.running = bool\n    p.running = bool'
check "... afterwards only where that changes" test "$(grep -c ' running = ' <<<"$output")" -le 2
states=$(awk '
    /-> State/ { n++ } /^    (turn|p\.at|q\.at) = / { now[$1] = $3 }
    { state[n] = now["turn"] now["p.at"] now["q.at"] }
    END { for (i = 1; i < n; i++) if (state[i] == state[n]) print i }' <<<"$output" | tr '\n' ' ')
marks=$(awk '/Loop starts here/ { mark = 1 } /-> State/ { n++; if (mark) print n; mark = 0 }' <<<"$output" | tr '\n' ' ')
check "every state that equals the last one is marked as the start of a loop" equal "$states" "$marks"
check "... which are several here" test "$(wc -w <<<"$marks")" -gt 1
check "rules of Murphi are inputs" contains "$("$coset" check -q --format nusmv examples/lock.m -p 1 -D N=5)" $'Input: 1.2 <-\n    rule = '

# ---- Truth values in JSON
cat >"$scratch/truth.m" <<'EOF'
var b : boolean; c : array [1..2] of boolean; x : 0..2;
startstate b := false; x := 0; end;
rule "r" x < 2 ==> b := !b; x := x + 1; c[1] := b; end;
invariant "i" x < 2;
EOF
"$coset" check --quiet --json -p i "$scratch/truth.m" >"$scratch/truth.json"
check "a truth value that may be undefined is one in JSON (it was a string)" contains "$(<"$scratch/truth.json")" \
    '{"b": true, "c[1]": true, "c[2]": "undefined", "x": 1}'
check "... and is read back" "$coset" replay "$scratch/truth.m" "$scratch/truth.json"
sed 's/"c\[1\]": true/"c[1]": "true"/' "$scratch/truth.json" >"$scratch/old.json"
check "... as it was written before, too" "$coset" replay "$scratch/truth.m" "$scratch/old.json"
check_not "a truth value that is none of the type is refused" "$coset" replay "$scratch/truth.m" \
    <(sed 's/"x": 1/"x": true/' "$scratch/truth.json")
cat >"$scratch/names.smv" <<'EOF'
MODULE main
VAR e : {true, false, maybe};
INVARSPEC e = maybe
EOF
check "symbols of SMV stay strings, whatever their names are" contains "$("$coset" check --quiet --json "$scratch/names.smv")" '{"e": "'

# ---- Properties with errors
cat >"$scratch/wrong.smv" <<'EOF'
MODULE cell
VAR v : 0..3;
ASSIGN init(v) := 0; next(v) := (v + 1) mod 4;
SPEC AG v < limit
MODULE main
VAR a : cell; b : cell; x : boolean;
IVAR i : boolean;
ASSIGN next(x) := !x;
LTLSPEC G F x
LTLSPEC NAME typed := G (x = 3)
SPEC AG i
INVARSPEC x
INVARSPEC case x : TRUE; esac
EOF
for options in "" "--engine explicit" "--engine symbolic" "-j 2" "--symmetry off" "--no-cone"; do
    # shellcheck disable=SC2086
    output=$(cd "$scratch" && "$coset" check --quiet --no-trace $options wrong.smv 2>/dev/null)
    check "properties with errors are listed, and the others are checked: $options" equal 2 $?
    check "... each with its verdict" equal "1  error      AG v < limit IN a (there is no variable \"limit\" in module cell)
2  error      AG v < limit IN b (there is no variable \"limit\" in module cell)
3  holds      G ( F x)
4  error      typed: G x = 3 (this does not fit with the rest: it is the integer 3, and the other is a truth value)
5  error      AG i (this is an input variable, which is not allowed in a SPEC)
6  fails      x
7  error      case x : TRUE; esac (case conditions are not exhaustive)
7 properties: 1 holds, 1 fails, 0 undecided, 5 with an error" "$(grep -v "symmetry reduction:" <<<"$output")"
done
output=$(cd "$scratch" && "$coset" check --quiet wrong.smv 2>&1 >/dev/null)
check "the errors are shown with their places, each once" equal 4 "$(grep -c 'error: ' <<<"$output")"
check "... with a caret" contains "$output" $'wrong.smv:4:13: error: there is no variable "limit" in module cell\n    SPEC AG v < limit\n                ^~~~~'
"$coset" check --quiet -p 3 "$scratch/wrong.smv" >"$scratch/out" 2>&1
check "the status is about the properties that were asked for" equal 0 $?
"$coset" check --quiet -p typed "$scratch/wrong.smv" >"$scratch/out" 2>&1
check "... one with an error among them" equal 2 $?
"$coset" check --quiet --html "$scratch/wrong.html" "$scratch/wrong.smv" >"$scratch/out" 2>&1
check "the page has the error" contains "$(<"$scratch/wrong.html")" '<span class="verdict error">error</span>'
"$coset" info "$scratch/wrong.smv" >"$scratch/out" 2>"$scratch/errors"
check "info lists the model, with status 2" equal 2 $?
check "... and the property with its error" contains "$(<"$scratch/out")" "(error: there is no variable \"limit\" in module cell)"
check "what needs no property goes on" "$coset" simulate --quiet -n 2 "$scratch/wrong.smv"
check "... and draws" "$coset" draw --quiet "$scratch/wrong.smv"
"$coset" check --quiet --json "$scratch/wrong.smv" >"$scratch/wrong.json" 2>/dev/null
output=$("$coset" replay "$scratch/wrong.smv" "$scratch/wrong.json" 2>/dev/null)
check "... and replays what fails" equal \
    "0 property 6: the trace of 1 state is an execution of the model and refutes the property" "$? $output"
output=$("$coset" explain "$scratch/wrong.smv" "$scratch/wrong.json" 2>/dev/null)
check "... and explains it" contains "$? $output" "1 property 6: x"
output=$("$coset" explain -p typed "$scratch/wrong.smv" "$scratch/wrong.json" 2>&1 | tail -1)
check "a property with an error cannot be explained" contains "$output" "coset: error: property 4 has no formula that could be explained: "
output=$("$coset" check --quiet -f 'AG nosuch' "$scratch/wrong.smv" 2>&1)
check "a formula with an error is shown with its place" contains "$? $output" $'--formula:1:4: error: there is no variable "nosuch" in module main\n    AG nosuch\n       ^~~~~~'
sed 's/:= !x/:= z/' "$scratch/wrong.smv" >"$scratch/refused.smv"
output=$("$coset" check --quiet "$scratch/refused.smv" 2>/dev/null)
check "an error in the model leaves nothing to check" equal "2 " "$? $output"

# ---- Lines that begin with "#"
cat >"$scratch/directives.smv" <<'EOF'
MODULE main
VAR x : boolean;
ASSIGN next(x) := x;
#if 0
INIT x
#endif
  #define FOO
# INVARSPEC FALSE
# 12
SPEC AG x
EOF
output=$(cd "$scratch" && "$coset" check --quiet directives.smv 2>&1)
status=$?
check "directives are refused (they were skipped, and what is between them was read)" equal 2 $status
for place in 4:1 6:1 7:3 8:1 9:1; do
    check "... with an error at $place that names --cpp" contains "$output" \
        "directives.smv:$place: error: this line is for the C preprocessor, which was not run; --cpp runs it"
done
cat >"$scratch/marked.smv" <<'EOF'
# 1 "first.smv"
# 1 "<built-in>" 3 4
MODULE main
# 70 "dir/second \"x\".smv" 2
VAR x : boolean;
SPEC AG y
EOF
output=$("$coset" check --quiet "$scratch/marked.smv" 2>&1)
check "linemarkers say where lines are from" contains "$output" 'dir/second "x".smv:71:9: error: there is no variable "y"'
sed 's/ AG y/ AG TRUE/' "$scratch/marked.smv" >"$scratch/good.smv"
check "... and do no harm" "$coset" check --quiet "$scratch/good.smv"

printf '\nINVAR x;\nINVAR nowhere;\n' >"$scratch/part.smv"
cat >"$scratch/whole.smv" <<'EOF'
MODULE main -- it's a comment
#include "part.smv"
VAR x : boolean; unix : 0 .. N;
#if N > 2
SPEC AG x
#else
SPEC EF !x
#endif
INVARSPEC x = elsewhere
EOF
output=$(PATH=/nowhere "$coset" check --quiet --cpp "$scratch/whole.smv" 2>&1)
status=$?
check "a preprocessor that is not there is an error" equal \
    '2 coset: error: cannot run the C preprocessor, "cpp", for --cpp: there is no such program on PATH' "$status $output"
check_not "--cpp is for SMV" "$coset" check --quiet --cpp "$scratch/truth.m"
if command -v cpp >/dev/null; then
    output=$(cd "$scratch" && "$coset" check --quiet --cpp -D N=3 whole.smv 2>&1)
    check "--cpp: an included file is named" contains "$output" 'part.smv:3:7: error: there is no variable "nowhere"'
    check "--cpp: lines are those of the file" contains "$output" 'whole.smv:9:15: error: there is no variable "elsewhere"'
    sed -i '/nowhere/d' "$scratch/part.smv"
    sed -i '/elsewhere/d' "$scratch/whole.smv"
    check "--cpp: what is included counts" contains "$("$coset" check --quiet --cpp -D N=3 "$scratch/whole.smv")" "1  holds      AG x"
    check "--cpp: -D gives macros" contains "$("$coset" check --quiet --cpp -D N=1 "$scratch/whole.smv")" "1  fails      EF !x"
    check "--cpp: for other commands, too" contains "$("$coset" info --cpp -D N=1 "$scratch/whole.smv")" "unix : 0..1"
    printf '#define WRONG nosuch\nMODULE main\nVAR x : 0..3;\nINVARSPEC WRONG & x;\nINVARSPEC x < 2 & x;  \n' >"$scratch/macro.smv"
    output=$(cd "$scratch" && "$coset" check --quiet --cpp macro.smv 2>&1)
    check "--cpp: where a macro was expanded, there is no column of the file" contains "$output" \
        $'macro.smv:4: error: there is no variable "nosuch" in module main; after preprocessing, the line is\n    INVARSPEC nosuch & x;\n              ^~~~~~\n'
    check "... and where none was, there is" contains "$output" $'macro.smv:5:19: error: a truth value is expected here'
    printf '#error no\nMODULE main\n' >"$scratch/error.smv"
    output=$("$coset" check --quiet --cpp "$scratch/error.smv" 2>&1)
    status=$?
    check "--cpp: its failure is one" equal 2 $status
    check "... and is told" contains "$output" "the C preprocessor failed with status 1"
else
    skip "what --cpp does" "there is no cpp"
fi

# ---- Comparisons that can never be true
cat >"$scratch/strangers.smv" <<'EOF'
MODULE main
VAR e : {a, b}; x : 0..3; f : {c, 5};
INVARSPEC e = 1
INVARSPEC e != f
INVARSPEC x = f
INVARSPEC e = a
INVARSPEC x != 20
EOF
output=$("$coset" check --quiet --no-trace "$scratch/strangers.smv" 2>&1)
check "a comparison that can never be true by its types is warned of" contains "$output" ":3:11: warning: this is always false"
check "... one that always is, too" contains "$output" ":4:11: warning: this is always true"
check "... and with integers in an enumeration" contains "$output" ":5:11: warning: this is always false"
check "... but not others, nor integers that are out of range" equal 3 "$(grep -c warning: <<<"$output")"
finish
