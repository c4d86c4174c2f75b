#include "pnml/mcc_lower.h"

struct lowering {
    struct lowered_net *net;
    struct model *model;
    expr *tokens; // by place: the number of its tokens, once it was asked for; else EXPR_NONE
};

static expr lower_sum(struct lowering *l, const struct mcc_sum *sum)
{
    expr all = model_int(l->model, sum->constant);
    for (size_t i = 0; i < sum->count; i++) {
        uint32_t place = sum->places[i];
        if (l->tokens[place] == EXPR_NONE)
            l->tokens[place] = lowered_net_tokens(l->net, place);
        all = model_binary(l->model, OP_ADD, all, l->tokens[place]);
    }
    return all;
}

static formula atom(struct lowering *l, expr e)
{
    model_name_elements(l->model, e, NULL, 0); // of all colours
    return model_atom(l->model, e);
}

static expr lower_fireable(struct lowering *l, const struct mcc_formula *f)
{
    expr some = model_false(l->model);
    for (size_t i = 0; i < f->transition_count; i++)
        some = model_or(l->model, some, l->net->enabled[f->transitions[i]]);
    return some;
}

static bool is_atom(const struct lowering *l, formula f)
{
    return model_formula(l->model, f)->op == FORMULA_ATOM;
}

static formula negation(struct lowering *l, formula f)
{
    if (is_atom(l, f))
        return atom(l, model_not(l->model, model_formula(l->model, f)->atom));
    return model_formula_make(l->model, FORMULA_NOT, f, FORMULA_NONE);
}

static formula join(struct lowering *l, bool is_and, formula f, formula g)
{
    struct model *m = l->model;
    if (is_atom(l, f) && is_atom(l, g)) {
        expr a = model_formula(m, f)->atom, b = model_formula(m, g)->atom;
        return atom(l, is_and ? model_and(m, a, b) : model_or(m, a, b));
    }
    return model_formula_make(m, is_and ? FORMULA_AND : FORMULA_OR, f, g);
}

static formula lower(struct lowering *, const struct mcc_formula *);

// No step leads on from a deadlock.
static formula make_next(struct lowering *l, bool is_all, formula f)
{
    struct model *m = l->model;
    formula next = model_formula_make(m, is_all ? FORMULA_AX : FORMULA_EX, f, FORMULA_NONE);
    expr dead = l->net->dead;
    return join(l, !is_all, atom(l, is_all ? dead : model_not(m, dead)), next);
}

static formula lower_quantified(struct lowering *l, const struct mcc_formula *f)
{
    const struct mcc_formula *path = f->operands[0];
    bool is_all = f->op == MCC_A;
    formula a = lower(l, path->operands[0]);
    switch (path->op) {
    case MCC_G:
        return model_formula_make(l->model, is_all ? FORMULA_AG : FORMULA_EG, a, FORMULA_NONE);
    case MCC_F:
        return model_formula_make(l->model, is_all ? FORMULA_AF : FORMULA_EF, a, FORMULA_NONE);
    case MCC_X:
        return make_next(l, is_all, a);
    default:
        return model_formula_make(l->model, is_all ? FORMULA_AU : FORMULA_EU, a, lower(l, path->operands[1]));
    }
}

static formula lower(struct lowering *l, const struct mcc_formula *f)
{
    struct model *m = l->model;
    switch (f->op) {
    case MCC_TRUE:
        return atom(l, model_true(m));
    case MCC_FALSE:
        return atom(l, model_false(m));
    case MCC_LE: {
        expr left = lower_sum(l, &f->left);
        return atom(l, model_binary(m, OP_LE, left, lower_sum(l, &f->right)));
    }
    case MCC_FIREABLE:
        return atom(l, lower_fireable(l, f));
    case MCC_DEADLOCK:
        return atom(l, l->net->dead);
    case MCC_NOT:
        return negation(l, lower(l, f->operands[0]));
    case MCC_AND:
    case MCC_OR: {
        formula a = lower(l, f->operands[0]);
        return join(l, f->op == MCC_AND, a, lower(l, f->operands[1]));
    }
    case MCC_A:
    case MCC_E:
        return lower_quantified(l, f);
    case MCC_U: {
        formula a = lower(l, f->operands[0]);
        return model_formula_make(m, FORMULA_U, a, lower(l, f->operands[1]));
    }
    default: {
        enum formula_op op = f->op == MCC_G ? FORMULA_G : f->op == MCC_F ? FORMULA_F : FORMULA_X;
        return model_formula_make(m, op, lower(l, f->operands[0]), FORMULA_NONE);
    }
    }
}

// What is asked of all states, or of one, that can be reached needs no logic of time.
static bool lower_reachability(struct lowering *l, const struct mcc_property *p, struct property *property,
                               bool *is_negated)
{
    const struct mcc_formula *f = p->formula;
    bool is_all = p->is_linear || f->op == MCC_A;
    const struct mcc_formula *path = p->is_linear ? f : f->operands[0];
    if ((!is_all && f->op != MCC_E) || path->op != (is_all ? MCC_G : MCC_F) || !mcc_is_state_formula(path->operands[0]))
        return false;
    formula inner = lower(l, path->operands[0]);
    *is_negated = !is_all;
    property->kind = PROPERTY_INVARIANT;
    property->formula = is_all ? inner : negation(l, inner);
    return true;
}

static struct mcc_lowered lower_property(struct lowering *l, const struct mcc_property *p)
{
    struct mcc_lowered out = {0};
    struct property property = {.goal = (goal_id)model_property_count(l->model) + 2,
                                .kind = p->is_linear ? PROPERTY_LTL : PROPERTY_CTL,
                                .name = p->id,
                                .text = p->id,
                                .context = ""};
    if (!lower_reachability(l, p, &property, &out.is_negated))
        property.formula = lower(l, p->formula);
    out.property = model_add_property(l->model, &property);
    return out;
}

void mcc_lower(struct lowered_net *net, const struct mcc_properties *properties, const bool *is_asked,
               struct mcc_lowered *out)
{
    size_t places = net->net->places.count + 1;
    struct lowering l = {net, net->model, mem_alloc(net->mem, places * sizeof *l.tokens)};
    for (size_t i = 0; i < places; i++)
        l.tokens[i] = EXPR_NONE;
    for (size_t i = 0; i < properties->at.count; i++)
        if (is_asked[i] && properties->at.at[i].formula)
            out[i] = lower_property(&l, &properties->at.at[i]);
    mem_free(net->mem, l.tokens, places * sizeof *l.tokens);
}
