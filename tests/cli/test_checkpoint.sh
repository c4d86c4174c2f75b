#!/usr/bin/env bash
# Checkpoints: runs that are killed, or end at a limit, go on with the same verdicts and numbers; what is no checkpoint of
# this run is refused. COSET_KILL_AT kills a run after a number of looks whether it is time to save: where that is does not
# depend on the machine.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
export COSET_CLOCK= # processes wait for each other
cd "$root" || exit 2
coset=$root/build/release/coset
saved=$scratch/saved

# Some steps, one after the other: 3 * 2^8 states.
counter() { # bits
    cat <<END
MODULE main
VAR
  n : unsigned word[$1];
  low : 0..2;
ASSIGN
  init(n) := 0ud$1_0;
  next(n) := n + 0ud$1_1;
  init(low) := 0;
  next(low) := (low + 1) mod 3;
INVARSPEC NAME soon := n != 0ud$1_3;
INVARSPEC NAME late := n != 0ud$1_$(((1 << $1) - 1)) | low != 2;
CTLSPEC NAME back := AG EF (n = 0ud$1_0 & low = 0);
END
}
counter 8 >"$scratch/count.smv"
counter 14 >"$scratch/longer.smv"
counter 40 >"$scratch/endless.smv"

# Three identical ones: 20^3 states.
cat >"$scratch/alike.smv" <<'END'
MODULE counter(on)
VAR n : 0..19;
ASSIGN init(n) := 0;
  next(n) := case on & n < 19 : n + 1; on : 0; TRUE : n; esac;
MODULE main
VAR a : counter(who = 1); b : counter(who = 2); c : counter(who = 3);
IVAR who : 1..3;
INVARSPEC NAME early := a.n + b.n + c.n != 30;
INVARSPEC NAME never := a.n + b.n + c.n < 57;
CTLSPEC NAME back := AG EF (a.n + b.n + c.n = 0);
END

# ---- Killed at any time
outcome() {
    "$coset" check "$@" 2>"$scratch/errors"
    echo "status $?"
}

# The same, without another run where there was one before.
declare -A outcomes
remember() { # arguments of check: in $expected
    [[ -v outcomes["$*"] ]] || outcomes["$*"]=$(outcome "$@")
    expected=${outcomes["$*"]}
}

# Runs until the program has looked so often whether it is time for a checkpoint; then it makes one, and is killed.
kill_at() { # looks, arguments of check
    rm -f "$saved"
    COSET_KILL_AT=$1 "$coset" check -q "${@:2}" --checkpoint "$saved" >"$scratch/out" 2>&1
    equal 137 $?
}

goes_on() { # what, numbers of looks, arguments of check
    local what=$1 numbers=$2 looks expected
    shift 2
    remember -q "$@"
    for looks in $numbers; do
        check "$what: it is killed at look $looks" kill_at "$looks" "$@"
        check "$what: ... and says the same when it goes on" equal "$expected" "$(outcome -q "$@" --resume "$saved" --log verbose)"
        check "$what: ... from where it was" grep -q "a search of the checkpoint goes on" "$scratch/errors"
        check_not "$what: ... with nothing lost" grep -q "anew" "$scratch/errors"
    done
}

goes_on "SMV, layers" "1 300" "$scratch/count.smv" --states --no-trace --engine symbolic
goes_on "SMV, explicit" "1 9" "$scratch/longer.smv" --states --no-trace --engine explicit -p late
goes_on "Murphi, explicit states" "1 9" examples/ccp.m -D N=4 --engine explicit --symmetry off --states
goes_on "Murphi, explicit orbits" "1 3" examples/ccp.m -D N=4 --symmetry explicit --states
goes_on "Murphi, symbolic quotients" "1 9" examples/ccp.m -D N=4 --symmetry dynamic --states
goes_on "Murphi, sets" "1 9" examples/ccp.m -D N=3 --engine symbolic --symmetry off --strategy breadth --states

goes_on "representatives on the fly" "3 20" "$scratch/alike.smv" --symmetry onthefly --states
goes_on "... with hints" "3 20" "$scratch/alike.smv" --symmetry onthefly --hint 'a.n < 10' --hint TRUE --states
goes_on "... for which orbits are found once" "3 20" "$scratch/alike.smv" --symmetry onthefly --full-reach hint --hint 'a.n < 10' --hint TRUE --states
goes_on "... and the model restricted to them" "3 20" "$scratch/alike.smv" --symmetry live-rep --states

# Three counters in turn: clauses over ten frames and more.
cat >"$scratch/turns.smv" <<'END'
MODULE main
VAR a : 0..7; b : 0..7; c : 0..7; turn : 0..2;
ASSIGN
  init(a) := 0; init(b) := 0; init(c) := 0; init(turn) := 0;
  next(turn) := (turn + 1) mod 3;
  next(a) := turn = 0 & a < 6 & a <= b ? a + 1 : a;
  next(b) := turn = 1 & b < 6 & b <= c ? b + 1 : b;
  next(c) := turn = 2 & c < 6 & c <= a ? c + 1 : c;
INVARSPEC NAME near := a <= c + 1;
INVARSPEC NAME far := b <= a + 2;
END
goes_on "clauses of IC3" "20 60" "$scratch/turns.smv" --engine ic3

# Least representatives: the relation between all states of an orbit takes longer than the search. Whoever was chosen
# stays that, and the relation is not made again.
cat >"$scratch/few.smv" <<'END'
MODULE counter(on)
VAR n : 0..3;
ASSIGN init(n) := 0;
  next(n) := case on & n < 3 : n + 1; on : 0; TRUE : n; esac;
MODULE main
VAR a : counter(who = 1); b : counter(who = 2); c : counter(who = 3); d : counter(who = 4); e : counter(who = 5);
IVAR who : 1..5;
INVARSPEC NAME early := a.n + b.n + c.n + d.n + e.n != 9;
INVARSPEC NAME never := a.n + b.n + c.n + d.n + e.n <= 15;
END
goes_on "least representatives" "1 5" "$scratch/few.smv" --symmetry orbit-xi --states --no-trace # which run it is, the order tells
rm -f "$saved"
expected=$(outcome -q "$scratch/few.smv" --symmetry orbit-xi --states --checkpoint "$saved")
check "with their relation" equal "$expected" \
    "$(outcome -q "$scratch/few.smv" --symmetry orbit-xi --states --resume "$saved" --log verbose)"
check "... it goes on" grep -q "a search of the checkpoint goes on" "$scratch/errors"
iterations=$(outcome "$scratch/few.smv" --symmetry orbit-xi --states --resume "$saved" --json |
    sed -n 's/.*"iterations": \([0-9]*\).*/\1/p')
check "... and nothing is searched again" test "$iterations" -eq 0

# ---- Families: verdicts by size, numbers of states, and searches of all sizes together or of one
cat >"$scratch/counted.m" <<'END'
const N: 3;
type Proc: scalarset(N);
  Place: enum { one, two, three, four, five, six };
var place: array [Proc] of Place; clock: 0..30;
ruleset p: Proc do
  rule "first" place[p] = one ==> begin place[p] := two; end;
  rule "second" place[p] = two & clock % 2 = 0 ==> begin place[p] := three; end;
  rule "third" place[p] = three ==> begin place[p] := four; end;
  rule "fourth" place[p] = four & clock % 3 = 0 ==> begin place[p] := five; end;
  rule "fifth" place[p] = five ==> begin place[p] := six; end;
  rule "last" place[p] = six & clock = 30 ==> begin place[p] := one; end;
end;
rule "tick" clock := clock = 30 ? 0 : clock + 1; end;
startstate begin for p: Proc do place[p] := one; end; clock := 0; end;
invariant "some place" exists p: Proc do place[p] != six end | clock >= 0;
invariant "not all late" !(forall p: Proc do place[p] = six end) | clock > 5;
END
goes_on "family, all sizes together" "1 20" examples/readers_writers.m --family N=1..8 --symmetry off --states
# (With --states, each size is read by itself also without a checkpoint.)
goes_on "... by counters" "1 3" "$scratch/counted.m" --family N=1..6 --engine explicit --states
goes_on "... by symbolic quotients" "1 20" examples/ccp.m --family N=2..4 --symmetry dynamic --states
goes_on "... by orbits" "1 3" examples/ccp.m --family N=2..4 --symmetry explicit --states
# Which method has counted a size is told by its orbits, and depends on who had enough of the processor.
COSET_CLOCK=processor goes_on "... one size after the other" "1 20" examples/ccp.m --family N=2..4 --states

# Sizes that differ in nothing but what rules compare with: each has a search of its own. Some fail, and a run is shown.
cat >"$scratch/alike.m" <<'END'
const N: 3;
var a: 0..400; b: 0..400;
startstate begin a := 0; b := 0; end;
rule "up" a < 20 * N ==> begin a := a + 1; end;
rule "over" b < a ==> begin b := b + 1; end;
rule "back" a = 20 * N ==> begin a := 0; b := 0; end;
invariant "small" b < 80;
invariant "never" b <= 20 * N;
END
goes_on "... of the same shape" "1 8" "$scratch/alike.m" --family N=1..7 --symmetry explicit --states
goes_on "... together, explicit" "1 8" "$scratch/alike.m" --family N=1..6 --symmetry off --engine explicit --states

json() { # arguments of check: all but times and what the work took
    "$coset" check -q --json "$@" 2>"$scratch/errors" | sed '/^  "stats"/,$d; s/"seconds": [0-9.e+-]*//g; s/"method": {[^}]*}//g; /^  "symmetry"/d'
}
for arguments in "examples/odd_even_sort_bug.m --family N=1..6" "examples/odd_even_sort_bug.m --family N=1..6 --size 4" \
    "examples/ccp.m --family N=1..4 --states" "examples/mutex.m --family N=1..12" \
    "examples/token_ring.m --family N=1..9 --symmetry architectural" "tests/models/families/ring.m --family N=2..4 --symmetry dynamic" \
    "tests/models/families/ring.m --family N=2..4 --symmetry onthefly --states"; do
    rm -f "$saved"
    # shellcheck disable=SC2086
    expected=$(json $arguments)
    # shellcheck disable=SC2086
    check "$arguments with a checkpoint says the same" equal "$expected" "$(json $arguments --checkpoint "$saved")"
    check "... which is something" contains "$expected" '"failing_sizes"'
    # shellcheck disable=SC2086
    check "... and so does the checkpoint" equal "$expected" "$(json $arguments --resume "$saved" --log verbose)"
    rm -f "$saved"
    # shellcheck disable=SC2086
    check "... with several processes, too" equal "$expected" "$(json $arguments -j 3 --checkpoint "$saved")"
    # shellcheck disable=SC2086
    check "... whose checkpoint knows it all" equal "$expected" "$(json $arguments -j 2 --resume "$saved")"
done
rm -f "$saved"
"$coset" check examples/ccp.m --family N=2..5 --states --symmetry dynamic --checkpoint "$saved" >/dev/null
check "what is known of a family is not searched for" contains \
    "$("$coset" check examples/ccp.m --family N=2..5 --states --symmetry dynamic --resume "$saved" --json)" '"checkers": 0,'

# With a limit, half of the time is for all sizes together; that search is kept, too, when single sizes have their turn.
rm -f "$saved"
limited=(examples/ccp.m --family N=1..7 -p 1 --engine symbolic --strategy breadth --symmetry off --time-limit 2)
out=$(COSET_CLOCK=processor outcome -q "${limited[@]}" --checkpoint "$saved")
check "a family that is too much is undecided in part" contains "$out" "undecided for N"
COSET_CLOCK=processor outcome -q "${limited[@]}" --resume "$saved" --log verbose >/dev/null
check "its searches go on, of all sizes and of one" equal 2 "$(grep -c "a search of the checkpoint goes on" "$scratch/errors")"

# ---- Limits
rm -f "$saved"* # one of those that were killed may have been saving
counter 14 >"$scratch/some.smv"
layers=(--engine symbolic) # where all engines have their turns, it is up to the clock whose search is saved first
remember -q "$scratch/some.smv" "${layers[@]}" --states --no-trace
out=$(COSET_CLOCK=processor outcome "$scratch/endless.smv" --no-trace --time-limit 0.2 --checkpoint "$saved")
check "a limit leaves something undecided" contains "$out" "(out of time)"
rm -f "$saved"
check "a run is killed" kill_at 9 "$scratch/some.smv" "${layers[@]}" --no-trace
for _ in 1 2 3; do # each time it gets further
    outcome "$scratch/some.smv" "${layers[@]}" --no-trace --time-limit 0.05 --resume "$saved" --checkpoint "$saved" >/dev/null
done
check "what limits have stopped, again and again, goes on to the end" equal "$expected" \
    "$(outcome -q "$scratch/some.smv" "${layers[@]}" --states --no-trace --resume "$saved")"
check "no other file is left" equal "saved" "$(cd "$scratch" && ls -d saved*)"

# ---- Several processes: their searches are in the one file, for as many processes as one likes
has_search() { grep -aqE '(sets|states) (diagrams|model|tree|orbits|counters) ' "$saved" 2>/dev/null; }

# Runs until there is a checkpoint with a search; then the first process is killed, and with it all others.
kill_all_midway() { # arguments of check
    local try
    for try in {1..5}; do
        rm -f "$saved"
        "$coset" check -q "$@" --checkpoint "$saved" --every 0.1 >"$scratch/out" 2>&1 &
        local program=$!
        while ! has_search && kill -0 $program 2>/dev/null; do
            sleep 0.02
        done
        kill -KILL $program 2>/dev/null
        wait $program 2>/dev/null
        [[ $? -eq 137 ]] && has_search && return 0
    done
    return 1
}

# Which method has counted a size depends on the time that it had, and only some tell of orbits.
without_orbits() { sed 's/, in [0-9]* orbits//'; }

processes_go_on() { # what, how many go on each time, arguments of check; $same: what of the output has to be the same
    local what=$1 numbers=$2 same=${same:-cat} expected jobs
    shift 2
    remember -q "$@"
    check "$what, two processes: all are killed" kill_all_midway "$@" -j 2
    for jobs in $numbers; do
        check "$what: ... and $jobs say the same when they go on" equal "$($same <<<"$expected")" \
            "$(outcome -q "$@" -j "$jobs" --resume "$saved" --log verbose | $same)"
        check "$what: ... from where they were" grep -q "a search of the checkpoint goes on" "$scratch/errors"
        check_not "$what: ... with nothing lost" grep -q "anew" "$scratch/errors"
    done
}

processes_go_on "SMV, layers" "1 3" "$scratch/some.smv" "${layers[@]}" --states --no-trace
processes_go_on "Murphi, explicit orbits" "2" examples/ccp.m -D N=6 --symmetry explicit --states
processes_go_on "Murphi, by the tree" "2" examples/ccp.m -D N=6 --symmetry explicit --states --explicit-rules tree
processes_go_on "family, all sizes together" "2" examples/readers_writers.m --family N=1..32 --symmetry off --states
same=without_orbits processes_go_on "... one size after the other" "1 2" examples/ccp.m --family N=2..6 --states

rm -f "$saved"*
remember -q "$scratch/count.smv" --states --no-trace
check "with a checkpoint, they say the same" equal "$expected" \
    "$(outcome -q "$scratch/count.smv" --no-trace -j 2 --states --checkpoint "$saved")"
check "... and leave one file" equal "saved" "$(cd "$scratch" && ls -d saved*)"
for jobs in 1 3; do
    check "... and so does the checkpoint, with $jobs" equal "$expected" \
        "$(outcome -q "$scratch/count.smv" --no-trace -j $jobs --states --resume "$saved")"
done
check "all verdicts are known at once" equal "${expected/reachable*/status 1}" \
    "$(outcome -q "$scratch/count.smv" --no-trace -j 2 --time-limit 0.001 --resume "$saved")"
rm -f "$saved"
launch "$coset" check "$scratch/endless.smv" --no-trace -j 2 --checkpoint "$saved"
wait_until is_gone_or grep -q soon "$scratch/out"
kill -INT $launched
ended
check "a quick one is known from before, a slow one is not" equal "1" \
    "$(outcome "$scratch/endless.smv" --no-trace -j 2 --time-limit 0.001 --resume "$saved" | grep -c '  fails ')"
rm -f "$saved"
expected=$(outcome -q "$scratch/some.smv" "${layers[@]}" --no-trace)
check "several processes are killed" kill_all_midway "$scratch/some.smv" "${layers[@]}" --no-trace -j 2
check "what they have begun one goes on with" equal "$expected" \
    "$(outcome -q "$scratch/some.smv" "${layers[@]}" --no-trace --resume "$saved" --log verbose)"
check "... from where it was" grep -q "a search of the checkpoint goes on" "$scratch/errors"
rm -f "$saved"
check "one process is killed" kill_at 300 "$scratch/some.smv" "${layers[@]}" --no-trace
check "what one process has begun several go on with" equal "$expected" \
    "$(outcome -q "$scratch/some.smv" "${layers[@]}" --no-trace -j 2 --resume "$saved" --checkpoint "$saved" --log verbose)"
check "... from where it was" grep -q "a search of the checkpoint goes on" "$scratch/errors"
check "... and keep" has_search

# A process that is killed loses its own verdict, and no checkpoint.
rm -f "$saved"*
"$coset" check -q --no-trace -j 2 tests/models/smv/long.smv --checkpoint "$saved" --every 0.1 >"$scratch/out" 2>&1 &
program=$!
wait_until has_search
while kill -0 $program 2>/dev/null; do # what is handed out again is killed, too
    # shellcheck disable=SC2046
    kill -KILL $(cat /proc/$program/task/*/children 2>/dev/null) 2>/dev/null
    sleep 0.05
done
wait $program
check "a process that is killed leaves one property undecided" contains "$(<"$scratch/out")" "3 properties: 1 holds, 1 fails, 1 undecided"
check "... and one file" equal "saved" "$(cd "$scratch" && ls -d saved*)"
interrupt_when grep -q "a search of the checkpoint goes on" "$scratch/errors" -- \
    "$coset" check -q --no-trace -j 2 tests/models/smv/long.smv --resume "$saved" --log verbose
check "... from which all goes on" grep -q "a search of the checkpoint goes on" "$scratch/errors"
check "... with what is known" contains "$(<"$scratch/out")" "3 properties: 1 holds, 1 fails, 1 undecided"
rm -f "$saved"*

# ---- Verdicts are kept, with their runs
for kind in $kinds; do
    coset=$root/build/$kind/coset
    for arguments in "examples/mutex.smv" "examples/counter.smv" "tests/models/murphi/temporal.m" "examples/ccp.m -D N=3" \
        "examples/ccp.m -D N=3 --states" "tests/models/smv/vacuity.smv" "examples/philosophers.smv --symmetry onthefly" "examples/mutex.smv --symmetry orbit-xi"; do
        rm -f "$saved"
        # shellcheck disable=SC2086
        expected=$(outcome $arguments)
        # shellcheck disable=SC2086
        check "$kind: $arguments with a checkpoint says the same" equal "$expected" "$(outcome $arguments --checkpoint "$saved")"
        # shellcheck disable=SC2086
        check "$kind: ... and so does the checkpoint" equal "$expected" "$(outcome $arguments --resume "$saved")"
    done
done

# ---- What is refused
refused() { # what, part of the message, arguments of check
    local what=$1 part=$2 message
    shift 2
    message=$("$coset" check "$@" 2>&1)
    check "$what" contains "$? $message" "2 coset: error: $part"
}

for kind in $kinds; do
    coset=$root/build/$kind/coset
    model=examples/mutex.smv
    "$coset" check $model --checkpoint "$saved" >/dev/null
    refused "$kind: another model" "cannot resume the checkpoint \"$saved\": it is one of another model" examples/counter.smv --resume "$saved"
    refused "$kind: other options" "cannot resume the checkpoint \"$saved\": it was made with --engine auto, and not with explicit" \
        $model --engine explicit --resume "$saved"
    refused "$kind: other properties" "cannot resume the checkpoint \"$saved\": it was made with --property (nothing), and not with safe" \
        $model -p safe --resume "$saved"
    check "$kind: a family has a checkpoint" "$coset" check examples/mutex.m --family N=1..3 --checkpoint "$scratch/family"
    family="cannot resume the checkpoint \"$scratch/family\": it was made with"
    refused "$kind: another range" "$family --family N=1..3, and not with N=1..4" examples/mutex.m --family N=1..4 --resume "$scratch/family"
    refused "$kind: no family" "$family --family N=1..3, and not with (nothing)" examples/mutex.m --resume "$scratch/family"
    refused "$kind: another size" "$family --size (nothing), and not with 2" examples/mutex.m --family N=1..3 --size 2 --resume "$scratch/family"
    refused "$kind: another family" "cannot resume the checkpoint \"$scratch/family\": it is one of another model" \
        examples/ccp.m --family N=1..3 --resume "$scratch/family"
    refused "$kind: a model for a family" "cannot resume the checkpoint \"$saved\": it is one of another model" \
        examples/mutex.m --family N=1..3 --resume "$saved"
    refused "$kind: --every alone, of a family" "--every is of use with --checkpoint only" examples/mutex.m --family N=1..3 --every 3
    refused "$kind: no checkpoint" "cannot resume the checkpoint \"$model\": it is no checkpoint" $model --resume $model
    refused "$kind: no file" "cannot resume the checkpoint \"$scratch/none\": No such file" $model --resume "$scratch/none"
    refused "$kind: a directory" "cannot resume the checkpoint" $model --resume "$scratch"
    refused "$kind: a place for none" "cannot write the checkpoint \"$scratch/none/saved\": No such file" $model --checkpoint "$scratch/none/saved"
    refused "$kind: a directory to write to" "cannot write the checkpoint \"$scratch\": it is a directory" $model --checkpoint "$scratch"
    refused "$kind: a device to write to" "cannot write the checkpoint \"/dev/null\": it is not a regular file" $model --checkpoint /dev/null
    refused "$kind: a file without a name" "cannot write the checkpoint \"\": it has no name" $model --checkpoint ""
    refused "$kind: --every alone" "--every is of use with --checkpoint only" $model --every 3
    for every in 0 -1 x 0.05; do
        check_not "$kind: --every $every" "$coset" check $model --checkpoint "$saved" --every=$every
    done
    printf '\x09' | dd of="$saved" bs=1 seek=8 conv=notrunc status=none
    refused "$kind: another version" "cannot resume the checkpoint \"$saved\": it has version 9 of the format" $model --resume "$saved"
done

# ---- Damage: any byte that is another one, and any end that comes too soon
is_refused() { # arguments of check
    local message
    message=$("$coset" check "$@" --resume "$scratch/damaged" 2>&1)
    [[ $? -eq 2 && $message == "coset: error: cannot resume the checkpoint"* ]] || { echo "$message"; return 1; }
}

damage_all() { # steps between bytes, arguments of check
    local step=$1 size at byte
    shift
    rm -f "$saved"
    "$coset" check "$@" --checkpoint "$saved" >/dev/null
    size=$(stat -c %s "$saved")
    for ((at = 0; at < size; at += size / step + 1)); do
        cp "$saved" "$scratch/damaged"
        byte=$(od -An -tu1 -j $at -N 1 "$saved")
        # shellcheck disable=SC2059
        printf "\\x$(printf %x $((byte ^ (1 << at % 8))))" | dd of="$scratch/damaged" bs=1 seek=$at conv=notrunc status=none
        is_refused "$@" || { echo "byte $at of $size"; return 1; }
        head -c $at "$saved" >"$scratch/damaged"
        is_refused "$@" || { echo "cut at $at of $size"; return 1; }
    done
}

for kind in $kinds; do
    coset=$root/build/$kind/coset
    check "$kind: damage to sets shows" damage_all 40 examples/mutex.smv
    check "$kind: damage to states shows" damage_all 40 examples/ccp.m -D N=2 --engine explicit
    check "$kind: damage to a family shows" damage_all 20 examples/ccp.m --family N=1..2 --symmetry explicit
done
finish
