#!/usr/bin/env bash
# A model of an arbiter for N processes: examples/arbiter.sh N >model.smv
set -eu
n=${1:-}
if [[ ! $n =~ ^[1-9][0-9]*$ ]]; then
    echo "usage: ${0##*/} N" >&2
    exit 2
fi

# The text with @ replaced by each number in turn, joined by the first argument.
each() {
    local joined="" i
    for ((i = 1; i <= n; i++)); do
        joined+="${joined:+$1}${2//@/$i}"
    done
    echo "$joined"
}

shut=$((n > 1 ? 5 * (n - 1) : 5)) # cycles that the door is shut, at the most (but for two)
by_number='(p1.enters -> line = 0)'
for ((i = 2; i <= n; i++)); do
    by_number+=" & (p$i.enters -> line = 0 | p$((i - 1)).place = line)"
done

cat <<EOF
-- An arbiter that serves $n processes in the order in which they come.
-- Written by examples/arbiter.sh $n.

-- One of those that ask may enter in each cycle, and gets the last place in the line. The first in the line uses what all
-- of them want, and leaves; then the others move up. After 63 uses the door is shut until nobody is in the line.
MODULE process_of(line, moves, open)
IVAR
  enters : boolean;
VAR
  phase : {idle, asking, waiting, using};
  place : 0..$n;       -- in the line; 0: not there
  work : 0..3;        -- cycles that it still needs, after this one
  moved_up : boolean; -- since it entered
DEFINE
  waits := phase = waiting;
  uses := phase = using;
  starts := waits & place = 1;
  done := uses & work = 0;
ASSIGN
  init(phase) := idle;
  next(phase) := case
    phase = idle : {idle, asking};
    phase = asking : enters ? waiting : asking;
    phase = waiting : starts ? using : waiting;
    TRUE : done ? idle : using;
  esac;
  init(place) := 0;
  next(place) := case
    phase = asking & enters : moves ? line : min(line + 1, $n);
    place > 0 & moves : place - 1;
    TRUE : place;
  esac;
  init(work) := 0;
  next(work) := case
    phase = idle : 0..3;
    uses & work > 0 : work - 1;
    TRUE : work;
  esac;
  init(moved_up) := FALSE;
  next(moved_up) := place > 0 & !done & (moved_up | moves);
TRANS enters -> phase = asking & open;

MODULE main
VAR
  line : 0..$n; -- how many are in it
  count_of_uses : 0..63;
EOF
for ((i = 1; i <= n; i++)); do
    echo "  p$i : process_of(line, moves, open);"
done
cat <<EOF
DEFINE
  open := count_of_uses < 63;
  entered := $(each ' | ' 'p@.enters');
  wanted := $(each ' | ' 'p@.waits');
  used := $(each ' | ' 'p@.uses');
  starts := $(each ' | ' 'p@.starts');
  moves := $(each ' | ' 'p@.done');
  old_waits := $(each ' | ' '(p@.waits & p@.moved_up)');
  new_uses := $(each ' | ' '(p@.uses & !p@.moved_up)');
ASSIGN
  init(line) := 0;
  next(line) := case
    entered & !moves & line < $n : line + 1;
    moves & !entered & line > 0 : line - 1;
    TRUE : line;
  esac;
  init(count_of_uses) := 0;
  next(count_of_uses) := case
    open & starts : count_of_uses + 1;
    !open & line = 0 : 0;
    TRUE : count_of_uses;
  esac;
TRANS count($(each ', ' 'p@.enters')) <= 1;

-- For a hint: they enter in the order of their numbers.
DEFINE
  by_number := $by_number;

PSLSPEC NAME exclusive := never {count($(each ', ' 'p@.uses')) > 1};
PSLSPEC NAME in_order := never {old_waits & new_uses};
PSLSPEC NAME prompt := always {wanted} |=> {!used[*0:1]; used};
PSLSPEC NAME short_break := never {!open[*$shut]};
PSLSPEC NAME bounded_break := never {!open[*$((5 * n + 1))]};
INVARSPEC NAME counted := line = count($(each ', ' 'p@.place > 0'));
EOF
