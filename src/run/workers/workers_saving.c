// The searches of several processes in one checkpoint.
//
// When it is time to save, all are asked for their searches, and the file is written when they have answered. Who is
// busy answers later, and need not be waited for: what it told of before is good, too.
#include <unistd.h>

#include "base/clock.h"
#include "run/checkpoint/checkpoint.h"
#include "run/workers/workers_parts.h"

#define LEAST_PATIENCE 1.0  // seconds to wait for answers
#define PART_FOR_PATIENCE 2 // or this part of the time between two checkpoints

void workers_open_slots(struct workers *j, struct worker *w)
{
    bool is_saved = checkpoint_writes(j->run->checkpoint);
    w->slot = CHECKPOINT_SLOTS;
    for (size_t i = 0; i < CHECKPOINT_SLOTS; i++)
        w->slots[i] = is_saved ? checkpoint_open_slot(j->run->checkpoint) : -1;
    if (is_saved && (w->slots[0] < 0 || w->slots[1] < 0)) {
        log_verbose(&j->run->log, "the searches of a process will not be saved: there can be no file for them");
        workers_close_slots(j, w);
    }
}

static void keep_searches(struct workers *j, const struct worker *w)
{
    bool is_finished = w->has_ended && workers_open_goals(j, &w->share) == 0;
    for (size_t i = 0; i < w->share.goal_indices.count; i++)
        is_finished &= !j->late[w->share.goal_indices.at[i]].is_known;
    if (is_finished && j->work->has_own_searches)
        return;
    checkpoint_inherit(j->run->checkpoint, w->slots[w->slot], j->turns, is_finished);
}

void workers_close_slots(struct workers *j, struct worker *w)
{
    if (w->slot < CHECKPOINT_SLOTS && !w->is_broken)
        keep_searches(j, w);
    for (size_t i = 0; i < CHECKPOINT_SLOTS; i++) {
        if (w->slots[i] >= 0)
            close(w->slots[i]);
        w->slots[i] = -1;
    }
    w->slot = CHECKPOINT_SLOTS;
}

// Nobody is asked again before an answer has come: a file that was told of is not written to while it may be read.
static void ask_all(struct workers *j)
{
    for (size_t i = 0; i < j->most; i++) {
        struct worker *w = &j->workers[i];
        if (w->pid && w->slots[0] >= 0 && w->shared->asked == w->answered)
            w->shared->asked++;
    }
    j->asked_for = clock_now();
}

static bool have_answered(const struct workers *j)
{
    for (size_t i = 0; i < j->most; i++)
        if (j->workers[i].pid && j->workers[i].slots[0] >= 0 && j->workers[i].shared->asked != j->workers[i].answered)
            return false;
    return true;
}

static void save(struct workers *j)
{
    ARRAY(struct checkpoint_live) live = {0};
    for (size_t i = 0; i < j->most; i++) {
        const struct worker *w = &j->workers[i];
        if (w->pid && w->slot < CHECKPOINT_SLOTS)
            array_push(j->mem, &live, ((struct checkpoint_live){w->slots[w->slot], w->turn}));
    }
    checkpoint_set_live(j->run->checkpoint, live.at, live.count);
    checkpoint_save(j->run->checkpoint);
    checkpoint_set_live(j->run->checkpoint, NULL, 0);
    array_free(j->mem, &live);
}

void workers_save_if_due(struct workers *j)
{
    double patience = j->setup->job->every / PART_FOR_PATIENCE;
    if (!checkpoint_is_due(j->run->checkpoint))
        return;
    if (j->asked_for == 0)
        ask_all(j);
    double waited = clock_now() - j->asked_for;
    if (!have_answered(j) && waited < (patience > LEAST_PATIENCE ? patience : LEAST_PATIENCE))
        return;
    save(j);
    j->asked_for = 0;
}
