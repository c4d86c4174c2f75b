#include "check/followed_fairness.h"

static enum fairness_part part_of(const struct system *s, size_t condition, bool is_of_model)
{
    const struct abstraction *a = s->abstraction;
    return is_of_model && a && a->fairness ? a->fairness[condition] : FAIRNESS_KEPT;
}

enum fairness_part followed_justice(const struct system *s, size_t i)
{
    return part_of(s, i, i < model_justice_count(s->model));
}

enum fairness_part followed_compassion(const struct system *s, size_t i)
{
    return part_of(s, model_justice_count(s->model) + i, i < model_compassion_count(s->model));
}

// The states of `within` from which a step that stays there, and begins with what is met, can be come to. Both are of
// smaller classes, and so are states that steps may be made from.
static bdd reach(struct fixpoints *x, size_t condition, bdd within, bdd from, bdd met)
{
    struct system *s = x->system;
    bdd_manager *m = s->m;
    bdd_scope scope = bdd_open_scope(m);
    bdd start = bdd_and(m, bdd_and(m, from, met), s->abstraction->pre_followed(s->image, condition, within));
    bdd all = start, frontier = start;
    bool good = bdd_is_valid(start) && bdd_protect(m, &all) && bdd_protect(m, &frontier);
    while (good && frontier != BDD_FALSE) {
        bdd_scope round = bdd_open_scope(m);
        bdd more = bdd_and(m, s->abstraction->pre_followed(s->image, condition, frontier), from);
        bdd new = bdd_minus(m, more, all), joined = bdd_or(m, all, more);
        good = bdd_close_round(m, round, &frontier, new, &all, joined);
    }
    bdd_unprotect(m, &frontier);
    bdd_unprotect(m, &all);
    return bdd_close_scope_with(m, scope, good ? all : BDD_NONE);
}

// Classes of states of the set that ask, where what is met is out of reach.
static bdd in_vain(struct fixpoints *x, size_t condition, bdd set, bdd ask, bdd met)
{
    struct system *s = x->system;
    bdd_manager *m = s->m;
    bdd_scope scope = bdd_open_scope(m);
    bdd within = s->abstraction->unfold(s->image, condition, set);
    bdd from =
        x->allowed == BDD_TRUE ? within : s->abstraction->unfold(s->image, condition, bdd_and(m, set, x->allowed));
    bdd bad = bdd_minus(m, bdd_and(m, within, ask), reach(x, condition, within, from, met));
    return bdd_close_scope_with(m, scope, bdd_is_valid(bad) ? s->abstraction->abstract(s->image, bad) : BDD_NONE);
}

bdd followed_just(struct fixpoints *x, bdd set, size_t i)
{
    bdd_manager *m = x->system->m;
    bdd_scope scope = bdd_open_scope(m);
    return bdd_close_scope_with(m, scope, bdd_minus(m, set, in_vain(x, i, set, BDD_TRUE, x->system->justice[i])));
}

bdd followed_allowed(struct fixpoints *x, bdd set, size_t i)
{
    struct system *s = x->system;
    bdd bad = in_vain(x, model_justice_count(s->model) + i, set, s->compassion[2 * i], s->compassion[2 * i + 1]);
    return bdd_not(bad);
}
