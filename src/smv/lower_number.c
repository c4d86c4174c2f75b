// Comparisons and arithmetic, of integers and of words.
#include <inttypes.h>

#include "smv/meaning.h"

// Whether both are words of one type; an error if only one is a word, or if they differ.
static bool same_words(struct smv_meaning *l, const struct smv_expr *e, struct span right_span,
                       const struct smv_thing *a, const struct smv_thing *b)
{
    const struct type *s = smv_type_of(l, a->value), *t = smv_type_of(l, b->value);
    if (s == t)
        return true;
    if (s->kind == TYPE_WORD && t->kind == TYPE_WORD)
        smv_error(l, right_span, "these words do not fit together: %s and %s", smv_describe(l, a), smv_describe(l, b));
    else
        smv_error(l, e->span, "a word is needed on both sides: these are %s and %s", smv_describe(l, a),
                  smv_describe(l, b));
    return false;
}

static bool is_word(const struct smv_meaning *l, const struct smv_thing *thing)
{
    return smv_type_of(l, thing->value)->kind == TYPE_WORD;
}

static bool is_set(const struct smv_meaning *l, const struct smv_thing *thing)
{
    return smv_type_of(l, thing->value)->kind == TYPE_SET;
}

// ---- The largest number ---------------------------------------------------------------------------------------------
// Numbers are cut off at the largest one. That does not matter for a word that is taken for a number and compared with
// another number; in all other places the number must be smaller.

static bool may_be_cut_off(const struct smv_meaning *l, const struct smv_thing *thing)
{
    const struct type *type = smv_type_of(l, thing->value);
    return type->kind == TYPE_INTEGER && (type->low <= VALUE_LEAST || VALUE_LARGEST <= type->high);
}

static void keep_small(struct smv_meaning *l, struct span span, struct smv_thing *thing)
{
    if (!may_be_cut_off(l, thing))
        return;
    if (model_is_const(l->model, thing->value, &(value){0})) {
        smv_error(l, span, "this number is too large: the largest is %" PRId64, VALUE_LARGEST - 1);
        *thing = smv_bad;
        return;
    }
    expr small = smv_in_type(l, thing->value, model_integer(l->model, VALUE_LEAST + 1, VALUE_LARGEST - 1));
    thing->fine = model_and(l->model, thing->fine, smv_site(l, SMV_MUST_STAY, span, small, 0, 0));
}

// ---- Comparisons ----------------------------------------------------------------------------------------------------

// Two types of which one has symbols, and which have no value in common: a name that was mistaken for another, mostly.
static void warn_of_strangers(struct smv_meaning *l, const struct smv_expr *e, const struct smv_thing *a,
                              const struct smv_thing *b)
{
    const struct type *s = smv_type_of(l, a->value), *t = smv_type_of(l, b->value);
    bool listed =
        (s->kind == TYPE_ENUM || s->kind == TYPE_INTEGER) && (t->kind == TYPE_ENUM || t->kind == TYPE_INTEGER);
    if (!listed || (s->kind != TYPE_ENUM && t->kind != TYPE_ENUM))
        return;
    const struct type *few = s->kind == TYPE_ENUM ? s : t, *other = few == s ? t : s;
    for (uint64_t i = 0; i < type_size(few); i++)
        if (type_contains(other, type_value(few, i)))
            return;
    struct str left = {0};
    str_add(l->mem, &left, "%s", smv_describe(l, a));
    smv_warning(l, e->span, "this is always %s: no value of one side is one of the other: these are %s and %s",
                e->op == SMV_NE ? "true" : "false", str_text(&left), smv_describe(l, b));
    str_free(l->mem, &left);
}

static struct smv_thing equal(struct smv_meaning *, const struct smv_expr *, struct smv_thing *, struct smv_thing *);

// Arrays are equal if their elements are, one after the other.
static struct smv_thing equal_arrays(struct smv_meaning *l, const struct smv_expr *e, const struct smv_elements *a,
                                     const struct smv_elements *b)
{
    if (a->count != b->count) {
        smv_error(l, e->span, "these arrays do not fit together: one has %zu elements, and the other %zu", a->count,
                  b->count);
        return smv_bad;
    }
    struct smv_thing result = smv_thing_of(l, l->yes);
    for (size_t i = 0; i < a->count; i++) {
        struct smv_thing left = a->at[i], right = b->at[i], one = equal(l, e, &left, &right);
        if (one.sort == SMV_BAD)
            return smv_bad;
        result.value = model_and(l->model, result.value, one.value);
        result.fine = smv_fine_both(l, &result, &one);
    }
    return result;
}

// Both are values, and not so large that they cannot be told apart.
static bool demand_values(struct smv_meaning *l, const struct smv_expr *e, struct smv_thing *a, struct smv_thing *b)
{
    smv_demand_value(l, e->args[0]->span, a);
    smv_demand_value(l, e->args[1]->span, b);
    if (a->sort == SMV_BAD || b->sort == SMV_BAD)
        return false;
    if (may_be_cut_off(l, a) && may_be_cut_off(l, b)) {
        keep_small(l, e->args[0]->span, a);
        keep_small(l, e->args[1]->span, b);
    }
    return a->sort != SMV_BAD && b->sort != SMV_BAD;
}

static struct smv_thing equal(struct smv_meaning *l, const struct smv_expr *e, struct smv_thing *a, struct smv_thing *b)
{
    if (a->sort == SMV_ELEMENTS && b->sort == SMV_ELEMENTS)
        return equal_arrays(l, e, a->elements, b->elements);
    if (!demand_values(l, e, a, b))
        return smv_bad;
    if (is_set(l, a) || is_set(l, b)) {
        const struct smv_expr *set = e->args[is_set(l, a) ? 0 : 1];
        smv_error(l, set->span, "a set cannot be compared with a value; use \"in\" to ask for a member");
        return smv_bad;
    }
    size_t at = l->operands.count;
    array_push(l->mem, &l->operands, *a);
    array_push(l->mem, &l->operands, *b);
    bool fit = smv_unify(l, e->args, at, 2, 1);
    *a = l->operands.at[at];
    *b = l->operands.at[at + 1];
    l->operands.count = at;
    if (!fit)
        return smv_bad;
    warn_of_strangers(l, e, a, b);
    struct smv_thing result = smv_thing_of(l, model_binary(l->model, OP_EQ, a->value, b->value));
    result.fine = smv_fine_both(l, a, b);
    return result;
}

static bool is_ordered(struct smv_meaning *l, struct span span, const struct smv_thing *thing)
{
    enum type_kind kind = smv_type_of(l, thing->value)->kind;
    if (kind == TYPE_INTEGER || kind == TYPE_WORD)
        return true;
    smv_error(l, span, "only integers and words can be compared like this, and this is %s", smv_describe(l, thing));
    return false;
}

static struct smv_thing ordered(struct smv_meaning *l, const struct smv_expr *e, const struct smv_thing *a,
                                const struct smv_thing *b)
{
    bool left = is_ordered(l, e->args[0]->span, a), right = is_ordered(l, e->args[1]->span, b);
    if (!left || !right)
        return smv_bad;
    if ((is_word(l, a) || is_word(l, b)) && !same_words(l, e, e->args[1]->span, a, b))
        return smv_bad;
    bool turned = e->op == SMV_GT || e->op == SMV_GE;
    enum op op = e->op == SMV_LT || e->op == SMV_GT ? OP_LT : OP_LE;
    struct smv_thing result =
        smv_thing_of(l, model_binary(l->model, op, turned ? b->value : a->value, turned ? a->value : b->value));
    result.fine = smv_fine_both(l, a, b);
    return result;
}

struct smv_thing smv_lower_comparison(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    struct smv_thing a = smv_lower(l, f, e->args[0]), b = smv_lower(l, f, e->args[1]);
    if (a.sort == SMV_BAD || b.sort == SMV_BAD)
        return smv_bad;
    if (e->op != SMV_EQ && e->op != SMV_NE)
        return demand_values(l, e, &a, &b) ? ordered(l, e, &a, &b) : smv_bad;
    struct smv_thing result = equal(l, e, &a, &b);
    if (result.sort == SMV_VALUE && e->op == SMV_NE)
        result.value = model_not(l->model, result.value);
    return result;
}

// ---- Arithmetic -----------------------------------------------------------------------------------------------------

// The divisor's condition: that it is not zero.
static bool check_divisor(struct smv_meaning *l, struct span span, const struct smv_thing *divisor, expr *fine)
{
    value v;
    type_id type = model_expr(l->model, divisor->value)->type;
    if (model_is_const(l->model, divisor->value, &v)) {
        if (v == 0)
            smv_error(l, span, "division by zero");
        return v != 0;
    }
    expr zero = model_const(l->model, type, 0);
    if (!type_contains(model_type(l->model, type), 0))
        return true;
    expr good = model_not(l->model, model_binary(l->model, OP_EQ, divisor->value, zero));
    *fine = model_and(l->model, *fine, smv_site(l, SMV_MUST_DIVIDE, span, good, 0, 0));
    return true;
}

static struct smv_thing combine(struct smv_meaning *l, const struct smv_expr *e, enum op op, struct span right_span,
                                struct smv_thing *a, struct smv_thing *b)
{
    if (is_word(l, a) || is_word(l, b)) {
        if (!same_words(l, e, right_span, a, b))
            return smv_bad;
    } else {
        smv_to_integer(l, e->args[0]->span, a);
        smv_to_integer(l, right_span, b);
        if (a->sort == SMV_BAD || b->sort == SMV_BAD)
            return smv_bad;
        keep_small(l, e->args[0]->span, a);
        keep_small(l, right_span, b);
    }
    expr fine = smv_fine_both(l, a, b);
    if ((op == OP_DIV || op == OP_MOD) && !check_divisor(l, right_span, b, &fine))
        return smv_bad;
    struct smv_thing result = smv_thing_of(l, model_binary(l->model, op, a->value, b->value));
    result.fine = fine;
    keep_small(l, e->span, &result);
    return result;
}

static struct smv_thing chain(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e, enum op op)
{
    struct smv_thing result = smv_lower_value(l, f, e->args[0]);
    for (uint32_t i = 1; i < e->count; i++) {
        struct smv_thing right = smv_lower_value(l, f, e->args[i]);
        if (result.sort == SMV_BAD || right.sort == SMV_BAD)
            result = smv_bad;
        else
            result = combine(l, e, op, e->args[i]->span, &result, &right);
    }
    return result;
}

static struct smv_thing negate(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    struct smv_thing thing = smv_lower_value(l, f, e->args[0]);
    if (thing.sort == SMV_VALUE && !is_word(l, &thing))
        smv_to_integer(l, e->args[0]->span, &thing);
    if (thing.sort == SMV_VALUE)
        thing.value = model_unary(l->model, OP_NEG, thing.value);
    thing.is_variable = false;
    return thing;
}

// One of two integers, or of two words of one type: the smaller, or the larger.
static struct smv_thing extreme(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    struct smv_thing a = smv_lower_value(l, f, e->args[0]), b = smv_lower_value(l, f, e->args[1]);
    if (a.sort == SMV_BAD || b.sort == SMV_BAD)
        return smv_bad;
    if (is_word(l, &a) || is_word(l, &b)) {
        if (!same_words(l, e, e->args[1]->span, &a, &b))
            return smv_bad;
    } else {
        smv_to_integer(l, e->args[0]->span, &a);
        smv_to_integer(l, e->args[1]->span, &b);
    }
    if (a.sort == SMV_BAD || b.sort == SMV_BAD)
        return smv_bad;
    expr less = model_binary(l->model, OP_LT, a.value, b.value);
    bool least = e->op == SMV_MIN;
    struct smv_thing result =
        smv_thing_of(l, model_ite(l->model, less, least ? a.value : b.value, least ? b.value : a.value));
    result.fine = smv_fine_both(l, &a, &b);
    return result;
}

static struct smv_thing absolute(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    struct smv_thing a = smv_lower_value(l, f, e->args[0]);
    smv_to_integer(l, e->args[0]->span, &a);
    if (a.sort == SMV_BAD)
        return smv_bad;
    a.is_variable = false;
    if (e->op == SMV_FLOOR)
        return a;
    expr negative = model_binary(l->model, OP_LT, a.value, model_int(l->model, 0));
    a.value = model_ite(l->model, negative, model_unary(l->model, OP_NEG, a.value), a.value);
    return a;
}

struct smv_thing smv_lower_arithmetic(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    switch (e->op) {
    case SMV_NEG:
        return negate(l, f, e);
    case SMV_ADD:
        return chain(l, f, e, OP_ADD);
    case SMV_SUB:
        return chain(l, f, e, OP_SUB);
    case SMV_MUL:
        return chain(l, f, e, OP_MUL);
    case SMV_DIV:
        return chain(l, f, e, OP_DIV);
    case SMV_MOD:
        return chain(l, f, e, OP_MOD);
    case SMV_MIN:
    case SMV_MAX:
        return extreme(l, f, e);
    default:
        return absolute(l, f, e);
    }
}
