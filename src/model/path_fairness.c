#include "model/path_fairness.h"

#define MOST_CONJUNCTS 4000 // formulas share what they are made of: written out they may be too large
#define MOST_NODES 4000     // of what is asked whether it is about states

struct split {
    const struct model *model;
    struct mem *mem;
    struct path_fairness *out;
    size_t conjuncts;
    size_t nodes;
};

// About a state, not about a path.
static bool is_of_state(struct split *s, formula f)
{
    const struct formula_node *n = model_formula(s->model, f);
    if (n->op == FORMULA_ATOM || formula_op_is_quantified(n->op))
        return true;
    if (n->op > FORMULA_IFF || s->nodes++ > MOST_NODES)
        return false;
    return is_of_state(s, n->args[0]) && (n->args[1] == FORMULA_NONE || is_of_state(s, n->args[1]));
}

static struct path_term skip_negations(const struct split *s, struct path_term t)
{
    while (model_formula(s->model, t.formula)->op == FORMULA_NOT)
        t = (struct path_term){model_formula(s->model, t.formula)->args[0], !t.negated};
    return t;
}

// `always eventually p` (G F, or the negation of F G); or, with `last`, `from some time on always p`.
static bool is_of_ever(struct split *s, struct path_term t, bool last, struct path_term *p)
{
    t = skip_negations(s, t);
    const struct formula_node *outer = model_formula(s->model, t.formula);
    if (outer->bounded || outer->op != (t.negated == last ? FORMULA_G : FORMULA_F))
        return false;
    t = skip_negations(s, (struct path_term){outer->args[0], t.negated});
    const struct formula_node *inner = model_formula(s->model, t.formula);
    if (inner->bounded || inner->op != (t.negated == last ? FORMULA_F : FORMULA_G))
        return false;
    *p = (struct path_term){inner->args[0], t.negated};
    return is_of_state(s, p->formula);
}

// The two sides of a disjunction.
static bool is_either(const struct split *s, struct path_term t, struct path_term sides[2])
{
    const struct formula_node *n = model_formula(s->model, t.formula);
    bool is = t.negated ? n->op == FORMULA_AND : n->op == FORMULA_OR || n->op == FORMULA_IMPLIES;
    if (!is)
        return false;
    sides[0] = (struct path_term){n->args[0], t.negated != (n->op == FORMULA_IMPLIES)};
    sides[1] = (struct path_term){n->args[1], t.negated};
    return true;
}

static bool is_compassion(struct split *s, struct path_term t)
{
    struct path_term sides[2], never, granted;
    if (!is_either(s, t, sides))
        return false;
    for (int i = 0; i < 2; i++)
        if (is_of_ever(s, sides[i], true, &never) && is_of_ever(s, sides[1 - i], false, &granted)) {
            array_push(s->mem, &s->out->asked, ((struct path_term){never.formula, !never.negated}));
            array_push(s->mem, &s->out->granted, granted);
            return true;
        }
    return false;
}

// The two sides of a conjunction.
static bool is_both(const struct split *s, struct path_term t, struct path_term sides[2])
{
    const struct formula_node *n = model_formula(s->model, t.formula);
    bool is = t.negated ? n->op == FORMULA_OR || n->op == FORMULA_IMPLIES : n->op == FORMULA_AND;
    if (!is)
        return false;
    sides[0] = (struct path_term){n->args[0], t.negated != (n->op == FORMULA_IMPLIES)};
    sides[1] = (struct path_term){n->args[1], t.negated};
    return true;
}

static void take(struct split *s, struct path_term t)
{
    struct path_term sides[2], p;
    if (s->conjuncts++ > MOST_CONJUNCTS)
        return;
    t = skip_negations(s, t);
    if (!is_of_state(s, t.formula) && is_both(s, t, sides)) {
        take(s, sides[0]);
        take(s, sides[1]);
    } else if (is_of_ever(s, t, false, &p)) {
        array_push(s->mem, &s->out->justice, p);
    } else if (is_of_ever(s, t, true, &p)) { // what is not so is asked for, and never granted
        array_push(s->mem, &s->out->asked, ((struct path_term){p.formula, !p.negated}));
        array_push(s->mem, &s->out->granted, ((struct path_term){FORMULA_NONE, false}));
    } else if (!is_compassion(s, t)) {
        array_push(s->mem, &s->out->rest, t);
    }
}

void path_fairness_open(struct path_fairness *f, const struct model *m, formula whole, bool negated, struct mem *mem)
{
    *f = (struct path_fairness){0};
    struct split s = {.model = m, .mem = mem, .out = f};
    take(&s, (struct path_term){whole, negated});
    if (path_fairness_is_any(f) && s.conjuncts <= MOST_CONJUNCTS)
        return;
    f->justice.count = f->asked.count = f->granted.count = f->rest.count = 0;
    array_push(mem, &f->rest, ((struct path_term){whole, negated}));
}

void path_fairness_close(struct path_fairness *f, struct mem *mem)
{
    array_free(mem, &f->justice);
    array_free(mem, &f->asked);
    array_free(mem, &f->granted);
    array_free(mem, &f->rest);
}
