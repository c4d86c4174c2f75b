// Progress as a line, and as samples.
//
// There is no telling how long a search will take: sets of states may grow or shrink with every step. What can be said
// is a bound, where there is one: a time limit is the end in any case, and states that are known and wait for their
// turn take at least as long as they would at the speed so far.
#include "run/watch.h"

#include <math.h>

#include "base/clock.h"
#include "base/history.h"
#include "base/units.h"
#include "check/check.h"
#include "explicit/explicit.h"
#include "run/run.h"
#include "sat/sat.h"
#include "trace/trace.h"

#define ENOUGH_TO_TELL_SPEED 1.0 // seconds

void watch_begin_command(struct run *run, double limit)
{
    run->watch.began = run->watch.started = clock_now();
    run->watch.deadline = limit > 0 ? run->watch.began + limit : 0;
}

void watch_begin(struct run *run, size_t wanted)
{
    run->watch.started = clock_now();
    run->watch.wanted = wanted;
    run->watch.decided = 0;
    progress_begin(&run->progress, "checking");
}

// For a line that is shown now, and for those to come while the iteration goes on.
bool watch_wants_more(struct run *run)
{
    double now = clock_now();
    bool is_quiet = run->progress.quiet || now < run->watch.started + PROGRESS_DELAY;
    if (run->watch.history)
        return true;
    if (is_quiet || (now < run->watch.next_look && !progress_is_due(&run->progress)))
        return false;
    run->watch.next_look = now + PROGRESS_REDRAW;
    return true;
}

void watch_note_memory(struct run *run)
{
    struct watch_memory *memory = run->watch.memory;
    if (!memory)
        return;
    memory->used = run->mem.used > memory->base ? run->mem.used - memory->base : 0;
    memory->peak = run->mem.peak > memory->base ? run->mem.peak - memory->base : 0;
}

bool watch_is_interrupted(struct run *run)
{
    watch_note_memory(run);
    if (run_is_lost(run)) // nobody reads what would be found
        return true;
    if (!run_is_interrupted(run))
        return false;
    if (!run->watch.has_told_of_interrupt && !run->is_quiet)
        log_info(&run->log, "interrupted: results so far follow; press Ctrl-C again to end the program at once");
    run->watch.has_told_of_interrupt = true;
    return true;
}

enum cause_code watch_partial(const struct run *run, const struct result *results, size_t count, bool states_unknown)
{
    bool is_open = states_unknown;
    for (size_t i = 0; i < count; i++)
        is_open |= results[i].verdict == VERDICT_UNDECIDED || (results[i].sizes && results[i].sizes->undecided_count);
    if (!is_open)
        return CAUSE_NONE;
    return run_is_lost(run) ? CAUSE_OUTPUT_LOST : run_is_interrupted(run) ? CAUSE_INTERRUPTED : CAUSE_NONE;
}

// ---- Words ----------------------------------------------------------------------------------------------------------

// How many properties are decided, if there are several.
static void add_start(struct run *run, struct str *line)
{
    const struct watch *w = &run->watch;
    if (w->wanted > 1)
        str_add(&run->mem, line, "%zu of %zu decided, ", w->decided, w->wanted);
}

// A power of two in decimal: exactly while that is short.
static void add_power(struct run *run, struct str *line, double power)
{
    if (power < 30) {
        units_add_count(&run->mem, line, (uint64_t)llround(exp2(power)));
        return;
    }
    double decimal = power * log10(2), whole = floor(decimal);
    str_add(&run->mem, line, "%.1fe%.0f", pow(10, decimal - whole), whole);
}

static void add_nodes(struct run *run, struct str *line, const char *before, size_t nodes, const char *after)
{
    str_add(&run->mem, line, "%s", before);
    units_add_count(&run->mem, line, nodes);
    str_add(&run->mem, line, "%s", after);
}

// A set, by its states if they were counted, else by its nodes.
static void add_set(struct run *run, struct str *line, const char *name, double states, size_t nodes, const char *unit)
{
    if (states < 0 && nodes == 0)
        return;
    str_add(&run->mem, line, ", %s ", name);
    if (states >= 0) {
        add_power(run, line, states);
        str_add(&run->mem, line, " %s", unit);
    } else
        add_nodes(run, line, "", nodes, " nodes");
}

static void add_duration(struct run *run, struct str *line, const char *before, double seconds)
{
    str_add(&run->mem, line, ", %s ", before);
    if (seconds < 60)
        str_add(&run->mem, line, "%.0f s", ceil(seconds));
    else
        units_add_seconds(&run->mem, line, seconds);
    str_add(&run->mem, line, " more");
}

// Memory, and how much longer it may take.
static void add_end(struct run *run, struct str *line, size_t bytes, double at_least)
{
    double left = run->watch.deadline - clock_now();
    str_add(&run->mem, line, ", ");
    units_add_bytes(&run->mem, line, bytes);
    if (at_least >= 1 && (run->watch.deadline == 0 || at_least < left))
        add_duration(run, line, "at least", at_least);
    if (left > 0)
        add_duration(run, line, "at most", left);
}

static void show(struct run *run, struct str *line)
{
    progress_show(&run->progress, "%s", str_text(line));
    str_free(&run->mem, line);
}

// ---- Reading --------------------------------------------------------------------------------------------------------

// A model may be made while properties are being decided, too. What is read in a moment is read in any case: then at
// least the properties can be told.
bool watch_reading(void *context, const char *phase)
{
    struct run *run = context;
    double now = clock_now();
    if (run_is_interrupted(run))
        run->watch.stopped = CAUSE_INTERRUPTED;
    else if (run->watch.deadline > 0 && now > run->watch.deadline && now > run->watch.began + PROGRESS_DELAY)
        run->watch.stopped = CAUSE_OUT_OF_TIME;
    if (run->watch.stopped)
        return false;
    if (progress_is_due(&run->progress)) {
        struct str line = {0};
        bool is_reading = run->watch.wanted == 0;
        if (!is_reading)
            add_start(run, &line);
        str_add(&run->mem, &line, "%s%s", is_reading ? "" : "making the model: ", phase);
        add_end(run, &line, run->mem.used, 0);
        show(run, &line);
    }
    return true;
}

// ---- Decision diagrams ----------------------------------------------------------------------------------------------

static void remember(struct run *run, const char *way, const char *phase, const char *unit,
                     const struct history_sample *sample)
{
    double seconds = clock_now() - run->watch.started;
    if (sample)
        history_add(run->watch.history, way, phase, unit, seconds, sample);
    history_add_memory(run->watch.history, seconds, run->mem.used);
}

void watch_diagrams(struct run *run, const char *way, const char *unit, const struct check_progress *p)
{
    if (run->watch.history) {
        struct history_sample sample = {p->iteration, p->frontier, p->found, p->frontier_nodes, p->nodes};
        remember(run, way, p->phase, unit, p->is_begun ? &sample : NULL);
    }
    if (!progress_is_due(&run->progress))
        return;
    struct str line = {0};
    add_start(run, &line);
    str_add(&run->mem, &line, "%s", p->phase);
    if (p->nodes > 0 && (p->found_nodes > 0 || p->iteration > 0))
        str_add(&run->mem, &line, ", iteration %zu", p->iteration);
    add_set(run, &line, "found", p->found, p->found_nodes, unit);
    if (!p->is_not_a_path)
        add_set(run, &line, "frontier", p->frontier, p->frontier_nodes, unit);
    add_nodes(run, &line, ", ", p->nodes, " nodes in all");
    add_end(run, &line, run->mem.used, 0);
    show(run, &line);
}

void watch_note_verdict(struct run *run, size_t property)
{
    if (run->watch.history)
        history_note_verdict(run->watch.history, (uint32_t)property);
}

// ---- Explicit states ------------------------------------------------------------------------------------------------

// How long those that wait take at the speed so far; 0 while that is not known.
static double time_for_waiting(struct run *run, const struct explicit_progress *p)
{
    struct watch *w = &run->watch;
    uint64_t looked_at = p->states - p->waiting;
    double now = clock_now();
    if (w->search_started == 0 || looked_at < w->search_looked_at || p->depth < w->search_depth) {
        w->search_started = now;
        w->search_looked_at = looked_at;
    }
    w->search_depth = p->depth;
    double passed = now - w->search_started, done = (double)(looked_at - w->search_looked_at);
    return passed > ENOUGH_TO_TELL_SPEED && done > 0 ? (double)p->waiting * passed / done : 0;
}

void watch_explicit(struct run *run, const char *unit, const struct explicit_progress *p)
{
    double at_least = time_for_waiting(run, p);
    if (run->watch.history) {
        struct history_sample sample = {.iteration = p->depth,
                                        .frontier = p->waiting ? log2((double)p->waiting) : HISTORY_UNKNOWN,
                                        .found = p->states ? log2((double)p->states) : HISTORY_UNKNOWN};
        remember(run, "explicit-state", p->phase, unit, p->is_begun ? &sample : NULL);
    }
    if (!progress_is_due(&run->progress))
        return;
    struct str line = {0};
    add_start(run, &line);
    str_add(&run->mem, &line, "%s (explicit-state)", p->phase);
    if (p->states > 0) {
        str_add(&run->mem, &line, ", depth %llu, found ", (unsigned long long)p->depth);
        units_add_count(&run->mem, &line, p->states);
        str_add(&run->mem, &line, " %s, frontier ", unit);
        units_add_count(&run->mem, &line, p->waiting);
    }
    add_end(run, &line, run->mem.used + p->bytes_elsewhere, at_least);
    show(run, &line);
}

void watch_sat(struct run *run, const struct sat_progress *p)
{
    if (!progress_is_due(&run->progress))
        return;
    struct str line = {0};
    add_start(run, &line);
    if (p->method == SAT_IC3)
        str_add(&run->mem, &line, "IC3, %zu frames, %zu clauses", p->depth, p->clauses);
    else
        str_add(&run->mem, &line, "%s, depth %zu", p->method == SAT_BMC ? "bounded model checking" : "k-induction",
                p->depth);
    add_end(run, &line, run->mem.used, 0);
    show(run, &line);
}

// ---- Several processes ----------------------------------------------------------------------------------------------

void watch_processes(struct run *run, size_t processes, size_t bytes)
{
    if (run->watch.history)
        history_add_memory(run->watch.history, clock_now() - run->watch.started, bytes);
    if (!progress_is_due(&run->progress))
        return;
    struct str line = {0};
    add_start(run, &line);
    str_add(&run->mem, &line, "%zu process%s", processes, processes == 1 ? "" : "es");
    add_end(run, &line, bytes, 0);
    show(run, &line);
}

// ---- Warnings -------------------------------------------------------------------------------------------------------

#define LEAST_FOR_WARNINGS 0.2 // seconds

double watch_time_for_warnings(double begun, double deadline)
{
    double now = clock_now(), spent = now - begun;
    double until = now + (spent > LEAST_FOR_WARNINGS ? spent : LEAST_FOR_WARNINGS);
    return deadline > 0 && deadline < until ? deadline : until;
}
