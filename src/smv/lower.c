// Expressions, typed: from the tree to the model. This file has the switch over all operators, truth values and `next`;
// see meaning.h for the rest.

#include "smv/meaning.h"

// ---- Values and their conditions ------------------------------------------------------------------------------------

expr smv_fine_both(struct smv_meaning *l, const struct smv_thing *a, const struct smv_thing *b)
{
    if (a->fine == l->yes)
        return b->fine;
    return b->fine == l->yes ? a->fine : model_and(l->model, a->fine, b->fine);
}

expr smv_site(struct smv_meaning *l, enum smv_obligation_kind kind, struct span span, expr condition, value low,
              value high)
{
    if (condition == l->yes)
        return condition;
    bool added = false;
    uint32_t index = (uint32_t)l->sites.count;
    uint32_t *newest = int_map_try_add(l->mem, &l->site_of, condition, index, &added);
    if (!newest)
        return condition;
    struct smv_site site = {kind, span_range(l->source, span), low, high, added ? UINT32_MAX : *newest};
    *newest = index;
    array_push(l->mem, &l->sites, site);
    return condition;
}

void smv_demand_value(struct smv_meaning *l, struct span span, struct smv_thing *thing)
{
    if (thing->sort == SMV_ELEMENTS)
        smv_error(l, span, "this is an array; a value is expected, such as one of its elements");
    else if (thing->sort == SMV_COMPONENT)
        smv_error(l, span, "this is an instance of a module; a value is expected");
    else
        return;
    *thing = smv_bad;
}

struct smv_thing smv_lower_value(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    struct smv_thing thing = smv_lower(l, f, e);
    smv_demand_value(l, e->span, &thing);
    return thing;
}

struct smv_thing smv_lower_condition(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    struct smv_thing thing = smv_lower_value(l, f, e);
    smv_to_boolean(l, e->span, &thing);
    return thing;
}

bool smv_lower_integer(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e, const char *what,
                       value *result)
{
    struct smv_thing thing = smv_lower_value(l, f, e);
    if (thing.sort == SMV_BAD)
        return false;
    const struct type *type = smv_type_of(l, thing.value);
    if (type->kind == TYPE_INTEGER && model_is_const(l->model, thing.value, result))
        return true;
    if (type->kind == TYPE_INTEGER)
        smv_error(l, e->span, "%s must be a constant", what);
    else
        smv_error(l, e->span, "%s must be an integer, and this is %s", what, smv_describe(l, &thing));
    return false;
}

// Lowers all operands to the operand stack. Says whether all are values; else none is left there.
static bool push_operands(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    size_t base = l->operands.count;
    bool good = true;
    for (uint32_t i = 0; i < e->count; i++) {
        struct smv_thing thing = smv_lower_value(l, f, e->args[i]);
        good &= thing.sort != SMV_BAD;
        array_push(l->mem, &l->operands, thing);
    }
    if (!good)
        l->operands.count = base;
    return good;
}

// ---- Connectives ----------------------------------------------------------------------------------------------------

bool smv_is_connective(enum smv_op op)
{
    return op == SMV_NOT || op == SMV_AND || op == SMV_OR || op == SMV_XOR || op == SMV_XNOR || op == SMV_IMPLIES ||
           op == SMV_IFF;
}

expr smv_junction(struct smv_meaning *l, enum op op, size_t at)
{
    expr result = model_nary(l->model, op, l->exprs.at + at, l->exprs.count - at);
    l->exprs.count = at;
    return result;
}

// An operand that decides (false of and, true of or) makes the whole fine, whatever the others are.
static expr fine_of_junction(struct smv_meaning *l, enum op op, size_t base)
{
    bool all = true;
    for (size_t i = base; i < l->operands.count; i++)
        all &= l->operands.at[i].fine == l->yes;
    if (all)
        return l->yes;
    size_t at = l->exprs.count;
    for (size_t i = base; i < l->operands.count; i++)
        array_push(l->mem, &l->exprs, l->operands.at[i].fine);
    expr every = smv_junction(l, OP_AND, at);
    for (size_t i = base; i < l->operands.count; i++) {
        const struct smv_thing *t = &l->operands.at[i];
        expr decides = op == OP_AND ? model_not(l->model, t->value) : t->value;
        expr one = model_and(l->model, t->fine, decides);
        array_push(l->mem, &l->exprs, one);
    }
    return model_or(l->model, every, smv_junction(l, OP_OR, at));
}

static struct smv_thing connect_junction(struct smv_meaning *l, enum op op, size_t base)
{
    struct smv_thing result = smv_thing_of(l, l->yes);
    result.fine = fine_of_junction(l, op, base);
    size_t at = l->exprs.count;
    for (size_t i = base; i < l->operands.count; i++)
        array_push(l->mem, &l->exprs, l->operands.at[i].value);
    result.value = smv_junction(l, op, at);
    return result;
}

static struct smv_thing connect_truth(struct smv_meaning *l, const struct smv_expr *e, size_t base)
{
    struct smv_thing result = l->operands.at[base];
    result.is_variable = false;
    switch (e->op) {
    case SMV_NOT:
        result.value = model_not(l->model, result.value);
        return result;
    case SMV_AND:
        return connect_junction(l, OP_AND, base);
    case SMV_IMPLIES:
        l->operands.at[base].value = model_not(l->model, result.value);
        return connect_junction(l, OP_OR, base);
    case SMV_OR:
        return connect_junction(l, OP_OR, base);
    default: // xor, xnor, <->
        for (size_t i = base + 1; i < l->operands.count; i++) {
            const struct smv_thing *right = &l->operands.at[i];
            result.fine = smv_fine_both(l, &result, right);
            result.value = model_xor(l->model, result.value, right->value);
            if (e->op != SMV_XOR)
                result.value = model_not(l->model, result.value);
        }
        return result;
    }
}

static struct smv_thing connect_words(struct smv_meaning *l, const struct smv_expr *e, size_t base)
{
    struct smv_thing result = l->operands.at[base];
    result.is_variable = false;
    if (e->op == SMV_NOT || e->op == SMV_IMPLIES)
        result.value = model_unary(l->model, OP_BIT_NOT, result.value);
    for (size_t i = base + 1; i < l->operands.count; i++) {
        const struct smv_thing *right = &l->operands.at[i];
        if (smv_type_of(l, right->value) != smv_type_of(l, result.value)) {
            smv_error(l, e->args[i - base]->span, "these words do not fit together: %s and %s",
                      smv_describe(l, &result), smv_describe(l, right));
            return smv_bad;
        }
        enum op op = e->op == SMV_AND ? OP_BIT_AND : e->op == SMV_OR || e->op == SMV_IMPLIES ? OP_BIT_OR : OP_BIT_XOR;
        result.fine = smv_fine_both(l, &result, right);
        result.value = model_binary(l->model, op, result.value, right->value);
        if (e->op == SMV_XNOR || e->op == SMV_IFF)
            result.value = model_unary(l->model, OP_BIT_NOT, result.value);
    }
    return result;
}

struct smv_thing smv_connect(struct smv_meaning *l, const struct smv_expr *e)
{
    size_t base = l->operands.count - e->count;
    struct smv_thing result;
    if (smv_type_of(l, l->operands.at[base].value)->kind == TYPE_WORD) {
        result = connect_words(l, e, base);
    } else {
        bool good = true;
        for (uint32_t i = 0; i < e->count; i++) {
            smv_to_boolean(l, e->args[i]->span, &l->operands.at[base + i]);
            good &= l->operands.at[base + i].sort != SMV_BAD;
        }
        result = good ? connect_truth(l, e, base) : smv_bad;
    }
    l->operands.count = base;
    return result;
}

// ---- Next, arrays ---------------------------------------------------------------------------------------------------

static struct smv_thing shift(struct smv_meaning *l, const struct smv_thing *thing)
{
    struct smv_thing result = *thing;
    result.is_variable = false;
    if (thing->sort == SMV_VALUE) {
        result.value = model_shift(l->model, thing->value);
        result.fine = model_shift(l->model, thing->fine);
    } else if (thing->sort == SMV_ELEMENTS) {
        size_t count = thing->elements->count;
        struct smv_elements *copy = arena_alloc(&l->arena, sizeof *copy + count * sizeof copy->at[0]);
        copy->low = thing->elements->low;
        copy->count = count;
        for (size_t i = 0; i < count; i++)
            copy->at[i] = shift(l, &thing->elements->at[i]);
        result.elements = copy;
    }
    return result;
}

static bool has_next(const struct smv_meaning *l, const struct smv_thing *thing)
{
    if (thing->sort == SMV_VALUE)
        return model_expr(l->model, thing->value)->has_next || model_expr(l->model, thing->fine)->has_next;
    for (size_t i = 0; thing->sort == SMV_ELEMENTS && i < thing->elements->count; i++)
        if (has_next(l, &thing->elements->at[i]))
            return true;
    return false;
}

static struct smv_thing lower_next(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    static const struct smv_use in_next = {"next(...)", false, false, false};
    if (!f->use->next) {
        smv_error(l, e->span, "\"next\" is not allowed in %s", f->use->where);
        return smv_bad;
    }
    unsigned mentions = l->mentions;
    l->mentions = 0;
    struct smv_thing thing = smv_lower(l, &(struct smv_frame){f->scope, &in_next}, e->args[0]);
    l->mentions = mentions | (l->mentions & SMV_MENTIONS_STATE ? SMV_MENTIONS_NEXT : 0);
    if (thing.sort == SMV_COMPONENT)
        smv_demand_value(l, e->args[0]->span, &thing);
    if (has_next(l, &thing)) {
        smv_error(l, e->args[0]->span, "this stands for an expression with \"next\" in it, which is not allowed in %s",
                  in_next.where);
        return smv_bad;
    }
    return shift(l, &thing);
}

static struct smv_thing lower_array(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    struct smv_elements *elements = arena_alloc(&l->arena, sizeof *elements + e->count * sizeof elements->at[0]);
    elements->count = e->count;
    for (uint32_t i = 0; i < e->count; i++)
        elements->at[i] = smv_lower(l, f, e->args[i]);
    return (struct smv_thing){.sort = SMV_ELEMENTS, .elements = elements};
}

// ---- All operators --------------------------------------------------------------------------------------------------

static struct smv_thing lower_connective(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    return push_operands(l, f, e) ? smv_connect(l, e) : smv_bad;
}

static struct smv_thing lower_count(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    size_t base = l->operands.count, at = l->exprs.count;
    if (!push_operands(l, f, e))
        return smv_bad;
    struct smv_thing result = smv_thing_of(l, l->yes);
    for (uint32_t i = 0; i < e->count; i++) {
        struct smv_thing *operand = &l->operands.at[base + i];
        smv_to_boolean(l, e->args[i]->span, operand);
        if (operand->sort == SMV_BAD)
            result.sort = SMV_BAD;
        if (result.sort == SMV_BAD)
            continue;
        result.fine = smv_fine_both(l, &result, operand);
        array_push(l->mem, &l->exprs, operand->value);
    }
    if (result.sort == SMV_VALUE)
        result.value = model_nary(l->model, OP_COUNT, l->exprs.at + at, l->exprs.count - at);
    l->exprs.count = at;
    l->operands.count = base;
    return result;
}

static struct smv_thing lower_other(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    if (e->op == SMV_TYPEOF)
        smv_error(l, e->span, "\"typeof\" is not supported");
    else if (f->use->formula)
        smv_error(l, e->span,
                  "a temporal operator cannot stand here: only truth values and other temporal operators may "
                  "be around it");
    else
        smv_error(l, e->span, "a temporal operator is not allowed in %s", f->use->where);
    return smv_bad;
}

struct smv_thing smv_lower(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    switch (e->op) {
    case SMV_TRUE:
        return smv_thing_of(l, l->yes);
    case SMV_FALSE:
        return smv_thing_of(l, l->no);
    case SMV_INTEGER:
        return smv_thing_of(l, model_int(l->model, e->number));
    case SMV_NAME:
    case SMV_SELF:
    case SMV_DOT:
    case SMV_INDEX:
        return smv_path(l, f, e);
    case SMV_NOT:
    case SMV_AND:
    case SMV_OR:
    case SMV_XOR:
    case SMV_XNOR:
    case SMV_IMPLIES:
    case SMV_IFF:
        return lower_connective(l, f, e);
    case SMV_ITE:
    case SMV_CASE:
        return smv_lower_alternatives(l, f, e);
    case SMV_EQ:
    case SMV_NE:
    case SMV_LT:
    case SMV_GT:
    case SMV_LE:
    case SMV_GE:
        return smv_lower_comparison(l, f, e);
    case SMV_NEG:
    case SMV_ADD:
    case SMV_SUB:
    case SMV_MUL:
    case SMV_DIV:
    case SMV_MOD:
    case SMV_FLOOR:
    case SMV_ABS:
    case SMV_MIN:
    case SMV_MAX:
        return smv_lower_arithmetic(l, f, e);
    case SMV_WORD:
    case SMV_BITS:
    case SMV_CONCAT:
    case SMV_SHIFT_LEFT:
    case SMV_SHIFT_RIGHT:
    case SMV_TO_BOOL:
    case SMV_TO_WORD1:
    case SMV_TO_INT:
    case SMV_SIGNED:
    case SMV_UNSIGNED:
    case SMV_EXTEND:
    case SMV_RESIZE:
    case SMV_SIZEOF:
    case SMV_UWCONST:
    case SMV_SWCONST:
        return smv_lower_word(l, f, e);
    case SMV_SET:
    case SMV_RANGE:
    case SMV_PSL_RANGE:
    case SMV_UNION:
    case SMV_IN:
        return smv_lower_set(l, f, e);
    case SMV_ARRAY:
        return lower_array(l, f, e);
    case SMV_NEXT:
        return lower_next(l, f, e);
    case SMV_COUNT:
        return lower_count(l, f, e);
    default:
        return lower_other(l, f, e);
    }
}
