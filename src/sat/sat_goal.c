#include "sat/sat_goal.h"

// The condition of AG, G or A G, or of a conjunction of such; EXPR_NONE for all else.
static expr always(struct model *m, formula f, bool is_inside)
{
    const struct formula_node *n = model_formula(m, f);
    if (n->bounded)
        return EXPR_NONE;
    switch (n->op) {
    case FORMULA_ATOM:
        return is_inside ? n->atom : EXPR_NONE;
    case FORMULA_AND: {
        formula args[2] = {n->args[0], n->args[1]};
        expr left = always(m, args[0], is_inside), right = EXPR_NONE;
        if (left != EXPR_NONE)
            right = always(m, args[1], is_inside);
        return right == EXPR_NONE ? EXPR_NONE : model_and(m, left, right);
    }
    case FORMULA_A:
        return always(m, n->args[0], is_inside);
    case FORMULA_AG:
    case FORMULA_G:
        return always(m, n->args[0], true);
    default:
        return EXPR_NONE;
    }
}

struct sat_question sat_question_of(struct model *m, enum property_kind kind, formula f)
{
    struct sat_question q = {EXPR_NONE, EXPR_NONE, false, false};
    struct cover cover;
    if (f == FORMULA_NONE)
        return q;
    switch (kind) {
    case PROPERTY_INVARIANT:
    case PROPERTY_RUNTIME_ERROR:
    case PROPERTY_DEADLOCK:
        if (model_formula(m, f)->op == FORMULA_ATOM)
            q.condition = model_formula(m, f)->atom;
        return q;
    case PROPERTY_COVER:
        cover = model_cover(m, f);
        return (struct sat_question){cover.missed, cover.sound, true, false};
    case PROPERTY_CTL:
    case PROPERTY_LTL:
    case PROPERTY_CTLSTAR:
    case PROPERTY_PSL:
        q.condition = always(m, f, false);
        if (q.condition != EXPR_NONE) {
            const struct expr_node *n = model_expr(m, q.condition);
            q.is_of_paths = true;
            if (n->has_next || n->has_input)
                q.condition = EXPR_NONE;
        }
        return q;
    default:
        return q;
    }
}
