#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "run/workers/workers_parts.h"

#define LOOK_AROUND 100    // milliseconds between two looks at what is not told by pipes
#define WORTH_MORE 1.1     // less than so many times what a property had is not worth another try
#define ALL_OF_IT 0.999    // who has that much of the time has all of it
#define MOMENTS_TO_END 100 // of five milliseconds, before processes are ended that do not end themselves

// ---- Handing out ----------------------------------------------------------------------------------------------------

// All that is open shares the time, as many at once as there are processes.
static double seconds_for(const struct workers *j, const struct share *share)
{
    double left = j->deadline - clock_now(), open = 0, own = (double)share->goal_indices.count;
    for (size_t i = j->next; i < j->queue->count; i++)
        open += (double)j->queue->at[i].goal_indices.count;
    for (size_t i = 0; i < j->most; i++)
        open += j->workers[i].pid ? (double)workers_open_goals(j, &j->workers[i].share) : 0;
    double part = open > 0 && j->work->is_time_divided ? own * (double)j->most / (open + own) : 1;
    double seconds = left <= 0 ? 0 : part < 1 ? left * part : left;
    return share->had > 0 && seconds < share->had * WORTH_MORE ? left : seconds;
}

static size_t memory_for(const struct workers *j)
{
    size_t limit = j->setup->job->memory, used = j->mem->used;
    size_t waiting = j->queue->count - j->next, others = j->running + waiting;
    if (!limit)
        return 0;
    assert(j->most > 0);
    return used + (limit > used ? limit - used : 0) / (others < j->most ? others + 1 : j->most);
}

static noreturn void begin_work(struct workers *j, struct worker *w, int pipe, pid_t parent, double seconds)
{
    for (size_t i = 0; i < j->most; i++)
        if (j->workers[i].pid > 0) {
            close(j->workers[i].pipe);
            for (size_t k = 0; k < CHECKPOINT_SLOTS && j->workers[i].slots[0] >= 0; k++)
                close(j->workers[i].slots[k]);
        }
    close(w->pipe);
    struct assignment assignment = {.run = j->run,
                                    .work = j->work,
                                    .share = &w->share,
                                    .counts_states = w->counts_states,
                                    .wants_order = w->wants_order,
                                    .deadline = j->deadline > 0 ? clock_now() + seconds : 0,
                                    .memory_limit = memory_for(j),
                                    .pipe = pipe,
                                    .parent = parent,
                                    .shared = w->shared,
                                    .saving = {.slots = {w->slots[0], w->slots[1]}}};
    assignment_run(&assignment);
}

// False if there can be no process now.
static bool make_process(struct workers *j, struct worker *w, double seconds)
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

static void give_up_all(struct workers *j, struct share *share, struct cause cause)
{
    if (j->work->lack)
        j->work->lack(j->work->context, share, cause);
    for (size_t i = 0; i < share->goal_indices.count; i++)
        workers_give_up(j, share->goal_indices.at[i], cause);
    share_free(share, j->mem);
}

// Gives a share to a worker that has none. False if there is no process for it, but may be later.
static bool hand_out(struct workers *j, struct worker *w)
{
    struct share share = j->queue->at[j->next++];
    double seconds = j->deadline > 0 ? seconds_for(j, &share) : 0;
    bool is_worthless = j->deadline > 0 && share.had > 0 && seconds < share.had * WORTH_MORE;
    bool is_late = j->deadline > 0 && !j->work->is_time_divided && clock_now() > j->deadline;
    if (run_is_interrupted(j->run) || is_worthless || is_late) {
        give_up_all(j, &share, cause_of(is_late ? CAUSE_OUT_OF_TIME : CAUSE_INTERRUPTED));
        return true;
    }
    struct worker_shared *shared = w->shared;
    bool is_cut = j->deadline > 0 && seconds < ALL_OF_IT * (j->deadline - clock_now());
    *w = (struct worker){.share = share,
                         .seconds = is_cut ? seconds : 0,
                         .counts_states = j->states_are_left,
                         .wants_order = j->order_is_left,
                         .turn = ++j->turns,
                         .shared = shared};
    *shared = (struct worker_shared){0};
    workers_open_slots(j, w);
    if (!make_process(j, w, seconds)) {
        workers_close_slots(j, w);
        if (j->running > 0)
            j->next--; // when another one has ended
        else
            give_up_all(j, &share, cause_with_number(CAUSE_NO_PROCESS, (uint64_t)errno));
        return j->running == 0;
    }
    j->states_are_left = j->order_is_left = false;
    j->running++;
    return true;
}

static void hand_out_all(struct workers *j)
{
    bool can = true;
    for (size_t i = 0; i < j->most && can; i++)
        while (!j->workers[i].pid && can && j->next < j->queue->count)
            can = hand_out(j, &j->workers[i]);
}

// ---- Watching over them ---------------------------------------------------------------------------------------------

static void wait_for_news(struct workers *j)
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
                workers_listen_to(j, whose.at[i]);
    array_free(j->mem, &asked);
    array_free(j->mem, &whose);
}

static void look_around(struct workers *j)
{
    size_t used = j->mem->used, peak = used;
    bool is_over = watch_is_interrupted(j->run);
    for (size_t i = 0; i < j->most; i++) {
        struct worker *w = &j->workers[i];
        if (!w->pid)
            continue;
        used += w->shared->memory.used;
        peak += w->shared->memory.peak;
        if (is_over)
            w->shared->is_over = true;
    }
    if (peak > j->peak)
        j->peak = peak;
    watch_processes(j->run, j->running, used);
    workers_save_if_due(j);
}

// Those that listen put away what they have begun: a compiler, and its files.
static void ask_to_end(struct workers *j)
{
    const struct timespec moment = {.tv_nsec = 5000000};
    for (size_t i = 0; i < j->most; i++)
        if (j->workers[i].pid)
            j->workers[i].shared->is_over = true;
    for (int left = MOMENTS_TO_END; left > 0; left--) {
        bool is_any_left = false;
        for (size_t i = 0; i < j->most; i++) {
            siginfo_t ended = {0}; // it is still to be waited for
            is_any_left |=
                j->workers[i].pid &&
                (waitid(P_PID, (id_t)j->workers[i].pid, &ended, WEXITED | WNOHANG | WNOWAIT) != 0 || !ended.si_pid);
        }
        if (!is_any_left)
            return;
        nanosleep(&moment, NULL);
    }
}

static void end_all(struct workers *j)
{
    ask_to_end(j);
    for (size_t i = 0; i < j->most; i++)
        if (j->workers[i].pid) {
            kill(j->workers[i].pid, SIGKILL);
            j->workers[i].has_ended = true; // nobody asks for the rest
            workers_bury(j, &j->workers[i]);
        }
}

// What is to be told of the model as a whole and is not yet, for whatever reason, is asked of a process of its own.
static bool has_more(struct workers *j)
{
    if (j->next == j->queue->count && j->running == 0 && (j->states_are_left || j->order_is_left) &&
        !run_is_interrupted(j->run))
        array_push(j->mem, j->queue, (struct share){.is_whole = true});
    return j->next < j->queue->count || j->running > 0;
}

static void work_off(struct workers *j)
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

size_t workers_decide_all(struct run *run, const struct workers_work *work, share_array *shares)
{
    const struct portfolio_setup *setup = work->setup;
    struct workers j = {.run = run,
                        .mem = &run->mem,
                        .work = work,
                        .setup = setup,
                        .queue = shares,
                        .deadline = setup->deadline,
                        .most = (size_t)setup->job->jobs,
                        .states_are_left = work->counts_states,
                        .order_is_left = work->wants_order};
    size_t count = setup->wanted_count + 1, shared = j.most * sizeof *j.shared;
    j.shared = mmap(NULL, shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (j.shared == MAP_FAILED)
        mem_exhausted(&run->mem);
    j.workers = mem_zalloc(j.mem, j.most * sizeof *j.workers);
    j.is_done = mem_zalloc(j.mem, count * sizeof *j.is_done);
    j.late = mem_zalloc(j.mem, count * sizeof *j.late);
    for (size_t i = 0; i < j.most; i++)
        j.workers[i].shared = &j.shared[i];
    work_off(&j);
    for (; j.next < j.queue->count; j.next++)
        share_free(&j.queue->at[j.next], j.mem);
    array_free(j.mem, j.queue);
    array_free(j.mem, &j.said);
    mem_free(j.mem, j.late, count * sizeof *j.late);
    mem_free(j.mem, j.is_done, count * sizeof *j.is_done);
    mem_free(j.mem, j.workers, j.most * sizeof *j.workers);
    munmap(j.shared, shared);
    return j.peak;
}
