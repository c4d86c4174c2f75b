// Types. A name may begin a range (`N..M`) or an instance (`counter(x)`); which it is shows only behind it.
#include <string.h>

#include "smv/parse.h"

static struct smv_type *make_type(struct parser *p, enum smv_type_kind kind, uint32_t start)
{
    struct smv_type *type = arena_alloc(&p->tree->arena, sizeof *type);
    type->kind = kind;
    type->span = parser_span(p, start);
    return type;
}

// Takes the operands above `base` for the type's.
static void take_args(struct parser *p, struct smv_type *type, size_t base)
{
    type->count = (uint32_t)(p->operands.count - base);
    type->args = arena_alloc(&p->tree->arena, type->count * sizeof *type->args);
    if (type->count)
        memcpy(type->args, p->operands.at + base, type->count * sizeof *type->args);
    parser_drop(p, base);
}

static struct smv_expr *parse_bound_expr(struct parser *p)
{
    p->allowed = ALLOW_NOTHING;
    p->until_ends = false;
    p->in_type = true;
    struct smv_expr *bound = parse_level(p, LEVEL_SHIFT);
    p->in_type = false;
    return bound;
}

static bool is_enum_name(const struct smv_expr *e)
{
    while (e->op == SMV_DOT)
        e = e->args[0];
    return e->op == SMV_NAME;
}

static bool is_enum_value(const struct smv_expr *e)
{
    if (e->op == SMV_NEG)
        return e->args[0]->op == SMV_INTEGER;
    return e->op == SMV_INTEGER || e->op == SMV_TRUE || e->op == SMV_FALSE || e->op == SMV_RANGE || is_enum_name(e);
}

static struct smv_type *parse_enum(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    size_t base = p->operands.count;
    bool good;
    do {
        parser_advance(p);
        p->allowed = ALLOW_NOTHING;
        p->until_ends = p->in_type = false;
        struct smv_expr *value = parse_level(p, LEVEL_RANGE);
        good = value && is_enum_value(value);
        if (value && !good)
            parsing_error(&p->text, value->span,
                          "expected a name, an integer or a range as a value of the enumeration");
        parser_push(p, value);
    } while (good && parser_at(p, SMV_TOKEN_COMMA));
    if (!good || !parser_expect(p, SMV_TOKEN_CLOSE_BRACE)) {
        parser_drop(p, base);
        return NULL;
    }
    struct smv_type *type = make_type(p, SMV_TYPE_ENUM, start);
    take_args(p, type, base);
    return type;
}

static struct smv_type *parse_word_type(struct parser *p, uint32_t start, bool is_signed)
{
    if (!parser_expect(p, SMV_TOKEN_WORD_TYPE) || !parser_expect(p, SMV_TOKEN_OPEN_BRACKET))
        return NULL;
    struct smv_expr *width = parse_expr(p, ALLOW_NOTHING);
    if (!width || !parser_expect(p, SMV_TOKEN_CLOSE_BRACKET))
        return NULL;
    struct smv_type *type = make_type(p, SMV_TYPE_WORD, start);
    type->width = width;
    type->is_signed = is_signed;
    return type;
}

// From the name on, of which the parser has already seen the end.
static struct smv_type *parse_instance(struct parser *p, const struct smv_expr *module, uint32_t start)
{
    size_t base = p->operands.count;
    bool good = true;
    if (parser_accept(p, SMV_TOKEN_OPEN) && !parser_accept(p, SMV_TOKEN_CLOSE)) {
        do {
            struct smv_expr *arg = parse_expr(p, ALLOW_NEXT);
            parser_push(p, arg);
            good = arg;
        } while (good && parser_accept(p, SMV_TOKEN_COMMA));
        good = good && parser_expect(p, SMV_TOKEN_CLOSE);
    }
    if (!good) {
        parser_drop(p, base);
        return NULL;
    }
    struct smv_type *type = make_type(p, SMV_TYPE_INSTANCE, start);
    type->module = module->symbol;
    type->module_span = module->span;
    take_args(p, type, base);
    return type;
}

static struct smv_type *parse_process(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    parser_advance(p);
    if (!parser_at(p, SMV_TOKEN_NAME))
        return parser_fail(p, "the name of a module");
    struct smv_expr *module = parser_leaf(p, SMV_NAME, p->token.span.offset);
    module->symbol = p->token.symbol;
    module->span = p->token.span;
    parser_advance(p);
    struct smv_type *type = parse_instance(p, module, start);
    if (type)
        type->is_process = true;
    return type;
}

static struct smv_type *parse_array_type(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    parser_advance(p);
    if (parser_at(p, SMV_TOKEN_WORD_TYPE)) {
        parsing_error(&p->text, p->token.span,
                      "arrays over words are not supported: give the bounds, as in \"array 0..7 of\"");
        return NULL;
    }
    struct smv_expr *low = parse_bound_expr(p), *high = NULL;
    if (low && parser_expect(p, SMV_TOKEN_DOTS))
        high = parse_bound_expr(p);
    if (!high || !parser_expect(p, SMV_TOKEN_OF))
        return NULL;
    uint32_t element_start = p->token.span.offset;
    struct smv_type *element = parser_enter(p) ? parse_type(p, true) : NULL;
    parser_leave(p);
    if (!element)
        return NULL;
    if (element->kind == SMV_TYPE_INSTANCE) {
        parsing_error(&p->text, (struct span){element_start, element->span.length},
                      "arrays of modules are not supported");
        return NULL;
    }
    struct smv_type *type = make_type(p, SMV_TYPE_ARRAY, start);
    type->low = low;
    type->high = high;
    type->element = element;
    return type;
}

// A range, or an instance without `process`.
static struct smv_type *parse_open_type(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    struct smv_expr *low = parse_bound_expr(p);
    if (!low)
        return NULL;
    if (low->op == SMV_NAME && !parser_at(p, SMV_TOKEN_DOTS))
        return parse_instance(p, low, start);
    struct smv_expr *high = parser_expect(p, SMV_TOKEN_DOTS) ? parse_bound_expr(p) : NULL;
    if (!high)
        return NULL;
    struct smv_type *type = make_type(p, SMV_TYPE_RANGE, start);
    type->low = low;
    type->high = high;
    return type;
}

static bool begins_expression(enum smv_token_kind kind)
{
    return kind == SMV_TOKEN_NAME || kind == SMV_TOKEN_INTEGER || kind == SMV_TOKEN_WORD || kind == SMV_TOKEN_MINUS ||
           kind == SMV_TOKEN_PLUS || kind == SMV_TOKEN_OPEN || kind == SMV_TOKEN_SELF || kind == SMV_TOKEN_CASE ||
           parse_is_function(kind);
}

static struct smv_type *parse_any_type(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    enum smv_token_kind kind = p->token.kind;
    switch (kind) {
    case SMV_TOKEN_BOOLEAN:
        parser_advance(p);
        return make_type(p, SMV_TYPE_BOOLEAN, start);
    case SMV_TOKEN_WORD_TYPE:
        return parse_word_type(p, start, false);
    case SMV_TOKEN_SIGNED:
    case SMV_TOKEN_UNSIGNED:
        parser_advance(p);
        return parse_word_type(p, start, kind == SMV_TOKEN_SIGNED);
    case SMV_TOKEN_OPEN_BRACE:
        return parse_enum(p);
    case SMV_TOKEN_ARRAY:
        return parse_array_type(p);
    case SMV_TOKEN_PROCESS:
        return parse_process(p);
    case SMV_TOKEN_BOOL:
        parsing_error(&p->text, p->token.span, "the type of truth values is called \"boolean\"");
        return NULL;
    case SMV_TOKEN_INTEGER_TYPE:
    case SMV_TOKEN_REAL_TYPE:
        parsing_error(&p->text, p->token.span,
                      "the type \"%s\" is infinite and not supported: give a range, as in \"0..7\"",
                      smv_token_text(kind));
        return NULL;
    default:
        return begins_expression(kind) ? parse_open_type(p) : parser_fail(p, "a type");
    }
}

struct smv_type *parse_type(struct parser *p, bool may_be_instance)
{
    struct smv_type *type = parse_any_type(p);
    if (!type || type->kind != SMV_TYPE_INSTANCE || may_be_instance)
        return type;
    parsing_error(&p->text, type->span, "an instance of a module may stand only under VAR");
    return NULL;
}
