// The sequences of PSL (SEREs), in braces: `{a; b[*2] ; {c | d}}`. From loose to tight: `;`, `:`, `|`, `&` and `&&`,
// repetition. An expression inside takes all the `|` and `&` that it can, so those combine only sequences in braces.
#include "smv/parse_psl.h"

// ---- Counts ---------------------------------------------------------------------------------------------------------

static struct smv_expr *parse_end(struct parser *p, bool may_be_infinite)
{
    uint32_t start = p->token.span.offset;
    if (may_be_infinite && parser_at(p, SMV_TOKEN_INF))
        return parse_word_leaf(p, SMV_PSL_INF);
    if (parser_accept(p, SMV_TOKEN_MINUS))
        return parser_at(p, SMV_TOKEN_INTEGER) ? parser_unary(p, SMV_NEG, start, start, parse_number_leaf(p))
                                               : parser_fail(p, "a number");
    if (parser_at(p, SMV_TOKEN_INTEGER))
        return parse_number_leaf(p);
    return parser_at(p, SMV_TOKEN_NAME) ? parse_place(p, false) : parser_fail(p, "a number or a range");
}

struct smv_expr *parse_psl_count(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    struct smv_expr *low = parse_end(p, false);
    uint32_t at = p->token.span.offset;
    if (!low || !parser_accept(p, SMV_TOKEN_COLON))
        return low;
    return parser_binary(p, SMV_PSL_RANGE, start, at, low, parse_end(p, true));
}

// ---- Sequences ------------------------------------------------------------------------------------------------------

static bool at_repetition(const struct parser *p)
{
    return parser_at(p, SMV_TOKEN_OPEN_STAR) || parser_at(p, SMV_TOKEN_OPEN_PLUS) ||
           parser_at(p, SMV_TOKEN_OPEN_EQUAL) || parser_at(p, SMV_TOKEN_OPEN_GOTO);
}

// What is repeated may be NULL for `[*]` and `[+]`: any step.
static struct smv_expr *parse_repetition(struct parser *p, struct smv_expr *left, uint32_t start)
{
    size_t base = p->operands.count;
    uint32_t at = p->token.span.offset;
    enum smv_token_kind kind = p->token.kind;
    parser_push(p, left);
    parser_advance(p);
    if (kind == SMV_TOKEN_OPEN_PLUS)
        return parser_nary(p, SMV_SERE_PLUS, start, at, base);
    struct smv_expr *count = NULL;
    bool has_count = kind == SMV_TOKEN_OPEN_EQUAL || !parser_at(p, SMV_TOKEN_CLOSE_BRACKET);
    if (has_count)
        count = parse_psl_count(p);
    if ((has_count && !count) || !parser_expect(p, SMV_TOKEN_CLOSE_BRACKET)) {
        parser_drop(p, base);
        return NULL;
    }
    parser_push(p, count);
    enum smv_op op = kind == SMV_TOKEN_OPEN_STAR    ? SMV_SERE_STAR
                     : kind == SMV_TOKEN_OPEN_EQUAL ? SMV_SERE_EQUAL
                                                    : SMV_SERE_GOTO;
    return parser_nary(p, op, start, at, base);
}

static struct smv_expr *parse_step(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    struct smv_expr *left;
    if (parser_at(p, SMV_TOKEN_OPEN_STAR) || parser_at(p, SMV_TOKEN_OPEN_PLUS))
        left = parse_repetition(p, NULL, start);
    else if (parser_at(p, SMV_TOKEN_OPEN_BRACE))
        left = parse_psl_sequence(p);
    else
        left = parser_unary(p, SMV_SERE, start, start, parse_psl_expr(p));
    while (left && at_repetition(p))
        left = parse_repetition(p, left, start);
    return left;
}

struct combination {
    unsigned level; // 0 for none
    enum smv_op op;
};

static struct combination combination_at(const struct parser *p)
{
    switch (p->token.kind) {
    case SMV_TOKEN_COLON:
        return (struct combination){1, SMV_SERE_FUSION};
    case SMV_TOKEN_OR:
        return (struct combination){2, SMV_SERE_OR};
    case SMV_TOKEN_AND:
        return (struct combination){3, SMV_SERE_AND};
    case SMV_TOKEN_AND_AND:
        return (struct combination){3, SMV_SERE_MATCH_AND};
    default:
        return (struct combination){0, SMV_OPS};
    }
}

static struct smv_expr *parse_combined(struct parser *p, unsigned level)
{
    uint32_t start = p->token.span.offset;
    struct smv_expr *left = parse_step(p);
    while (left) {
        struct combination combination = combination_at(p);
        uint32_t at = p->token.span.offset;
        if (!combination.level || combination.level < level)
            break;
        parser_advance(p);
        left = parser_binary(p, combination.op, start, at, left, parse_combined(p, combination.level + 1));
    }
    return left;
}

// The rest of a set whose first element has become a step.
static struct smv_expr *parse_set_rest(struct parser *p, struct smv_expr *first, uint32_t start)
{
    size_t base = p->operands.count;
    parser_push(p, first->args[0]);
    while (parser_accept(p, SMV_TOKEN_COMMA)) {
        struct smv_expr *element = parse_psl_expr(p);
        if (!element) {
            parser_drop(p, base);
            return NULL;
        }
        parser_push(p, element);
    }
    if (!parser_expect(p, SMV_TOKEN_CLOSE_BRACE)) {
        parser_drop(p, base);
        return NULL;
    }
    p->open_braces--;
    return parser_nary(p, SMV_SET, start, start, base);
}

static struct smv_expr *parse_contents(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    size_t base = p->operands.count;
    p->open_braces++;
    parser_advance(p);
    struct smv_expr *first = parse_combined(p, 1);
    if (first && first->op == SMV_SERE && parser_at(p, SMV_TOKEN_COMMA))
        return parse_set_rest(p, first, start);
    uint32_t at = p->token.span.offset;
    parser_push(p, first);
    bool good = first;
    while (good && parser_accept(p, SMV_TOKEN_SEMICOLON)) {
        struct smv_expr *step = parse_combined(p, 1);
        parser_push(p, step);
        good = step;
    }
    if (!good || !parser_expect(p, SMV_TOKEN_CLOSE_BRACE)) {
        parser_drop(p, base);
        return NULL;
    }
    p->open_braces--;
    if (p->operands.count - base > 1)
        return parser_nary(p, SMV_SERE_CONCAT, start, at, base);
    parser_drop(p, base);
    return first;
}

struct smv_expr *parse_psl_braces(struct parser *p)
{
    struct smv_expr *contents = parser_enter(p) ? parse_contents(p) : NULL;
    parser_leave(p);
    return contents;
}

struct smv_expr *parse_psl_sequence(struct parser *p)
{
    if (!parser_at(p, SMV_TOKEN_OPEN_BRACE))
        return parser_fail(p, "a sequence in braces");
    struct smv_expr *sequence = parse_psl_braces(p);
    if (!sequence || sequence->op != SMV_SET)
        return sequence;
    parsing_error(&p->text, sequence->span, "expected a sequence, found a set");
    return NULL;
}

// ---- Sets -----------------------------------------------------------------------------------------------------------

static struct smv_expr *parse_element(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    struct smv_expr *low = parse_psl_expr(p);
    uint32_t at = p->token.span.offset;
    if (!low || !parser_accept(p, SMV_TOKEN_COLON))
        return low;
    return parser_binary(p, SMV_PSL_RANGE, start, at, low, parse_end(p, true));
}

struct smv_expr *parse_psl_set(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    size_t base = p->operands.count;
    bool good;
    p->open_braces++;
    do {
        parser_advance(p);
        struct smv_expr *element = parse_element(p);
        parser_push(p, element);
        good = element;
    } while (good && parser_at(p, SMV_TOKEN_COMMA));
    if (!good || !parser_expect(p, SMV_TOKEN_CLOSE_BRACE)) {
        parser_drop(p, base);
        return NULL;
    }
    p->open_braces--;
    return parser_nary(p, SMV_SET, start, start, base);
}
