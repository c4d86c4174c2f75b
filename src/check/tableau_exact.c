// Which formulas a tableau asks for on both sides, as they are and negated: these can be exact. What is so for a
// formula is so for its operands, too, so that no equivalence is about something that is only promised.
#include "check/tableau.h"

enum { AS_IT_IS = 1, NEGATED = 2, BOTH = AS_IT_IS | NEGATED, HAS_SEQUENCES = 4, HAS_NONE = 8 };

struct visit {
    formula formula;
    unsigned way;
};

struct walk {
    struct tableau *t;
    ARRAY(struct visit) waiting;
    bool failed;
};

// Formulas that differ in their bounds count as one: while time goes on, they become each other.
static formula family_of(struct tableau *t, formula f)
{
    const struct formula_node *n = model_formula(t->model, f);
    return n->bounded ? model_formula_make(t->model, n->op, n->args[0], n->args[1]) : f;
}

// Tokens of a sequence go one way or all ways: no bit tells both.
static bool has_sequences(struct tableau *t, formula f)
{
    if (f == FORMULA_NONE || tableau_is_plain(t, f))
        return false;
    uint32_t *known = int_map_find(&t->sides, f);
    if (known && *known & (HAS_SEQUENCES | HAS_NONE))
        return *known & HAS_SEQUENCES;
    struct formula_node n = *model_formula(t->model, f);
    bool has = n.op > FORMULA_T || has_sequences(t, n.args[0]) || has_sequences(t, n.args[1]);
    if (known)
        *known |= has ? HAS_SEQUENCES : HAS_NONE;
    return has;
}

bool tableau_is_exact(struct tableau *t, formula f)
{
    if (t->for_prefix)
        return false;
    f = family_of(t, f);
    const uint32_t *sides = int_map_find(&t->sides, f);
    return sides && (*sides & BOTH) == BOTH && !has_sequences(t, f);
}

static void visit(struct walk *w, formula f, unsigned ways)
{
    struct tableau *t = w->t;
    if (f == FORMULA_NONE)
        return;
    f = family_of(t, f);
    bool added;
    uint32_t *sides = int_map_try_add(t->mem, &t->sides, f, 0, &added);
    w->failed = w->failed || !sides;
    for (unsigned way = AS_IT_IS; way <= NEGATED && sides; way++)
        if (ways & way & ~*sides) {
            *sides |= way;
            array_push(t->mem, &w->waiting, ((struct visit){f, way}));
        }
}

// What is plain is known exactly without more; only where it is promised (X p) does it need a bit.
static void visit_operands(struct walk *w, formula f, unsigned way)
{
    if (tableau_is_plain(w->t, f))
        return;
    struct formula_node n = *model_formula(w->t->model, f);
    unsigned first = way;
    if (n.op == FORMULA_NOT || n.op == FORMULA_IMPLIES)
        first = BOTH - way;
    if (n.op == FORMULA_XOR || n.op == FORMULA_IFF)
        first = way = BOTH;
    visit(w, n.args[0], first);
    visit(w, n.args[1], way);
}

bool tableau_find_exact(struct tableau *t, formula f, bool negated)
{
    struct walk w = {.t = t};
    visit(&w, f, negated ? NEGATED : AS_IT_IS);
    while (w.waiting.count && !w.failed) {
        struct visit v = array_pop(&w.waiting);
        visit_operands(&w, v.formula, v.way);
    }
    array_free(t->mem, &w.waiting);
    return !w.failed;
}
