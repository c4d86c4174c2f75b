#include "trace/refutability.h"

enum formula_op refutability_path_operator(enum formula_op op)
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

bool refutability_is_for_all_paths(enum formula_op op)
{
    return (op >= FORMULA_AX && op <= FORMULA_AU) || op == FORMULA_A;
}

// ---- All formulas, from the atoms up --------------------------------------------------------------------------------

enum trait {
    TRAIT_TIME = 1,       // there are operators on paths
    TRAIT_BACK = 2,       // some of them look back, and no quantifier is between
    TRAIT_QUANTIFIED = 4, // there are quantifiers
    TRAIT_BACK_INSIDE = 8 // some of which have something under them that looks back
};

static unsigned traits_of(const struct refutability *r, const struct formula_node *n)
{
    unsigned inner = 0;
    if (n->op == FORMULA_ATOM)
        return inner;
    for (size_t i = 0; i < 2; i++)
        if (n->args[i] != FORMULA_NONE)
            inner |= r->traits[n->args[i]];
    if (formula_op_is_quantified(n->op)) {
        inner |= TRAIT_QUANTIFIED | (inner & TRAIT_BACK ? TRAIT_BACK_INSIDE : 0);
        return inner & ~(unsigned)TRAIT_BACK;
    }
    if (n->op >= FORMULA_X)
        inner |= TRAIT_TIME;
    return n->op >= FORMULA_Y && n->op <= FORMULA_T ? inner | TRAIT_BACK : inner;
}

void refutability_open(struct refutability *r, const struct model *model, formula last, struct mem *mem)
{
    *r = (struct refutability){.model = model, .mem = mem, .count = (size_t)last + 1};
    r->traits = mem_alloc(mem, r->count);
    for (formula f = 0; f < r->count; f++) // operands come before what is made of them
        r->traits[f] = (unsigned char)traits_of(r, model_formula(model, f));
}

void refutability_close(struct refutability *r)
{
    mem_free(r->mem, r->traits, r->count);
}

bool refutability_looks_back(const struct refutability *r, formula f)
{
    return r->traits[f] & TRAIT_BACK;
}

// ---- What a single trace can refute ---------------------------------------------------------------------------------

enum refuted_by {
    REFUTED_BY_STATE, // about a single state
    REFUTED_BY_TRACE, // whenever it fails, a single trace shows it
    REFUTED_BY_TREE,  // the rest
};

static enum refuted_by refuted_by(const struct refutability *r, formula f, bool negated);

static enum refuted_by wider(enum refuted_by a, enum refuted_by b)
{
    return a > b ? a : b;
}

// One of the two must be decided by the state alone: then the trace goes on to refute the other.
static enum refuted_by refuted_by_either(enum refuted_by a, enum refuted_by b)
{
    return a == REFUTED_BY_STATE || b == REFUTED_BY_STATE ? wider(a, b) : REFUTED_BY_TREE;
}

// Under a linear operator the state is left.
static enum refuted_by refuted_by_step(enum refuted_by inner)
{
    return wider(inner, REFUTED_BY_TRACE);
}

static enum refuted_by refuted_by_path(const struct refutability *r, const struct formula_node *n, bool negated)
{
    if (traits_of(r, n) & TRAIT_BACK_INSIDE) // of the past, a trace knows only its own
        return REFUTED_BY_TREE;
    enum refuted_by a = refuted_by(r, n->args[0], negated);
    enum refuted_by b = n->args[1] != FORMULA_NONE ? refuted_by(r, n->args[1], negated) : REFUTED_BY_STATE;
    bool demands = (refutability_path_operator(n->op) == FORMULA_G) != negated; // G, or the negation of F
    switch (refutability_path_operator(n->op)) {
    case FORMULA_X:
        return refuted_by_step(a);
    case FORMULA_U: // the negation of E [f U g] is A [!f V !g]
        return negated ? (a == REFUTED_BY_STATE ? refuted_by_step(b) : REFUTED_BY_TREE)
                       : (b == REFUTED_BY_STATE ? refuted_by_step(a) : REFUTED_BY_TREE);
    default:
        return demands ? refuted_by_step(a) : a == REFUTED_BY_STATE ? REFUTED_BY_TRACE : REFUTED_BY_TREE;
    }
}

// The form of a formula without quantifiers over paths: it is about a state, or about a trace. Others count as
// REFUTED_BY_TREE.
static enum refuted_by linear_form(const struct refutability *r, formula f)
{
    unsigned traits = r->traits[f];
    return traits & TRAIT_QUANTIFIED ? REFUTED_BY_TREE : traits & TRAIT_TIME ? REFUTED_BY_TRACE : REFUTED_BY_STATE;
}

static enum refuted_by refuted_by(const struct refutability *r, formula f, bool negated)
{
    const struct formula_node *n = model_formula(r->model, f);
    formula a = n->args[0], b = n->args[1];
    enum refuted_by form = linear_form(r, f);
    if (form != REFUTED_BY_TREE)
        return form;
    switch (n->op) {
    case FORMULA_NOT:
        return refuted_by(r, a, !negated);
    case FORMULA_AND:
        return negated ? refuted_by_either(refuted_by(r, a, true), refuted_by(r, b, true))
                       : wider(refuted_by(r, a, false), refuted_by(r, b, false));
    case FORMULA_OR:
        return negated ? wider(refuted_by(r, a, true), refuted_by(r, b, true))
                       : refuted_by_either(refuted_by(r, a, false), refuted_by(r, b, false));
    case FORMULA_IMPLIES:
        return negated ? wider(refuted_by(r, a, false), refuted_by(r, b, true))
                       : refuted_by_either(refuted_by(r, a, true), refuted_by(r, b, false));
    case FORMULA_A:
    case FORMULA_E:
        form = linear_form(r, a);
        return refutability_is_for_all_paths(n->op) != negated ? refuted_by_step(form) : REFUTED_BY_TREE;
    case FORMULA_EX:
    case FORMULA_EF:
    case FORMULA_EG:
    case FORMULA_EU:
    case FORMULA_AX:
    case FORMULA_AF:
    case FORMULA_AG:
    case FORMULA_AU:
        return refutability_is_for_all_paths(n->op) != negated ? refuted_by_path(r, n, negated) : REFUTED_BY_TREE;
    default:
        return REFUTED_BY_TREE;
    }
}

bool refutability_needs_one_trace(const struct refutability *r, formula f)
{
    return refuted_by(r, f, false) != REFUTED_BY_TREE;
}
