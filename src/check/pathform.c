#include "check/pathform.h"

void pathform_open(struct pathform *p, struct model *model, struct mem *mem)
{
    *p = (struct pathform){.model = model, .mem = mem};
}

void pathform_close(struct pathform *p)
{
    int_map_free(p->mem, &p->facts);
    int_map_free(p->mem, &p->on_all);
    int_map_free(p->mem, &p->on_some);
    int_map_free(p->mem, &p->inside);
}

// Without memory for the note, it is worked out again when it is wanted again.
static uint32_t note(struct pathform *p, struct int_map *map, formula f, uint32_t found)
{
    bool added;
    int_map_try_add(p->mem, map, f, found, &added);
    return found;
}

static unsigned find_facts(struct pathform *p, formula f)
{
    const struct formula_node *n = model_formula(p->model, f);
    if (n->op == FORMULA_ATOM)
        return model_expr(p->model, n->atom)->has_input ? PATHFORM_NEEDS_PATHS : PATHFORM_OF_STATE;
    unsigned a = pathform_facts(p, n->args[0]), b = pathform_facts(p, n->args[1]);
    unsigned facts = (a | b) & (PATHFORM_NEEDS_PATHS | PATHFORM_QUANTIFIED | PATHFORM_LOOKS_BACK);
    if (formula_op_is_quantified(n->op)) {
        facts &= ~(unsigned)PATHFORM_LOOKS_BACK;
        facts |= PATHFORM_OF_STATE | PATHFORM_QUANTIFIED;
    } else if (n->op <= FORMULA_IFF)
        facts |= a & b & PATHFORM_OF_STATE;
    else if (n->op >= FORMULA_Y && n->op <= FORMULA_T)
        facts |= PATHFORM_LOOKS_BACK;
    return n->op >= FORMULA_X ? facts | PATHFORM_NEEDS_PATHS : facts;
}

unsigned pathform_facts(struct pathform *p, formula f)
{
    if (f == FORMULA_NONE)
        return PATHFORM_OF_STATE;
    const uint32_t *found = int_map_find(&p->facts, f);
    return found ? *found : note(p, &p->facts, f, find_facts(p, f));
}

static bool is_of_state(struct pathform *p, formula f)
{
    return pathform_facts(p, f) & PATHFORM_OF_STATE;
}

static formula not(struct pathform * p, formula f)
{
    return model_formula_make(p->model, FORMULA_NOT, f, FORMULA_NONE);
}

// The same operator and bounds for other operands.
static formula rebuild(struct pathform *p, enum formula_op op, const struct formula_node *n, formula a, formula b)
{
    if (op == FORMULA_ATOM)
        return model_atom(p->model, n->atom);
    if (n->regular != REGULAR_NONE)
        return model_formula_regular(p->model, op, n->regular, a);
    if (n->bounded)
        return model_formula_bounded(p->model, op, n->low, n->high, a, b);
    return model_formula_make(p->model, op, a, b);
}

static formula inside(struct pathform *, formula);

static formula find_inside(struct pathform *p, formula f)
{
    struct formula_node n = *model_formula(p->model, f);
    if (n.op == FORMULA_ATOM)
        return f;
    if (n.op == FORMULA_A)
        return pathform_on_all(p, n.args[0]);
    if (n.op == FORMULA_E)
        return pathform_on_some(p, n.args[0]);
    return rebuild(p, n.op, &n, inside(p, n.args[0]), inside(p, n.args[1]));
}

// The formula with each state formula in it brought into form.
static formula inside(struct pathform *p, formula f)
{
    if (f == FORMULA_NONE)
        return f;
    const uint32_t *found = int_map_find(&p->inside, f);
    return found ? *found : note(p, &p->inside, f, find_inside(p, f));
}

static formula on_paths(struct pathform *, formula, bool all);

// What a quantifier stays in front of.
static formula leave(struct pathform *p, formula f, bool all)
{
    return model_formula_make(p->model, all ? FORMULA_A : FORMULA_E, inside(p, f), FORMULA_NONE);
}

// A goes through `and`, E through `or`; either goes past what is about the state.
static formula through_connective(struct pathform *p, formula f, const struct formula_node *n, bool all)
{
    formula a = n->args[0], b = n->args[1];
    if (n->op == FORMULA_NOT)
        return not(p, on_paths(p, a, !all));
    if (n->op == FORMULA_XOR || n->op == FORMULA_IFF)
        return leave(p, f, all);
    bool splits = all == (n->op == FORMULA_AND);
    if (!splits && !is_of_state(p, a) && !is_of_state(p, b))
        return leave(p, f, all);
    bool left = n->op == FORMULA_IMPLIES ? !all : all; // the left side of an implication is a negation
    return model_formula_make(p->model, n->op, on_paths(p, a, left), on_paths(p, b, all));
}

// A (X p), A (G p), A (p V q) with a state formula p; E (X p), E (F p), E (p U q): quantified again where they end.
static formula through_temporal(struct pathform *p, formula f, const struct formula_node *n, bool all)
{
    formula a = n->args[0], b = n->args[1];
    bool left = is_of_state(p, a), right = is_of_state(p, b);
    if ((pathform_facts(p, a) | pathform_facts(p, b)) & PATHFORM_LOOKS_BACK)
        return leave(p, f, all);
    switch (n->op) {
    case FORMULA_X:
        return rebuild(p, all ? FORMULA_AX : FORMULA_EX, n, on_paths(p, a, all), FORMULA_NONE);
    case FORMULA_G:
        if (all || left)
            return rebuild(p, all ? FORMULA_AG : FORMULA_EG, n, on_paths(p, a, all), FORMULA_NONE);
        break;
    case FORMULA_F:
        if (!all || left)
            return rebuild(p, all ? FORMULA_AF : FORMULA_EF, n, on_paths(p, a, all), FORMULA_NONE);
        break;
    case FORMULA_U:
        if (left && (!all || right))
            return rebuild(p, all ? FORMULA_AU : FORMULA_EU, n, inside(p, a), on_paths(p, b, all));
        break;
    case FORMULA_V: // the negation of an until of negations
        if (left && (all || right)) {
            formula hold = not(p, inside(p, a)), goal = not(p, on_paths(p, b, all));
            return not(p, rebuild(p, all ? FORMULA_EU : FORMULA_AU, n, hold, goal));
        }
        break;
    default:
        break;
    }
    return leave(p, f, all);
}

static formula find_on_paths(struct pathform *p, formula f, bool all)
{
    if (is_of_state(p, f))
        return inside(p, f);
    struct formula_node n = *model_formula(p->model, f);
    if (n.op == FORMULA_ATOM)
        return leave(p, f, all);
    return n.op <= FORMULA_IFF ? through_connective(p, f, &n, all) : through_temporal(p, f, &n, all);
}

static formula on_paths(struct pathform *p, formula f, bool all)
{
    struct int_map *map = all ? &p->on_all : &p->on_some;
    const uint32_t *found = int_map_find(map, f);
    return found ? *found : note(p, map, f, find_on_paths(p, f, all));
}

formula pathform_on_all(struct pathform *p, formula f)
{
    return on_paths(p, f, true);
}

formula pathform_on_some(struct pathform *p, formula f)
{
    return on_paths(p, f, false);
}
