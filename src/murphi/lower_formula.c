// Temporal formulas. What has no temporal operator in it is one condition; quantifiers around temporal operators are
// unrolled. The weak and the releasing operators of branching time are expressed by the others.
#include "murphi/lowering.h"

formula mu_lower_formulas(struct model *m, enum formula_op op, const formula *at, size_t count)
{
    if (count == 0)
        return model_atom(m, op == FORMULA_AND ? model_true(m) : model_false(m));
    formula result = at[0];
    for (size_t i = 1; i < count; i++)
        result = model_formula_make(m, op, result, at[i]);
    return result;
}

// An atom, of which it is noted that it depends on no elements but those that the names around it stand for.
formula mu_condition(struct lowering *l, expr condition)
{
    if (l->tree->names_elements) // these are not among them
        return model_atom(l->x.model, condition);
    mu_property_sites(l);
    for (size_t i = 0; i < l->named.count; i++)
        array_push(l->mem, &l->sites, l->named.at[i]);
    model_name_elements(l->x.model, condition, l->sites.at, l->sites.count);
    l->sites.count = 0;
    return model_atom(l->x.model, condition);
}

static formula negation(struct model *m, formula f)
{
    return model_formula_make(m, FORMULA_NOT, f, FORMULA_NONE);
}

// ---- Conditions of later states -------------------------------------------------------------------------------------
// A temporal formula that is asked for under a condition, as of an element that `choose` takes, has conditions that are
// evaluated in later states, in which the first one need not hold: the element may be gone by then. So these know
// nothing of the path, and what goes wrong in them counts from where the formula is asked for.

void mu_later_begin(struct lowering *l, struct later *later)
{
    struct executor *x = &l->x;
    *later = (struct later){
        .errors = x->errors.count, .base = x->error_base, .any_error = x->any_error, .stopped = x->stopped};
    x->error_base = x->errors.count;
    x->any_error = model_false(x->model);
    mu_path_suspend(x, &later->path);
}

expr mu_later_end(struct lowering *l, struct later *later, expr asked)
{
    struct executor *x = &l->x;
    expr wrong = x->any_error;
    for (size_t i = later->errors; i < x->errors.count; i++)
        x->errors.at[i].after = asked;
    mu_path_resume(x, &later->path);
    x->error_base = later->base;
    x->any_error = later->any_error;
    x->stopped = later->stopped || x->failed;
    return wrong;
}

formula mu_always(struct lowering *l, formula f)
{
    return model_formula_make(l->x.model, l->rule->kind == MURPHI_LTL ? FORMULA_G : FORMULA_AG, f, FORMULA_NONE);
}

// Whatever the formula around it makes of it.
static formula lower_later(struct lowering *l, const struct murphi_expr *e, expr active)
{
    struct model *m = l->x.model;
    struct later later;
    mu_later_begin(l, &later);
    formula f = mu_lower_formula(l, e);
    expr wrong = mu_later_end(l, &later, active);
    if (!mu_is_false(&l->x, wrong)) {
        formula sound = mu_always(l, mu_condition(l, model_not(m, wrong)));
        sound = mu_always(l, model_formula_make(m, FORMULA_IMPLIES, mu_condition(l, active), sound));
        array_push(l->mem, &l->sound, sound);
    }
    return f;
}

// ---- Quantifiers ----------------------------------------------------------------------------------------------------

struct quantifier {
    struct lowering *lowering;
    const struct murphi_expr *whole;
    bool is_universal;
    ARRAY(formula) instances;
};

static void add_instance(struct executor *x, void *context, expr active)
{
    struct quantifier *q = context;
    struct lowering *l = q->lowering;
    size_t named = l->named.count;
    for (const struct murphi_binder *binder = q->whole->binders; binder; binder = binder->next) {
        struct site site = mu_site_of_binder(l, binder);
        if (site.class != CLASS_NONE)
            array_push(l->mem, &l->named, site);
    }
    bool is_certain = mu_is_true(x, active);
    formula f = is_certain ? mu_lower_formula(l, q->whole->args[0]) : lower_later(l, q->whole->args[0], active);
    if (!is_certain)
        f = model_formula_make(x->model, q->is_universal ? FORMULA_IMPLIES : FORMULA_AND, mu_condition(l, active), f);
    l->named.count = named;
    array_push(x->mem, &q->instances, f);
}

static formula lower_quantifier(struct lowering *l, const struct murphi_expr *e)
{
    struct quantifier q = {l, e, e->op == MURPHI_FORALL, {0}};
    mu_each(&l->x, e->binders, true, add_instance, &q);
    formula result =
        mu_lower_formulas(l->x.model, q.is_universal ? FORMULA_AND : FORMULA_OR, q.instances.at, q.instances.count);
    array_free(l->mem, &q.instances);
    return result;
}

// ---- Operators ------------------------------------------------------------------------------------------------------

// Those that the model has, too.
static bool find_operator(enum murphi_op op, enum formula_op *found)
{
    static const struct {
        enum murphi_op op;
        enum formula_op found;
    } table[] = {
        {MURPHI_NOT, FORMULA_NOT}, {MURPHI_AND, FORMULA_AND},
        {MURPHI_OR, FORMULA_OR},   {MURPHI_IMPLIES, FORMULA_IMPLIES},
        {MURPHI_IFF, FORMULA_IFF}, {MURPHI_AG, FORMULA_AG},
        {MURPHI_AF, FORMULA_AF},   {MURPHI_AX, FORMULA_AX},
        {MURPHI_EG, FORMULA_EG},   {MURPHI_EF, FORMULA_EF},
        {MURPHI_EX, FORMULA_EX},   {MURPHI_AU, FORMULA_AU},
        {MURPHI_EU, FORMULA_EU},   {MURPHI_G, FORMULA_G},
        {MURPHI_F, FORMULA_F},     {MURPHI_X, FORMULA_X},
        {MURPHI_O, FORMULA_O},     {MURPHI_H, FORMULA_H},
        {MURPHI_Y, FORMULA_Y},     {MURPHI_Z, FORMULA_Z},
        {MURPHI_U, FORMULA_U},     {MURPHI_V, FORMULA_V},
        {MURPHI_S, FORMULA_S},     {MURPHI_T, FORMULA_T},
        {MURPHI_A, FORMULA_A},     {MURPHI_E, FORMULA_E},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].op == op) {
            *found = table[i].found;
            return true;
        }
    return false;
}

static formula lower_weak(struct model *m, enum murphi_op op, formula f, formula g)
{
    formula not_f = negation(m, f), not_g = negation(m, g);
    switch (op) {
    case MURPHI_AW: // no way to a state without both, through states without g
        return negation(m, model_formula_make(m, FORMULA_EU, not_g, model_formula_make(m, FORMULA_AND, not_f, not_g)));
    case MURPHI_EW:
        return model_formula_make(m, FORMULA_OR, model_formula_make(m, FORMULA_EU, f, g),
                                  model_formula_make(m, FORMULA_EG, f, FORMULA_NONE));
    case MURPHI_AR:
        return negation(m, model_formula_make(m, FORMULA_EU, not_f, not_g));
    case MURPHI_ER:
        return negation(m, model_formula_make(m, FORMULA_AU, not_f, not_g));
    default: // f W g: g releases that one of both holds
        return model_formula_make(m, FORMULA_V, g, model_formula_make(m, FORMULA_OR, f, g));
    }
}

// Whether a formula is about a path, as those of linear time are, and not about the state in which paths begin.
static bool is_about_paths(const struct murphi_expr *e)
{
    if (!e->is_temporal || (e->op >= MURPHI_AG && e->op <= MURPHI_E))
        return false;
    if (e->op >= MURPHI_G)
        return true;
    for (uint32_t i = 0; i < e->count; i++)
        if (is_about_paths(e->args[i]))
            return true;
    return false;
}

// In CTL*, `AG f` is `A G f` where f is about paths.
static formula lower_quantified(struct model *m, enum murphi_op op, formula f)
{
    static const enum formula_op linear[] = {
        [MURPHI_AG] = FORMULA_G, [MURPHI_AF] = FORMULA_F, [MURPHI_AX] = FORMULA_X,
        [MURPHI_EG] = FORMULA_G, [MURPHI_EF] = FORMULA_F, [MURPHI_EX] = FORMULA_X,
    };
    return model_formula_make(m, op <= MURPHI_AX ? FORMULA_A : FORMULA_E,
                              model_formula_make(m, linear[op], f, FORMULA_NONE), FORMULA_NONE);
}

formula mu_lower_formula(struct lowering *l, const struct murphi_expr *e)
{
    struct model *m = l->x.model;
    enum formula_op op;
    if (!e->is_temporal)
        return mu_condition(l, mu_value(&l->x, e));
    if (e->op == MURPHI_FORALL || e->op == MURPHI_EXISTS)
        return lower_quantifier(l, e);
    formula result = mu_lower_formula(l, e->args[0]);
    if (e == l->x.cut)
        return negation(m, result);
    if (e->op >= MURPHI_AG && e->op <= MURPHI_EX && is_about_paths(e->args[0]))
        return lower_quantified(m, e->op, result);
    if (find_operator(e->op, &op)) {
        if (e->count == 1)
            return model_formula_make(m, op, result, FORMULA_NONE);
        for (uint32_t i = 1; i < e->count; i++)
            result = model_formula_make(m, op, result, mu_lower_formula(l, e->args[i]));
        return result;
    }
    return lower_weak(m, e->op, result, mu_lower_formula(l, e->args[1]));
}

formula mu_lower_state_formula(struct lowering *l, const struct murphi_expr *e)
{
    formula f = mu_lower_formula(l, e);
    return is_about_paths(e) ? model_formula_make(l->x.model, FORMULA_A, f, FORMULA_NONE) : f;
}
