// Words, and conversions between words, integers and truth values. Widths and signs must agree: there are no implicit
// conversions, only messages that name the explicit one.
#include <inttypes.h>

#include "smv/meaning.h"

static bool demand_word(struct smv_meaning *l, struct span span, const struct smv_thing *thing)
{
    if (thing->sort == SMV_BAD)
        return false;
    if (smv_type_of(l, thing->value)->kind == TYPE_WORD)
        return true;
    smv_error(l, span, "a word is expected here, and this is %s", smv_describe(l, thing));
    return false;
}

static bool check_width(struct smv_meaning *l, struct span span, value width)
{
    if (width < 1)
        smv_error(l, span, "a word has at least one bit");
    else if (width > WORD_MAX_WIDTH)
        smv_error(l, span, "word too wide: %" PRId64 " bits, and the most is %d", width, WORD_MAX_WIDTH);
    return 1 <= width && width <= WORD_MAX_WIDTH;
}

static struct smv_thing constant(struct smv_meaning *l, const struct smv_expr *e)
{
    type_id type = model_word(l->model, e->word.width, e->word.is_signed);
    return smv_thing_of(l, model_const(l->model, type, (value)e->word.bits));
}

// `w[high:low]`
static struct smv_thing bits(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    struct smv_thing word = smv_lower_value(l, f, e->args[0]);
    value high, low;
    bool good = demand_word(l, e->args[0]->span, &word);
    good &= smv_lower_integer(l, f, e->args[1], "the number of a bit", &high);
    good &= smv_lower_integer(l, f, e->args[2], "the number of a bit", &low);
    if (!good)
        return smv_bad;
    unsigned width = smv_type_of(l, word.value)->width;
    if (low < 0 || high >= (value)width) {
        smv_error(l, e->span, "the bits %" PRId64 " to %" PRId64 " are not all in this word: it has bits %u to 0", high,
                  low, width - 1);
        return smv_bad;
    }
    if (high < low) {
        smv_error(l, e->span, "the higher bit comes first: [%" PRId64 ":%" PRId64 "]", low, high);
        return smv_bad;
    }
    word.value = model_extract(l->model, word.value, (unsigned)high, (unsigned)low);
    word.is_variable = false;
    return word;
}

static struct smv_thing concat(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    struct smv_thing result = smv_lower_value(l, f, e->args[0]);
    if (!demand_word(l, e->args[0]->span, &result))
        result = smv_bad;
    for (uint32_t i = 1; i < e->count; i++) {
        struct smv_thing right = smv_lower_value(l, f, e->args[i]);
        if (!demand_word(l, e->args[i]->span, &right) || result.sort == SMV_BAD) {
            result = smv_bad;
            continue;
        }
        unsigned width = smv_type_of(l, result.value)->width + smv_type_of(l, right.value)->width;
        if (!check_width(l, e->span, width))
            return smv_bad;
        result.value = model_binary(l->model, OP_CONCAT, result.value, right.value);
        result.fine = smv_fine_both(l, &result, &right);
        result.is_variable = false;
    }
    return result;
}

// A number of bits to shift by: an unsigned word, or an integer from 0 to the width.
static bool check_count(struct smv_meaning *l, struct span span, unsigned width, struct smv_thing *count)
{
    if (count->sort == SMV_BAD)
        return false;
    const struct type *type = smv_type_of(l, count->value);
    value number;
    if (type->kind == TYPE_WORD && !type->is_signed)
        return true;
    if (type->kind != TYPE_INTEGER) {
        smv_error(l, span, "the number of bits to shift by must be an integer or an unsigned word, and this is %s",
                  smv_describe(l, count));
        return false;
    }
    if (model_is_const(l->model, count->value, &number) && (number < 0 || number > (value)width)) {
        smv_error(l, span, "a word of %u bits cannot be shifted by %" PRId64, width, number);
        return false;
    }
    expr inside = smv_in_type(l, count->value, model_integer(l->model, 0, width));
    inside = smv_site(l, SMV_MUST_SHIFT, span, inside, 0, width);
    if (inside != l->yes)
        count->fine = model_and(l->model, count->fine, inside);
    return true;
}

static struct smv_thing shift(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    enum op op = e->op == SMV_SHIFT_LEFT ? OP_SHIFT_LEFT : OP_SHIFT_RIGHT;
    struct smv_thing result = smv_lower_value(l, f, e->args[0]);
    if (!demand_word(l, e->args[0]->span, &result))
        result = smv_bad;
    for (uint32_t i = 1; i < e->count; i++) {
        struct smv_thing count = smv_lower_value(l, f, e->args[i]);
        unsigned width = result.sort == SMV_BAD ? WORD_MAX_WIDTH : smv_type_of(l, result.value)->width;
        if (!check_count(l, e->args[i]->span, width, &count) || result.sort == SMV_BAD) {
            result = smv_bad;
            continue;
        }
        result.fine = smv_fine_both(l, &result, &count);
        result.value = model_binary(l->model, op, result.value, count.value);
        result.is_variable = false;
    }
    return result;
}

// ---- Functions ------------------------------------------------------------------------------------------------------

static expr to_bool(struct smv_meaning *l, const struct smv_expr *e, const struct smv_thing *thing)
{
    const struct type *type = smv_type_of(l, thing->value);
    switch (type->kind) {
    case TYPE_BOOLEAN:
        return thing->value;
    case TYPE_INTEGER:
        return model_not(l->model, model_binary(l->model, OP_EQ, thing->value, model_int(l->model, 0)));
    case TYPE_WORD:
        if (type->width == 1)
            return model_convert(l->model, OP_RETYPE, model_boolean(l->model), thing->value);
        break;
    default:
        break;
    }
    smv_error(l, e->args[0]->span, "\"bool\" takes a word of one bit or an integer, and this is %s",
              smv_describe(l, thing));
    return EXPR_NONE;
}

static expr to_int(struct smv_meaning *l, const struct smv_expr *e, const struct smv_thing *thing)
{
    enum type_kind kind = smv_type_of(l, thing->value)->kind;
    if (kind == TYPE_BOOLEAN || kind == TYPE_INTEGER || kind == TYPE_WORD)
        return model_unary(l->model, OP_TO_INT, thing->value);
    smv_error(l, e->args[0]->span, "\"toint\" takes a word, a truth value or an integer, and this is %s",
              smv_describe(l, thing));
    return EXPR_NONE;
}

static expr to_word1(struct smv_meaning *l, const struct smv_expr *e, struct smv_thing *thing)
{
    smv_to_boolean(l, e->args[0]->span, thing);
    if (thing->sort == SMV_BAD)
        return EXPR_NONE;
    return model_convert(l->model, OP_RETYPE, model_word(l->model, 1, false), thing->value);
}

static expr with_sign(struct smv_meaning *l, const struct smv_expr *e, const struct smv_thing *thing)
{
    if (!demand_word(l, e->args[0]->span, thing))
        return EXPR_NONE;
    type_id type = model_word(l->model, smv_type_of(l, thing->value)->width, e->op == SMV_SIGNED);
    return model_convert(l->model, OP_RETYPE, type, thing->value);
}

static expr size_of(struct smv_meaning *l, const struct smv_expr *e, const struct smv_thing *thing)
{
    if (!demand_word(l, e->args[0]->span, thing))
        return EXPR_NONE;
    return model_int(l->model, smv_type_of(l, thing->value)->width);
}

// A narrower signed word keeps the sign bit and the lowest of the others.
static expr narrow(struct smv_meaning *l, expr word, unsigned width)
{
    const struct type *type = smv_type_of(l, word);
    if (!type->is_signed)
        return model_extract(l->model, word, width - 1, 0);
    expr result = model_extract(l->model, word, type->width - 1, type->width - 1);
    if (width > 1)
        result = model_binary(l->model, OP_CONCAT, result, model_extract(l->model, word, width - 2, 0));
    return model_convert(l->model, OP_RETYPE, model_word(l->model, width, true), result);
}

static expr resized(struct smv_meaning *l, expr word, value width)
{
    const struct type *type = smv_type_of(l, word);
    if (width < (value)type->width)
        return narrow(l, word, (unsigned)width);
    return model_convert(l->model, OP_EXTEND, model_word(l->model, (unsigned)width, type->is_signed), word);
}

static struct smv_thing resize(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    struct smv_thing word = smv_lower_value(l, f, e->args[0]);
    value number;
    bool good = demand_word(l, e->args[0]->span, &word);
    good &= smv_lower_integer(l, f, e->args[1], e->op == SMV_EXTEND ? "the number of bits" : "the width", &number);
    if (!good)
        return smv_bad;
    if (e->op == SMV_EXTEND) {
        if (number < 0) {
            smv_error(l, e->args[1]->span, "a word cannot be extended by %" PRId64 " bits", number);
            return smv_bad;
        }
        number = number > WORD_MAX_WIDTH ? number : number + smv_type_of(l, word.value)->width;
    }
    if (!check_width(l, e->args[1]->span, number))
        return smv_bad;
    word.value = resized(l, word.value, number);
    word.is_variable = false;
    return word;
}

// `uwconst(value, width)`, `swconst(value, width)`
static struct smv_thing word_constant(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    value number, width;
    bool good = smv_lower_integer(l, f, e->args[0], "the value of a word", &number);
    good &= smv_lower_integer(l, f, e->args[1], "the width of a word", &width);
    if (!good || !check_width(l, e->args[1]->span, width))
        return smv_bad;
    bool is_signed = e->op == SMV_SWCONST;
    // A number below VALUE_LARGEST, as all are, fits into 63 bits.
    value end = width - is_signed >= 63 ? VALUE_LARGEST : (value)1 << (width - is_signed);
    value start = is_signed ? -end : 0;
    if (number < start || number >= end) {
        smv_error(l, e->args[0]->span, "%" PRId64 " does not fit into %s word[%" PRId64 "]", number,
                  is_signed ? "a signed" : "an unsigned", width);
        return smv_bad;
    }
    type_id type = model_word(l->model, (unsigned)width, is_signed);
    return smv_thing_of(l, model_const(l->model, type, number));
}

static struct smv_thing convert(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    struct smv_thing thing = smv_lower_value(l, f, e->args[0]);
    if (thing.sort == SMV_BAD)
        return smv_bad;
    expr result;
    switch (e->op) {
    case SMV_TO_BOOL:
        result = to_bool(l, e, &thing);
        break;
    case SMV_TO_INT:
        result = to_int(l, e, &thing);
        break;
    case SMV_TO_WORD1:
        result = to_word1(l, e, &thing);
        break;
    case SMV_SIZEOF:
        result = size_of(l, e, &thing);
        break;
    default:
        result = with_sign(l, e, &thing);
        break;
    }
    if (result == EXPR_NONE)
        return smv_bad;
    thing.value = result;
    thing.is_variable = false;
    return thing;
}

struct smv_thing smv_lower_word(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e)
{
    switch (e->op) {
    case SMV_WORD:
        return constant(l, e);
    case SMV_BITS:
        return bits(l, f, e);
    case SMV_CONCAT:
        return concat(l, f, e);
    case SMV_SHIFT_LEFT:
    case SMV_SHIFT_RIGHT:
        return shift(l, f, e);
    case SMV_EXTEND:
    case SMV_RESIZE:
        return resize(l, f, e);
    case SMV_UWCONST:
    case SMV_SWCONST:
        return word_constant(l, f, e);
    default:
        return convert(l, f, e);
    }
}
