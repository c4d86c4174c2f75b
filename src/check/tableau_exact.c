// Which formulas a tableau knows exactly: all that stand below others. Bits that only promise something may promise
// more than is needed, which makes sets of fair states large: for formulas of the past about the future, and where a
// formula is asked for both as it is and negated. What is so for a formula is so for its operands, too, so that no
// equivalence is about something that is only promised. The whole formula is asked for once, in the first state: there,
// a promise does.
#include "check/tableau.h"

enum { IS_BELOW = 1, HAS_SEQUENCES = 2, HAS_NONE = 4 };

struct walk {
    struct tableau *t;
    ARRAY(formula) waiting;
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
    uint32_t *known = int_map_find(&t->below, f);
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
    const uint32_t *known = int_map_find(&t->below, f);
    return known && *known & IS_BELOW && !has_sequences(t, f);
}

static void visit(struct walk *w, formula f)
{
    struct tableau *t = w->t;
    if (f == FORMULA_NONE)
        return;
    f = family_of(t, f);
    bool added;
    uint32_t *known = int_map_try_add(t->mem, &t->below, f, 0, &added);
    w->failed = w->failed || !known;
    if (!known || *known & IS_BELOW)
        return;
    *known |= IS_BELOW;
    array_push(t->mem, &w->waiting, f);
}

// What is plain is known exactly without more; only where it is promised (X p) does it need a bit.
static void visit_operands(struct walk *w, formula f)
{
    if (tableau_is_plain(w->t, f))
        return;
    struct formula_node n = *model_formula(w->t->model, f);
    visit(w, n.args[0]);
    visit(w, n.args[1]);
}

bool tableau_find_exact(struct tableau *t, formula f)
{
    struct walk w = {.t = t};
    visit_operands(&w, family_of(t, f));
    while (w.waiting.count && !w.failed)
        visit_operands(&w, array_pop(&w.waiting));
    array_free(t->mem, &w.waiting);
    return !w.failed;
}
