#include "check/ctl.h"

#include "check/linear.h"

void ctl_open(struct ctl *c, struct fixpoints *x)
{
    *c = (struct ctl){.x = x};
    sets_open(&c->known, x->system->m, x->system->mem);
}

void ctl_close(struct ctl *c)
{
    array_free(c->known.mem, &c->place);
    sets_close(&c->known);
}

static bdd not(struct ctl * c, bdd set)
{
    return bdd_minus(c->x->system->m, c->x->care, set);
}

static bdd au(struct ctl *c, bdd f, bdd g)
{
    // Not: g stays away until neither holds, or forever.
    bdd_manager *m = c->x->system->m;
    bdd neither = bdd_and(m, not(c, f), not(c, g));
    bdd broken = fixpoint_eu(c->x, not(c, g), neither), never = fixpoint_eg(c->x, not(c, g));
    return not(c, bdd_or(m, broken, never));
}

// From the last step to the first. Only fair successors count.
bdd ctl_bounded_au(struct ctl *c, bdd f, bdd g, int64_t low, int64_t high)
{
    bdd_manager *m = c->x->system->m;
    bdd set = high < 0 ? au(c, f, g) : g;
    for (int64_t i = high; i > low && bdd_is_valid(set); i--) {
        bdd longer = bdd_or(m, g, bdd_and(m, f, not(c, fixpoint_ex(c->x, not(c, set)))));
        if (longer == set)
            break;
        set = longer;
    }
    for (int64_t i = 0; i < low && bdd_is_valid(set); i++) {
        bdd earlier = bdd_and(m, f, not(c, fixpoint_ex(c->x, not(c, set))));
        if (earlier == set)
            break;
        set = earlier;
    }
    return set;
}

static bdd temporal(struct ctl *c, const struct formula_node *n, bdd f, bdd g)
{
    struct fixpoints *x = c->x;
    bdd all = x->care;
    switch (n->op) {
    case FORMULA_EX:
        return fixpoint_ex(x, f);
    case FORMULA_AX:
        return not(c, fixpoint_ex(x, not(c, f)));
    case FORMULA_EF:
        return n->bounded ? fixpoint_bounded_eu(x, all, f, n->low, n->high) : fixpoint_eu(x, all, f);
    case FORMULA_AG:
        f = not(c, f);
        return not(c, n->bounded ? fixpoint_bounded_eu(x, all, f, n->low, n->high) : fixpoint_eu(x, all, f));
    case FORMULA_EG:
        return n->bounded ? fixpoint_bounded_eg(x, f, n->low, n->high) : fixpoint_eg(x, f);
    case FORMULA_AF:
        f = not(c, f);
        return not(c, n->bounded ? fixpoint_bounded_eg(x, f, n->low, n->high) : fixpoint_eg(x, f));
    case FORMULA_EU:
        return n->bounded ? fixpoint_bounded_eu(x, f, g, n->low, n->high) : fixpoint_eu(x, f, g);
    default:
        return n->bounded ? ctl_bounded_au(c, f, g, n->low, n->high) : au(c, f, g);
    }
}

static bdd satisfying(struct ctl *c, formula id)
{
    struct system *s = c->x->system;
    const struct formula_node *n = model_formula(s->model, id);
    if (n->op == FORMULA_ATOM)
        return bdd_and(s->m, c->x->care, encode_condition(s->encoding, n->atom));
    if (n->op == FORMULA_E)
        return linear_states(c->linear, c->x->care, n->args[0], false);
    if (n->op == FORMULA_A)
        return not(c, linear_states(c->linear, c->x->care, n->args[0], true));
    bdd f = ctl_states(c, n->args[0]), g = BDD_FALSE;
    if (n->args[1] != FORMULA_NONE)
        g = ctl_states(c, n->args[1]);
    switch (n->op) {
    case FORMULA_NOT:
        return not(c, f);
    case FORMULA_AND:
        return bdd_and(s->m, f, g);
    case FORMULA_OR:
        return bdd_or(s->m, f, g);
    case FORMULA_XOR:
        return bdd_xor(s->m, f, g);
    case FORMULA_IMPLIES:
        return bdd_or(s->m, not(c, f), g);
    case FORMULA_IFF:
        return not(c, bdd_xor(s->m, f, g));
    default:
        return temporal(c, n, f, g);
    }
}

bdd ctl_states(struct ctl *c, formula id)
{
    while (c->place.count <= id)
        array_push(c->known.mem, &c->place, 0);
    if (c->place.at[id])
        return c->known.at[c->place.at[id] - 1];
    bdd_manager *m = c->x->system->m;
    bdd_scope scope = bdd_open_scope(m);
    bdd set = satisfying(c, id);
    bool kept = sets_push(&c->known, set);
    bdd_close_scope(m, scope);
    if (!kept)
        return BDD_NONE;
    c->place.at[id] = (uint32_t)c->known.count;
    return set;
}
