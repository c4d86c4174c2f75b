#include "pnml/lasso_walk.h"

#include <string.h>

#include "base/hash.h"
#include "pnml/canonical_marking.h"
#include "pnml/guided_walk.h"
#include "pnml/obligations.h"
#include "pnml/walk_step.h"

enum { FIRST_STEPS = 60, MOST_STEPS = 3000, WALKS = 4, RETREATS = 8, MOST_WORDS = 30000000 };

struct stop { // a marking that the walk was in, and what was left to do there
    uint64_t hash;
    size_t marking, length; // among the words
    uint32_t obligation;
    uint64_t met;              // untils that the choice here does not postpone
    struct walk_firing firing; // what was fired here; its values are kept by the walk
};

struct walker {
    struct lasso_walk *w;
    const struct net *net;
    struct mem *mem;
    struct walk_steps steps;
    struct colour_symmetry symmetry;
    struct canonical_marking *canonical;
    const struct mcc_formula *dead;
    struct obligations *obligations;
    ARRAY(struct stop) stops;
    ARRAY(uint64_t) words;
    ARRAY(uint32_t) values; // of the firings, as many for each stop as the net has variables
    marking_array marking;
    choice_array choices;
    // What the walk looks for:
    enum { BLIND, TO_WISH, TO_RETURN } kind;
    int64_t *aim; // the numbers of tokens that it wants to come back to
    bool has_aim;
    uint32_t obligation; // of the marking at hand
    uint64_t wish;       // its number
};

static enum walk_truth truth_of(void *context, const struct mcc_formula *condition)
{
    const struct walker *k = context;
    return walk_evaluate(k->w->game, k->net, condition);
}

// ---- Where it goes --------------------------------------------------------------------------------------------------

static int64_t distance(const struct walk_steps *steps, void *context)
{
    const struct walker *k = context;
    bool is_negated;
    if (k->kind == TO_RETURN) {
        int64_t all = 0;
        for (size_t p = 0; p < steps->places; p++)
            all += steps->totals[p] > k->aim[p] ? steps->totals[p] - k->aim[p] : k->aim[p] - steps->totals[p];
        return all;
    }
    const struct mcc_formula *wish = obligations_wish(k->obligations, k->obligation, k->wish, &is_negated);
    return wish ? walk_distance_to(steps, wish, is_negated) : 0;
}

// A walk that wants to return does so from some marking on, to where it has been then.
static void choose_aim(struct walker *k, size_t step, size_t steps)
{
    struct token_game *g = k->w->game;
    if (k->kind != TO_RETURN || token_game_random(g, k->has_aim ? 40 : 1 + steps / 8) > 0 || step == 0)
        return;
    memcpy(k->aim, token_game_totals(g), k->steps.places * sizeof *k->aim);
    k->has_aim = true;
}

// ---- Where it has been ----------------------------------------------------------------------------------------------

static void save(struct walker *k)
{
    token_game_save(k->w->game, &k->marking);
    canonical_marking_find(k->canonical, &k->marking);
}

static void add_stop(struct walker *k)
{
    struct stop s = {.marking = k->words.count, .length = k->marking.count, .obligation = k->obligation};
    s.hash = hash_numbers(k->obligation, (const int64_t *)k->marking.at, k->marking.count);
    array_reserve(k->mem, &k->words, k->words.count + k->marking.count);
    memcpy(k->words.at + k->words.count, k->marking.at, k->marking.count * sizeof *k->marking.at);
    k->words.count += k->marking.count;
    array_push(k->mem, &k->stops, s);
    k->values.count = (k->stops.count - 1) * (k->net->variables.count + 1);
    array_reserve(k->mem, &k->values, k->values.count + k->net->variables.count + 1);
}

static bool is_same(const struct walker *k, const struct stop *a, const struct stop *b)
{
    return a->hash == b->hash && a->obligation == b->obligation && a->length == b->length &&
           memcmp(&k->words.at[a->marking], &k->words.at[b->marking], a->length * sizeof *k->words.at) == 0;
}

// It has been at the last stop before, and every until has been met since then.
static bool closes_lasso(const struct walker *k)
{
    const struct stop *last = &array_last(&k->stops);
    size_t first = 0;
    while (!is_same(k, &k->stops.at[first], last))
        first++;
    uint64_t met = 0;
    for (size_t i = first; i + 1 < k->stops.count; i++)
        met |= k->stops.at[i].met;
    return first + 1 < k->stops.count && met == obligations_untils(k->obligations);
}

static void drop_stop(struct walker *k)
{
    k->words.count = array_last(&k->stops).marking;
    k->stops.count--;
}

// ---- Walking --------------------------------------------------------------------------------------------------------

static uint32_t *values_of(struct walker *k, size_t stop)
{
    return &k->values.at[stop * (k->net->variables.count + 1)];
}

// One of the choices, which the last stop takes. False if there is none.
static bool choose(struct walker *k, bool *is_met)
{
    struct stop *s = &array_last(&k->stops);
    obligations_choices(k->obligations, s->obligation, truth_of, k, &k->choices);
    for (size_t i = 0; i < k->choices.count; i++)
        *is_met |= k->choices.at[i].next == OBLIGATION_MET;
    if (k->choices.count == 0)
        return false;
    const struct obligation_choice *c = &k->choices.at[token_game_random(k->w->game, k->choices.count)];
    s->met = obligations_untils(k->obligations) & ~c->postponed;
    k->obligation = c->next;
    return true;
}

// Fires something, and keeps what it was. Where nothing can fire, the walk stays. False if that is not known.
static bool go_on(struct walker *k)
{
    size_t at = k->stops.count - 1;
    struct walk_firing f;
    if (walk_steps_take(&k->steps, k->kind == BLIND || (k->kind == TO_RETURN && !k->has_aim) ? NULL : distance, k,
                        &f)) {
        memcpy(values_of(k, at), f.values, k->net->variables.count * sizeof *f.values);
        k->stops.at[at].firing = f;
        return true;
    }
    k->stops.at[at].firing.transition = UINT32_MAX;
    return walk_evaluate(k->w->game, k->net, k->dead) == WALK_TRUE;
}

// Takes the last step back, to go on otherwise.
static void retreat(struct walker *k)
{
    drop_stop(k);
    struct stop *s = &array_last(&k->stops);
    if (s->firing.transition != UINT32_MAX)
        token_game_unfire(k->w->game, s->firing.transition, values_of(k, k->stops.count - 1));
}

static bool is_over(const struct walker *k)
{
    return token_game_is_broken(k->w->game) || k->w->stop(k->w->context);
}

// Whether a walk of so many steps refutes the formula.
static bool walk(struct walker *k, size_t steps)
{
    int retreats = RETREATS;
    bool is_met = false;
    token_game_reset(k->w->game);
    k->stops.count = k->words.count = 0;
    k->has_aim = false;
    k->obligation = obligations_first(k->obligations);
    k->wish = token_game_random(k->w->game, 64);
    for (size_t i = 0; i < steps && k->words.count < MOST_WORDS && !is_over(k); i++) {
        save(k);
        add_stop(k);
        if (closes_lasso(k))
            return true;
        while (!choose(k, &is_met)) { // what was fired last was a mistake, or what was chosen before
            if (k->stops.count == 1 || retreats-- == 0)
                return false;
            retreat(k);
        }
        if (is_met)
            return true;
        choose_aim(k, i, steps);
        if (!go_on(k))
            return false;
    }
    return false;
}

static void walk_for(struct walker *k, size_t goal, size_t steps)
{
    k->obligations = obligations_open(k->w->goals[goal].formula, true, k->mem);
    for (int i = 0; k->obligations && i < WALKS && !is_over(k); i++) {
        k->kind = i % 4 == 0 ? BLIND : i % 4 == 2 ? TO_WISH : TO_RETURN;
        if (!walk(k, steps))
            continue;
        k->w->goals[goal].is_refuted = true;
        k->w->found(k->w->context, goal);
        break;
    }
    obligations_close(k->obligations);
}

static bool is_open(const struct lasso_walk *w)
{
    for (size_t i = 0; i < w->goal_count; i++)
        if (!w->goals[i].is_refuted)
            return true;
    return false;
}

void lasso_walk_run(struct lasso_walk *w, const struct net *net, struct mem *mem, int rounds)
{
    const struct mcc_formula dead = {.op = MCC_DEADLOCK};
    struct walker k = {.w = w, .net = net, .mem = mem, .dead = &dead};
    size_t steps = FIRST_STEPS;
    walk_steps_open(&k.steps, net, w->game, w->equation, mem);
    colour_symmetry_find(&k.symmetry, net, mem);
    k.canonical = canonical_marking_open(net, &k.symmetry, mem);
    canonical_marking_skip_orbits(k.canonical);
    k.aim = mem_zalloc(mem, (k.steps.places + 1) * sizeof *k.aim);
    for (int round = 0; round < rounds && is_open(w) && !is_over(&k); round++) {
        for (size_t i = 0; i < w->goal_count && !is_over(&k); i++)
            if (!w->goals[i].is_refuted)
                walk_for(&k, i, steps);
        steps = steps < MOST_STEPS / 2 ? 2 * steps : MOST_STEPS;
    }
    mem_free(mem, k.aim, (k.steps.places + 1) * sizeof *k.aim);
    canonical_marking_close(k.canonical);
    colour_symmetry_close(&k.symmetry);
    walk_steps_close(&k.steps);
    array_free(mem, &k.stops);
    array_free(mem, &k.words);
    array_free(mem, &k.values);
    array_free(mem, &k.marking);
    array_free(mem, &k.choices);
}
