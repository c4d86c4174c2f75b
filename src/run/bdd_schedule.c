// Which goals BDDs decide when, and for how long. Goals come group by group, with the variables that they depend on;
// the time of a turn is shared: each goal may take its part of what is left, and what runs out of it gets another
// chance when all others had theirs, if there is more time left than it had.
#include "run/bdd_backend.h"

#include <string.h>

#include "base/clock.h"

// A search for reachable states that took less than this took no time.
#define CHEAP_SECONDS 0.1
// Less than so many times what a goal had is not worth another try.
#define WORTH_MORE 1.1
// Of the time of all goals of a group, so much may go into the first one, with what they share.
#define PART_FOR_FIRST 0.7

static double time_left(const struct bdd_backend *b)
{
    double left = b->until - clock_now();
    return left > 0 ? left : 0;
}

// ---- One goal -------------------------------------------------------------------------------------------------------

struct cone_group *bdd_schedule_full_group(struct bdd_backend *b)
{
    for (size_t i = 0; i < b->groups.count; i++)
        if (b->groups.at[i].is_full)
            return &b->groups.at[i];
    return NULL;
}

static void check_with(struct bdd_backend *b, struct cone_group *group, size_t goal, double deadline)
{
    struct result *result = &b->asked->at[goal].result;
    bdd_backend_use(b, group, deadline);
    if (bdd_backend_check(b, goal, result))
        return;
    b->goals[goal].wants_full = true;
    array_push(b->mem, &bdd_schedule_full_group(b)->members, goal);
    log_verbose(&b->run->log, "property %zu is checked again with all variables, for a trace of all",
                result->property + 1);
}

// Whether others may still decide a goal that this backend cannot. What is known to fail lacks a counterexample only.
static bool is_lacking(const struct bdd_backend *b, const struct goal *it)
{
    bool lacks_memory = it->result.cause.code == CAUSE_OUT_OF_MEMORY && !it->is_refuted;
    return it->result.verdict == VERDICT_UNDECIDED && (bdd_backend_lacks_variables(b) || lacks_memory);
}

static void try_goal(struct bdd_backend *b, struct cone_group *group, size_t goal, double share)
{
    struct bdd_goal *own = &b->goals[goal];
    struct goal *it = &b->asked->at[goal];
    double deadline = b->until > 0 ? clock_now() + share : 0;
    bool wanted_full = own->wants_full;
    if (run_is_interrupted(b->run))
        it->result = (struct result){
            .property = b->setup->wanted[goal], .verdict = VERDICT_UNDECIDED, .cause = cause_of(CAUSE_INTERRUPTED)};
    else
        check_with(b, group, goal, deadline);
    goals_note_try(b->asked, goal);
    bool is_late = deadline > 0 && clock_now() > deadline && it->result.verdict == VERDICT_UNDECIDED;
    own->had = share;
    it->ran_out = is_late && !run_is_interrupted(b->run);
    if (is_lacking(b, it) && b->setup->job->engine == JOB_ENGINE_AUTO && !run_is_interrupted(b->run)) {
        it->ran_out = false;
        own->lacking = it->result.cause;
        if (own->lacking.code == CAUSE_OUT_OF_MEMORY && !bdd_backend_knows_reachable(b, b->group))
            bdd_backend_release(b);
        return; // what can be done is up to others
    }
    if (!it->ran_out && own->wants_full == wanted_full)
        goals_finish(b->asked, goal);
}

// ---- All of them ----------------------------------------------------------------------------------------------------

size_t bdd_backend_lacking(const struct bdd_backend *b, const struct goals *goals)
{
    size_t count = 0;
    for (size_t i = 0; i < goals->count; i++)
        count += goals_is_waiting(goals, i) && b->goals[i].lacking.code;
    return count;
}

bool bdd_backend_gives_way(struct bdd_backend *b, const struct goals *goals)
{
    bool lacks_memory = false;
    for (size_t i = 0; i < goals->count; i++)
        lacks_memory |= goals_is_waiting(goals, i) && b->goals[i].lacking.code == CAUSE_OUT_OF_MEMORY;
    if (lacks_memory)
        bdd_backend_release(b);
    return lacks_memory;
}

static size_t waiting_in(const struct bdd_backend *b, const struct cone_group *group)
{
    size_t count = 0;
    for (size_t i = 0; i < group->members.count; i++)
        count += goals_is_waiting(b->asked, group->members.at[i]);
    return count;
}

static size_t copied(const struct bdd_backend *b, size_t goal)
{
    return b->setup->copied ? b->setup->copied(b->setup->context, goal) : goal;
}

static size_t waiting_copies(const struct bdd_backend *b, size_t goal)
{
    size_t count = 0;
    for (size_t i = 0; i < b->setup->wanted_count; i++)
        count += goals_is_waiting(b->asked, i) && copied(b, i) == copied(b, goal);
    return count;
}

// Of what is left, the first goal of a group may take more than one part: most of what all of the group have, since
// finding the reachable states serves them all; so may the first copy of a goal, since its fixpoints serve the
// others. The lead leaves half to those that try with less.
static double share_of(const struct bdd_backend *b, const struct cone_group *group, size_t goal, bool is_first)
{
    bool leads = b->has_lead && group == b->groups.at;
    double all = (double)goals_waiting(b->asked), share = 1 / all;
    if (b->setup->copied && b->boosted_copies != copied(b, goal))
        share = (double)waiting_copies(b, goal) / all * PART_FOR_FIRST;
    double most = (double)waiting_in(b, group) / all * PART_FOR_FIRST;
    share = share < 1 / all ? 1 / all : share;
    share = is_first && most > share ? most : share;
    return time_left(b) * (leads && share > 0.5 ? 0.5 : share);
}

static void try_members(struct bdd_backend *b, const struct cone_group *members, struct cone_group *group)
{
    for (size_t i = 0; i < members->members.count && !goals_are_over(b->asked); i++) {
        size_t goal = members->members.at[i];
        bool is_first = b->boosted != group && !bdd_backend_knows_reachable(b, group);
        if (!goals_is_waiting(b->asked, goal) || b->goals[goal].lacking.code ||
            (b->goals[goal].wants_full && !group->is_full))
            continue;
        double share = b->until > 0 ? share_of(b, group, goal, is_first) : 0;
        try_goal(b, group, goal, share);
        b->boosted = group;
        b->boosted_copies = copied(b, goal);
    }
}

// A checker that knows the reachable states goes on with other groups that it has the variables for: with those that
// would not save much by a search of their own, and with all if its own search took no time.
static void try_included(struct bdd_backend *b, struct cone_group *group)
{
    if (!bdd_backend_knows_reachable(b, group))
        return;
    bool is_cheap = clock_now() - b->opened < CHEAP_SECONDS;
    for (size_t i = 0; i < b->groups.count; i++) {
        const struct cone_group *other = &b->groups.at[i];
        if ((is_cheap || other->bits * 4 > group->bits * 3) && cone_groups_include(group, other, b->model))
            try_members(b, other, group);
    }
}

static struct cone_group *group_of(struct bdd_backend *b, size_t goal)
{
    if (b->goals[goal].wants_full)
        return bdd_schedule_full_group(b);
    for (size_t i = b->groups.count; i-- > 0;) // where there is a group of all, those by variables come behind it
        for (size_t k = 0; k < b->groups.at[i].members.count; k++)
            if (b->groups.at[i].members.at[k] == goal)
                return &b->groups.at[i];
    return NULL;
}

// The next goal that is worth another try, those of the open group first; SIZE_MAX if there is none.
static size_t next_to_retry(struct bdd_backend *b)
{
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < b->setup->wanted_count; i++) {
        if (!b->asked->at[i].ran_out || b->goals[i].had * WORTH_MORE >= time_left(b))
            continue;
        if (group_of(b, i) == b->group)
            return i;
        best = best == SIZE_MAX ? i : best;
    }
    return best;
}

void bdd_backend_retry(struct bdd_backend *b, struct goals *goals, double deadline)
{
    b->asked = goals;
    b->until = deadline;
    for (size_t goal; (goal = next_to_retry(b)) != SIZE_MAX && !goals_are_over(b->asked);) {
        double share = time_left(b) / (double)goals_out_of_time(b->asked);
        if (share < b->goals[goal].had * WORTH_MORE)
            share = time_left(b);
        log_verbose(&b->run->log, "property %zu gets another %.2f s", b->setup->wanted[goal] + 1, share);
        try_goal(b, group_of(b, goal), goal, share);
        if (goals_is_waiting(b->asked, goal) && !b->goals[goal].lacking.code) // for the full model, as it found
            try_goal(b, bdd_schedule_full_group(b), goal, time_left(b));
    }
    for (size_t i = 0; i < b->setup->wanted_count; i++)
        if (b->asked->at[i].ran_out)
            goals_finish(b->asked, i);
}

bool bdd_schedule_decide(struct bdd_backend *b, struct goals *goals, double deadline)
{
    b->asked = goals;
    b->until = deadline;
    b->boosted_copies = SIZE_MAX;
    for (size_t i = 0; i < b->groups.count; i++) {
        try_members(b, &b->groups.at[i], &b->groups.at[i]);
        try_included(b, &b->groups.at[i]);
        if (i == 0 && b->has_lead)
            goals_begin_round(b->asked);
    }
    try_members(b, bdd_schedule_full_group(b), bdd_schedule_full_group(b)); // those that found that they want it
    return goals_waiting(goals) + goals_out_of_time(goals) > bdd_backend_lacking(b, goals);
}

// ---- Making ---------------------------------------------------------------------------------------------------------

static void add_all(struct bdd_backend *b, struct cone_group *group)
{
    for (size_t i = 0; i < b->setup->wanted_count; i++)
        array_push(b->mem, &group->members, i);
}

// Counting the states needs a search with all variables, which may then serve the goals, too: that is the lead.
void bdd_schedule_open(struct bdd_backend *b)
{
    b->goals = mem_zalloc(b->mem, (b->setup->wanted_count + 1) * sizeof *b->goals);
    if (!b->setup->is_reduced || model_start_count(b->model) > 0) { // what starts set belongs together
        add_all(b, cone_groups_add_full(&b->groups, b->model, b->mem));
        return;
    }
    b->dependence = dependence_new(b->model, b->setup->values_are_proved, b->mem);
    cone_groups_plan(&b->groups, b->dependence, b->model, b->setup->wanted, b->setup->wanted_count, b->mem);
    struct cone_group *full = bdd_schedule_full_group(b);
    if (!full)
        full = cone_groups_add_full(&b->groups, b->model, b->mem);
    b->has_lead = b->setup->counts_states && b->groups.count > 1;
    if (b->has_lead) {
        struct cone_group lead = *full;
        memmove(b->groups.at + 1, b->groups.at, (size_t)(full - b->groups.at) * sizeof *full);
        lead.members.count = 0;
        b->groups.at[0] = lead;
        add_all(b, &b->groups.at[0]);
    }
}

void bdd_schedule_close(struct bdd_backend *b)
{
    cone_groups_free(&b->groups, b->model, b->mem);
    dependence_free(b->dependence);
    mem_free(b->mem, b->goals, (b->setup->wanted_count + 1) * sizeof *b->goals);
}

void bdd_schedule_ask_again(struct bdd_backend *b)
{
    b->boosted = NULL;
    for (size_t i = 0; i < b->setup->wanted_count; i++)
        b->goals[i] = (struct bdd_goal){0};
}
