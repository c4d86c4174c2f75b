#!/usr/bin/env bash
# What is shown while long work goes on: a line that is redrawn on a terminal, plain lines elsewhere; and Ctrl-C, once
# and twice. Work that would not end is ended when it has shown what is looked for.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
models=tests/models/smv
coset=$root/build/release/coset
erase=$'\r\033[K'

# on_terminal COLUMNS PATTERN ARGUMENT...: the bytes that a terminal of that width gets from a check go to a file. When there
# is a line of this pattern, Ctrl-C ends it; with the pattern "never" it is to end by itself.
on_terminal() {
    local columns=$1
    pattern=$2
    shift 2
    rm -f "$scratch/number" "$scratch/drawn"
    set -m # else Ctrl-C would be ignored
    TERM=${TERM_KIND:-xterm} script -qec "stty cols $columns; echo \$\$ >$scratch/number; exec $coset check $*" /dev/null </dev/null >"$scratch/drawn" &
    local terminal=$!
    set +m
    if [[ $pattern != never ]]; then
        wait_until is_over_or $terminal is_drawn
        wait_until listens "$(<"$scratch/number")"
        kill -INT "$(<"$scratch/number")" 2>/dev/null
    fi
    wait $terminal
    echo $? >"$scratch/status"
}
is_over_or() { # process, command
    ! kill -0 "$1" 2>/dev/null || "${@:2}"
}
is_drawn() { grep -aqE -- "$pattern" "$scratch/drawn"; }

has_line() { grep -aqE "$1" "$scratch/drawn"; }

# The longest line that is drawn on a terminal.
longest() {
    tr '\r' '\n' <"$scratch/drawn" | sed 's/^\x1b\[K//; s/\xe2\x80\xa6/./' | grep -a '^\[' |
        awk '{ if (length > most) most = length } END { print most + 0 }'
}

# ---- On a terminal
no_limit='--time-limit 1000' # seconds, to be told of; the work ends when the line is there
on_terminal 200 'checking: reachable states, iteration [0-9]+(, found [0-9,]+ states, frontier 2 states)?, [0-9,]+ nodes in all, [0-9.]+ [KMG]iB, at most 1[0-6] min' \
    -p never $models/long.smv $no_limit
check "a terminal shows where the work is" is_drawn
check "... in one line that is redrawn" grep -aqF "$erase[" "$scratch/drawn"
check "... and erased before what is said at the end" grep -aqF "${erase}coset: interrupted" "$scratch/drawn"
on_terminal 40 '\[[0-9]+ s\] checking: ' -p never $models/long.smv $no_limit
check "lines are cut to the terminal" test "$(longest)" -le 39
check "... and there are some" test "$(longest)" -gt 20
on_terminal 200 never -q -p never $models/long.smv --time-limit 1
check_not "--quiet shows none" has_line 'checking:'
TERM_KIND=dumb on_terminal 200 never -p never $models/long.smv --time-limit 1
check_not "a terminal that cannot redraw gets none of that" grep -aqF "$erase" "$scratch/drawn"
on_terminal 200 '0 of 3 decided, reachable states \(explicit-state\), depth [0-9]+, found [0-9,]+ states, frontier [0-9,]+, [0-9.]+ [KMG]iB' \
    examples/ccp.m -D N=9 --engine explicit --symmetry off
check "explicit states are told" is_drawn
on_terminal 200 'found [0-9,]+ orbits' examples/ccp.m -D N=14 --symmetry explicit
check "orbits are called that" is_drawn

# ---- While a model is read and made: a million rules, which takes far longer than these limits
large=(examples/mutex.m -D N=1200 --symmetry off --explicit-rules lowered)
on_terminal 200 'reading: its rules, as steps of a model, [0-9.]+ [KMG]iB, at most 1[0-6] min' "${large[*]}" $no_limit
check "reading is told, with its phase and memory" is_drawn
check "... and erased at the end" grep -aqF "${erase}coset: error: interrupted while the model was read" "$scratch/drawn"
check "Ctrl-C ends reading, undecided" equal 3 "$(<"$scratch/status")"
# All of it would be some minutes.
timed "$coset" check "${large[@]}" --time-limit 0.6
check "a time limit ends reading, undecided" test $? -eq 3
check "... soon" test "$took" -lt 5000
check "... and says so" equal "coset: error: out of time while the model was read, so that nothing is known of it" \
    "$(<"$scratch/errors")"
check "... with nothing else" equal "" "$(<"$scratch/out")"
timed "$coset" check examples/mutex.m --family N=1000..1200 --symmetry off --time-limit 0.6
check "so it is with families" equal "3 coset: error: out of time while the model was read, so that nothing is known of it" \
    "$? $(<"$scratch/errors")"
timed "$coset" draw examples/mutex.m -D N=1200 --time-limit 0.6
check "... and pictures" contains "$? $(<"$scratch/errors")" "3 coset: error: out of time while the model was read"
# Counters need one instance of each rule only; the model itself is made when they have decided what they can.
timed "$coset" check examples/peterson.m -D N=1200 --time-limit 2
check "a model that is made later on is given up, too" contains "$? $(<"$scratch/out")" "3 1  undecided"
check "... with the reason" contains "$(<"$scratch/out")" "(out of time)"

# ---- Elsewhere
interrupt_when grep -q '^\[' "$scratch/errors" -- "$coset" check -v -p never --engine symbolic $models/long.smv
errors=$(<"$scratch/errors")
check "-v writes a line every few seconds" grep -qE '^\[[0-9]+ s\] checking: reachable states, iteration' <<<"$errors"
check_not "... that is plain" contains "$errors" $'\033'
timed "$coset" check -p never $models/long.smv --time-limit 1
check "without it there is none in the first half minute" equal "" "$(<"$scratch/errors")"

# ---- Interrupts
interrupt_when grep -q first "$scratch/out" -- "$coset" check -p first -p never $models/long.smv
check "Ctrl-C ends with what is known" test $? -eq 3
check "... which is shown" contains "$(<"$scratch/out")" "2  undecided  never: n != 0ud48_281474976710655 (interrupted)"
check "... and said" contains "$(<"$scratch/errors")" "press Ctrl-C again to end the program at once"
interrupt_when -- "$coset" check -q -p never $models/long.smv
check "... but not to who wants it quiet" equal "" "$(<"$scratch/errors")"
interrupt_when -- "$coset" check examples/ccp.m -D N=9 --engine explicit --symmetry off
check "explicit states stop as well" contains "$? $(<"$scratch/out")" "(interrupted)"

# Two at once: the second one is another signal, since two of a kind may arrive as one.
launch "$coset" check -q -p never $models/long.smv
wait_until listens $launched
kill -STOP $launched # so that both are there when it goes on
kill -TERM $launched
kill -INT $launched
kill -CONT $launched
ended
status=$?
check "a second interrupt ends the program at once" test $status -eq 130 -o $status -eq 143
check "... with nothing said" equal "" "$(<"$scratch/out")"
finish
