// Binders: what gives names values, one after the other. Loops and quantifiers are unrolled; where the bounds vary, an
// iteration is there for every value that may lie between them, under the condition that it does.
#include "model/scalar.h"
#include "murphi/execute.h"

struct iteration {
    const struct murphi_binder *binder;
    bool and_next;
    mu_visit *visit;
    void *context;
    expr active; // of the binders around it
};

static void each(struct executor *, struct iteration *);

// With the name bound: goes on with the next binder, or visits.
static void go_on(struct executor *x, const struct iteration *it, expr active)
{
    if (!mu_count_step(x, it->binder->span))
        return;
    expr all = model_and(x->model, it->active, active);
    if (!it->and_next || !it->binder->next) {
        it->visit(x, it->context, all);
        return;
    }
    struct iteration inner = *it;
    inner.binder = it->binder->next;
    inner.active = all;
    each(x, &inner);
}

static void with_value(struct executor *x, const struct iteration *it, expr v, expr active)
{
    size_t saved = x->saved.count;
    mu_bind(x, it->binder->decl, (struct binding){.value = v});
    if (mu_is_true(x, active)) {
        go_on(x, it, active);
    } else if (!mu_is_false(x, active)) {
        mu_branch_open(x, active);
        size_t least = mu_growth_enter(x, active);
        go_on(x, it, active);
        mu_growth_leave(x, least);
        mu_branch_turn(x, model_false(x->model));
        mu_branch_close(x, model_false(x->model));
    }
    mu_unbind_to(x, saved);
}

// The phantom, of its type or of a union with that.
static bool is_hidden(const struct executor *x, const struct murphi_type *type, int64_t v)
{
    const struct murphi_type *phantom = x->options.phantom;
    for (uint32_t i = 0; i < type->part_count; i++)
        if (is_hidden(x, type->parts[i], v))
            return true;
    return x->hides_phantom && phantom && type->base == phantom && v == phantom->high;
}

static void each_of_type(struct executor *x, const struct iteration *it)
{
    const struct murphi_type *type = it->binder->decl->type;
    for (uint64_t i = 0; i < murphi_size(type) && !x->failed; i++) {
        int64_t v = murphi_value_at(type, i);
        if (!is_hidden(x, type, v))
            with_value(x, it, mu_constant(x, type, v), mu_is_there(x, type, v));
    }
}

// ---- Ranges ---------------------------------------------------------------------------------------------------------

struct range {
    expr from, to, by;
};

// Whether a value is not behind the end, in the direction of the step.
static expr before_end(struct executor *x, const struct range *range, expr v)
{
    struct model *m = x->model;
    expr upwards = model_binary(m, OP_LT, model_int(m, 0), range->by);
    return model_ite(m, upwards, mu_binary(x, OP_LE, v, range->to), mu_binary(x, OP_LE, range->to, v));
}

// With a step of one, or from a constant on, all values are known beforehand.
static void each_known(struct executor *x, const struct iteration *it, const struct range *range, int64_t by)
{
    struct model *m = x->model;
    int64_t low, high, to_low, to_high;
    mu_bounds(x, range->from, it->binder->from->type, &low, &high);
    mu_bounds(x, range->to, it->binder->to->type, &to_low, &to_high);
    bool is_last = false; // another one would not be a number
    for (int64_t v = by > 0 ? low : high; !is_last && (by > 0 ? v <= to_high : v >= to_low) && !x->failed;
         is_last = __builtin_add_overflow(v, by, &v) || value_is_symbol(v)) {
        expr at = model_int(m, v);
        expr begun = by > 0 ? mu_binary(x, OP_LE, range->from, at) : mu_binary(x, OP_LE, at, range->from);
        with_value(x, it, at, model_and(m, begun, before_end(x, range, at)));
    }
}

// Else the value itself is an expression; there are no more of them than fit between the bounds.
static void each_symbolic(struct executor *x, const struct iteration *it, const struct range *range)
{
    struct model *m = x->model;
    int64_t low, high, to_low, to_high;
    mu_bounds(x, range->from, it->binder->from->type, &low, &high);
    mu_bounds(x, range->to, it->binder->to->type, &to_low, &to_high);
    int64_t upwards = integer_sub(to_high, low), downwards = integer_sub(high, to_low);
    int64_t rest = upwards > downwards ? upwards : downwards;
    expr v = range->from;
    for (expr active; rest >= 0 && !x->failed; rest--) {
        active = before_end(x, range, v);
        if (mu_is_false(x, active))
            break;
        with_value(x, it, v, active);
        v = model_binary(m, OP_ADD, v, range->by);
        expr cut = model_or(m, model_binary(m, OP_EQ, v, model_int(m, VALUE_LARGEST)),
                            model_binary(m, OP_LE, v, model_int(m, VALUE_LEAST)));
        mu_runtime_error(
            x, model_and(m, active, cut),
            (struct error_record){MURPHI_ERROR_TOO_LARGE, it->binder->span, .symbol = it->binder->decl->symbol});
    }
}

static void each_of_range(struct executor *x, const struct iteration *it)
{
    const struct murphi_binder *binder = it->binder;
    struct range range = {mu_value(x, binder->from), mu_value(x, binder->to),
                          binder->by ? mu_value(x, binder->by) : model_int(x->model, 1)};
    expr still = model_binary(x->model, OP_EQ, range.by, model_int(x->model, 0));
    mu_runtime_error(x, still, (struct error_record){MURPHI_ERROR_STEP, binder->span, .symbol = binder->decl->symbol});
    value by;
    if (x->stopped)
        return;
    bool known = model_is_const(x->model, range.by, &by);
    if (known && (by == 1 || by == -1 || model_is_const(x->model, range.from, NULL)))
        each_known(x, it, &range, by);
    else
        each_symbolic(x, it, &range);
}

// ---- Multisets and aliases ------------------------------------------------------------------------------------------

static void each_of_multiset(struct executor *x, const struct iteration *it)
{
    struct place multiset = mu_locate(x, it->binder->decl->expr);
    int64_t count = multiset.type->high - multiset.type->low + 1;
    for (int64_t i = 0; i < count && !x->failed; i++)
        with_value(x, it, model_int(x->model, i), mu_multiset_present(x, &multiset, (uint64_t)i));
}

static void with_alias(struct executor *x, const struct iteration *it)
{
    const struct murphi_decl *decl = it->binder->decl;
    struct binding binding = {.is_place = decl->expr->is_place || !murphi_is_simple(decl->type)};
    size_t saved = x->saved.count;
    if (binding.is_place)
        binding.place = mu_locate(x, decl->expr);
    else
        binding.value = mu_value(x, decl->expr);
    mu_bind(x, decl, binding);
    go_on(x, it, model_true(x->model));
    mu_unbind_to(x, saved);
}

static void each(struct executor *x, struct iteration *it)
{
    switch (it->binder->kind) {
    case MURPHI_OVER_TYPE:
        each_of_type(x, it);
        break;
    case MURPHI_OVER_RANGE:
        each_of_range(x, it);
        break;
    case MURPHI_OVER_MULTISET:
        each_of_multiset(x, it);
        break;
    case MURPHI_BY_ALIAS:
        with_alias(x, it);
        break;
    }
}

void mu_each(struct executor *x, const struct murphi_binder *binder, bool and_next, mu_visit visit, void *context)
{
    struct iteration it = {binder, and_next, visit, context, model_true(x->model)};
    each(x, &it);
}
