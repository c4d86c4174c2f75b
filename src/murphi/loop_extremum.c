// The least or greatest of what is looked at, as loops find it:
//
//     if E < x then x := E end          x := (E < x ? E : x)
//
// Whatever the order of such statements is, x ends as the least of all E and of what it was before, and whether some E
// is out of the range of x, or x has no value, does not depend on the order either. Further conditions may stand in a
// conjunction with the comparison. Those behind it are evaluated for some x only, so that they must be such that
// nothing can go wrong in them.
#include "murphi/symmetry_breaking.h"

// The same value if nothing happens in between: neither calls, which may do something, nor names that are bound inside,
// nor types that are asked for.
static bool is_same(const struct murphi_expr *a, const struct murphi_expr *b)
{
    if (a->is_constant && b->is_constant)
        return a->value == b->value;
    if (a->op != b->op || a->count != b->count || a->decl != b->decl || a->field != b->field || a->op == MURPHI_CALL ||
        a->binders || b->binders || a->written || b->written || (a->count == 0 && a->op != MURPHI_NAME))
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (!is_same(a->args[i], b->args[i]))
            return false;
    return true;
}

// Nothing can be undefined, out of range or too large: comparisons of what loops and rulesets range over, and of
// constants.
static bool is_safe(const struct murphi_expr *e)
{
    switch (e->op) {
    case MURPHI_NAME:
        return e->is_constant || e->decl->kind == MURPHI_QUANTIFIED;
    case MURPHI_NOT:
    case MURPHI_AND:
    case MURPHI_OR:
    case MURPHI_EQ:
    case MURPHI_NE:
        for (uint32_t i = 0; i < e->count; i++)
            if (!is_safe(e->args[i]))
                return false;
        return true;
    default:
        return e->is_constant;
    }
}

// A comparison of the target with the value, and whether it says that the value is less.
static bool is_comparison(const struct extremum *x, const struct murphi_expr *e, bool *is_less)
{
    if (e->op != MURPHI_LT && e->op != MURPHI_LE && e->op != MURPHI_GT && e->op != MURPHI_GE)
        return false;
    bool points_up = e->op == MURPHI_LT || e->op == MURPHI_LE;
    bool value_first = is_same(e->args[0], x->value) && is_same(e->args[1], x->target);
    *is_less = points_up == value_first;
    return value_first || (is_same(e->args[0], x->target) && is_same(e->args[1], x->value));
}

static const struct murphi_expr *find_comparison(const struct extremum *x, const struct murphi_expr *e, bool *is_less)
{
    if (e->op != MURPHI_AND)
        return is_comparison(x, e, is_less) ? e : NULL;
    const struct murphi_expr *found = NULL;
    for (uint32_t i = 0; i < e->count; i++) {
        if (found && !is_safe(e->args[i]))
            return NULL;
        if (!found)
            found = find_comparison(x, e->args[i], is_less);
    }
    return found;
}

// Under the condition the target becomes the value.
static bool fill_in(struct extremum *x, const struct murphi_expr *condition)
{
    bool is_less;
    if (condition->is_constant || !x->target->is_place || x->target->type->has_symmetry)
        return false;
    x->condition = condition;
    x->comparison = find_comparison(x, condition, &is_less);
    x->effect = x->comparison && is_less ? EFFECT_MINIMUM : EFFECT_MAXIMUM;
    return x->comparison;
}

bool mu_find_extremum_in_clause(const struct murphi_clause *clause, struct extremum *x)
{
    const struct murphi_stmt *stmt = clause->body;
    if (clause->next || clause->count != 1 || !stmt || stmt->next || stmt->kind != MURPHI_ASSIGN)
        return false;
    *x = (struct extremum){.target = stmt->target, .value = stmt->expr};
    return fill_in(x, clause->conditions[0]);
}

bool mu_find_extremum(const struct murphi_stmt *stmt, struct extremum *x)
{
    const struct murphi_expr *e = stmt->expr;
    if (e->op != MURPHI_ITE || e->is_constant)
        return false;
    *x = (struct extremum){.target = stmt->target, .value = e->args[1]};
    if (is_same(stmt->target, e->args[2]))
        return fill_in(x, e->args[0]);
    x->value = e->args[2];
    if (!is_same(stmt->target, e->args[1]) || !fill_in(x, e->args[0]) || x->comparison != x->condition)
        return false;
    x->effect = x->effect == EFFECT_MINIMUM ? EFFECT_MAXIMUM : EFFECT_MINIMUM; // x stays where the comparison holds
    return true;
}
