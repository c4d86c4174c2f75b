#include "trace/form.h"

enum formula_op form_path_operator(enum formula_op op)
{
    switch (op) {
    case FORMULA_EX:
    case FORMULA_AX:
        return FORMULA_X;
    case FORMULA_EF:
    case FORMULA_AF:
        return FORMULA_F;
    case FORMULA_EG:
    case FORMULA_AG:
        return FORMULA_G;
    default:
        return FORMULA_U;
    }
}

bool form_is_for_all_paths(enum formula_op op)
{
    return (op >= FORMULA_AX && op <= FORMULA_AU) || op == FORMULA_A;
}

enum form {
    FORM_STATE, // about a single state
    FORM_RUN,   // whenever it fails, a single run shows it
    FORM_TREE,  // the rest
};

static enum form form_of(const struct model *model, formula f, bool negated);

static enum form wider(enum form a, enum form b)
{
    return a > b ? a : b;
}

// One of the two must be decided by the state alone: then the run goes on to refute the other.
static enum form form_of_either(enum form a, enum form b)
{
    return a == FORM_STATE || b == FORM_STATE ? wider(a, b) : FORM_TREE;
}

// Under a linear operator the state is left.
static enum form form_of_step(enum form inner)
{
    return wider(inner, FORM_RUN);
}

static enum form form_of_path(const struct model *model, const struct formula_node *n, bool negated)
{
    enum form a = form_of(model, n->args[0], negated);
    enum form b = n->args[1] != FORMULA_NONE ? form_of(model, n->args[1], negated) : FORM_STATE;
    bool demands = (form_path_operator(n->op) == FORMULA_G) != negated; // G, or the negation of F
    switch (form_path_operator(n->op)) {
    case FORMULA_X:
        return form_of_step(a);
    case FORMULA_U: // the negation of E [f U g] is A [!f V !g]
        return negated ? (a == FORM_STATE ? form_of_step(b) : FORM_TREE)
                       : (b == FORM_STATE ? form_of_step(a) : FORM_TREE);
    default:
        return demands ? form_of_step(a) : a == FORM_STATE ? FORM_RUN : FORM_TREE;
    }
}

// The form of a formula without quantifiers over paths: it is about a state, or about a run. Others count as FORM_TREE.
static enum form linear_form(const struct model *model, formula f)
{
    const struct formula_node *n = model_formula(model, f);
    if (n->op == FORMULA_ATOM)
        return FORM_STATE;
    if ((n->op >= FORMULA_EX && n->op <= FORMULA_AU) || n->op == FORMULA_E || n->op == FORMULA_A)
        return FORM_TREE;
    enum form inner = n->args[0] != FORMULA_NONE ? linear_form(model, n->args[0]) : FORM_STATE;
    if (n->args[1] != FORMULA_NONE)
        inner = wider(inner, linear_form(model, n->args[1]));
    return n->op >= FORMULA_X ? form_of_step(inner) : inner;
}

static enum form form_of(const struct model *model, formula f, bool negated)
{
    const struct formula_node *n = model_formula(model, f);
    formula a = n->args[0], b = n->args[1];
    enum form form = linear_form(model, f);
    if (form != FORM_TREE)
        return form;
    switch (n->op) {
    case FORMULA_NOT:
        return form_of(model, a, !negated);
    case FORMULA_AND:
        return negated ? form_of_either(form_of(model, a, true), form_of(model, b, true))
                       : wider(form_of(model, a, false), form_of(model, b, false));
    case FORMULA_OR:
        return negated ? wider(form_of(model, a, true), form_of(model, b, true))
                       : form_of_either(form_of(model, a, false), form_of(model, b, false));
    case FORMULA_IMPLIES:
        return negated ? wider(form_of(model, a, false), form_of(model, b, true))
                       : form_of_either(form_of(model, a, true), form_of(model, b, false));
    case FORMULA_A:
    case FORMULA_E:
        form = linear_form(model, a);
        return form_is_for_all_paths(n->op) != negated ? form_of_step(form) : FORM_TREE;
    case FORMULA_EX:
    case FORMULA_EF:
    case FORMULA_EG:
    case FORMULA_EU:
    case FORMULA_AX:
    case FORMULA_AF:
    case FORMULA_AG:
    case FORMULA_AU:
        return form_is_for_all_paths(n->op) != negated ? form_of_path(model, n, negated) : FORM_TREE;
    default:
        return FORM_TREE;
    }
}

bool form_is_of_run(const struct model *model, formula f)
{
    return form_of(model, f, false) != FORM_TREE;
}
