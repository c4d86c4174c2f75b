#!/usr/bin/env bash
# --coverage: how often rules are enabled and fire, in all formats.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
model=$scratch/coverage.m
cat >"$model" <<'END'
-- A rule that is never enabled, and values that no state has.
const N: 3;
type P: scalarset(N); S: enum {idle, trying, inside, never_one};
     M: record k: enum {req, ack, nack}; from: P; end;
var s: array [P] of S; net: multiset[3] of M; owner: enum {nobody, somebody, unused};
ruleset p: P do
  rule "try" s[p] = idle ==> var m: M; begin s[p] := trying; m.k := req; m.from := p; multisetadd(m, net); end;
  rule "enter" s[p] = trying & owner = nobody ==> begin s[p] := inside; owner := somebody; end;
  rule s[p] = inside ==> begin s[p] := idle; owner := nobody; multisetremovepred(i: net, net[i].from = p); end;
  rule "dead" s[p] = never_one ==> begin s[p] := idle; end;
end;
startstate for p: P do s[p] := idle; end; owner := nobody; undefine net; end;
invariant "one" owner = nobody -> forall p: P do s[p] != inside end;
END

# The rules of this text have no code.
cat >"$scratch/refused.m" <<'END'
type R: record a: 0..1; end;
var x: 0..1;
function f(): R; var q: R; begin q.a := x; return q; end;
alias k: f() do rule "go" k.a = 0 ==> begin x := 1; end; end;
rule "back" x = 1 ==> begin x := 0; end;
startstate begin x := 0; end;
invariant x < 2;
END

counts() { sed -n '/^coverage of /,$p'; } # the table, without verdicts

# So many states that rules of one priority hide others, steps are assumed away, and one ends in an error.
cat >"$scratch/fires.m" <<'END'
var n: 0..5; e: boolean;
rule "up" n < 5 ==> begin n := n + 1; end;
rule "excluded" n = 2 ==> begin n := 5; e := true; end;
rule "wrong" n = 1 ==> begin assert n = 0; n := 0; end;
startstate begin n := 0; e := false; end;
assume "no e" !e;
invariant n <= 5;
END

cat >"$scratch/long.m" <<'END'
var x: 0..299; y: 0..299;
rule "right" x < 299 ==> begin x := x + 1; end;
rule "up" y < 299 ==> begin y := y + 1; end;
rule "never" x + y > 598 ==> begin x := 0; end;
startstate begin x := 0; y := 0; end;
invariant x + y < 9;
END

for kind in $kinds; do
    coset=$root/build/$kind/coset
    check "$kind: rules are counted in representatives, with all their instances" equal 'coverage of 7 representatives of orbits:
     enabled        fired
           9            9  rule "try" (line 7)
           6            6  rule "enter" (line 8)
           3            3  rule 3 (line 9)
           0            0  rule "dead" (line 10)' "$("$coset" check "$model" --coverage 2>/dev/null | counts)"
    check "$kind: ... and without symmetry in all states" equal 'coverage of 20 states:
     enabled        fired
          24           24  rule "try" (line 7)
          12           12  rule "enter" (line 8)
          12           12  rule 3 (line 9)
           0            0  rule "dead" (line 10)' "$("$coset" check "$model" --coverage --symmetry off 2>/dev/null | counts)"
    for of in "$model" examples/ccp.m examples/peterson.m bench/directory/msi.m; do
        [[ $kind == debug && $of == bench/* ]] && continue # it takes long
        "$coset" check "$of" --symmetry off --engine explicit --coverage --json 2>/dev/null >"$scratch/out"
        check "$kind: $(basename "$of"): the steps of all rules are those of the search" equal \
            "$(grep -o '"transitions": [0-9]*' "$scratch/out" | cut -d' ' -f2)" \
            "$(grep -o '"fired": [0-9]*' "$scratch/out" | awk '{ sum += $2 } END { print sum }')"
    done
    check "$kind: rules that never are enabled and values that no state has are warned of" equal \
        'coset: warning: rule "dead" (line 10) is never enabled
coset: warning: no reachable state has the value never_one (line 3)
coset: warning: no reachable state has the value ack (line 4)
coset: warning: no reachable state has the value nack (line 4)
coset: warning: no reachable state has the value unused (line 5)' "$("$coset" check "$model" --coverage 2>&1 >/dev/null)"
    check "$kind: an enabled rule fires where it makes a step" equal 'coverage of 6 states:
     enabled        fired
           5            5  rule "up" (line 2)
           1            0  rule "excluded" (line 3)
           1            0  rule "wrong" (line 4)' "$("$coset" check "$scratch/fires.m" --coverage --no-trace 2>/dev/null | counts)"
    check "$kind: a search that a failure has stopped goes on for nothing" contains \
        "$("$coset" check "$scratch/long.m" --coverage --fail-fast --no-trace 2>&1)" "coverage of the first "
    check "$kind: ... and nothing is warned of" equal "" \
        "$("$coset" check "$scratch/long.m" --coverage --fail-fast --no-trace 2>&1 >/dev/null)"
    check "$kind: where all is decided early, the rest is searched, and counted once" equal 'coverage of 90000 states:
     enabled        fired
       89700        89700  rule "right" (line 2)
       89700        89700  rule "up" (line 3)
           0            0  rule "never" (line 4)' \
        "$("$coset" check "$scratch/long.m" --coverage --no-trace -p 1 2>/dev/null | counts)"
    check "$kind: programs get it" contains "$("$coset" check "$model" --coverage --json 2>/dev/null | tr -d '\n')" \
        '{"name": "rule \"dead\"", "line": 10, "enabled": 0, "fired": 0}]'
    "$coset" check "$model" --coverage --html "$scratch/page.html" >/dev/null 2>&1
    check "$kind: so do pages" contains "$(<"$scratch/page.html")" '<h2 id="coverage">Coverage</h2>'
    check "$kind: ... with the warnings" contains "$(<"$scratch/page.html")" 'rule &quot;dead&quot; (line 10) is never enabled.'
    for options in "--engine symbolic" "--explicit-rules lowered" "--symmetry counters" "-j 2" "--family N=1..2"; do
        # shellcheck disable=SC2086
        check "$kind: $options is refused with it" equal 2 "$("$coset" check "$model" --coverage $options >/dev/null 2>&1; echo $?)"
    done
    check "$kind: what is missing is told" equal "coset: error: the coverage of the rules is not known: the text of the \
model cannot be searched" "$("$coset" check "$scratch/refused.m" --coverage 2>&1 >/dev/null)"
    check "$kind: ... also by the exit status" equal 3 "$("$coset" check "$scratch/refused.m" --coverage >/dev/null 2>&1; echo $?)"
    check "$kind: SMV has no rules" contains "$("$coset" check examples/mutex.smv --coverage 2>&1)" "only models in Murphi have"
done
finish
