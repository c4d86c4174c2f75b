#!/usr/bin/env bash
# SMV from the text to the output: what is shown of formulas and traces, and what values look like in JSON.
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
    "1  invar  case a : x = 1; TRUE : FALSE; esac"
"$coset" check --quiet --json "$scratch/format.smv" >"$scratch/format.json"
check "traces with next values in properties replay" "$coset" replay "$scratch/format.smv" "$scratch/format.json"

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
finish
