#include "pnml/guided_walk.h"

#include "pnml/walk_step.h"

enum { FIRST_STEPS = 500, NEAR = 500000000 };

// ---- Truth ----------------------------------------------------------------------------------------------------------

static int64_t sum_value(const struct mcc_sum *sum, const int64_t *totals)
{
    int64_t all = sum->constant;
    for (size_t i = 0; i < sum->count; i++)
        all += totals[sum->places[i]];
    return all;
}

static enum walk_truth some_can_fire(struct token_game *g, const uint32_t *transitions, size_t count)
{
    enum walk_truth truth = WALK_FALSE;
    for (size_t i = 0; i < count; i++) {
        enum binding_search s = token_game_can_fire(g, transitions ? transitions[i] : (uint32_t)i);
        if (s == BINDING_FOUND)
            return WALK_TRUE;
        if (s == BINDING_UNKNOWN)
            truth = WALK_UNKNOWN;
    }
    return truth;
}

static enum walk_truth opposite(enum walk_truth truth)
{
    return truth == WALK_UNKNOWN ? truth : truth == WALK_TRUE ? WALK_FALSE : WALK_TRUE;
}

enum walk_truth walk_evaluate(struct token_game *g, const struct net *net, const struct mcc_formula *f)
{
    const int64_t *totals = token_game_totals(g);
    switch (f->op) {
    case MCC_TRUE:
        return WALK_TRUE;
    case MCC_FALSE:
        return WALK_FALSE;
    case MCC_LE:
        return sum_value(&f->left, totals) <= sum_value(&f->right, totals) ? WALK_TRUE : WALK_FALSE;
    case MCC_FIREABLE:
        return some_can_fire(g, f->transitions, f->transition_count);
    case MCC_DEADLOCK:
        return opposite(some_can_fire(g, NULL, net->transitions.count));
    case MCC_NOT:
        return opposite(walk_evaluate(g, net, f->operands[0]));
    case MCC_AND:
    case MCC_OR: {
        enum walk_truth decides = f->op == MCC_AND ? WALK_FALSE : WALK_TRUE;
        enum walk_truth first = walk_evaluate(g, net, f->operands[0]);
        if (first == decides)
            return first;
        enum walk_truth second = walk_evaluate(g, net, f->operands[1]);
        return second == decides || first != WALK_UNKNOWN ? second : first;
    }
    default:
        return WALK_UNKNOWN;
    }
}

// ---- Walking --------------------------------------------------------------------------------------------------------

struct walking {
    struct guided_walk *w;
    const struct net *net;
    struct walk_steps steps;
};

struct aim { // a goal, or a bound, or neither
    const struct walk_goal *goal;
    const struct walk_bound *bound;
};

static int64_t aim_distance(const struct walk_steps *steps, void *context)
{
    const struct aim *aim = context;
    if (aim->goal)
        return walk_distance_to(steps, aim->goal->formula, aim->goal->is_negated);
    int64_t left = NEAR - sum_value(&aim->bound->sum, steps->totals);
    return left < 0 ? 0 : left;
}

static bool is_open(const struct guided_walk *w)
{
    for (size_t i = 0; i < w->goal_count; i++)
        if (!w->goals[i].is_found)
            return true;
    for (size_t i = 0; i < w->bound_count; i++)
        if (w->bounds[i].most < w->bounds[i].limit)
            return true;
    return false;
}

// What the marking at hand is.
static void look(struct walking *k)
{
    struct guided_walk *w = k->w;
    for (size_t i = 0; i < w->goal_count; i++) {
        struct walk_goal *goal = &w->goals[i];
        if (goal->is_found)
            continue;
        enum walk_truth truth = walk_evaluate(w->game, k->net, goal->formula);
        if (truth != (goal->is_negated ? WALK_FALSE : WALK_TRUE))
            continue;
        goal->is_found = true;
        w->found(w->context, i);
    }
    for (size_t i = 0; i < w->bound_count; i++) {
        int64_t value = sum_value(&w->bounds[i].sum, token_game_totals(w->game));
        w->bounds[i].most = value > w->bounds[i].most ? value : w->bounds[i].most;
    }
}

static bool is_over(const struct walking *k)
{
    return token_game_is_broken(k->w->game) || k->w->stop(k->w->context);
}

static bool step(struct walking *k, struct aim *aim)
{
    struct walk_firing fired;
    return walk_steps_take(&k->steps, aim->goal || aim->bound ? aim_distance : NULL, aim, &fired);
}

static bool aim_is_met(const struct aim *aim)
{
    return (aim->goal && aim->goal->is_found) || (aim->bound && aim->bound->most >= aim->bound->limit);
}

static void walk(struct walking *k, struct aim *aim, size_t steps)
{
    token_game_reset(k->w->game);
    look(k);
    for (size_t i = 0; i < steps && !aim_is_met(aim) && !is_over(k) && step(k, aim); i++)
        look(k);
}

void guided_walk_run(struct guided_walk *w, const struct net *net, struct mem *mem, int rounds)
{
    struct walking k = {.w = w, .net = net};
    walk_steps_open(&k.steps, net, w->game, w->equation, mem);
    size_t steps = FIRST_STEPS;
    for (int round = 0; round < rounds && is_open(w) && !is_over(&k); round++, steps *= 4) {
        walk(&k, &(struct aim){NULL, NULL}, steps);
        for (size_t i = 0; i < w->goal_count && !is_over(&k); i++)
            if (!w->goals[i].is_found)
                walk(&k, &(struct aim){&w->goals[i], NULL}, steps);
        for (size_t i = 0; i < w->bound_count && !is_over(&k); i++)
            if (w->bounds[i].most < w->bounds[i].limit)
                walk(&k, &(struct aim){NULL, &w->bounds[i]}, steps);
    }
    walk_steps_close(&k.steps);
}
