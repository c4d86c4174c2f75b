// Calls: functions are run where they are called. What is passed by value is copied, undefined or not; what is passed
// by reference is the place that the argument has when the call begins.
#include "murphi/execute.h"

void mu_locals(struct executor *x, const struct murphi_decl *first)
{
    for (const struct murphi_decl *decl = first; decl; decl = decl->next)
        if (decl->kind == MURPHI_LOCAL) {
            uint32_t slot = mu_slots_new(x, decl->type);
            mu_bind(x, decl, (struct binding){.is_place = true, .place = mu_place_at(decl->type, slot)});
        }
}

// ---- Arguments ------------------------------------------------------------------------------------------------------

static struct scalar scalar_argument(struct executor *x, const struct murphi_expr *e, const struct murphi_decl *param)
{
    struct scalar s;
    if (e->op == MURPHI_UNDEFINED)
        return mu_undefined(x, param->type);
    if (e->is_place) {
        struct place from = mu_locate(x, e);
        s = mu_read(x, &from, 0);
    } else {
        s = (struct scalar){mu_value(x, e), model_true(x->model)};
    }
    expr outside = model_not(x->model, mu_within(x, s.value, e->type, param->type));
    mu_runtime_error(x, model_and(x->model, s.defined, outside),
                     (struct error_record){MURPHI_ERROR_ARGUMENT, e->span, .symbol = param->symbol});
    return s;
}

static struct place argument(struct executor *x, const struct murphi_expr *e, const struct murphi_decl *param)
{
    if (param->kind == MURPHI_VAR_PARAM)
        return mu_locate(x, e);
    if (murphi_is_simple(param->type)) {
        struct scalar s = scalar_argument(x, e, param);
        struct place place = mu_place_at(param->type, mu_slots_new(x, param->type));
        mu_slot_write(x, place.slot, s);
        return place;
    }
    struct place from = mu_locate(x, e);
    struct place place = mu_place_at(param->type, mu_slots_new(x, param->type));
    mu_copy(x, &place, &from);
    return place;
}

// All arguments are evaluated before the first parameter has its name: the function may be calling itself.
static void bind_arguments(struct executor *x, const struct murphi_expr *e)
{
    const struct murphi_function *function = e->decl->function;
    struct place *places = arena_alloc(&x->arena, e->count * sizeof *places);
    const struct murphi_decl *param = function->params;
    for (uint32_t i = 0; i < e->count; i++, param = param->next)
        places[i] = argument(x, e->args[i], param);
    param = function->params;
    for (uint32_t i = 0; i < e->count; i++, param = param->next)
        mu_bind(x, param, (struct binding){.is_place = true, .place = places[i]});
}

// ---- The call -------------------------------------------------------------------------------------------------------

static void run(struct executor *x, const struct murphi_expr *e, struct place result)
{
    const struct murphi_function *function = e->decl->function, *caller = x->function;
    struct place callers_result = x->result;
    mu_locals(x, function->decls);
    x->function = function;
    x->result = result;
    expr left = mu_execute(x, function->body);
    x->function = caller;
    x->result = callers_result;
    if (function->result)
        mu_runtime_error(x, model_not(x->model, left),
                         (struct error_record){MURPHI_ERROR_NO_RESULT, e->span, .symbol = function->decl->symbol});
}

struct place mu_call(struct executor *x, const struct murphi_expr *e)
{
    const struct murphi_function *function = e->decl->function;
    uint32_t *activations = &x->activations[e->decl->id];
    struct place result = {0};
    if (function->result)
        result = mu_place_at(e->decl->type, mu_slots_new(x, e->decl->type));
    size_t slots = x->slots.count, saved = x->saved.count;
    bind_arguments(x, e);
    if (*activations > 0)
        mu_stop_if_dead(x);
    if (*activations >= x->options.recursion_limit)
        mu_runtime_error(x, model_true(x->model),
                         (struct error_record){MURPHI_ERROR_RECURSION, e->span, .symbol = e->symbol});
    if (!x->stopped) {
        ++*activations;
        run(x, e, result);
        --*activations;
    }
    mu_unbind_to(x, saved);
    x->slots.count = slots;
    return result;
}
