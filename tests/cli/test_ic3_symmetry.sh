#!/usr/bin/env bash
# IC3 with images of what it learned: an image may take the place of the very cube that is being pushed.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

cat >"$scratch/words.m" <<'END'
const N: 3; M: N;
type P: 1..N; E: enum {A, B, C}; I: 0..M;
var
  n0: I;
  w: array [P] of array [0..11] of 0..5;
  m0: multiset [1] of 1..N;
  m1: multiset [1] of I;
function f0(var a1: P): P;
if multisetcount(b4: m0, true) < 1 then
multisetadd(a1, m0);
end;
end;
startstate "s0"
for j: P do
for i: 0..10 do
w[j][i] := 5;
end;
end;
end;
ruleset p17: I do
startstate "s1"
for j: P do
for i: 0..10 do
w[j][i] := 5;
end;
w[j][11] := 1;
end;
end;
end;
rule "r2"
end;
rule "r1"
end;
ruleset p25: P do
rule "word"
var l: 0..5;
begin
l := w[p25][0];
w[p25][0] := w[p25][11];
w[p25][11] := l;
end;
ruleset r: P do
rule "copy"
r != p25 ==>
w[p25] := w[r];
end;
end;
end;
END
verdicts() { cut -c 1-12 <<<"$1" | grep '^[0-9]  '; }
expected=$(build/release/coset check -q --no-trace "$scratch/words.m" --engine explicit --symmetry off --deadlock stuttering)
for kind in $kinds; do
    for engine in ic3 sat; do
        check "$kind, $engine: the verdicts of explicit-state search" equal "$(verdicts "$expected")" \
            "$(verdicts "$("build/$kind/coset" check -q --no-trace "$scratch/words.m" --engine $engine --deadlock stuttering)")"
    done
done
finish
