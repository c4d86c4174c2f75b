// Expressions without infix operators: names and their parts, constants, functions, sets, case.
#include <string.h>
#include <strings.h>

#include "smv/parse.h"

// ---- Names and their parts ------------------------------------------------------------------------------------------

struct smv_expr *parse_dot(struct parser *p, struct smv_expr *left, uint32_t start)
{
    uint32_t at = p->token.span.offset;
    parser_advance(p);
    const struct symbol *symbol;
    if (parser_at(p, SMV_TOKEN_NAME))
        symbol = p->token.symbol;
    else if (parser_at(p, SMV_TOKEN_INTEGER))
        symbol = smv_symbol(p->tree, p->text.source->text + p->token.span.offset, p->token.span.length);
    else
        return parser_fail(p, "a name after the \".\"");
    parser_advance(p);
    struct smv_expr *node = parser_unary(p, SMV_DOT, start, at, left);
    if (node)
        node->symbol = symbol;
    return node;
}

static struct smv_expr *parse_index(struct parser *p, struct smv_expr *left, uint32_t start)
{
    size_t base = p->operands.count;
    uint32_t at = p->token.span.offset;
    struct nest nest = parser_nest(p);
    parser_advance(p);
    struct smv_expr *first = parse_level(p, LEVEL_IMPLIES), *second = NULL;
    bool bits = first && parser_accept(p, SMV_TOKEN_COLON);
    if (bits)
        second = parse_level(p, LEVEL_IMPLIES);
    parser_unnest(p, nest);
    if (!first || (bits && !second) || !parser_expect(p, SMV_TOKEN_CLOSE_BRACKET))
        return NULL;
    parser_push(p, left);
    parser_push(p, first);
    if (bits)
        parser_push(p, second);
    return parser_nary(p, bits ? SMV_BITS : SMV_INDEX, start, at, base);
}

static bool is_place(const struct smv_expr *e)
{
    return e->op == SMV_NAME || e->op == SMV_SELF || e->op == SMV_DOT || e->op == SMV_INDEX;
}

struct smv_expr *parse_parts(struct parser *p, struct smv_expr *left, uint32_t start)
{
    while (left) {
        if (parser_at(p, SMV_TOKEN_DOT)) {
            if (left->op == SMV_INTEGER)
                parsing_error(&p->text, left->span, "real numbers are not supported");
            else if (!is_place(left))
                parsing_error(&p->text, p->token.span, "only an instance has parts, and this is not one");
            left = is_place(left) ? parse_dot(p, left, start) : NULL;
        } else if (parser_at(p, SMV_TOKEN_OPEN_BRACKET)) {
            left = parse_index(p, left, start);
        } else {
            break;
        }
    }
    return left;
}

// ---- Functions ------------------------------------------------------------------------------------------------------

struct function {
    enum smv_op op;
    unsigned least, most; // operands
};

static const struct function functions[SMV_TOKENS] = {
    [SMV_TOKEN_NEXT] = {SMV_NEXT, 1, 1},       [SMV_TOKEN_BOOL] = {SMV_TO_BOOL, 1, 1},
    [SMV_TOKEN_WORD1] = {SMV_TO_WORD1, 1, 1},  [SMV_TOKEN_TOINT] = {SMV_TO_INT, 1, 1},
    [SMV_TOKEN_SIGNED] = {SMV_SIGNED, 1, 1},   [SMV_TOKEN_UNSIGNED] = {SMV_UNSIGNED, 1, 1},
    [SMV_TOKEN_EXTEND] = {SMV_EXTEND, 2, 2},   [SMV_TOKEN_RESIZE] = {SMV_RESIZE, 2, 2},
    [SMV_TOKEN_SIZEOF] = {SMV_SIZEOF, 1, 1},   [SMV_TOKEN_UWCONST] = {SMV_UWCONST, 2, 2},
    [SMV_TOKEN_SWCONST] = {SMV_SWCONST, 2, 2}, [SMV_TOKEN_COUNT] = {SMV_COUNT, 1, UINT32_MAX},
    [SMV_TOKEN_SELECT] = {SMV_BITS, 3, 3}, // PSL's way to write w[high:low]
};

// Functions whose names are not reserved here, so that variables may have them too.
static const struct function *named_function(const char *name)
{
    static const struct {
        const char *name;
        struct function function;
    } named[] = {
        {"abs", {SMV_ABS, 1, 1}}, {"floor", {SMV_FLOOR, 1, 1}},   {"max", {SMV_MAX, 2, 2}},
        {"min", {SMV_MIN, 2, 2}}, {"typeof", {SMV_TYPEOF, 1, 1}},
    };
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (strcmp(name, named[i].name) == 0)
            return &named[i].function;
    return NULL;
}

// The operands, from the opening parenthesis on.
static struct smv_expr *parse_operands(struct parser *p, const struct function *function, struct span name,
                                       struct smv_expr *(*parse_inner)(struct parser *))
{
    size_t base = p->operands.count;
    struct nest nest = parser_nest(p);
    bool good = parser_expect(p, SMV_TOKEN_OPEN);
    while (good) {
        struct smv_expr *operand = parse_inner(p);
        parser_push(p, operand);
        good = operand;
        if (good && !parser_accept(p, SMV_TOKEN_COMMA)) {
            good = parser_expect(p, SMV_TOKEN_CLOSE);
            break;
        }
    }
    parser_unnest(p, nest);
    size_t count = p->operands.count - base;
    if (good && (count < function->least || count > function->most)) {
        parsing_error(&p->text, name, "\"%.*s\" takes %u operand%s, here are %zu", (int)name.length,
                      p->text.source->text + name.offset, function->least, function->least == 1 ? "" : "s", count);
        good = false;
    }
    if (!good) {
        parser_drop(p, base);
        return NULL;
    }
    return parser_nary(p, function->op, name.offset, name.offset, base);
}

static struct smv_expr *parse_next(struct parser *p, struct smv_expr *(*parse_inner)(struct parser *))
{
    struct span name = p->token.span;
    enum allowed allowed = p->allowed;
    if (!(allowed & ALLOW_NEXT)) {
        parsing_error(&p->text, name, "\"next\" is not allowed here");
        return NULL;
    }
    parser_advance(p);
    p->allowed &= ~ALLOW_NEXT; // there is only one step to look ahead
    struct smv_expr *node = parse_operands(p, &functions[SMV_TOKEN_NEXT], name, parse_inner);
    p->allowed = allowed;
    return node;
}

bool parse_is_function(enum smv_token_kind kind)
{
    return functions[kind].least != 0;
}

struct smv_expr *parse_call(struct parser *p, struct smv_expr *(*parse_inner)(struct parser *))
{
    struct span name = p->token.span;
    const struct function *function = &functions[p->token.kind];
    if (function->op == SMV_NEXT)
        return parse_next(p, parse_inner);
    parser_advance(p);
    return parse_operands(p, function, name, parse_inner);
}

static struct smv_expr *parse_whole(struct parser *p)
{
    return parse_level(p, LEVEL_IMPLIES);
}

static struct smv_expr *parse_named_call(struct parser *p, struct smv_expr *callee)
{
    const char *name = callee->symbol->text;
    const struct function *function = named_function(name);
    if (function)
        return parse_operands(p, function, callee->span, parse_whole);
    if (strcmp(name, "READ") == 0 || strcmp(name, "WRITE") == 0 || strcmp(name, "CONSTARRAY") == 0)
        parsing_error(&p->text, callee->span, "\"%s\" works on arrays without bounds, which are not supported", name);
    else
        parsing_error(&p->text, callee->span, "there is no function \"%s\"%s", name,
                      strcasecmp(name, "not") == 0 ? "; negation is written \"!\"" : "");
    return NULL;
}

// ---- Primary expressions --------------------------------------------------------------------------------------------

struct smv_expr *parse_case(struct parser *p, struct smv_expr *(*parse_inner)(struct parser *))
{
    uint32_t start = p->token.span.offset;
    size_t base = p->operands.count;
    struct nest nest = parser_nest(p);
    p->open_cases++;
    parser_advance(p);
    do {
        struct smv_expr *condition = parse_inner(p), *value = NULL;
        if (condition && parser_expect(p, SMV_TOKEN_COLON))
            value = parse_inner(p);
        if (!value || !parser_expect(p, SMV_TOKEN_SEMICOLON)) {
            parser_drop(p, base);
            return NULL;
        }
        parser_push(p, condition);
        parser_push(p, value);
    } while (!parser_at(p, SMV_TOKEN_ESAC));
    p->open_cases--;
    parser_unnest(p, nest);
    parser_advance(p);
    return parser_nary(p, SMV_CASE, start, start, base);
}

static struct smv_expr *parse_set(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    size_t base = p->operands.count;
    struct nest nest = parser_nest(p);
    bool good = true;
    do {
        parser_advance(p);
        struct smv_expr *element = parse_level(p, LEVEL_IMPLIES);
        parser_push(p, element);
        good = element;
    } while (good && parser_at(p, SMV_TOKEN_COMMA));
    parser_unnest(p, nest);
    if (!good || !parser_expect(p, SMV_TOKEN_CLOSE_BRACE)) {
        parser_drop(p, base);
        return NULL;
    }
    return parser_nary(p, SMV_SET, start, start, base);
}

static struct smv_expr *parse_parentheses(struct parser *p)
{
    struct nest nest = parser_nest(p);
    parser_advance(p);
    struct smv_expr *inner = parse_level(p, LEVEL_IMPLIES);
    parser_unnest(p, nest);
    return inner && parser_expect(p, SMV_TOKEN_CLOSE) ? inner : NULL;
}

struct smv_expr *parse_number_leaf(struct parser *p)
{
    struct smv_token token = p->token;
    parser_advance(p);
    bool word = token.kind == SMV_TOKEN_WORD;
    struct smv_expr *node = parser_leaf(p, word ? SMV_WORD : SMV_INTEGER, token.span.offset);
    if (!word) {
        node->number = token.number;
        return node;
    }
    node->word.bits = token.word.bits;
    node->word.width = token.word.width;
    node->word.is_signed = token.word.is_signed;
    node->word.radix = token.word.radix;
    return node;
}

static struct smv_expr *parse_name(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    const struct symbol *symbol = p->token.symbol;
    parser_advance(p);
    struct smv_expr *node = parser_leaf(p, SMV_NAME, start);
    node->symbol = symbol;
    return parser_at(p, SMV_TOKEN_OPEN) && !p->in_type ? parse_named_call(p, node) : node;
}

struct smv_expr *parse_word_leaf(struct parser *p, enum smv_op op)
{
    uint32_t start = p->token.span.offset;
    parser_advance(p);
    return parser_leaf(p, op, start);
}

static bool is_followed_by(const struct parser *p, char c)
{
    size_t next = p->token.span.offset + p->token.span.length;
    return next < p->text.source->length && p->text.source->text[next] == c;
}

// A word that is reserved for something else is the usual mistake here, and so are operators of other tools: say so.
static struct smv_expr *no_expression(struct parser *p)
{
    enum smv_token_kind kind = p->token.kind;
    if (kind == SMV_TOKEN_MIN_STEPS || kind == SMV_TOKEN_MAX_STEPS)
        parsing_error(&p->text, p->token.span, "\"%s\" is allowed only right after COMPUTE", smv_token_text(kind));
    else if (kind == SMV_TOKEN_OPEN_BRACKET && is_followed_by(p, ']'))
        parsing_error(&p->text, p->token.span, "expected an expression, found \"[]\"; \"always\" is written \"G\"");
    else if (kind == SMV_TOKEN_LT && is_followed_by(p, '>'))
        parsing_error(&p->text, p->token.span, "expected an expression, found \"<>\"; \"eventually\" is written \"F\"");
    else if (kind == SMV_TOKEN_OPEN_BRACKET)
        parsing_error(&p->text, p->token.span, "an array is allowed only as the whole right side of a DEFINE");
    else
        parser_fail(p, "an expression");
    return NULL;
}

struct smv_expr *parse_primary(struct parser *p)
{
    parser_take_for_name(p); // behind the ":" of a case
    enum smv_token_kind kind = p->token.kind;
    if (parse_is_function(kind))
        return parse_call(p, parse_whole);
    switch (kind) {
    case SMV_TOKEN_NAME:
        return parse_name(p);
    case SMV_TOKEN_INTEGER:
    case SMV_TOKEN_WORD:
        return parse_number_leaf(p);
    case SMV_TOKEN_TRUE:
        return parse_word_leaf(p, SMV_TRUE);
    case SMV_TOKEN_FALSE:
        return parse_word_leaf(p, SMV_FALSE);
    case SMV_TOKEN_SELF:
        return parse_word_leaf(p, SMV_SELF);
    case SMV_TOKEN_OPEN:
        return parse_parentheses(p);
    case SMV_TOKEN_OPEN_BRACE:
        return parse_set(p);
    case SMV_TOKEN_CASE:
        return parse_case(p, parse_whole);
    default:
        return no_expression(p);
    }
}

// ---- Left sides -----------------------------------------------------------------------------------------------------

static struct smv_expr *parse_constant_index(struct parser *p, struct smv_expr *left, uint32_t start)
{
    uint32_t at = p->token.span.offset;
    parser_advance(p);
    uint32_t minus = p->token.span.offset;
    bool negative = parser_accept(p, SMV_TOKEN_MINUS);
    if (!parser_at(p, SMV_TOKEN_INTEGER))
        return parser_fail(p, "a number");
    struct smv_expr *index = parse_number_leaf(p);
    if (negative)
        index = parser_unary(p, SMV_NEG, minus, minus, index);
    if (!parser_expect(p, SMV_TOKEN_CLOSE_BRACKET))
        return NULL;
    return parser_binary(p, SMV_INDEX, start, at, left, index);
}

struct smv_expr *parse_place(struct parser *p, bool declares)
{
    uint32_t start = p->token.span.offset;
    struct smv_expr *left;
    if (parser_at(p, SMV_TOKEN_NAME)) {
        left = parser_leaf(p, SMV_NAME, start);
        left->symbol = p->token.symbol;
        left->span.length = p->token.span.length;
        parser_advance(p);
    } else if (parser_at(p, SMV_TOKEN_SELF) && !declares) {
        left = parse_word_leaf(p, SMV_SELF);
    } else {
        return parser_fail_name(p, "a name");
    }
    p->allowed = ALLOW_NOTHING;
    p->until_ends = p->in_type = false;
    while (left) {
        if (parser_at(p, SMV_TOKEN_DOT))
            left = parse_dot(p, left, start);
        else if (parser_at(p, SMV_TOKEN_OPEN_BRACKET))
            left = declares ? parse_constant_index(p, left, start) : parse_index(p, left, start);
        else
            break;
    }
    if (left && left->op == SMV_BITS) {
        parsing_error(&p->text, left->span, "expected a variable, found a part of a word");
        return NULL;
    }
    return left;
}
