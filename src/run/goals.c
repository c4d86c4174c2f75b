#include "run/goals.h"

void goals_open(struct goals *g, struct run *run, const struct portfolio_setup *setup)
{
    *g = (struct goals){.run = run, .setup = setup, .count = setup->wanted_count};
    g->at = mem_zalloc(&run->mem, (g->count + 1) * sizeof *g->at);
}

void goals_close(struct goals *g)
{
    mem_free(&g->run->mem, g->at, (g->count + 1) * sizeof *g->at);
}

void goals_ask_again(struct goals *g)
{
    for (size_t i = 0; i < g->count; i++)
        g->at[i] = (struct goal){0};
}

// ---- Which wait -----------------------------------------------------------------------------------------------------

bool goals_is_waiting(const struct goals *g, size_t goal)
{
    return !g->at[goal].is_done && !g->at[goal].ran_out;
}

size_t goals_waiting(const struct goals *g)
{
    size_t count = 0;
    for (size_t i = 0; i < g->count; i++)
        count += goals_is_waiting(g, i);
    return count;
}

size_t goals_out_of_time(const struct goals *g)
{
    size_t count = 0;
    for (size_t i = 0; i < g->count; i++)
        count += g->at[i].ran_out;
    return count;
}

bool goals_are_over(const struct goals *g)
{
    return g->setup->is_pointless(g->setup->context);
}

void goals_begin_round(struct goals *g)
{
    for (size_t i = 0; i < g->count; i++)
        g->at[i].ran_out = false;
}

// ---- What comes of them ---------------------------------------------------------------------------------------------

static bool is_quotient(const struct method *method)
{
    return method->backend >= BACKEND_EXPLICIT_QUOTIENT && method->backend <= BACKEND_COMPONENTWISE_STATES;
}

static bool has_run_out(const struct result *result)
{
    return result->verdict == VERDICT_UNDECIDED &&
           (result->cause.code == CAUSE_OUT_OF_TIME || result->cause.code == CAUSE_OUT_OF_MEMORY ||
            result->cause.code == CAUSE_INTERRUPTED);
}

void goals_note_try(struct goals *g, size_t goal)
{
    struct goal *it = &g->at[goal];
    it->is_refuted |= it->result.is_refuted;
    if (has_run_out(&it->result) && is_quotient(&it->result.method))
        it->tried = it->result.method;
}

// Of what nobody has decided it is told that its symmetries were used, whoever tried it last.
static void hand_out(struct goals *g, size_t goal)
{
    struct goal *it = &g->at[goal];
    struct method last = it->result.method;
    bool is_other = has_run_out(&it->result) && it->tried.backend && !is_quotient(&last);
    if (is_other)
        it->result.method = it->tried;
    g->setup->decided(g->setup->context, goal, &it->result);
    if (is_other)
        it->result.method = last;
}

void goals_note_refuted(struct goals *g, size_t goal)
{
    g->at[goal].is_refuted = true;
    if (g->setup->refuted)
        g->setup->refuted(g->setup->context, goal);
}

void goals_finish(struct goals *g, size_t goal)
{
    struct goal *it = &g->at[goal];
    it->is_done = true;
    it->ran_out = false;
    it->result.is_refuted = it->is_refuted && it->result.verdict == VERDICT_UNDECIDED;
    if (it->is_refuted && it->result.verdict == VERDICT_HOLDS) {
        log_error(&g->run->log, "property %zu: one method says that it fails, another one that it holds",
                  it->result.property + 1);
        it->result.verdict = VERDICT_UNDECIDED;
        it->result.cause = cause_of(CAUSE_CONTRADICTION);
    }
    hand_out(g, goal);
}

void goals_leave(struct goals *g, size_t goal, struct cause cause)
{
    g->at[goal].result =
        (struct result){.property = g->setup->wanted[goal], .verdict = VERDICT_UNDECIDED, .cause = cause};
}

void goals_give_up(struct goals *g, size_t goal, struct cause cause)
{
    goals_leave(g, goal, cause);
    goals_finish(g, goal);
}

void goals_take(struct goals *g, size_t goal, const struct result *result)
{
    g->at[goal].result = *result;
    goals_note_try(g, goal);
    goals_finish(g, goal);
}

void goals_finish_all(struct goals *g)
{
    for (size_t i = 0; i < g->count; i++) {
        struct goal *it = &g->at[i];
        if (it->is_done)
            continue;
        if (!it->result.cause.code && run_is_interrupted(g->run))
            it->result.cause = cause_of(CAUSE_INTERRUPTED);
        goals_finish(g, i);
    }
}

void goals_settle_known(struct goals *g)
{
    for (size_t i = 0; i < g->count; i++) {
        const struct property *p = model_property(g->setup->model, g->setup->wanted[i]);
        struct goal *it = &g->at[i];
        if (it->is_done)
            continue;
        it->result = (struct result){.property = g->setup->wanted[i],
                                     .verdict = VERDICT_UNDECIDED,
                                     .cause = cause_with_text(CAUSE_UNSUPPORTED, p->unsupported)};
        if (p->refuted) {
            it->result.verdict = VERDICT_FAILS;
            it->result.runtime_error = p->refuted;
        }
        if (p->unsupported || p->refuted)
            goals_finish(g, i);
    }
}

bool goals_decide_each(struct goals *g, bool *cannot,
                       bool (*check)(void *backend, size_t goal, double deadline, struct result *), void *backend,
                       double deadline)
{
    bool is_hopeful = false;
    for (size_t i = 0; i < g->count && !goals_are_over(g) && !run_is_interrupted(g->run); i++) {
        struct goal *it = &g->at[i];
        if (!goals_is_waiting(g, i) || cannot[i])
            continue;
        cannot[i] = !check(backend, i, deadline, &it->result);
        goals_note_try(g, i);
        if (it->result.verdict != VERDICT_UNDECIDED)
            goals_finish(g, i);
        else
            is_hopeful |= !cannot[i];
    }
    return is_hopeful;
}

bool goals_decide_now(struct goals *g, size_t goal,
                      bool (*check)(void *backend, size_t goal, double deadline, struct result *), void *backend,
                      double deadline)
{
    struct goal *it = &g->at[goal];
    if (goals_is_waiting(g, goal)) {
        check(backend, goal, deadline, &it->result);
        it->result.is_early = true;
        goals_note_try(g, goal);
        if (it->result.verdict != VERDICT_UNDECIDED)
            goals_finish(g, goal);
    }
    return !goals_are_over(g);
}
