// When a checker stops, and what it tells while it works.
#include "check/checker.h"

#include <math.h>

#include "base/clock.h"

// For who watches: how often, while one operation goes on; and what looking at sets may take, in seconds and as a part
// of all time. Exact numbers are wide where there are many variables, so large sets are not counted.
#define PROGRESS_SECONDS 0.1
#define SECONDS_TO_LOOK 0.01
#define PART_TO_LOOK 0.02
#define SECONDS_OF_QUICK_LOOK 0.001
#define MOST_NODES_TO_LOOK 1000000 // in the table
#define MOST_NODES_TO_COUNT 50000  // in the set

// ---- Limits ---------------------------------------------------------------------------------------------------------

static bool out_of_time(const struct checker *c)
{
    return c->deadline > 0 && clock_now() > c->deadline;
}

void checker_set_deadline(struct checker *c, double at)
{
    c->deadline = at;
}

// While an operation goes on: sets must not be looked at now, but nodes and memory can be told.
static void show_meanwhile(struct checker *c)
{
    double now = c->options.progress ? clock_now() : 0;
    if (!c->options.progress || now < c->next_progress)
        return;
    struct bdd_statistics s;
    c->next_progress = now + PROGRESS_SECONDS;
    bdd_get_statistics(c->m, &s);
    c->progress.is_begun = false;
    c->progress.nodes = s.nodes_live;
    c->progress.bytes = s.bytes;
    c->options.progress(c->options.context, &c->progress);
}

bool checker_should_stop(void *context)
{
    struct checker *c = context;
    show_meanwhile(c);
    if (!c->interrupted && c->options.interrupted && c->options.interrupted(c->options.context))
        c->interrupted = true;
    return c->interrupted || out_of_time(c);
}

struct cause checker_why(const struct checker *c)
{
    if (checker_lacks_variables(c))
        return checker_why_too_large(c->model);
    if (c->interrupted)
        return cause_of(CAUSE_INTERRUPTED);
    if (out_of_time(c) || c->order_is_late)
        return cause_of(CAUSE_OUT_OF_TIME);
    if (!c->m)
        return cause_of(CAUSE_OUT_OF_MEMORY);
    if (c->options.abstraction && c->options.abstraction->is_over_budget)
        return cause_of(CAUSE_OVER_BUDGET);
    switch (bdd_status(c->m)) {
    case BDD_STOPPED:
        return cause_of(CAUSE_OUT_OF_TIME);
    case BDD_BAD_NAME:
        return cause_of(CAUSE_AMBIGUOUS_NAME);
    default:
        return cause_of(CAUSE_OUT_OF_MEMORY);
    }
}

// ---- Looking at sets ------------------------------------------------------------------------------------------------

// The number of states in a set, as a power of two.
static double log2_of_states(struct checker *c, bdd set, bdd state_cube)
{
    double power = CHECK_NOT_COUNTED;
    mpz_t count;
    mpz_init(count);
    if (bdd_count(c->m, set, state_cube, count) && mpz_sgn(count) > 0) {
        long exponent;
        power = log2(mpz_get_d_2exp(&exponent, count));
        power += (double)exponent;
    }
    mpz_clear(count);
    return power;
}

static void look_at(struct checker *c, bdd set, bdd state_cube, size_t *nodes, double *states)
{
    if (!bdd_is_valid(set))
        return;
    *nodes = bdd_size(c->m, set);
    if (*nodes > 0 && *nodes <= MOST_NODES_TO_COUNT)
        *states = log2_of_states(c, set, state_cube);
}

// Looking at sets is to take no time to speak of, next to the work.
// Layers grow little by little, so that a look takes about as long as the last one; other sets may grow suddenly.
static bool has_time_to_look(const struct checker *c)
{
    bool is_quick = !c->progress.is_not_a_path && c->last_look < SECONDS_OF_QUICK_LOOK;
    return c->options.is_watched && c->options.is_watched(c->options.context) &&
           (is_quick || c->progress.nodes < MOST_NODES_TO_LOOK) &&
           c->seconds_looking < SECONDS_TO_LOOK + PART_TO_LOOK * (clock_now() - c->started);
}

void checker_show(void *context, const struct fixpoint_stage *stage)
{
    struct checker *c = context;
    if (c->options.at_rest)
        c->options.at_rest(c->options.context);
    if (!c->options.progress)
        return;
    struct bdd_statistics s;
    bdd_get_statistics(c->m, &s);
    struct check_progress *p = &c->progress;
    *p = (struct check_progress){.phase = stage->phase,
                                 .iteration = stage->iteration,
                                 .is_begun = true,
                                 .is_not_a_path = !bdd_is_valid(stage->frontier),
                                 .frontier = CHECK_NOT_COUNTED,
                                 .found = CHECK_NOT_COUNTED,
                                 .nodes = s.nodes_live,
                                 .bytes = s.bytes};
    if (has_time_to_look(c)) {
        double start = clock_now();
        look_at(c, stage->frontier, stage->state_cube, &p->frontier_nodes, &p->frontier);
        look_at(c, stage->all, stage->state_cube, &p->found_nodes, &p->found);
        c->last_look = clock_now() - start;
        c->seconds_looking += c->last_look;
    }
    c->options.progress(c->options.context, p);
}
