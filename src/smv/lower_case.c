// Alternatives: `case` and `c ? a : b`, of values and of whole arrays. All branches get one type, and the branches of a
// case must cover all states in which it is used.
#include <inttypes.h>

#include "smv/meaning.h"

// The operands from `base` on are condition, value, condition, value, ...; all are values.
static struct smv_thing lower_branches(struct smv_meaning *l, const struct smv_expr *e, size_t base, size_t branches)
{
    bool good = true;
    for (size_t i = 0; i < branches; i++) {
        struct smv_thing *condition = &l->operands.at[base + 2 * i];
        smv_to_boolean(l, e->args[2 * i]->span, condition);
        good &= condition->sort != SMV_BAD;
    }
    if (!good || !smv_unify(l, e->args + 1, base + 1, branches, 2))
        return smv_bad;
    const struct smv_thing *at = l->operands.at + base;
    struct smv_thing result = at[2 * branches - 1];
    result.is_variable = false;
    result.fine = smv_fine_both(l, &result, &at[2 * branches - 2]);
    for (size_t i = branches - 1; i-- > 0;) {
        const struct smv_thing *condition = &at[2 * i], *this = &at[2 * i + 1];
        type_id mine = model_expr(l->model, this->value)->type, rest = model_expr(l->model, result.value)->type;
        if (!model_can_join(l->model, mine, rest)) {
            smv_error(l, e->args[2 * i + 1]->span, "this has too many values to be an alternative to symbols");
            return smv_bad;
        }
        result.value = model_ite(l->model, condition->value, this->value, result.value);
        result.fine = model_ite(l->model, condition->value, this->fine, result.fine);
        result.fine = smv_fine_both(l, &result, condition);
    }
    return result;
}

// The operands from `base` on are those of a case. All are values.
static struct smv_thing choose_case(struct smv_meaning *l, const struct smv_expr *e, size_t base)
{
    size_t branches = e->count / 2;
    struct smv_thing result = lower_branches(l, e, base, branches);
    if (result.sort == SMV_VALUE) {
        size_t at = l->exprs.count;
        for (size_t i = 0; i < branches; i++)
            array_push(l->mem, &l->exprs, l->operands.at[base + 2 * i].value);
        expr cover = smv_site(l, SMV_MUST_COVER, e->span, smv_junction(l, OP_OR, at), 0, 0);
        if (cover != l->yes)
            result.fine = model_and(l->model, result.fine, cover);
    }
    return result;
}

// `c ? a : b` is a case whose second condition is TRUE.
static struct smv_thing choose_ite(struct smv_meaning *l, const struct smv_expr *e, size_t base)
{
    struct smv_thing condition = l->operands.at[base];
    smv_to_boolean(l, e->args[0]->span, &condition);
    if (condition.sort == SMV_BAD || !smv_unify(l, e->args + 1, base + 1, 2, 1))
        return smv_bad;
    const struct smv_thing *then = &l->operands.at[base + 1], *otherwise = &l->operands.at[base + 2];
    type_id a = model_expr(l->model, then->value)->type, b = model_expr(l->model, otherwise->value)->type;
    if (!model_can_join(l->model, a, b)) {
        smv_error(l, e->span, "these have too many values to be alternatives");
        return smv_bad;
    }
    struct smv_thing result = smv_thing_of(l, model_ite(l->model, condition.value, then->value, otherwise->value));
    result.fine = model_ite(l->model, condition.value, then->fine, otherwise->fine);
    result.fine = smv_fine_both(l, &result, &condition);
    return result;
}

static bool is_alternative(const struct smv_expr *e, uint32_t i)
{
    return e->op == SMV_CASE ? i % 2 == 1 : i > 0;
}

// Arrays are alternatives if they have the same bounds. The first one is that of operand `first`.
static bool are_alike(struct smv_meaning *l, const struct smv_expr *e, size_t base, uint32_t first)
{
    const struct smv_elements *array = l->operands.at[base + first].elements;
    for (uint32_t i = 0; i < e->count; i++) {
        const struct smv_thing *other = &l->operands.at[base + i];
        if (!is_alternative(e, i) || (other->sort == SMV_ELEMENTS && other->elements->low == array->low &&
                                      other->elements->count == array->count))
            continue;
        value high = array->low + (value)array->count - 1;
        if (other->sort == SMV_ELEMENTS)
            smv_error(l, e->args[i]->span,
                      "this array goes from %" PRId64 " to %" PRId64 ", and another alternative from %" PRId64
                      " to %" PRId64,
                      other->elements->low, other->elements->low + (value)other->elements->count - 1, array->low, high);
        else if (other->sort != SMV_BAD)
            smv_error(l, e->args[i]->span, "an array from %" PRId64 " to %" PRId64 " is needed here, and this is %s",
                      array->low, high, smv_describe(l, other));
        return false;
    }
    return true;
}

static struct smv_thing choose(struct smv_meaning *l, const struct smv_expr *e, size_t base);

// Arrays are chosen element by element.
static struct smv_thing choose_arrays(struct smv_meaning *l, const struct smv_expr *e, size_t base, uint32_t first)
{
    if (!are_alike(l, e, base, first))
        return smv_bad;
    const struct smv_elements *array = l->operands.at[base + first].elements;
    struct smv_elements *result = arena_alloc(&l->arena, sizeof *result + array->count * sizeof result->at[0]);
    result->low = array->low;
    result->count = array->count;
    for (size_t k = 0; k < array->count; k++) {
        size_t at = l->operands.count;
        for (uint32_t i = 0; i < e->count; i++) {
            struct smv_thing operand = l->operands.at[base + i];
            array_push(l->mem, &l->operands, is_alternative(e, i) ? operand.elements->at[k] : operand);
        }
        result->at[k] = choose(l, e, at);
        l->operands.count = at;
    }
    return (struct smv_thing){.sort = SMV_ELEMENTS, .elements = result};
}

static struct smv_thing choose(struct smv_meaning *l, const struct smv_expr *e, size_t base)
{
    bool good = true;
    for (uint32_t i = 0; i < e->count; i++)
        if (is_alternative(e, i) && l->operands.at[base + i].sort == SMV_ELEMENTS)
            return choose_arrays(l, e, base, i);
    for (uint32_t i = 0; i < e->count; i++) {
        smv_demand_value(l, e->args[i]->span, &l->operands.at[base + i]);
        good &= l->operands.at[base + i].sort != SMV_BAD;
    }
    return !good ? smv_bad : e->op == SMV_CASE ? choose_case(l, e, base) : choose_ite(l, e, base);
}

struct smv_thing smv_lower_alternatives(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    size_t base = l->operands.count;
    bool good = true;
    for (uint32_t i = 0; i < e->count; i++) {
        struct smv_thing thing = is_alternative(e, i) ? smv_lower(l, f, e->args[i]) : smv_lower_value(l, f, e->args[i]);
        good &= thing.sort != SMV_BAD;
        array_push(l->mem, &l->operands, thing);
    }
    struct smv_thing result = good ? choose(l, e, base) : smv_bad;
    l->operands.count = base;
    return result;
}
