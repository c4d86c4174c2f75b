#include "run/workers/assignment.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/files.h"
#include "base/history.h"
#include "run/checkpoint/checkpoint.h"
#include "run/input.h"

// ---- Telling --------------------------------------------------------------------------------------------------------

static void write_all(const struct assignment *assignment, const char *bytes, size_t count)
{
    if (!file_write_all(assignment->pipe, bytes, count))
        _exit(WORKER_LOST); // nobody listens any more: there is nothing to work for
}

static void tell_bytes(const struct assignment *assignment, enum worker_message kind, const char *bytes, size_t count)
{
    uint32_t head[2] = {kind, (uint32_t)count};
    char whole[WORKER_HEAD_BYTES];
    memcpy(whole, head, sizeof whole);
    if (count > WORKER_LONGEST)
        _exit(WORKER_LOST);
    write_all(assignment, whole, sizeof whole);
    write_all(assignment, bytes, count);
}

static void tell(const struct assignment *assignment, enum worker_message kind, struct str *text)
{
    tell_bytes(assignment, kind, str_text(text), text->count);
    str_free(&assignment->run->mem, text);
}

// Without memory: there may be none.
static void tell_log(void *context, enum log_level level, const char *text)
{
    const struct assignment *assignment = context;
    uint32_t head[2] = {WORKER_LOG, (uint32_t)strlen(text) + 1};
    char whole[WORKER_HEAD_BYTES + 1];
    memcpy(whole, head, sizeof head);
    whole[WORKER_HEAD_BYTES] = (char)level;
    write_all(assignment, whole, sizeof whole);
    write_all(assignment, text, strlen(text));
}

static void tell_of_memory(struct mem *mem)
{
    const struct assignment *assignment = mem->exhausted_context;
    tell_bytes(assignment, WORKER_OUT_OF_MEMORY, NULL, 0);
    _exit(WORKER_SHORT);
}

static void drop_trace(const struct assignment *assignment, struct result *result)
{
    if (result->has_trace)
        trace_close(&result->trace, &assignment->run->mem);
    result->has_trace = false;
}

static bool is_per_orbit(const struct assignment *assignment, size_t goal_index)
{
    const struct workers_work *work = assignment->work;
    return !work->input_of || work->input_of(work->context, goal_index)->is_per_orbit;
}

// What is not of the share is somebody else's. A model that has no trace to show need not be made there.
static void tell_result(void *context, size_t goal_index, struct result *result)
{
    const struct assignment *assignment = context;
    struct str text = {0};
    if (assignment->is_known[goal_index]) {
        drop_trace(assignment, result);
        return;
    }
    if (assignment->work->note)
        assignment->work->note(assignment->work->context, goal_index, result);
    if (!assignment->work->setup->job->family.count) // of which each size numbers its properties as it likes
        watch_note_verdict(assignment->run, result->property);
    wire_put_number(&assignment->run->mem, &text, goal_index);
    wire_put_number(&assignment->run->mem, &text, !result->has_trace || is_per_orbit(assignment, goal_index));
    wire_put_result(&assignment->run->mem, &text, result);
    drop_trace(assignment, result);
    tell(assignment, WORKER_RESULT, &text);
}

static void tell_refuted(void *context, size_t goal_index)
{
    const struct assignment *assignment = context;
    struct str text = {0};
    wire_put_number(&assignment->run->mem, &text, goal_index);
    tell(assignment, WORKER_REFUTED, &text);
}

static void tell_saved(void *context, unsigned slot)
{
    const struct assignment *assignment = context;
    struct str text = {0};
    wire_put_number(&assignment->run->mem, &text, assignment->saving.answered);
    wire_put_number(&assignment->run->mem, &text, slot);
    tell(assignment, WORKER_SAVED, &text);
}

static void tell_history(const struct assignment *assignment, const struct history *history)
{
    struct mem *mem = &assignment->run->mem;
    for (size_t i = 0; i < history->searches.count; i++) {
        const struct history_search *search = &history->searches.at[i];
        struct str text = {0};
        wire_put_text(mem, &text, search->way);
        wire_put_text(mem, &text, search->phase);
        wire_put_text(mem, &text, search->unit);
        wire_put_real(mem, &text, search->started);
        wire_put_real(mem, &text, search->ended);
        wire_put_number(mem, &text, search->iterations);
        wire_put_number(mem, &text, search->stride);
        wire_put_number(mem, &text, search->samples.count);
        wire_put_raw(mem, &text, search->samples.at, search->samples.count * sizeof *search->samples.at);
        wire_put_number(mem, &text, search->properties.count);
        for (size_t k = 0; k < search->properties.count; k++)
            wire_put_number(mem, &text, search->properties.at[k]);
        tell(assignment, WORKER_HISTORY, &text);
    }
}

// ---- Working --------------------------------------------------------------------------------------------------------

// Streams, limits and signals are those of a process that speaks to one other only, and ends with it.
static void settle_in(struct assignment *assignment)
{
    struct run *run = assignment->run;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != assignment->parent)
        _exit(WORKER_LOST);
    if (run->host.become_worker)
        run->host.become_worker(run->host.context);
    run->told_to_stop = &assignment->shared->is_over;
    run->log.sink = tell_log;
    run->log.context = assignment;
    run->progress.quiet = true;
    run->progress.drawn = false;
    run->mem.exhausted = tell_of_memory;
    run->mem.exhausted_context = assignment;
    run->mem.limit = assignment->memory_limit;
    run->mem.peak = run->mem.used;
    run->watch.deadline = assignment->deadline;
    run->watch.has_told_of_interrupt = true; // the other one tells
    run->watch.memory = &assignment->shared->memory;
    assignment->shared->memory = (struct watch_memory){.base = run->mem.used};
    assignment->saving.asked = &assignment->shared->asked;
    assignment->saving.last = CHECKPOINT_SLOTS;
    assignment->saving.tell = tell_saved;
    assignment->saving.context = assignment;
    checkpoint_become_share(run->checkpoint, &assignment->saving);
}

static bool never(void *context)
{
    (void)context;
    return false;
}

static bool wants_trace(void *context, size_t goal_index)
{
    const struct portfolio_setup *all = ((const struct assignment *)context)->work->setup;
    return all->wants_trace(all->context, goal_index);
}

static size_t copied(void *context, size_t goal_index)
{
    const struct portfolio_setup *all = ((const struct assignment *)context)->work->setup;
    return all->copied(all->context, goal_index);
}

// All others are known, so that models and searches are the same in all processes, and in one process alone.
static void know_others(struct assignment *assignment)
{
    size_t count = assignment->work->setup->wanted_count;
    assignment->is_known = mem_zalloc(&assignment->run->mem, (count + 1) * sizeof *assignment->is_known);
    memset(assignment->is_known, true, count * sizeof *assignment->is_known);
    for (size_t i = 0; i < assignment->share->goal_indices.count; i++)
        assignment->is_known[assignment->share->goal_indices.at[i]] = false;
}

void assignment_run(struct assignment *assignment)
{
    struct mem *mem = &assignment->run->mem;
    struct history history = {.mem = mem};
    struct str told = {0};
    settle_in(assignment);
    know_others(assignment);
    if (assignment->run->watch.history)
        assignment->run->watch.history = &history;
    struct portfolio_setup setup = *assignment->work->setup;
    struct job job = *setup.job;
    job.memory = assignment->memory_limit;
    setup.job = &job;
    setup.deadline = assignment->deadline;
    setup.counts_states = assignment->counts_states;
    setup.is_share = true;
    setup.is_known = assignment->is_known;
    setup.decided = tell_result;
    setup.refuted = setup.refuted ? tell_refuted : NULL;
    setup.is_pointless = never;
    setup.wants_trace = setup.wants_trace ? wants_trace : NULL;
    setup.copied = setup.copied ? copied : NULL;
    setup.context = assignment;
    assignment->work->run(assignment->work->context, assignment, &setup, &told);
    tell_history(assignment, &history);
    tell(assignment, WORKER_FINDINGS, &told);
    watch_note_memory(assignment->run);
    _exit(WORKER_DONE); // what it holds goes with it
}
