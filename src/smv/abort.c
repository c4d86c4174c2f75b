// `f abort b`: f holds, or b comes before anything is seen that excludes f.
//
// This is said without an operator of its own, by rewriting f from below. In the *accepting* form all that is still
// open counts as true from the first state on where b holds, in the *rejecting* form as false; a negation exchanges the
// two. The accepting form holds wherever b does, the rejecting one does not.
#include "base/hash.h"
#include "model/regular.h"
#include "smv/lower_formula.h"

#define MAX_EXPANDED 500 // steps of a bounded operator

struct rewriting {
    struct smv_meaning *l;
    formula when, unless; // b, and its negation
    expr condition;
    struct int_map known; // 2 * formula + accepting -> what it becomes
    bool failed;
};

static formula rewrite(struct rewriting *r, formula f, bool accepting);

static formula make(struct rewriting *r, enum formula_op op, formula f, formula g)
{
    return model_formula_make(r->l->model, op, f, g);
}

// The formula that counts as true, or as false, where b holds.
static formula settle(struct rewriting *r, formula f, bool accepting)
{
    return accepting ? make(r, FORMULA_OR, r->when, f) : make(r, FORMULA_AND, r->unless, f);
}

static formula rewrite_implies(struct rewriting *r, formula f, formula g, bool accepting)
{
    return make(r, FORMULA_IMPLIES, rewrite(r, f, !accepting), rewrite(r, g, accepting));
}

static formula rewrite_iff(struct rewriting *r, formula f, formula g, bool accepting)
{
    return make(r, FORMULA_AND, rewrite_implies(r, f, g, accepting), rewrite_implies(r, g, f, accepting));
}

// F and G of a bounded number of steps, as nested X.
static formula expand(struct rewriting *r, const struct formula_node *n)
{
    formula inner = n->args[0], result = inner;
    enum formula_op op = n->op == FORMULA_F ? FORMULA_OR : FORMULA_AND;
    if ((n->op != FORMULA_F && n->op != FORMULA_G) || n->high < 0 || n->high > MAX_EXPANDED) {
        r->failed = true;
        return inner;
    }
    int64_t low = n->low, wide = n->high - n->low;
    for (int64_t i = 0; i < wide; i++)
        result = make(r, op, inner, make(r, FORMULA_X, result, FORMULA_NONE));
    for (int64_t i = 0; i < low; i++)
        result = make(r, FORMULA_X, result, FORMULA_NONE);
    return result;
}

// What is seen of a sequence that was cut short is no sequence yet, and what is to come is true.
static formula rewrite_triggers(struct rewriting *r, const struct formula_node *n)
{
    struct model *m = r->l->model;
    regular quiet = model_regular_make(m, REGULAR_STAR, model_letter(m, model_not(m, r->condition)), REGULAR_NONE);
    regular seen = model_regular_make(m, REGULAR_AND, n->regular, quiet);
    return model_formula_regular(m, FORMULA_TRIGGERS, seen, rewrite(r, n->args[0], true));
}

static formula rewrite_temporal(struct rewriting *r, const struct formula_node *n, bool accepting)
{
    formula f = n->args[0], g = n->args[1];
    switch (n->op) {
    case FORMULA_X:
        return settle(r, make(r, FORMULA_X, rewrite(r, f, accepting), FORMULA_NONE), accepting);
    case FORMULA_F: // TRUE U f
        return accepting ? make(r, FORMULA_F, rewrite(r, f, true), FORMULA_NONE)
                         : make(r, FORMULA_U, r->unless, rewrite(r, f, false));
    case FORMULA_G: // FALSE V f
        return accepting ? make(r, FORMULA_V, r->when, rewrite(r, f, true))
                         : make(r, FORMULA_G, rewrite(r, f, false), FORMULA_NONE);
    case FORMULA_U:
    case FORMULA_V:
        return make(r, n->op, rewrite(r, f, accepting), rewrite(r, g, accepting));
    case FORMULA_TRIGGERS:
        if (accepting)
            return rewrite_triggers(r, n);
        r->failed = true;
        return f;
    default:
        r->failed = true;
        return r->when;
    }
}

static formula rewrite_new(struct rewriting *r, formula whole, bool accepting)
{
    const struct formula_node *n = model_formula(r->l->model, whole);
    formula f = n->args[0], g = n->args[1];
    if (n->bounded)
        return rewrite(r, expand(r, n), accepting);
    switch (n->op) {
    case FORMULA_ATOM:
        return settle(r, whole, accepting);
    case FORMULA_NOT:
        return make(r, FORMULA_NOT, rewrite(r, f, !accepting), FORMULA_NONE);
    case FORMULA_AND:
    case FORMULA_OR:
        return make(r, n->op, rewrite(r, f, accepting), rewrite(r, g, accepting));
    case FORMULA_IMPLIES:
        return rewrite_implies(r, f, g, accepting);
    case FORMULA_IFF:
        return rewrite_iff(r, f, g, accepting);
    case FORMULA_XOR:
        return make(r, FORMULA_NOT, rewrite_iff(r, f, g, !accepting), FORMULA_NONE);
    default:
        return rewrite_temporal(r, n, accepting);
    }
}

static formula rewrite(struct rewriting *r, formula f, bool accepting)
{
    const uint32_t *known = int_map_find(&r->known, 2 * f + accepting);
    if (r->failed || known)
        return known ? *known : f;
    formula result = rewrite_new(r, f, accepting);
    bool added;
    int_map_try_add(r->l->mem, &r->known, 2 * f + accepting, result, &added);
    return result;
}

formula smv_abort(struct smv_meaning *l, formula f, expr condition)
{
    formula when = model_atom(l->model, condition);
    struct rewriting r = {.l = l,
                          .when = when,
                          .unless = model_formula_make(l->model, FORMULA_NOT, when, FORMULA_NONE),
                          .condition = condition};
    formula result = rewrite(&r, f, true);
    int_map_free(l->mem, &r.known);
    return r.failed ? FORMULA_NONE : result;
}
