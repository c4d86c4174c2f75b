// Calls: functions are executed where they are called. What is passed by value is copied, undefined or not; what is
// passed by reference is the place that the argument has when the call begins. Functions that call themselves are not
// covered.
#include "smtlib/translate.h"

void smt_locals(struct smt_translation *t, const struct murphi_decl *first)
{
    for (const struct murphi_decl *decl = first; decl; decl = decl->next)
        if (decl->kind == MURPHI_LOCAL)
            smt_bind_place(t, decl, smt_place_at(decl->type, smt_leaves_new(t, decl->type, NULL, decl->span)));
}

static struct smt_scalar scalar_argument(struct smt_translation *t, const struct murphi_expr *e,
                                         const struct murphi_decl *param, uint32_t leaf)
{
    struct smt_scalar s;
    if (e->op == MURPHI_UNDEFINED)
        return (struct smt_scalar){t->store.at[leaf].value, t->terms.no};
    if (e->is_place) {
        struct smt_place from = smt_locate(t, e);
        s = smt_read(t, &from);
    } else {
        s = (struct smt_scalar){smt_value(t, e), t->terms.yes};
    }
    return smt_fitting(t, s, e->type, param->type, e->span);
}

static struct smt_place argument(struct smt_translation *t, const struct murphi_expr *e,
                                 const struct murphi_decl *param)
{
    if (param->kind == MURPHI_VAR_PARAM)
        return smt_locate(t, e);
    if (murphi_is_simple(param->type)) {
        struct smt_place place = smt_place_at(param->type, smt_leaves_new(t, param->type, NULL, e->span));
        struct smt_scalar s = scalar_argument(t, e, param, place.leaf);
        smt_write(t, &place, s);
        return place;
    }
    struct smt_place from = smt_locate(t, e);
    struct smt_place place = smt_place_at(param->type, smt_leaves_new(t, param->type, NULL, e->span));
    smt_copy(t, &place, &from, e->span);
    return place;
}

// All arguments are evaluated before the first parameter has its name: an argument may be a call of the same function.
static void bind_arguments(struct smt_translation *t, const struct murphi_expr *e)
{
    const struct murphi_function *function = e->decl->function;
    struct smt_place *places = arena_alloc(&t->arena, (e->count + 1) * sizeof *places);
    const struct murphi_decl *param = function->params;
    for (uint32_t i = 0; i < e->count; i++, param = param->next)
        places[i] = argument(t, e->args[i], param);
    param = function->params;
    for (uint32_t i = 0; i < e->count; i++, param = param->next)
        smt_bind_place(t, param, places[i]);
}

struct smt_place smt_call(struct smt_translation *t, const struct murphi_expr *e)
{
    const struct murphi_function *function = e->decl->function, *caller = t->function;
    uint32_t callers_result = t->result, result = 0;
    if (t->failed)
        return smt_place_at(e->decl->type, 0);
    if (function->is_recursive || t->is_running[e->decl->id]) {
        smt_refuse(t, e->span, "functions that call themselves are not covered");
        return smt_place_at(e->decl->type, 0);
    }
    if (function->result)
        result = smt_leaves_new(t, e->decl->type, NULL, e->span);
    uint32_t leaves = (uint32_t)t->leaves.count;
    bind_arguments(t, e);
    smt_locals(t, function->decls);
    t->is_running[e->decl->id] = true;
    t->function = function;
    t->result = result;
    smt_term left = smt_execute(t, function->body);
    t->is_running[e->decl->id] = false;
    t->function = caller;
    t->result = callers_result;
    if (function->result)
        smt_runtime_error(t, smt_not(&t->terms, left));
    smt_leaves_drop(t, leaves);
    return smt_place_at(e->decl->type, result);
}
