// Sets, and which values fit together.
//
// A set is a choice: `{a, b}`, `a union b`, `1..3`, or a case of such. What is asked of a set is asked of each of its
// alternatives, so most here is one walk over the choices and branches of an expression (each_alternative).
//
// NuSMV tells 0 and 1 from FALSE and TRUE; older models do not. Where an integer that can only be 0 or 1 is used as a
// truth value, it is taken for one, and the other way round in arithmetic, with a warning for the first of its kind.
#include <inttypes.h>

#include "smv/meaning.h"

// ---- Alternatives ---------------------------------------------------------------------------------------------------

struct leaf {
    expr (*make)(struct smv_meaning *, const struct leaf *, expr);
    type_id type;
    expr set;
};

enum walk_result { KEEP_CHOICES, ALL_CHOICES }; // a choice of what the leaves become, or the conjunction of it

static bool is_inner(const struct smv_meaning *l, expr e)
{
    enum op op = model_expr(l->model, e)->op;
    return op == OP_CHOICE || op == OP_ITE;
}

// Of a case, the branches are alternatives, and the conditions are not.
static bool is_alternative(const struct walk *w, expr e, size_t operand)
{
    const struct smv_meaning *l = w->context;
    return is_inner(l, e) && (model_expr(l->model, e)->op == OP_CHOICE || operand > 0);
}

static expr rebuild(struct smv_meaning *l, expr e, enum walk_result kind)
{
    const struct expr_node *n = model_expr(l->model, e);
    const expr *args = walk_images(&l->alternatives, e);
    if (n->op == OP_ITE)
        return model_ite(l->model, n->args[0], args[1], args[2]);
    return model_nary(l->model, kind == KEEP_CHOICES ? OP_CHOICE : OP_AND, args, n->count);
}

static expr each_alternative(struct smv_meaning *l, expr root, enum walk_result kind, const struct leaf *leaf)
{
    if (!is_inner(l, root))
        return leaf->make(l, leaf, root);
    l->alternatives.model = l->model;
    l->alternatives.mem = l->mem;
    l->alternatives.follows = is_alternative;
    l->alternatives.context = l;
    walk_clear(&l->alternatives);
    walk_from(&l->alternatives, root);
    for (expr e; walk_next(&l->alternatives, &e);)
        walk_note(&l->alternatives, e, is_inner(l, e) ? rebuild(l, e, kind) : leaf->make(l, leaf, e));
    return walk_image(&l->alternatives, root);
}

// ---- Whether a value is in a type -----------------------------------------------------------------------------------

static bool is_span(const struct smv_meaning *l, expr e, value *low, value *high)
{
    const struct expr_node *n = model_expr(l->model, e);
    return n->op == OP_SPAN && model_is_const(l->model, n->args[0], low) && model_is_const(l->model, n->args[1], high);
}

#define MAX_LISTED 65536

static bool includes(const struct type *whole, const struct type *part)
{
    if (whole == part)
        return true;
    bool listed = part->kind == TYPE_INTEGER || part->kind == TYPE_ENUM;
    if (!listed || (whole->kind != TYPE_INTEGER && whole->kind != TYPE_ENUM))
        return false;
    if (!whole->values && !part->values)
        return whole->low <= part->low && part->high <= whole->high;
    uint64_t count = type_size(part);
    if (count > type_size(whole) || count > MAX_LISTED)
        return false;
    for (uint64_t i = 0; i < count; i++)
        if (!type_contains(whole, type_value(part, i)))
            return false;
    return true;
}

static expr set_of_type(struct smv_meaning *l, const struct type *type)
{
    if (!type->values)
        return model_binary(l->model, OP_SPAN, model_int(l->model, type->low), model_int(l->model, type->high));
    size_t at = l->exprs.count;
    for (size_t i = 0; i < type->count; i++) {
        value v = type->values[i];
        expr e = value_is_symbol(v) ? model_const(l->model, model_enum(l->model, &v, 1), v) : model_int(l->model, v);
        array_push(l->mem, &l->exprs, e);
    }
    expr set = model_nary(l->model, OP_CHOICE, l->exprs.at + at, type->count);
    l->exprs.count = at;
    return set;
}

static expr leaf_in_type(struct smv_meaning *l, const struct leaf *leaf, expr e)
{
    const struct type *type = model_type(l->model, leaf->type);
    value low, high;
    if (is_span(l, e, &low, &high)) {
        const struct type *span = model_type(l->model, model_integer(l->model, low, high));
        return includes(type, span) ? l->yes : l->no;
    }
    if (includes(type, smv_type_of(l, e)))
        return l->yes;
    return model_member(l->model, e, set_of_type(l, type));
}

expr smv_in_type(struct smv_meaning *l, expr e, type_id type)
{
    const struct type *own = smv_type_of(l, e);
    if (includes(model_type(l->model, type), own))
        return l->yes;
    return each_alternative(l, e, ALL_CHOICES, &(struct leaf){leaf_in_type, type, EXPR_NONE});
}

// ---- 0 and 1, FALSE and TRUE ----------------------------------------------------------------------------------------

static type_id element_type(const struct smv_meaning *l, expr e)
{
    type_id type = model_expr(l->model, e)->type;
    const struct type *t = model_type(l->model, type);
    return t->kind == TYPE_SET ? t->element : type;
}

static const struct type *element_of(const struct smv_meaning *l, expr e)
{
    return model_type(l->model, element_type(l, e));
}

static bool is_bit(const struct type *type)
{
    return type->kind == TYPE_INTEGER && type->low >= 0 && type->high <= 1;
}

static expr leaf_as_truth(struct smv_meaning *l, const struct leaf *leaf, expr e)
{
    (void)leaf;
    value low, high;
    if (is_span(l, e, &low, &high))
        return model_nary(l->model, OP_CHOICE, (expr[]){l->no, l->yes}, 2);
    if (smv_type_of(l, e)->kind == TYPE_BOOLEAN)
        return e;
    return model_binary(l->model, OP_EQ, e, model_int(l->model, 1));
}

static expr leaf_as_number(struct smv_meaning *l, const struct leaf *leaf, expr e)
{
    (void)leaf;
    return model_unary(l->model, OP_TO_INT, e);
}

static void bits_to_truth(struct smv_meaning *l, struct span span, struct smv_thing *thing)
{
    if (!l->warned_number_as_truth)
        diag_warning(l->diag, span_range(l->source, span),
                     "0 and 1 are taken for FALSE and TRUE here, and wherever else it is needed");
    l->warned_number_as_truth = true;
    thing->value = each_alternative(l, thing->value, KEEP_CHOICES, &(struct leaf){leaf_as_truth, 0, EXPR_NONE});
    thing->is_variable = false;
}

static void truth_to_bits(struct smv_meaning *l, struct span span, struct smv_thing *thing)
{
    if (!l->warned_truth_as_number)
        diag_warning(l->diag, span_range(l->source, span),
                     "FALSE and TRUE are taken for 0 and 1 here, and wherever else it is needed");
    l->warned_truth_as_number = true;
    thing->value = each_alternative(l, thing->value, KEEP_CHOICES, &(struct leaf){leaf_as_number, 0, EXPR_NONE});
    thing->is_variable = false;
}

void smv_to_boolean(struct smv_meaning *l, struct span span, struct smv_thing *thing)
{
    if (thing->sort == SMV_BAD || smv_type_of(l, thing->value)->kind == TYPE_BOOLEAN)
        return;
    if (is_bit(smv_type_of(l, thing->value))) {
        bits_to_truth(l, span, thing);
        return;
    }
    smv_error(l, span, "a truth value is expected here, and this is %s", smv_describe(l, thing));
    *thing = smv_bad;
}

void smv_to_integer(struct smv_meaning *l, struct span span, struct smv_thing *thing)
{
    if (thing->sort == SMV_BAD)
        return;
    switch (smv_type_of(l, thing->value)->kind) {
    case TYPE_INTEGER:
        return;
    case TYPE_BOOLEAN:
        truth_to_bits(l, span, thing);
        return;
    case TYPE_WORD:
        smv_error(l, span, "an integer is expected here, and this is %s; toint(...) makes one of it",
                  smv_describe(l, thing));
        break;
    default:
        smv_error(l, span, "an integer is expected here, and this is %s", smv_describe(l, thing));
        break;
    }
    *thing = smv_bad;
}

// ---- Alternatives that fit together ---------------------------------------------------------------------------------

static bool is_listed(const struct type *type)
{
    return type->kind == TYPE_INTEGER || type->kind == TYPE_ENUM;
}

static void misfit(struct smv_meaning *l, struct span span, const struct smv_thing *first,
                   const struct smv_thing *other)
{
    type_id a = element_type(l, first->value), b = element_type(l, other->value);
    smv_error(l, span, "this does not fit with the rest: it is %s, and the other is %s", smv_describe_type(l, b),
              smv_describe_type(l, a));
}

bool smv_unify(struct smv_meaning *l, struct smv_expr *const *args, size_t at, size_t count, size_t stride)
{
    const struct smv_thing *first = &l->operands.at[at];
    const struct type *type = element_of(l, first->value);
    bool all_bits = true, some_truth = false, some_listed = false;
    for (size_t i = 0; i < count; i++) {
        const struct smv_thing *thing = &l->operands.at[at + i * stride];
        const struct type *other = element_of(l, thing->value);
        some_truth |= other->kind == TYPE_BOOLEAN;
        some_listed |= is_listed(other);
        all_bits &= other->kind == TYPE_BOOLEAN || is_bit(other);
        bool words = type->kind == TYPE_WORD || other->kind == TYPE_WORD;
        if (words ? type != other : some_truth && some_listed && !all_bits) {
            misfit(l, args[i * stride]->span, first, thing);
            return false;
        }
    }
    for (size_t i = 0; some_truth && some_listed && i < count; i++) {
        struct smv_thing *thing = &l->operands.at[at + i * stride];
        if (element_of(l, thing->value)->kind != TYPE_BOOLEAN)
            bits_to_truth(l, args[i * stride]->span, thing);
    }
    return true;
}

void smv_to_type(struct smv_meaning *l, struct span span, struct smv_thing *thing, type_id wanted, const char *name)
{
    if (thing->sort == SMV_BAD)
        return;
    const struct type *type = model_type(l->model, wanted), *own = element_of(l, thing->value);
    if (type == own || (is_listed(type) && is_listed(own)))
        return;
    if (type->kind == TYPE_BOOLEAN && is_bit(own)) {
        bits_to_truth(l, span, thing);
        return;
    }
    if (type->kind == TYPE_INTEGER && own->kind == TYPE_BOOLEAN) {
        truth_to_bits(l, span, thing);
        return;
    }
    smv_error(l, span, "cannot assign %s to variable %s, which is %s",
              smv_describe_type(l, element_type(l, thing->value)), name, smv_describe_type(l, wanted));
    *thing = smv_bad;
}

// ---- Set expressions ------------------------------------------------------------------------------------------------

// Whether the values of the operands from `base` on can be listed, if there are symbols among them.
static bool can_list(const struct smv_meaning *l, size_t base)
{
    bool symbols = false;
    value low = VALUE_LARGEST, high = VALUE_LEAST;
    for (size_t i = base; i < l->operands.count; i++) {
        const struct type *type = element_of(l, l->operands.at[i].value);
        symbols |= type->kind == TYPE_ENUM;
        if (type->kind != TYPE_INTEGER)
            continue;
        low = type->low < low ? type->low : low;
        high = type->high > high ? type->high : high;
    }
    return !symbols || low > high || high - low < MODEL_JOIN_LIMIT;
}

static struct smv_thing lower_choice(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    size_t base = l->operands.count, at = l->exprs.count;
    struct smv_thing result = smv_thing_of(l, l->yes);
    for (uint32_t i = 0; i < e->count; i++) {
        struct smv_thing thing = smv_lower_value(l, f, e->args[i]);
        if (thing.sort == SMV_BAD)
            result.sort = SMV_BAD;
        array_push(l->mem, &l->operands, thing);
    }
    if (result.sort == SMV_BAD || !smv_unify(l, e->args, base, e->count, 1)) {
        l->operands.count = base;
        return smv_bad;
    }
    if (!can_list(l, base)) {
        smv_error(l, e->span, "integers of so large a range cannot be alternatives to symbols");
        result.sort = SMV_BAD;
    }
    for (uint32_t i = 0; i < e->count && result.sort == SMV_VALUE; i++) {
        const struct smv_thing *thing = &l->operands.at[base + i];
        result.fine = smv_fine_both(l, &result, thing);
        array_push(l->mem, &l->exprs, thing->value);
    }
    if (result.sort == SMV_VALUE)
        result.value = model_nary(l->model, OP_CHOICE, l->exprs.at + at, e->count);
    l->exprs.count = at;
    l->operands.count = base;
    return result;
}

static struct smv_thing lower_range(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    value low, high;
    bool good = smv_lower_integer(l, f, e->args[0], "an end of a range", &low);
    good &= smv_lower_integer(l, f, e->args[1], "an end of a range", &high);
    if (good && low > high) {
        smv_error(l, e->span, "the range %" PRId64 "..%" PRId64 " is empty", low, high);
        good = false;
    }
    if (!good)
        return smv_bad;
    return smv_thing_of(l, model_binary(l->model, OP_SPAN, model_int(l->model, low), model_int(l->model, high)));
}

static expr leaf_in_set(struct smv_meaning *l, const struct leaf *leaf, expr e)
{
    value low, high;
    if (!is_span(l, e, &low, &high))
        return model_member(l->model, e, leaf->set);
    size_t at = l->exprs.count;
    for (value v = low; v <= high; v++)
        array_push(l->mem, &l->exprs, model_member(l->model, model_int(l->model, v), leaf->set));
    expr result = model_nary(l->model, OP_AND, l->exprs.at + at, l->exprs.count - at);
    l->exprs.count = at;
    return result;
}

// A set on the left is in another one if all its members are.
static struct smv_thing lower_in(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    struct smv_thing a = smv_lower_value(l, f, e->args[0]), b = smv_lower_value(l, f, e->args[1]);
    if (a.sort == SMV_BAD || b.sort == SMV_BAD)
        return smv_bad;
    const struct type *left = element_of(l, a.value);
    if (smv_type_of(l, a.value)->kind == TYPE_SET && left->kind == TYPE_INTEGER && type_size(left) > MAX_LISTED) {
        smv_error(l, e->args[0]->span, "this set is too large to be compared");
        return smv_bad;
    }
    size_t at = l->operands.count;
    array_push(l->mem, &l->operands, a);
    array_push(l->mem, &l->operands, b);
    bool fit = smv_unify(l, e->args, at, 2, 1);
    a = l->operands.at[at];
    b = l->operands.at[at + 1];
    l->operands.count = at;
    if (!fit)
        return smv_bad;
    struct smv_thing result = smv_thing_of(l, l->yes);
    result.fine = smv_fine_both(l, &a, &b);
    if (smv_type_of(l, a.value)->kind == TYPE_SET)
        result.value = each_alternative(l, a.value, ALL_CHOICES, &(struct leaf){leaf_in_set, 0, b.value});
    else
        result.value = model_binary(l->model, OP_IN, a.value, b.value);
    return result;
}

struct smv_thing smv_lower_set(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    switch (e->op) {
    case SMV_SET:
        return e->count == 1 ? smv_lower_value(l, f, e->args[0]) : lower_choice(l, f, e);
    case SMV_UNION:
        return lower_choice(l, f, e);
    case SMV_RANGE:
    case SMV_PSL_RANGE:
        return lower_range(l, f, e);
    default:
        return lower_in(l, f, e);
    }
}
