#include "cli/job.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/clock.h"
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

static void tell_result(void *context, size_t place, struct result *result)
{
    const struct job *job = context;
    struct str text = {0};
    wire_put_number(&job->cli->mem, &text, job->share->places.at[place]);
    wire_put_number(&job->cli->mem, &text, job->input->is_per_orbit);
    wire_put_result(&job->cli->mem, &text, result);
    if (result->has_trace)
        trace_close(&result->trace, &job->cli->mem);
    tell(job, JOB_RESULT, &text);
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

static void tell_findings(struct job *job, struct methods *methods)
{
    struct findings found;
    struct str text = {0};
    findings_open(&found, job->input->model, &job->cli->mem);
    findings_take_symmetry(&found, methods);
    if (job->counts_states)
        findings_count_states(&found, methods);
    findings_take_warnings(&found, methods);
    if (job->wants_statistics)
        findings_take_statistics(&found, methods);
    if (job->wants_order)
        findings_take_order(&found, methods);
    findings_put(&found, &text);
    tell(job, JOB_FINDINGS, &text);
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
    cli->options.time_limit = job->deadline > 0 ? job->deadline - job->setup->started : 0;
    cli->watch.deadline = job->deadline;
    cli->checkpoint = NULL;                  // the other one has the file, and keeps verdicts in it
    cli->watch.has_told_of_interrupt = true; // the other one tells
    cli->watch.memory = job->memory;
    *job->memory = (struct watch_memory){.base = cli->mem.used};
}

static bool never(void *context)
{
    (void)context;
    return false;
}

void job_run(struct job *job)
{
    struct mem *mem = &job->cli->mem;
    struct history history = {.mem = mem};
    ARRAY(size_t) wanted = {0};
    settle_in(job);
    if (job->cli->watch.history)
        job->cli->watch.history = &history;
    for (size_t i = 0; i < job->share->places.count; i++)
        array_push(mem, &wanted, job->setup->wanted[job->share->places.at[i]]);
    struct engine_setup setup = *job->setup;
    setup.wanted = wanted.at;
    setup.wanted_count = wanted.count;
    setup.counts_states = job->counts_states;
    setup.is_share = true;
    setup.is_known = NULL; // those were left out
    setup.decided = tell_result;
    setup.is_pointless = never;
    setup.context = job;
    struct methods *methods = methods_new(job->cli, job->input, &setup);
    methods_decide_all(methods);
    tell_history(job, &history);
    tell_findings(job, methods);
    watch_note_memory(job->cli);
    _exit(STATUS_HOLDS); // what it holds goes with it
}
