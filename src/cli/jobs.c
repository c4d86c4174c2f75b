#include "cli/jobs.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/checkpoint.h"
#include "cli/following.h"
#include "cli/job.h"
#include "report/history.h"

#define LOOK_AROUND 100    // milliseconds between two looks at what is not told by pipes
#define READ_AT_ONCE 65536 // bytes
#define WORTH_MORE 1.1     // less than so many times what a property had is not worth another try
#define ALL_OF_IT 0.999    // who has that much of the time has all of it

struct worker {
    pid_t pid;
    int pipe;
    struct str heard; // that is no whole message yet
    struct share share;
    double seconds; // that it has, of a limit that leaves more to others; 0: it has all there is
    bool counts_states, wants_order;
    bool has_ended, is_out_of_memory, is_broken, is_asked_to_stop;
    struct watch_memory *memory;
};

struct jobs {
    struct cli *cli;
    struct mem *mem;
    struct input *input;
    const struct engine_setup *setup;
    struct findings *findings;
    bool wants_statistics;
    double deadline; // 0: none

    struct following following;
    share_array queue; // those from `next` on are still to be handed out
    size_t next;
    struct worker *workers;
    size_t most, running;
    struct watch_memory *memory; // by worker
    size_t peak;

    bool *is_done; // by place
    // A result for want of a better one, where there is to be another try with more time.
    struct late {
        bool is_known;
        struct result result;
    } * late;
    bool states_are_left, order_is_left; // to be asked of some process
    ARRAY(const char *) warnings;        // that were shown
};

// ---- Results --------------------------------------------------------------------------------------------------------

static void decide(struct jobs *j, size_t place, struct result *result)
{
    if (j->is_done[place]) {
        if (result->has_trace)
            trace_close(&result->trace, j->mem);
        return;
    }
    j->is_done[place] = true;
    result->property = j->setup->wanted[place];
    following_hand_on(&j->following, place, result, j->setup->decided, j->setup->context); // copies of it
    j->setup->decided(j->setup->context, place, result);
}

static void give_up(struct jobs *j, size_t place, const char *reason)
{
    struct result result = {.verdict = VERDICT_UNDECIDED, .reason = reason};
    decide(j, place, j->late[place].is_known ? &j->late[place].result : &result);
}

static void queue(struct jobs *j, size_t place, double had)
{
    struct share share = {.had = had};
    array_push(j->mem, &share.places, place);
    array_push(j->mem, &j->queue, share);
}

// What ran out of its part of the time may get more of it when all others had theirs.
static void take_result(struct jobs *j, struct worker *w, size_t place, struct result *result)
{
    bool is_late = result->verdict == VERDICT_UNDECIDED && w->seconds > 0 && strcmp(result->reason, "out of time") == 0;
    if (!is_late || j->is_done[place] || interrupt_came()) {
        decide(j, place, result);
        return;
    }
    j->late[place] = (struct late){true, *result};
    queue(j, place, w->seconds);
}

// ---- Messages -------------------------------------------------------------------------------------------------------

static bool hear_result(struct jobs *j, struct worker *w, struct wire_reader *r)
{
    struct result result;
    size_t place = wire_get_index(r, j->setup->wanted_count);
    bool is_per_orbit = wire_get_number(r);
    // A run of the model itself is judged with that.
    if (r->is_bad || (!is_per_orbit && j->input->is_per_orbit && !input_lower_fully(j->cli, j->input)) ||
        !wire_get_result(r, j->input->model, &j->findings->texts, j->mem, &result))
        return false;
    if (result.reason && strcmp(result.reason, engine_internal_error) == 0)
        result.reason = engine_internal_error;
    take_result(j, w, place, &result);
    return true;
}

static bool hear_history(struct jobs *j, struct wire_reader *r)
{
    struct arena *texts = &j->findings->texts;
    struct history *history = j->cli->watch.history;
    struct history_search search = {.way = wire_get_text(r, texts)};
    search.phase = wire_get_text(r, texts);
    search.unit = wire_get_text(r, texts);
    search.started = wire_get_real(r);
    search.ended = wire_get_real(r);
    search.iterations = wire_get_number(r);
    search.stride = wire_get_number(r);
    size_t count = wire_get_index(r, HISTORY_MOST_SAMPLES + 1);
    if (r->is_bad || !history || !search.way || !search.phase || !search.unit)
        return false;
    array_reserve(history->mem, &search.samples, count);
    search.samples.count = count;
    wire_get_raw(r, search.samples.at, count * sizeof *search.samples.at);
    history_take_search(history, &search);
    return !r->is_bad;
}

// What several processes have to say of the model is said once.
static bool is_said(struct jobs *j, const char *text)
{
    for (size_t i = 0; i < j->warnings.count; i++)
        if (strcmp(j->warnings.at[i], text) == 0)
            return true;
    array_push(j->mem, &j->warnings, text);
    return false;
}

static bool hear_log(struct jobs *j, struct wire_reader *r)
{
    char level = 0;
    wire_get_raw(r, &level, 1);
    const char *text = arena_copy(&j->findings->texts, r->at, r->left);
    if (level > LOG_WARNING || !is_said(j, text))
        log_at(&j->cli->log, (enum log_level)level, "%s", text);
    return !r->is_bad;
}

static bool hear(struct jobs *j, struct worker *w, uint32_t kind, struct wire_reader r)
{
    switch (kind) {
    case JOB_LOG:
        return hear_log(j, &r);
    case JOB_RESULT:
        return hear_result(j, w, &r);
    case JOB_HISTORY:
        return hear_history(j, &r);
    case JOB_FINDINGS:
        w->has_ended = findings_add(j->findings, &r);
        return w->has_ended;
    case JOB_OUT_OF_MEMORY:
        w->is_out_of_memory = true;
        return true;
    default:
        return false;
    }
}

static void hear_all(struct jobs *j, struct worker *w)
{
    size_t at = 0;
    while (!w->is_broken && w->heard.count - at >= JOB_HEAD_BYTES) {
        uint32_t head[2];
        memcpy(head, w->heard.at + at, sizeof head);
        if (w->heard.count - at - JOB_HEAD_BYTES < head[1])
            break;
        w->is_broken = !hear(j, w, head[0], (struct wire_reader){w->heard.at + at + JOB_HEAD_BYTES, head[1], false});
        at += JOB_HEAD_BYTES + head[1];
    }
    memmove(w->heard.at, w->heard.at + at, w->heard.count - at);
    w->heard.count -= at;
}

// ---- The end of a process -------------------------------------------------------------------------------------------

static const char *why_it_died(struct jobs *j, const struct worker *w, int status)
{
    struct str text = {0};
    if (w->is_out_of_memory)
        return "out of memory";
    if (w->is_broken)
        return "the process that checked it told nonsense";
    if (WIFSIGNALED(status))
        str_add(j->mem, &text, "the process that checked it was killed by signal %d", WTERMSIG(status));
    else
        str_add(j->mem, &text, "the process that checked it ended too early, with status %d", WEXITSTATUS(status));
    const char *reason = arena_copy(&j->findings->texts, text.at, text.count);
    str_free(j->mem, &text);
    return reason;
}

static size_t open_places(const struct jobs *j, const struct share *share)
{
    size_t count = 0;
    for (size_t i = 0; i < share->places.count; i++)
        count += !j->is_done[share->places.at[i]];
    return count;
}

// What a process left behind is handed out again one by one; where it was about one thing only, that is undecided.
static void take_what_is_left(struct jobs *j, struct worker *w, const char *reason)
{
    size_t left = open_places(j, &w->share);
    bool is_last = w->share.places.count <= 1;
    for (size_t i = 0; i < w->share.places.count && left > 0; i++) {
        size_t place = w->share.places.at[i];
        if (j->is_done[place] || (!is_last && j->late[place].is_known))
            continue;
        log_verbose(&j->cli->log, "property %zu: %s", j->setup->wanted[place] + 1, reason);
        if (is_last)
            give_up(j, place, reason);
        else
            queue(j, place, 0);
    }
    j->order_is_left |= w->wants_order && w->share.places.count > 0;
    j->states_are_left |= w->counts_states && w->share.places.count > 0;
    if (w->counts_states && w->share.places.count == 0)
        j->findings->reason = reason;
}

static void bury(struct jobs *j, struct worker *w)
{
    int status = 0;
    if (w->is_broken)
        kill(w->pid, SIGKILL);
    close(w->pipe);
    while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (!w->has_ended)
        take_what_is_left(j, w, why_it_died(j, w, status));
    str_free(j->mem, &w->heard);
    share_free(&w->share, j->mem);
    w->pid = 0;
    j->running--;
}

static void listen_to(struct jobs *j, struct worker *w)
{
    array_reserve(j->mem, &w->heard, w->heard.count + READ_AT_ONCE);
    ssize_t got = read(w->pipe, w->heard.at + w->heard.count, READ_AT_ONCE);
    if (got > 0) {
        w->heard.count += (size_t)got;
        hear_all(j, w);
    }
    if (w->is_broken || got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN))
        bury(j, w);
}

// ---- Handing out ----------------------------------------------------------------------------------------------------

// All that is open shares the time, as many at once as there are processes.
static double seconds_for(const struct jobs *j, const struct share *share)
{
    double left = j->deadline - clock_now(), open = 0, own = (double)share->places.count;
    for (size_t i = j->next; i < j->queue.count; i++)
        open += (double)j->queue.at[i].places.count;
    for (size_t i = 0; i < j->most; i++)
        open += j->workers[i].pid ? (double)open_places(j, &j->workers[i].share) : 0;
    double part = open > 0 ? own * (double)j->most / (open + own) : 1;
    double seconds = left <= 0 ? 0 : part < 1 ? left * part : left;
    return share->had > 0 && seconds < share->had * WORTH_MORE ? left : seconds;
}

static size_t memory_for(const struct jobs *j)
{
    size_t limit = j->cli->options.memory, used = j->mem->used;
    size_t waiting = j->queue.count - j->next, all = j->running + waiting + 1;
    if (!limit)
        return 0;
    return used + (limit > used ? limit - used : 0) / (all < j->most ? all : j->most);
}

static noreturn void begin_work(struct jobs *j, struct worker *w, int pipe, pid_t parent, double seconds)
{
    for (size_t i = 0; i < j->most; i++)
        if (j->workers[i].pid > 0)
            close(j->workers[i].pipe);
    close(w->pipe);
    struct job job = {.cli = j->cli,
                      .input = j->input,
                      .setup = j->setup,
                      .share = &w->share,
                      .counts_states = w->counts_states,
                      .wants_order = w->wants_order,
                      .wants_statistics = j->wants_statistics,
                      .deadline = j->deadline > 0 ? clock_now() + seconds : 0,
                      .memory_limit = memory_for(j),
                      .pipe = pipe,
                      .parent = parent,
                      .memory = w->memory};
    job_run(&job);
}

// False if there can be no process now.
static bool make_process(struct jobs *j, struct worker *w, double seconds)
{
    int ends[2];
    pid_t parent = getpid();
    if (pipe(ends) != 0)
        return false;
    w->pipe = ends[0];
    pid_t pid = fork();
    if (pid == 0)
        begin_work(j, w, ends[1], parent, seconds);
    int reason = errno;
    close(ends[1]);
    if (pid < 0)
        close(ends[0]);
    errno = reason;
    w->pid = pid > 0 ? pid : 0;
    return pid > 0;
}

static const char *no_process(struct jobs *j)
{
    struct str text = {0};
    str_add(j->mem, &text, "there can be no process for it: %s", strerror(errno));
    const char *reason = arena_copy(&j->findings->texts, text.at, text.count);
    str_free(j->mem, &text);
    return reason;
}

static void give_up_all(struct jobs *j, struct share *share, const char *reason)
{
    for (size_t i = 0; i < share->places.count; i++)
        give_up(j, share->places.at[i], reason);
    share_free(share, j->mem);
}

// Gives a share to a worker that has none. False if there is no process for it, but may be later.
static bool hand_out(struct jobs *j, struct worker *w)
{
    struct share share = j->queue.at[j->next++];
    double seconds = j->deadline > 0 ? seconds_for(j, &share) : 0;
    bool is_worthless = j->deadline > 0 && share.had > 0 && seconds < share.had * WORTH_MORE;
    if (interrupt_came() || is_worthless) {
        give_up_all(j, &share, "interrupted");
        return true;
    }
    struct watch_memory *memory = w->memory;
    bool is_cut = j->deadline > 0 && seconds < ALL_OF_IT * (j->deadline - clock_now());
    *w = (struct worker){.share = share,
                         .seconds = is_cut ? seconds : 0,
                         .counts_states = j->states_are_left,
                         .wants_order = j->order_is_left,
                         .memory = memory};
    *memory = (struct watch_memory){0};
    if (!make_process(j, w, seconds)) {
        if (j->running > 0)
            j->next--; // when another one has ended
        else
            give_up_all(j, &share, no_process(j));
        return j->running == 0;
    }
    j->states_are_left = j->order_is_left = false;
    j->running++;
    return true;
}

static void hand_out_all(struct jobs *j)
{
    bool can = true;
    for (size_t i = 0; i < j->most && can; i++)
        while (!j->workers[i].pid && can && j->next < j->queue.count)
            can = hand_out(j, &j->workers[i]);
}

// ---- Watching over them ---------------------------------------------------------------------------------------------

static void wait_for_news(struct jobs *j)
{
    ARRAY(struct pollfd) asked = {0};
    ARRAY(struct worker *) whose = {0};
    for (size_t i = 0; i < j->most; i++)
        if (j->workers[i].pid) {
            array_push(j->mem, &asked, ((struct pollfd){.fd = j->workers[i].pipe, .events = POLLIN}));
            array_push(j->mem, &whose, &j->workers[i]);
        }
    if (poll(asked.at, asked.count, LOOK_AROUND) > 0)
        for (size_t i = 0; i < asked.count; i++)
            if (asked.at[i].revents)
                listen_to(j, whose.at[i]);
    array_free(j->mem, &asked);
    array_free(j->mem, &whose);
}

static void look_around(struct jobs *j)
{
    size_t used = j->mem->used, peak = used;
    bool is_over = watch_is_interrupted(j->cli);
    for (size_t i = 0; i < j->most; i++) {
        struct worker *w = &j->workers[i];
        if (!w->pid)
            continue;
        used += w->memory->used;
        peak += w->memory->peak;
        if (is_over && !w->is_asked_to_stop)
            kill(w->pid, INTERRUPT_ORDER);
        w->is_asked_to_stop |= is_over;
    }
    if (peak > j->peak)
        j->peak = peak;
    watch_processes(j->cli, j->running, used);
    checkpoint_save_if_due(j->cli->checkpoint);
}

static void end_all(struct jobs *j)
{
    for (size_t i = 0; i < j->most; i++)
        if (j->workers[i].pid) {
            kill(j->workers[i].pid, SIGKILL);
            j->workers[i].has_ended = true; // nobody asks for the rest
            bury(j, &j->workers[i]);
        }
}

// What is to be told of the model as a whole and is not yet, for whatever reason, is asked of a process of its own.
static bool has_more(struct jobs *j)
{
    if (j->next == j->queue.count && j->running == 0 && (j->states_are_left || j->order_is_left) && !interrupt_came())
        array_push(j->mem, &j->queue, (struct share){0});
    return j->next < j->queue.count || j->running > 0;
}

static void work(struct jobs *j)
{
    while (has_more(j)) {
        if (j->setup->is_pointless(j->setup->context)) {
            end_all(j);
            return;
        }
        hand_out_all(j);
        if (j->running > 0)
            wait_for_news(j);
        look_around(j);
    }
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static void plan(struct jobs *j)
{
    ARRAY(size_t) places = {0};
    const struct engine_setup *setup = j->setup;
    if (methods_look_for_followers(j->cli, j->input))
        following_open(&j->following, j->cli, j->input->model, setup->wanted, setup->wanted_count);
    following_release(&j->following, setup->is_known);
    for (size_t i = 0; i < setup->wanted_count; i++)
        j->is_done[i] = setup->is_known && setup->is_known[i];
    for (size_t i = 0; i < setup->wanted_count; i++)
        if (!j->is_done[i] && !following_is_led(&j->following, i))
            array_push(j->mem, &places, i);
    if (places.count > 0)
        shares_plan(&j->queue, setup, j->input->model, places.at, places.count, j->most, j->mem);
    else
        array_push(j->mem, &j->queue, (struct share){0}); // for warnings
    array_free(j->mem, &places);
}

static void take_symmetry(struct jobs *j)
{
    struct str text = {0};
    if (j->following.count == 0)
        return;
    following_add_text(&j->following, j->setup->wanted_count, &text);
    j->findings->symmetry = arena_copy(&j->findings->texts, text.at, text.count);
    str_free(j->mem, &text);
}

size_t jobs_decide_all(struct cli *cli, struct input *input, const struct engine_setup *setup, bool wants_statistics,
                       bool wants_order, struct findings *findings)
{
    struct jobs j = {.cli = cli,
                     .mem = &cli->mem,
                     .input = input,
                     .setup = setup,
                     .findings = findings,
                     .wants_statistics = wants_statistics,
                     .deadline = cli->options.time_limit > 0 ? setup->started + cli->options.time_limit : 0,
                     .most = (size_t)cli->options.jobs,
                     .states_are_left = setup->counts_states,
                     .order_is_left = wants_order};
    size_t count = setup->wanted_count + 1, shared = j.most * sizeof *j.memory;
    j.memory = mmap(NULL, shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (j.memory == MAP_FAILED)
        cli->mem.exhausted(&cli->mem);
    j.workers = mem_zalloc(j.mem, j.most * sizeof *j.workers);
    j.is_done = mem_zalloc(j.mem, count * sizeof *j.is_done);
    j.late = mem_zalloc(j.mem, count * sizeof *j.late);
    for (size_t i = 0; i < j.most; i++)
        j.workers[i].memory = &j.memory[i];
    plan(&j);
    work(&j);
    take_symmetry(&j);
    for (; j.next < j.queue.count; j.next++)
        share_free(&j.queue.at[j.next], j.mem);
    array_free(j.mem, &j.queue);
    array_free(j.mem, &j.warnings);
    following_close(&j.following);
    mem_free(j.mem, j.late, count * sizeof *j.late);
    mem_free(j.mem, j.is_done, count * sizeof *j.is_done);
    mem_free(j.mem, j.workers, j.most * sizeof *j.workers);
    munmap(j.memory, shared);
    return j.peak;
}
