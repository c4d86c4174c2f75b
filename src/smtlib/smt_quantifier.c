// Quantifiers, and binders in general. Over a class of any size they are quantifiers of SMT-LIB; over types of fixed
// size they are unrolled.
//
// A run-time error in the body, for some element. Over the elements of a scalarset, all of them are evaluated, in no
// order: there is an error if one has it. Over a range that is a class, they are evaluated in their order, up to the
// first that decides, and nothing is known of the order. In a property, any error counts. In a rule, where an error
// means that there is no step, it counts only if no element decides: so no step is lost.
#include "smtlib/translate.h"

enum { MOST_VALUES = 10000 };

// ---- Binders --------------------------------------------------------------------------------------------------------

void smt_bind_value(struct smt_translation *t, const struct murphi_decl *decl, smt_term value)
{
    t->bindings[decl->id] = (struct smt_binding){.value = value};
}

void smt_bind_place(struct smt_translation *t, const struct murphi_decl *decl, struct smt_place place)
{
    struct smt_place *kept = arena_alloc(&t->arena, sizeof *kept);
    *kept = place;
    t->bindings[decl->id] = (struct smt_binding){.is_place = true, .place = kept};
}

void smt_bind_alias(struct smt_translation *t, const struct murphi_decl *decl)
{
    if (decl->expr->is_place || !murphi_is_simple(decl->type))
        smt_bind_place(t, decl, smt_locate(t, decl->expr));
    else
        smt_bind_value(t, decl, smt_value(t, decl->expr));
}

static bool is_fixed(const struct smt_translation *t, const struct murphi_expr *e)
{
    return !e || (e->is_constant && !smt_depends_on_size(t, e));
}

// From 0 on: by how much each value is behind the first.
static bool count_range(struct smt_translation *t, const struct murphi_binder *binder, uint64_t *count)
{
    if (!is_fixed(t, binder->from) || !is_fixed(t, binder->to) || !is_fixed(t, binder->by)) {
        smt_refuse(t, binder->span, "the bounds vary here");
        return false;
    }
    __int128 from = binder->from->value, to = binder->to->value, by = binder->by ? binder->by->value : 1;
    if (by == 0) {
        smt_refuse(t, binder->span, "the step is zero");
        return false;
    }
    __int128 steps = (to - from) / by;
    bool is_empty = by > 0 ? to < from : to > from;
    *count = is_empty ? 0 : steps >= MOST_VALUES ? MOST_VALUES + 1 : (uint64_t)steps + 1;
    return true;
}

bool smt_count_values(struct smt_translation *t, const struct murphi_binder *binder, uint64_t *count)
{
    *count = 0;
    if (binder->kind == MURPHI_OVER_MULTISET) {
        smt_refuse(t, binder->span, "multisets are not covered");
        return false;
    }
    if (binder->kind == MURPHI_OVER_RANGE) {
        if (!count_range(t, binder, count))
            return false;
    } else {
        smt_check_written(t, binder->written);
        *count = murphi_size(binder->decl->type);
    }
    if (*count > MOST_VALUES)
        smt_refuse(t, binder->span, "this has too many values");
    return !t->failed;
}

smt_term smt_value_at(struct smt_translation *t, const struct murphi_binder *binder, uint64_t position)
{
    const struct murphi_type *type = binder->decl->type;
    if (binder->kind == MURPHI_OVER_TYPE)
        return smt_constant(t, type, murphi_value_at(type, position), binder->span);
    int64_t by = binder->by ? binder->by->value : 1;
    return smt_constant(t, binder->from->type, binder->from->value + (int64_t)position * by, binder->span);
}

// ---- Quantifiers ----------------------------------------------------------------------------------------------------

struct quantifier {
    bool is_forall;
    bool is_unordered; // all elements are evaluated
    const struct murphi_expr *body;
};

static smt_term quantify(struct smt_translation *, const struct quantifier *, const struct murphi_binder *);

static smt_term over_values(struct smt_translation *t, const struct quantifier *q, const struct murphi_binder *binder)
{
    struct smt_terms *terms = &t->terms;
    smt_term path = t->path, result = smt_truth(terms, q->is_forall);
    uint64_t count;
    if (!smt_count_values(t, binder, &count))
        return terms->no;
    for (uint64_t i = 0; i < count && !t->failed; i++) {
        smt_term open = q->is_forall ? result : smt_not(terms, result);
        smt_bind_value(t, binder->decl, smt_value_at(t, binder, i));
        if (!q->is_unordered)
            t->path = smt_and(terms, path, open);
        smt_term next = quantify(t, q, binder->next);
        t->path = path;
        result = q->is_forall ? smt_and(terms, result, next) : smt_or(terms, result, next);
    }
    return result;
}

static smt_term over_class(struct smt_translation *t, const struct quantifier *q, const struct murphi_binder *binder)
{
    struct smt_terms *terms = &t->terms;
    const struct murphi_type *type = binder->decl->type;
    smt_term variable = smt_variable(terms, smt_sort_of(t, type, binder->span), binder->decl->symbol->text, 0, 0);
    smt_term guard = smt_is_of_type(t, variable, type);
    struct smt_scope scope;
    smt_scope_open(t, &scope);
    smt_bind_value(t, binder->decl, variable);
    smt_term value = quantify(t, q, binder->next);
    if (q->is_unordered || t->is_property || (t->ok == terms->yes && t->assumed == terms->yes)) {
        smt_scope_close(t, &scope, variable, guard);
        return q->is_forall ? smt_for_all(t, variable, guard, value) : smt_for_some(t, variable, guard, value);
    }
    if (t->assumed != terms->yes)
        smt_refuse(t, binder->span, "something is assumed of the elements of a range, in their order");
    t->is_inexact = true;
    smt_term decides = smt_and(terms, t->ok, q->is_forall ? smt_not(terms, value) : value);
    smt_term decided = smt_for_some(t, variable, guard, decides);
    smt_term before = scope.ok, all = smt_for_all(t, variable, guard, t->ok);
    smt_scope_close(t, &scope, variable, guard);
    t->ok = smt_and(terms, before, smt_or(terms, decided, all));
    return q->is_forall ? smt_not(terms, decided) : decided;
}

static smt_term quantify(struct smt_translation *t, const struct quantifier *q, const struct murphi_binder *binder)
{
    if (!binder)
        return smt_value(t, q->body);
    if (binder->kind == MURPHI_BY_ALIAS) {
        smt_bind_alias(t, binder->decl);
        return quantify(t, q, binder->next);
    }
    if (binder->kind == MURPHI_OVER_TYPE && smt_is_unbounded(t, binder->decl->type)) {
        smt_check_written(t, binder->written);
        return over_class(t, q, binder);
    }
    return over_values(t, q, binder);
}

smt_term smt_quantifier(struct smt_translation *t, const struct murphi_expr *e)
{
    struct quantifier q = {.is_forall = e->op == MURPHI_FORALL, .body = e->args[0]};
    for (const struct murphi_binder *binder = e->binders; binder; binder = binder->next)
        q.is_unordered |=
            binder->kind == MURPHI_OVER_TYPE && binder->decl->type->has_symmetry && !binder->decl->type->is_inferred;
    return quantify(t, &q, e->binders);
}
