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

cat <<EOF
-- An arbiter that serves $n processes in batches.
-- Written by examples/arbiter.sh $n.

-- When nobody of a batch is left, all that request are admitted: they are the next batch. Of those that wait, anyone may
-- be chosen, but urgent ones come first. After each use there is a rest of up to seven cycles.
MODULE process_of(admits, grants)
VAR
  phase : {idle, requesting, waiting, using, leaving};
  urgent : boolean;
  work : 0..15; -- cycles that it still needs
  age : 0..3;   -- how often others were served meanwhile, up to three times
DEFINE
  waits := phase = waiting;
  uses := phase = using;
  here := phase in {waiting, using, leaving};
ASSIGN
  init(phase) := idle;
  next(phase) := case
    phase = idle : {idle, requesting};
    phase = requesting : admits ? waiting : requesting;
    phase = waiting : grants ? {waiting, using} : waiting;
    phase = using : work = 0 ? leaving : using;
    TRUE : idle;
  esac;
  init(urgent) := FALSE;
  next(urgent) := case
    phase = idle : {FALSE, TRUE};
    phase = leaving : FALSE;
    TRUE : urgent;
  esac;
  init(work) := 0;
  next(work) := case
    phase = idle : 0..15;
    phase = using & work > 0 : work - 1;
    TRUE : work;
  esac;
  init(age) := 0;
  next(age) := case
    phase in {requesting, waiting} & grants & age < 3 : age + 1;
    phase in {requesting, waiting} : age;
    TRUE : 0;
  esac;

MODULE main
VAR
  rest : 0..7;
  served : 0..3; -- of the present batch, up to three
EOF
for ((i = 1; i <= n; i++)); do
    echo "  p$i : process_of(admits, grants);"
done
cat <<EOF
DEFINE
  occupied := $(each ' | ' 'p@.here');
  admits := !occupied;
  wanted := $(each ' | ' 'p@.waits');
  used := $(each ' | ' 'p@.uses');
  left := $(each ' | ' 'p@.phase = leaving');
  hurry := $(each ' | ' '(p@.waits & p@.urgent)');
  used_urgently := $(each ' | ' '(p@.uses & p@.urgent)');
  overlooked := $(each ' | ' '(p@.waits & p@.age < served)');
  tired := $(each ' | ' '(p@.waits & p@.age = 3)');
  grants := wanted & !used & !left & rest = 0;
ASSIGN
  init(rest) := 0;
  next(rest) := case
    left : 0..7;
    rest > 0 : rest - 1;
    TRUE : 0;
  esac;
  init(served) := 0;
  next(served) := case
    admits : 0;
    grants & served < 3 : served + 1;
    TRUE : served;
  esac;
-- One of those that wait is chosen, and it is urgent if one of them is.
TRANS grants -> count($(each ', ' 'next(p@.phase) = using')) = 1;
TRANS grants & hurry -> $(each ' & ' '(next(p@.phase) = using -> p@.urgent)');

PSLSPEC NAME exclusive := never {count($(each ', ' 'p@.uses')) > 1};
PSLSPEC NAME prompt := always {wanted & !used & !left} |=> {!used[*0:7]; used};
PSLSPEC NAME urgent_first := never {hurry & !used; !used[*]; used & !used_urgently};
PSLSPEC NAME not_in_a_row := never {{used_urgently[+]; !used[+]}[*2]; used_urgently};
PSLSPEC NAME counted := always {admits; occupied[+]} |-> !overlooked;
PSLSPEC NAME patient := never {tired & !used; !used[*]; used_urgently & tired};
CTLSPEC NAME may_be_quiet := AG EF !occupied;
EOF
