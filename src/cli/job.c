#include "cli/job.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/checkpoint.h"
#include "cli/input.h"
#include "report/history.h"

// ---- Telling --------------------------------------------------------------------------------------------------------

// Nobody listens any more: there is nothing to work for.
static void write_all(const struct job *job, const char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t written = write(job->pipe, bytes, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            _exit(STATUS_TROUBLE);
        bytes += written;
        count -= (size_t)written;
    }
}

static void tell_bytes(const struct job *job, enum job_message kind, const char *bytes, size_t count)
{
    uint32_t head[2] = {kind, (uint32_t)count};
    char whole[JOB_HEAD_BYTES];
    memcpy(whole, head, sizeof whole);
    if (count > JOB_LONGEST)
        _exit(STATUS_TROUBLE);
    write_all(job, whole, sizeof whole);
    write_all(job, bytes, count);
}

static void tell(const struct job *job, enum job_message kind, struct str *text)
{
    tell_bytes(job, kind, str_text(text), text->count);
    str_free(&job->cli->mem, text);
}

// Without memory: there may be none.
static void tell_log(void *context, enum log_level level, const char *text)
{
    const struct job *job = context;
    uint32_t head[2] = {JOB_LOG, (uint32_t)strlen(text) + 1};
    char whole[JOB_HEAD_BYTES + 1];
    memcpy(whole, head, sizeof head);
    whole[JOB_HEAD_BYTES] = (char)level;
    write_all(job, whole, sizeof whole);
    write_all(job, text, strlen(text));
}

static void tell_of_memory(struct mem *mem)
{
    const struct job *job = mem->exhausted_context;
    tell_bytes(job, JOB_OUT_OF_MEMORY, NULL, 0);
    _exit(STATUS_UNDECIDED);
}

static void drop_run(const struct job *job, struct result *result)
{
    if (result->has_trace)
        trace_close(&result->trace, &job->cli->mem);
    result->has_trace = false;
}

static bool is_per_orbit(const struct job *job, size_t place)
{
    const struct jobs_work *work = job->work;
    return !work->input_of || work->input_of(work->context, place)->is_per_orbit;
}

// What is not of the share is somebody else's. A model that has no run to show need not be made there.
static void tell_result(void *context, size_t place, struct result *result)
{
    const struct job *job = context;
    struct str text = {0};
    if (job->is_known[place]) {
        drop_run(job, result);
        return;
    }
    if (job->work->note)
        job->work->note(job->work->context, place, result);
    wire_put_number(&job->cli->mem, &text, place);
    wire_put_number(&job->cli->mem, &text, !result->has_trace || is_per_orbit(job, place));
    wire_put_result(&job->cli->mem, &text, result);
    drop_run(job, result);
    tell(job, JOB_RESULT, &text);
}

static void tell_refuted(void *context, size_t place)
{
    const struct job *job = context;
    struct str text = {0};
    wire_put_number(&job->cli->mem, &text, place);
    tell(job, JOB_REFUTED, &text);
}

static void tell_saved(void *context, unsigned slot)
{
    const struct job *job = context;
    struct str text = {0};
    wire_put_number(&job->cli->mem, &text, job->saving.answered);
    wire_put_number(&job->cli->mem, &text, slot);
    tell(job, JOB_SAVED, &text);
}

static void tell_history(const struct job *job, const struct history *history)
{
    struct mem *mem = &job->cli->mem;
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
        tell(job, JOB_HISTORY, &text);
    }
}

// ---- Working --------------------------------------------------------------------------------------------------------

// Streams, limits and signals are those of a process that speaks to one other only, and ends with it.
static void settle_in(struct job *job)
{
    struct cli *cli = job->cli;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != job->parent)
        _exit(STATUS_TROUBLE);
    interrupt_obey();
    cli->log.sink = tell_log;
    cli->log.context = job;
    cli->progress.quiet = true;
    cli->progress.drawn = false;
    cli->mem.exhausted = tell_of_memory;
    cli->mem.exhausted_context = job;
    cli->mem.limit = cli->options.memory = job->memory_limit;
    cli->mem.peak = cli->mem.used;
    cli->options.time_limit = job->deadline > 0 ? job->deadline - job->work->setup->started : 0;
    cli->watch.deadline = job->deadline;
    cli->watch.has_told_of_interrupt = true; // the other one tells
    cli->watch.memory = &job->shared->memory;
    job->shared->memory = (struct watch_memory){.base = cli->mem.used};
    job->saving.asked = &job->shared->asked;
    job->saving.last = CHECKPOINT_SLOTS;
    job->saving.tell = tell_saved;
    job->saving.context = job;
    checkpoint_become_share(cli->checkpoint, &job->saving);
}

static bool never(void *context)
{
    (void)context;
    return false;
}

static bool wants_run(void *context, size_t place)
{
    const struct engine_setup *all = ((const struct job *)context)->work->setup;
    return all->wants_run(all->context, place);
}

static size_t copied(void *context, size_t place)
{
    const struct engine_setup *all = ((const struct job *)context)->work->setup;
    return all->copied(all->context, place);
}

// All others are known, so that models and searches are the same in all processes, and in one process alone.
static void know_others(struct job *job)
{
    size_t count = job->work->setup->wanted_count;
    job->is_known = mem_zalloc(&job->cli->mem, (count + 1) * sizeof *job->is_known);
    memset(job->is_known, true, count * sizeof *job->is_known);
    for (size_t i = 0; i < job->share->places.count; i++)
        job->is_known[job->share->places.at[i]] = false;
}

void job_run(struct job *job)
{
    struct mem *mem = &job->cli->mem;
    struct history history = {.mem = mem};
    struct str told = {0};
    settle_in(job);
    know_others(job);
    if (job->cli->watch.history)
        job->cli->watch.history = &history;
    struct engine_setup setup = *job->work->setup;
    setup.counts_states = job->counts_states;
    setup.is_share = true;
    setup.is_known = job->is_known;
    setup.decided = tell_result;
    setup.refuted = setup.refuted ? tell_refuted : NULL;
    setup.is_pointless = never;
    setup.wants_run = setup.wants_run ? wants_run : NULL;
    setup.copied = setup.copied ? copied : NULL;
    setup.context = job;
    job->work->run(job->work->context, job, &setup, &told);
    tell_history(job, &history);
    tell(job, JOB_FINDINGS, &told);
    watch_note_memory(job->cli);
    _exit(STATUS_HOLDS); // what it holds goes with it
}
