#!/usr/bin/env bash
# What is shown while long work goes on: a line that is redrawn on a terminal, plain lines elsewhere; and Ctrl-C, once
# and twice. Times have wide margins: a loaded machine may take seconds to start a program.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
models=tests/models/smv
coset=$root/build/release/coset
erase=$'\r\033[K'

# The bytes that a terminal of that width gets go to a file.
on_terminal() { # columns, arguments of check
    local columns=$1
    shift
    TERM=xterm timeout 60 script -qec "stty cols $columns; $coset check $*" /dev/null </dev/null >"$scratch/drawn"
}

has_line() { grep -aqE "$1" "$scratch/drawn"; }

# The longest line that is drawn on a terminal.
longest() {
    tr '\r' '\n' <"$scratch/drawn" | sed 's/^\x1b\[K//; s/\xe2\x80\xa6/./' | grep -a '^\[' |
        awk '{ if (length > most) most = length } END { print most + 0 }'
}

# ---- On a terminal
on_terminal 200 -p never $models/long.smv --time-limit 4
check "a terminal shows where the work is" has_line \
    'checking: reachable states, iteration [0-9]+, found [0-9,]+ states, frontier 2 states, [0-9,]+ nodes in all, [0-9.]+ [KMG]iB, at most [1-4] s more'
check "... in one line that is redrawn" test "$(grep -aoF "$erase[" "$scratch/drawn" | wc -l)" -gt 3
check "... and erased before the result" grep -aqF "${erase}2  undecided" "$scratch/drawn"
on_terminal 40 -p never $models/long.smv --time-limit 3
check "lines are cut to the terminal" test "$(longest)" -le 39
check "... and there are some" test "$(longest)" -gt 20
on_terminal 200 -q -p never $models/long.smv --time-limit 2
check_not "--quiet shows none" has_line 'checking:'
TERM=dumb timeout 60 script -qec "$coset check -p never $models/long.smv --time-limit 2" /dev/null </dev/null >"$scratch/drawn"
check_not "a terminal that cannot redraw gets none of that" grep -aqF "$erase" "$scratch/drawn"
on_terminal 200 examples/ccp.m -D N=9 --engine explicit --symmetry off --time-limit 4
check "states one by one are told" has_line \
    '0 of 3 decided, reachable states one by one, depth [0-9]+, found [0-9,]+ states, frontier [0-9,]+, [0-9.]+ [KMG]iB'
on_terminal 200 examples/ccp.m -D N=14 --symmetry explicit --time-limit 4
check "orbits are called that" has_line 'found [0-9,]+ orbits'
on_terminal 200 examples/mutex.smv
check_not "quick work shows nothing" has_line 'checking:'


# ---- While a model is read and made: a million rules, which takes far longer than these limits
large=(examples/mutex.m -D N=1200 --symmetry off)
on_terminal 200 "${large[*]}" --time-limit 3
check "reading is told, with its phase and memory" has_line \
    'reading: its rules, as steps of a model, [0-9.]+ [KMG]iB, at most [1-3] s more'
check "... and erased at the end" grep -aqF "${erase}coset: error: out of time while the model was read" "$scratch/drawn"
start=$(date +%s)
timeout 60 "$coset" check "${large[@]}" --time-limit 1 >"$scratch/out" 2>"$scratch/errors"
check "a time limit ends reading, undecided" test $? -eq 3
check "... soon" test $(($(date +%s) - start)) -lt 8
check "... and says so" equal "coset: error: out of time while the model was read, so that nothing is known of it" \
    "$(<"$scratch/errors")"
check "... with nothing else" equal "" "$(<"$scratch/out")"
timeout --foreground -k 60 --preserve-status -s INT 1 "$coset" check "${large[@]}" >"$scratch/out" 2>"$scratch/errors"
check "Ctrl-C ends reading, undecided" test $? -eq 3
check "... and it is said" contains "$(<"$scratch/errors")" "interrupted while the model was read"
timeout 60 "$coset" check examples/mutex.m --family N=1000..1200 --symmetry off --time-limit 1 >"$scratch/out" 2>"$scratch/errors"
check "so it is with families" equal "3 coset: error: out of time while the model was read, so that nothing is known of it" \
    "$? $(<"$scratch/errors")"
timeout 60 "$coset" draw examples/mutex.m -D N=1200 --time-limit 1 >"$scratch/out" 2>"$scratch/errors"
check "... and pictures" contains "$? $(<"$scratch/errors")" "3 coset: error: out of time while the model was read"
# Counters need one instance of each rule only; the model itself is made when they have decided what they can.
timeout 60 "$coset" check examples/peterson.m -D N=1200 --time-limit 3 >"$scratch/out" 2>"$scratch/errors"
check "a model that is made later on is given up, too" contains "$? $(<"$scratch/out")" "3 1  undecided"
check "... with the reason" contains "$(<"$scratch/out")" "(out of time)"

# ---- Elsewhere
errors=$(timeout 60 "$coset" check -v -p never $models/long.smv --time-limit 13 2>&1 >/dev/null)
check "-v writes a line every few seconds" grep -qE '^\[[5-9] s\] checking: reachable states, iteration' <<<"$errors"
check "... about two" test "$(grep -c '^\[' <<<"$errors")" -ge 1 -a "$(grep -c '^\[' <<<"$errors")" -le 2
check_not "... that are plain" contains "$errors" $'\033'
errors=$(timeout 60 "$coset" check -p never $models/long.smv --time-limit 3 2>&1 >/dev/null)
check "without it there is none in the first half minute" equal "" "$errors"

# ---- Interrupts
timeout --foreground -k 60 --preserve-status -s INT 2 "$coset" check -p soon -p never $models/long.smv >"$scratch/out" 2>"$scratch/errors"
check "Ctrl-C ends with what is known" test $? -eq 3
check "... which is shown" contains "$(<"$scratch/out")" "2  undecided  never: n != 0ud48_281474976710655 (interrupted)"
check "... and said" contains "$(<"$scratch/errors")" "another Ctrl-C ends the program at once"
timeout --foreground -k 60 --preserve-status -s INT 2 "$coset" check -q -p never $models/long.smv >"$scratch/out" 2>"$scratch/errors"
check "... but not to who wants it quiet" equal "" "$(<"$scratch/errors")"
timeout --foreground -k 60 --preserve-status -s INT 3 "$coset" check examples/ccp.m -D N=9 --engine explicit --symmetry off >"$scratch/out" 2>"$scratch/errors"
check "states one by one stop as well" contains "$? $(<"$scratch/out")" "(interrupted)"

# Two at once: the second one is another signal, since two of a kind may arrive as one. A shell without job control would
# have its children ignore Ctrl-C.
start=$(date +%s)
(
    set -m
    "$coset" check -q -p never $models/long.smv >"$scratch/out" 2>"$scratch/errors" &
    child=$!
    sleep 2
    kill -TERM $child
    kill -INT $child
    wait $child
) 2>/dev/null
status=$?
check "a second interrupt ends the program at once" test $status -eq 130 -o $status -eq 143
check "... with nothing said" equal "" "$(<"$scratch/out")"
check "... really at once" test $(($(date +%s) - start)) -lt 20
finish
