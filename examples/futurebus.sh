#!/usr/bin/env bash
# A model of cache coherence in the manner of Futurebus, for N processors on one bus: examples/futurebus.sh N >model.smv
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
-- Cache coherence in the manner of Futurebus: $n processors, each with one line, on one bus.
-- Written by examples/futurebus.sh $n.

-- A transaction takes two cycles. In the first, the master has put its request on the bus, and the others look at it
-- (they snoop). In the second they have answered, and the line changes hands, unless somebody was busy. Who becomes the
-- next master is anybody's guess. "fresh" says that the value is the one that was written last, wherever it is.
MODULE processor(free, snooping, ending, reading, writing, held, source, stored)
VAR
  bus : {off, request, transfer};
  want : {nothing, read, write, flush};
  state : {invalid, shared, exclusive_clean, exclusive_write};
  snoop : {quiet, sharing, intervening, busy};
  fresh : boolean;
DEFINE
  readable := state != invalid;
  exclusive := state in {exclusive_clean, exclusive_write};
  -- a line that nobody else has is written without the bus
  stores := free & want = write & state = exclusive_clean;
  asks := want != nothing & !(want = write & state = exclusive_clean);
  ends := ending & bus = transfer;
  loses := ending & bus = off;
ASSIGN
  init(state) := invalid;
  next(state) := case
    ends & want = read : held ? shared : exclusive_clean;
    ends & want = write : exclusive_write;
    ends : {invalid, exclusive_clean};
    loses & writing : invalid;
    loses & reading & readable : shared;
    stores : exclusive_write;
    free & want = nothing & state in {shared, exclusive_clean} : {state, invalid};
    TRUE : state;
  esac;
  init(want) := nothing;
  next(want) := case
    ends | stores : nothing;
    loses & snoop = intervening : nothing;
    want != nothing : want;
    state = invalid : {nothing, read, write};
    state = exclusive_write : {nothing, flush};
    TRUE : {nothing, write};
  esac;
  init(bus) := off;
  next(bus) := case
    free & asks : {off, request};
    bus = request : transfer;
    TRUE : off;
  esac;
  init(snoop) := quiet;
  next(snoop) := case
    !snooping | bus = request | state = invalid : quiet;
    state = exclusive_write : {intervening, busy};
    TRUE : {sharing, busy};
  esac;
  init(fresh) := FALSE;
  next(fresh) := case
    ends & want = read : source;
    ends & want = write | stores : TRUE;
    stored : FALSE;
    TRUE : fresh;
  esac;

MODULE main
VAR
  memory_fresh : boolean;
EOF
for ((i = 1; i <= n; i++)); do
    echo "  p$i : processor(free, snooping, ending, reading, writing, held, source, stored);"
done
cat <<EOF
DEFINE
  free := $(each ' & ' 'p@.bus = off');
  asked := $(each ' | ' 'p@.asks');
  snooping := $(each ' | ' 'p@.bus = request');
  ending := ($(each ' | ' 'p@.bus = transfer')) & !($(each ' | ' 'p@.snoop = busy'));
  reading := $(each ' | ' '(p@.bus != off & p@.want = read)');
  writing := $(each ' | ' '(p@.bus != off & p@.want = write)');
  intervened := $(each ' | ' 'p@.snoop = intervening');
  held := intervened | $(each ' | ' 'p@.snoop = sharing');
  source := intervened ? $(each ' | ' '(p@.snoop = intervening & p@.fresh)') : memory_fresh;
  stored := (ending & writing) | $(each ' | ' 'p@.stores');
  written := $(each ' | ' 'p@.state = exclusive_write');
ASSIGN
  init(memory_fresh) := TRUE;
  next(memory_fresh) := case
    stored : FALSE;
    ending & reading : source;
    ending : $(each ' | ' '(p@.bus = transfer & p@.fresh)');
    TRUE : memory_fresh;
  esac;
-- The bus is given to one of those who ask for it.
TRANS count($(each ', ' 'next(p@.bus) != off')) <= 1;
TRANS free & asked -> $(each ' | ' 'next(p@.bus) = request');

INVARSPEC NAME one_master := count($(each ', ' 'p@.bus != off')) <= 1;
INVARSPEC NAME coherent := ($(each ' | ' 'p@.exclusive')) -> count($(each ', ' 'p@.readable')) = 1;
INVARSPEC NAME up_to_date := $(each ' & ' '(p@.readable -> p@.fresh)');
INVARSPEC NAME memory_up_to_date := written | memory_fresh;
CTLSPEC NAME all_may_share := AG EF ($(each ' & ' 'p@.state = shared'));
CTLSPEC NAME nobody_is_stuck := $(each ' & ' 'AG (p@.want = write -> EF p@.state = exclusive_write)');
CTLSPEC NAME again_and_again := AG AF written;
LTLSPEC NAME written_infinitely_often := G F written;
EOF
