#include "pnml/guided_walk.h"

enum { FIRST_STEPS = 500, FAR = 1000000000 };

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

// ---- Distance -------------------------------------------------------------------------------------------------------

struct walking {
    struct guided_walk *w;
    const struct net *net;
    size_t places, transitions;
    int64_t *totals;    // after a step that is thought of
    uint32_t *order;    // of transitions
    int64_t *distances; // by transition: after it
    int64_t *needed;    // by transition and place: tokens that it takes
};

static int64_t lack(const struct walking *k, uint32_t transition)
{
    int64_t all = 0;
    for (size_t p = 0; p < k->places; p++) {
        int64_t missing = k->needed[transition * k->places + p] - k->totals[p];
        all += missing > 0 ? missing : 0;
    }
    return all;
}

static int64_t cap(int64_t distance)
{
    return distance < 0 ? 0 : distance > FAR ? FAR : distance;
}

// How far the numbers of tokens are from what is looked for; 0 does not say that it is there.
static int64_t distance(const struct walking *k, const struct mcc_formula *f, bool is_negated)
{
    switch (f->op) {
    case MCC_TRUE:
    case MCC_FALSE:
        return (f->op == MCC_TRUE) == is_negated ? FAR : 0;
    case MCC_LE: {
        int64_t left = sum_value(&f->left, k->totals), right = sum_value(&f->right, k->totals);
        return cap(is_negated ? right + 1 - left : left - right);
    }
    case MCC_NOT:
        return distance(k, f->operands[0], !is_negated);
    case MCC_AND:
    case MCC_OR: {
        int64_t a = distance(k, f->operands[0], is_negated), b = distance(k, f->operands[1], is_negated);
        return (f->op == MCC_AND) != is_negated ? cap(a + b) : a < b ? a : b;
    }
    case MCC_FIREABLE: {
        int64_t least = FAR, near = 0;
        for (size_t i = 0; i < f->transition_count; i++) {
            int64_t d = lack(k, f->transitions[i]);
            least = d < least ? d : least;
            near += d == 0;
        }
        return is_negated ? near : least;
    }
    default: { // a deadlock
        int64_t near = 0;
        for (size_t t = 0; t < k->transitions; t++)
            near += lack(k, (uint32_t)t) == 0;
        return is_negated ? near == 0 : near;
    }
    }
}

// ---- Walking --------------------------------------------------------------------------------------------------------

struct aim { // a goal, or a bound, or neither
    const struct walk_goal *goal;
    const struct walk_bound *bound;
};

static int64_t aim_distance(const struct walking *k, const struct aim *aim)
{
    if (aim->goal)
        return distance(k, aim->goal->formula, aim->goal->is_negated);
    if (aim->bound)
        return cap(FAR / 2 - sum_value(&aim->bound->sum, k->totals));
    return 0;
}

// The distances after each transition that has tokens enough, and their order: mostly the nearest first.
static size_t weigh(struct walking *k, const struct aim *aim)
{
    struct token_game *g = k->w->game;
    const int64_t *now = token_game_totals(g);
    bool is_blind = (!aim->goal && !aim->bound) || token_game_random(g, 5) == 0;
    size_t count = 0;
    for (size_t p = 0; p < k->places; p++)
        k->totals[p] = now[p];
    for (uint32_t t = 0; t < k->transitions; t++) {
        if (lack(k, t) > 0)
            continue;
        if (!is_blind) {
            for (uint32_t p = 0; p < k->places; p++)
                k->totals[p] += state_equation_effect(k->w->equation, p, t);
            k->distances[t] = aim_distance(k, aim);
            for (uint32_t p = 0; p < k->places; p++)
                k->totals[p] = now[p];
        } else
            k->distances[t] = 0;
        size_t at = count++;
        for (; at > 0 && k->distances[k->order[at - 1]] > k->distances[t]; at--)
            k->order[at] = k->order[at - 1];
        k->order[at] = t;
    }
    // Those that are equally near: any of them.
    size_t equal = 1;
    while (equal < count && k->distances[k->order[equal]] == k->distances[k->order[0]])
        equal++;
    for (size_t i = 0; i + 1 < equal && count > 0; i++) {
        size_t j = i + token_game_random(g, equal - i);
        uint32_t swapped = k->order[i];
        k->order[i] = k->order[j];
        k->order[j] = swapped;
    }
    return count;
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

// False if nothing can fire, or it is not known whether something can.
static bool step(struct walking *k, const struct aim *aim)
{
    struct token_game *g = k->w->game;
    size_t count = weigh(k, aim);
    for (size_t i = 0; i < count; i++) {
        const uint32_t *values;
        if (token_game_can_fire(g, k->order[i]) == BINDING_FOUND &&
            token_game_bind(g, k->order[i], &values) == BINDING_FOUND)
            return token_game_fire(g, k->order[i], values);
    }
    return false;
}

static bool is_over(const struct walking *k)
{
    return token_game_is_broken(k->w->game) || k->w->stop(k->w->context);
}

static bool aim_is_met(const struct aim *aim)
{
    return (aim->goal && aim->goal->is_found) || (aim->bound && aim->bound->most >= aim->bound->limit);
}

static void walk(struct walking *k, const struct aim *aim, size_t steps)
{
    token_game_reset(k->w->game);
    look(k);
    for (size_t i = 0; i < steps && !aim_is_met(aim) && !is_over(k) && step(k, aim); i++)
        look(k);
}

static void find_needs(struct walking *k)
{
    for (size_t t = 0; t < k->transitions; t++) {
        const struct net_transition *transition = &k->net->transitions.at[t];
        for (uint32_t i = 0; i < transition->input_count; i++)
            k->needed[t * k->places + transition->inputs[i].place] =
                state_equation_need(k->w->equation, transition->inputs[i].place, (uint32_t)t);
    }
}

void guided_walk_run(struct guided_walk *w, const struct net *net, struct mem *mem, int rounds)
{
    struct walking k = {.w = w, .net = net, .places = net->places.count, .transitions = net->transitions.count};
    k.totals = mem_zalloc(mem, (k.places + 1) * sizeof *k.totals);
    k.order = mem_zalloc(mem, (k.transitions + 1) * sizeof *k.order);
    k.distances = mem_zalloc(mem, (k.transitions + 1) * sizeof *k.distances);
    k.needed = mem_zalloc(mem, (k.places * k.transitions + 1) * sizeof *k.needed);
    find_needs(&k);
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
    mem_free(mem, k.totals, (k.places + 1) * sizeof *k.totals);
    mem_free(mem, k.order, (k.transitions + 1) * sizeof *k.order);
    mem_free(mem, k.distances, (k.transitions + 1) * sizeof *k.distances);
    mem_free(mem, k.needed, (k.places * k.transitions + 1) * sizeof *k.needed);
}
