#include "trace/refutability.h"

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

// ---- All formulas, from the atoms up --------------------------------------------------------------------------------

enum fact {
    FACT_TIME = 1,       // there are operators on paths
    FACT_BACK = 2,       // some of them look back, and no quantifier is between
    FACT_QUANTIFIED = 4, // there are quantifiers
    FACT_BACK_INSIDE = 8 // some of which have something under them that looks back
};

static unsigned facts_of(const struct forms *forms, const struct formula_node *n)
{
    unsigned inner = 0;
    if (n->op == FORMULA_ATOM)
        return inner;
    for (size_t i = 0; i < 2; i++)
        if (n->args[i] != FORMULA_NONE)
            inner |= forms->facts[n->args[i]];
    if (formula_op_is_quantified(n->op)) {
        inner |= FACT_QUANTIFIED | (inner & FACT_BACK ? FACT_BACK_INSIDE : 0);
        return inner & ~(unsigned)FACT_BACK;
    }
    if (n->op >= FORMULA_X)
        inner |= FACT_TIME;
    return n->op >= FORMULA_Y && n->op <= FORMULA_T ? inner | FACT_BACK : inner;
}

void forms_open(struct forms *forms, const struct model *model, formula last, struct mem *mem)
{
    *forms = (struct forms){.model = model, .mem = mem, .count = (size_t)last + 1};
    forms->facts = mem_alloc(mem, forms->count);
    for (formula f = 0; f < forms->count; f++) // operands come before what is made of them
        forms->facts[f] = (unsigned char)facts_of(forms, model_formula(model, f));
}

void forms_close(struct forms *forms)
{
    mem_free(forms->mem, forms->facts, forms->count);
}

bool form_looks_back(const struct forms *forms, formula f)
{
    return forms->facts[f] & FACT_BACK;
}

// ---- What a single trace can refute ---------------------------------------------------------------------------------

enum form {
    FORM_STATE, // about a single state
    FORM_RUN,   // whenever it fails, a single trace shows it
    FORM_TREE,  // the rest
};

static enum form form_of(const struct forms *forms, formula f, bool negated);

static enum form wider(enum form a, enum form b)
{
    return a > b ? a : b;
}

// One of the two must be decided by the state alone: then the trace goes on to refute the other.
static enum form form_of_either(enum form a, enum form b)
{
    return a == FORM_STATE || b == FORM_STATE ? wider(a, b) : FORM_TREE;
}

// Under a linear operator the state is left.
static enum form form_of_step(enum form inner)
{
    return wider(inner, FORM_RUN);
}

static enum form form_of_path(const struct forms *forms, const struct formula_node *n, bool negated)
{
    if (facts_of(forms, n) & FACT_BACK_INSIDE) // of the past, a trace knows only its own
        return FORM_TREE;
    enum form a = form_of(forms, n->args[0], negated);
    enum form b = n->args[1] != FORMULA_NONE ? form_of(forms, n->args[1], negated) : FORM_STATE;
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

// The form of a formula without quantifiers over paths: it is about a state, or about a trace. Others count as
// FORM_TREE.
static enum form linear_form(const struct forms *forms, formula f)
{
    unsigned facts = forms->facts[f];
    return facts & FACT_QUANTIFIED ? FORM_TREE : facts & FACT_TIME ? FORM_RUN : FORM_STATE;
}

static enum form form_of(const struct forms *forms, formula f, bool negated)
{
    const struct formula_node *n = model_formula(forms->model, f);
    formula a = n->args[0], b = n->args[1];
    enum form form = linear_form(forms, f);
    if (form != FORM_TREE)
        return form;
    switch (n->op) {
    case FORMULA_NOT:
        return form_of(forms, a, !negated);
    case FORMULA_AND:
        return negated ? form_of_either(form_of(forms, a, true), form_of(forms, b, true))
                       : wider(form_of(forms, a, false), form_of(forms, b, false));
    case FORMULA_OR:
        return negated ? wider(form_of(forms, a, true), form_of(forms, b, true))
                       : form_of_either(form_of(forms, a, false), form_of(forms, b, false));
    case FORMULA_IMPLIES:
        return negated ? wider(form_of(forms, a, false), form_of(forms, b, true))
                       : form_of_either(form_of(forms, a, true), form_of(forms, b, false));
    case FORMULA_A:
    case FORMULA_E:
        form = linear_form(forms, a);
        return form_is_for_all_paths(n->op) != negated ? form_of_step(form) : FORM_TREE;
    case FORMULA_EX:
    case FORMULA_EF:
    case FORMULA_EG:
    case FORMULA_EU:
    case FORMULA_AX:
    case FORMULA_AF:
    case FORMULA_AG:
    case FORMULA_AU:
        return form_is_for_all_paths(n->op) != negated ? form_of_path(forms, n, negated) : FORM_TREE;
    default:
        return FORM_TREE;
    }
}

bool form_is_of_run(const struct forms *forms, formula f)
{
    return form_of(forms, f, false) != FORM_TREE;
}
