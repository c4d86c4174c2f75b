#!/usr/bin/env bash
# Checking in several processes: the same answers, limits that are shared, and processes that die. Times have wide
# margins: a loaded machine may take seconds to start a program.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
models=tests/models/smv

# Output, messages and status of a check.
outcome() {
    "$coset" check "$@" 2>&1
    echo "status $?"
}

# JSON without what the work took.
answers() { sed '/^  "stats"/,$d'; }

same() { # arguments of check
    local alone
    alone=$(outcome "$@")
    check "$kind: $* says the same with several processes" equal "$alone" "$(outcome "$@" --jobs 3)"
    check "$kind: ... and ends well" test "${alone##*status }" -le 3
}

for kind in $kinds; do
    coset=$root/build/$kind/coset
    same examples/mutex.smv
    same examples/mutex.smv --states
    same examples/counter.smv --format nusmv --states
    same $models/stated.smv
    same $models/vacuity.smv
    same $models/deadlock.smv
    same examples/mutex.smv --property nobody
    same examples/mutex.smv --formula 'EF b.state = critical' --no-trace
    for symmetry in off counters explicit dynamic componentwise onthefly; do
        same examples/ccp.m -D N=3 --symmetry $symmetry --states
    done
    for engine in symbolic explicit; do
        same tests/models/murphi/temporal.m --engine $engine --symmetry off --states
    done
    # Families: all sizes together, as sets and counted; one size after the other; fewer sizes than processes; runs.
    same examples/token_ring.m --family N=1..4 --symmetry dynamic --states
    same examples/readers_writers.m --family N=1..6
    same examples/mutex.m --family N=1..4 --symmetry off --states
    same examples/mutex.m --family N=3..3 --states
    same examples/ccp.m --family N=2..3 --states
    same examples/philosophers.m --family N=2..4
    same examples/odd_even_sort_bug.m --family N=1..4 --size 3
    same tests/models/families/ring.m --family N=2..4 --symmetry explicit --states
    same tests/models/architectural/backwards.m --family N=2..4 --symmetry architectural --no-trace -p 1
    same examples/mutex.m --family N=1..4 --symmetry architectural
    same tests/models/families/parity.m --family N=2..3 --symmetry dynamic --no-trace
    "$coset" check examples/mutex.smv --json >"$scratch/one.json"
    "$coset" check examples/mutex.smv --json -j4 >"$scratch/four.json"
    check "$kind: JSON is the same but for the work" equal "$(answers <"$scratch/one.json")" "$(answers <"$scratch/four.json")"
    check "$kind: ... and fits the schema" "build/$kind/tests/report/test_json" "$scratch/four.json"
    for family in "examples/philosophers.m --family N=2..4" "examples/mutex.m --family N=1..4 --states" \
        "examples/token_ring.m --family N=1..4 --symmetry dynamic --states"; do
        # shellcheck disable=SC2086 # words
        "$coset" check $family --json | sed 's/"seconds": [^,}]*//' >"$scratch/one.json"
        # shellcheck disable=SC2086
        "$coset" check $family --json -j3 >"$scratch/three.json"
        check "$kind: JSON of $family is the same but for the work" equal "$(answers <"$scratch/one.json")" \
            "$(sed 's/"seconds": [^,}]*//' "$scratch/three.json" | answers)"
        check "$kind: ... and fits the schema" "build/$kind/tests/report/test_json" "$scratch/three.json"
    done
    "$coset" check $models/cones.smv --write-order "$scratch/one.ord" >/dev/null
    "$coset" check $models/cones.smv --write-order "$scratch/three.ord" -j 3 >/dev/null
    check "$kind: the order is written" cmp "$scratch/one.ord" "$scratch/three.ord"
    "$coset" check examples/mutex.smv -j 2 --html "$scratch/report.html" >/dev/null
    check "$kind: a report tells of the searches of all" grep -q "\"way\": \"diagrams\"" "$scratch/report.html"
    for wrong in 0 -1 x 1025; do
        check_not "$kind: --jobs $wrong is refused" "$coset" check examples/mutex.smv --jobs="$wrong"
    done
done

# ---- Why something is undecided
coset=$root/build/release/coset
cat >"$scratch/fair.smv" <<'END'
MODULE main
IVAR i : boolean;
VAR x : boolean;
ASSIGN init(x) := FALSE; next(x) := i;
FAIRNESS i
CTLSPEC AG AF x
LTLSPEC G F x
INVARSPEC !x
END
expected=$(outcome "$scratch/fair.smv" --engine explicit --no-trace)
check "what an engine does not know is undecided" contains "$expected" \
    "(not applicable: the explicit engine does not know fairness over inputs or next values)"
check "... with the same words from processes" equal "$expected" \
    "$(outcome "$scratch/fair.smv" --engine explicit --no-trace -j 3)"
outcome "$scratch/fair.smv" --engine explicit --no-trace -j 3 --checkpoint "$scratch/saved" >/dev/null
check "... and when it is resumed" equal "$expected" \
    "$(outcome "$scratch/fair.smv" --engine explicit --no-trace --resume "$scratch/saved")"

# ---- Limits
out=$(outcome $models/long.smv -j 3 --time-limit 1.5 --no-trace)
check "out of time is what runs out of it" contains "$out" "2  undecided  never: n != 0ud48_281474976710655 (out of time)"
check "... and nothing else" contains "$out" "3 properties: 1 holds, 1 fails, 1 undecided"
check "... with its status" contains "$out" "status 1"
out=$(outcome $models/long.smv -j 3 --memory-limit 4M --no-trace)
check "out of memory likewise" contains "$out" "(out of memory)"
check "... and nothing else" contains "$out" "3 properties: 1 holds, 1 fails, 1 undecided"

# ---- Processes that die
children_of() { cat /proc/"$1"/task/*/children 2>/dev/null; }

# Whether all processes of the check have had half a second of the processor.
at_work() {
    local child ticks
    for child in $(children_of $parent); do
        ticks=$(sed 's/.*) //' "/proc/$child/stat" 2>/dev/null | awk '{ print $12 + $13 }')
        [[ -n $ticks && $((2 * ticks)) -ge $(getconf CLK_TCK) ]] || return 1
    done
}

# Starts a check that would not end, and leaves its number in `parent` when it has some processes at work.
start() { # how many, arguments of check
    local count=$1
    shift
    "$coset" check "$@" >"$scratch/out" 2>"$scratch/errors" &
    parent=$!
    has_so_many() {
        read -ra children <<<"$(children_of $parent)"
        [[ ${#children[@]} -ge $count ]]
    }
    wait_until has_so_many
    wait_until at_work # what is quick is decided by then
    read -ra children <<<"$(children_of $parent)"
}

# Whether none of them is there any more, not even as a zombie.
all_gone() {
    local child
    for child in "$@"; do
        wait_until test ! -e "/proc/$child" || return 1
    done
}

start 1 -j 2 -q --no-trace $models/long.smv
while kill -0 $parent 2>/dev/null; do # its share may have been given to another one
    # shellcheck disable=SC2046 # words
    kill -SEGV $(children_of $parent) 2>/dev/null
    sleep 0.1
done
wait $parent
check "a process that dies leaves one property undecided" equal \
    "1  holds      first: n = n
2  undecided  never: n != 0ud48_281474976710655 (the process that checked it was killed by signal 11)
3  fails      soon: small = 0
3 properties: 1 holds, 1 fails, 1 undecided" "$(<"$scratch/out")"
check "... and ends" all_gone "${children[@]}"

# Of a family, as well: of what is asked for all sizes together, and then of each size.
cat >"$scratch/slow.m" <<'END'
const N: 2;
var n: 0..1000000000;
rule n < 1000000000 ==> begin n := n + 1; end;
startstate begin n := 0; end;
invariant "soon" n < N;
invariant "late" n < 999999999;
END
slow=(-q --no-trace --family N=1..3 --engine explicit -p soon -p late "$scratch/slow.m")
start 1 -j 2 "${slow[@]}"
while kill -0 $parent 2>/dev/null; do
    # shellcheck disable=SC2046 # words
    kill -KILL $(children_of $parent) 2>/dev/null
    sleep 0.2
done
wait $parent
check "a process that dies leaves one property of a family undecided" equal \
    "1 1  fails for N = 1..3  soon: n < N
2  undecided for N = 1..3  late: n < 999999999 (the process that checked it was killed by signal 9)
2 properties: 0 hold, 1 fails, 1 undecided" "$? $(<"$scratch/out")"
start 1 -j 2 "${slow[@]}"
kill -TERM $parent
wait $parent
check "an interrupt ends with what is known of a family" contains "$? $(<"$scratch/out")" \
    "2  undecided for N = 1..3  late: n < 999999999 (interrupted)"
check "... with no process left" all_gone "${children[@]}"
out=$(outcome "${slow[@]}" -j 2 --time-limit 1.5 --states)
check "a limit is one for all sizes" contains "$out" "2  undecided for N = 1..3  late: n < 999999999 (out of time)"
check "... and for their states" contains "$out" "reachable states for N = 1..3: not counted (out of time"
check "... or for those of one size" contains "$(outcome "${slow[@]/N=1..3/N=2..2}" -j 2 --time-limit 1 --states)" \
    "reachable states for N = 2: not counted (out of time"

start 2 -j 2 -q -p never -f 'AG n != 0ud48_281474976710654' $models/long.smv
kill -KILL $parent
wait $parent 2>/dev/null
check "no process outlives the first one" all_gone "${children[@]}"
check "... of which there were some" test ${#children[@]} -ge 2

# ---- Interrupts: to the first process only, as kill does, and to all, as a terminal does.
interrupted="2  undecided  never: n != 0ud48_281474976710655 (interrupted)"
start 2 -j 2 -p never -f 'AG n != 0ud48_281474976710654' $models/long.smv
kill -TERM $parent
wait $parent
status=$?
check "an interrupt ends with what is known" equal "3" $status
check "... which is shown" contains "$(<"$scratch/out")" "$interrupted"
check "... and said once" equal 1 "$(grep -c 'press Ctrl-C again' "$scratch/errors")"
check "... with no process left" all_gone "${children[@]}"
interrupt_when grep -q first "$scratch/out" -- "$coset" check -j 2 -p never -p first $models/long.smv
check "an interrupt for all processes likewise" contains "$? $(<"$scratch/out")" "3 1  holds      first: n = n
$interrupted"
launch "$coset" check -q -j 2 -p never -p soon $models/long.smv
has_children() { [[ -n $(children_of $launched) ]]; }
wait_until is_gone_or has_children
children_of $launched >"$scratch/children"
kill -STOP $launched # so that both are there when it goes on
kill -TERM $launched
kill -INT $launched
kill -CONT $launched
ended
status=$?
read -ra children <"$scratch/children"
check "a second one ends the program at once" test $status -eq 130 -o $status -eq 143
check "... with all processes" all_gone "${children[@]}"

# ---- Nobody reads: a first property is shown at once, the next one would take until the limit.
unread() { # arguments of check, whose output goes to a pipe that was closed before
    (
        trap '' PIPE
        while echo; do sleep 0.1; done 2>/dev/null
        "$coset" check -q --no-trace "$@" --time-limit 1000 $models/long.smv 2>"$scratch/errors"
        echo "$? $(<"$scratch/errors")" >"$scratch/status"
    ) | true
    cat "$scratch/status"
}

late='AG n != 0ud48_281474976710654'
for arguments in "-j 2" "-j 1" "-j 1 --engine explicit" "-j 2 --engine explicit"; do
    # shellcheck disable=SC2086 # words
    check "output that nobody reads ends all: $arguments" equal "141 " \
        "$(unread $arguments -p soon -f "$late")"
done
check "... and states are not counted for nobody" equal "141 " "$(unread -p soon --states)"
finish
