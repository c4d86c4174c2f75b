// What processes have to say, and what becomes of their work when they end.
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/history.h"
#include "report/cause_words.h"
#include "run/workers/workers_parts.h"

#define READ_AT_ONCE 65536 // bytes

// ---- Results --------------------------------------------------------------------------------------------------------

static void decide(struct workers *j, size_t goal_index, struct result *result)
{
    if (j->is_done[goal_index]) {
        if (result->has_trace)
            trace_close(&result->trace, j->mem);
        return;
    }
    j->is_done[goal_index] = true;
    result->property = j->setup->wanted[goal_index];
    j->setup->decided(j->setup->context, goal_index, result);
}

void workers_give_up(struct workers *j, size_t goal_index, struct cause cause)
{
    struct result result = {.verdict = VERDICT_UNDECIDED, .cause = cause};
    decide(j, goal_index, j->late[goal_index].is_known ? &j->late[goal_index].result : &result);
}

static size_t group_of(const struct workers *j, size_t goal_index)
{
    return j->work->group_of ? j->work->group_of(j->work->context, goal_index) : goal_index;
}

// What belongs to a goal that was queued goes with it.
static void queue(struct workers *j, size_t task, size_t goal_index, double had)
{
    bool is_new = j->queue->count == j->next || array_last(j->queue).is_whole || array_last(j->queue).had != had ||
                  array_last(j->queue).task != task ||
                  group_of(j, array_last(j->queue).goal_indices.at[0]) != group_of(j, goal_index);
    if (is_new)
        array_push(j->mem, j->queue, ((struct share){.task = task, .had = had}));
    array_push(j->mem, &array_last(j->queue).goal_indices, goal_index);
}

// What ran out of its part of the time may get more of it when all others had theirs.
static void take_result(struct workers *j, struct worker *w, size_t goal_index, struct result *result)
{
    bool is_late = result->verdict == VERDICT_UNDECIDED && w->seconds > 0 && result->cause.code == CAUSE_OUT_OF_TIME;
    if (!is_late || j->is_done[goal_index] || run_is_interrupted(j->run)) {
        decide(j, goal_index, result);
        return;
    }
    j->late[goal_index] = (struct late){true, *result};
    queue(j, w->share.task, goal_index, w->seconds);
}

// ---- Messages -------------------------------------------------------------------------------------------------------

static bool hear_refuted(struct workers *j, struct wire_reader *r)
{
    size_t goal_index = wire_get_index(r, j->setup->wanted_count);
    if (!r->is_bad && j->setup->refuted)
        j->setup->refuted(j->setup->context, goal_index);
    return !r->is_bad;
}

static bool hear_result(struct workers *j, struct worker *w, struct wire_reader *r)
{
    struct result result;
    size_t goal_index = wire_get_index(r, j->setup->wanted_count);
    bool is_per_orbit = wire_get_number(r);
    if (r->is_bad)
        return false;
    struct input *input = j->work->input_of ? j->work->input_of(j->work->context, goal_index) : NULL;
    // A trace of the model itself is judged with that.
    if (input && !is_per_orbit && input->is_per_orbit && !input_lower_fully(j->run, input))
        return false;
    if (!wire_get_result(r, input ? input->model : j->work->model, j->work->texts, j->mem, &result))
        return false;
    if (result.is_refuted && j->setup->refuted) // that holds whatever becomes of other tries
        j->setup->refuted(j->setup->context, goal_index);
    take_result(j, w, goal_index, &result);
    return true;
}

static bool hear_history(struct workers *j, struct wire_reader *r)
{
    struct arena *texts = j->work->texts;
    struct history *history = j->run->watch.history;
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
    for (size_t left = wire_get_index(r, UINT32_MAX); left > 0 && !r->is_bad; left--)
        array_push(history->mem, &search.properties, (uint32_t)wire_get_index(r, UINT32_MAX));
    history_take_search(history, &search);
    return !r->is_bad;
}

// What several processes have to say of the model is said once.
static bool is_said(struct workers *j, size_t task, const char *text)
{
    for (size_t i = 0; i < j->said.count; i++)
        if (j->said.at[i].task == task && strcmp(j->said.at[i].text, text) == 0)
            return true;
    array_push(j->mem, &j->said, ((struct said){task, text}));
    return false;
}

static bool hear_log(struct workers *j, const struct worker *w, struct wire_reader *r)
{
    char level = 0;
    wire_get_raw(r, &level, 1);
    const char *text = arena_copy(j->work->texts, r->at, r->left);
    if (level > LOG_INFO || !is_said(j, w->share.task, text))
        log_at(&j->run->log, (enum log_level)level, "%s", text);
    return !r->is_bad;
}

static bool hear_saved(struct worker *w, struct wire_reader *r)
{
    w->answered = (unsigned)wire_get_number(r);
    unsigned slot = (unsigned)wire_get_index(r, CHECKPOINT_SLOTS + 1);
    if (!r->is_bad && slot < CHECKPOINT_SLOTS)
        w->slot = slot;
    return !r->is_bad;
}

static bool hear(struct workers *j, struct worker *w, uint32_t kind, struct wire_reader r)
{
    switch (kind) {
    case WORKER_LOG:
        return hear_log(j, w, &r);
    case WORKER_REFUTED:
        return hear_refuted(j, &r);
    case WORKER_RESULT:
        return hear_result(j, w, &r);
    case WORKER_HISTORY:
        return hear_history(j, &r);
    case WORKER_SAVED:
        return hear_saved(w, &r);
    case WORKER_FINDINGS:
        w->has_ended = j->work->hear(j->work->context, &w->share, &r);
        return w->has_ended;
    case WORKER_OUT_OF_MEMORY:
        w->is_out_of_memory = true;
        return true;
    default:
        return false;
    }
}

static void hear_all(struct workers *j, struct worker *w)
{
    size_t at = 0;
    while (!w->is_broken && w->heard.count - at >= WORKER_HEAD_BYTES) {
        uint32_t head[2];
        memcpy(head, w->heard.at + at, sizeof head);
        if (w->heard.count - at - WORKER_HEAD_BYTES < head[1])
            break;
        w->is_broken = !hear(j, w, head[0], (struct wire_reader){w->heard.at + at + WORKER_HEAD_BYTES, head[1], false});
        at += WORKER_HEAD_BYTES + head[1];
    }
    memmove(w->heard.at, w->heard.at + at, w->heard.count - at);
    w->heard.count -= at;
}

// ---- The end of a process -------------------------------------------------------------------------------------------

static struct cause why_it_died(const struct worker *w, int status)
{
    if (w->is_out_of_memory)
        return cause_of(CAUSE_OUT_OF_MEMORY);
    if (w->is_broken)
        return cause_of(CAUSE_WORKER_NONSENSE);
    return WIFSIGNALED(status) ? cause_with_number(CAUSE_WORKER_KILLED, (uint64_t)WTERMSIG(status))
                               : cause_with_number(CAUSE_WORKER_ENDED, (uint64_t)WEXITSTATUS(status));
}

size_t workers_open_goals(const struct workers *j, const struct share *share)
{
    size_t count = 0;
    for (size_t i = 0; i < share->goal_indices.count; i++)
        count += !j->is_done[share->goal_indices.at[i]];
    return count;
}

// Whether all goals belong together.
static bool is_one(const struct workers *j, const struct share *share)
{
    for (size_t i = 1; i < share->goal_indices.count; i++)
        if (group_of(j, share->goal_indices.at[i]) != group_of(j, share->goal_indices.at[0]))
            return false;
    return true;
}

// What a process left behind is handed out again, each by itself; where it was about one thing only, that is undecided.
static void take_what_is_left(struct workers *j, struct worker *w, struct cause cause)
{
    size_t left = workers_open_goals(j, &w->share);
    bool is_last = is_one(j, &w->share);
    struct str words = {0};
    cause_add_words(cause, j->mem, &words);
    for (size_t i = 0; i < w->share.goal_indices.count && left > 0; i++) {
        size_t goal_index = w->share.goal_indices.at[i];
        if (j->is_done[goal_index] || (!is_last && j->late[goal_index].is_known))
            continue;
        log_verbose(&j->run->log, "property %zu: %s", j->setup->wanted[goal_index] + 1, str_text(&words));
        if (is_last)
            workers_give_up(j, goal_index, cause);
        else
            queue(j, w->share.task, goal_index, 0);
    }
    j->order_is_left |= w->wants_order && w->share.goal_indices.count > 0;
    j->states_are_left |= w->counts_states && w->share.goal_indices.count > 0;
    if ((is_last || left == 0) && j->work->lack)
        j->work->lack(j->work->context, &w->share, cause);
    str_free(j->mem, &words);
}

void workers_bury(struct workers *j, struct worker *w)
{
    int status = 0;
    if (w->is_broken)
        kill(w->pid, SIGKILL);
    close(w->pipe);
    while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (!w->has_ended)
        take_what_is_left(j, w, why_it_died(w, status));
    workers_close_slots(j, w);
    str_free(j->mem, &w->heard);
    share_free(&w->share, j->mem);
    w->pid = 0;
    j->running--;
}

void workers_listen_to(struct workers *j, struct worker *w)
{
    array_reserve(j->mem, &w->heard, w->heard.count + READ_AT_ONCE);
    ssize_t got = read(w->pipe, w->heard.at + w->heard.count, READ_AT_ONCE);
    if (got > 0) {
        w->heard.count += (size_t)got;
        hear_all(j, w);
    }
    if (w->is_broken || got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN))
        workers_bury(j, w);
}
