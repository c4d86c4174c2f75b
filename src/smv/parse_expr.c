// Expressions: precedence climbing over one table of infix operators. The levels and the sides to which operators
// associate are those of NuSMV 2.6.
#include <string.h>

#include "smv/parse.h"

// ---- Infix operators ------------------------------------------------------------------------------------------------

enum shape {
    CHAIN = 1, // left-associative, `a op b op c` is one node
    PAIR,      // left-associative, two operands a node
    RIGHT,     // right-associative
    SINGLE,    // does not associate
    CHOICE,    // ? :
};

struct infix {
    enum level level;
    enum shape shape;
    enum smv_op op;
};

static const struct infix infixes[SMV_TOKENS] = {
    [SMV_TOKEN_IMPLIES] = {LEVEL_IMPLIES, RIGHT, SMV_IMPLIES},
    [SMV_TOKEN_IFF] = {LEVEL_IFF, CHAIN, SMV_IFF},
    [SMV_TOKEN_QUESTION] = {LEVEL_ITE, CHOICE, SMV_ITE},
    [SMV_TOKEN_OR] = {LEVEL_OR, CHAIN, SMV_OR},
    [SMV_TOKEN_XOR] = {LEVEL_OR, CHAIN, SMV_XOR},
    [SMV_TOKEN_XNOR] = {LEVEL_OR, CHAIN, SMV_XNOR},
    [SMV_TOKEN_AND] = {LEVEL_AND, CHAIN, SMV_AND},
    [SMV_TOKEN_U] = {LEVEL_UNTIL, CHAIN, SMV_U},
    [SMV_TOKEN_V] = {LEVEL_UNTIL, CHAIN, SMV_V},
    [SMV_TOKEN_S] = {LEVEL_UNTIL, CHAIN, SMV_S},
    [SMV_TOKEN_T] = {LEVEL_UNTIL, CHAIN, SMV_T},
    [SMV_TOKEN_EQ] = {LEVEL_RELATION, PAIR, SMV_EQ},
    [SMV_TOKEN_NE] = {LEVEL_RELATION, PAIR, SMV_NE},
    [SMV_TOKEN_LT] = {LEVEL_RELATION, PAIR, SMV_LT},
    [SMV_TOKEN_GT] = {LEVEL_RELATION, PAIR, SMV_GT},
    [SMV_TOKEN_LE] = {LEVEL_RELATION, PAIR, SMV_LE},
    [SMV_TOKEN_GE] = {LEVEL_RELATION, PAIR, SMV_GE},
    [SMV_TOKEN_IN] = {LEVEL_IN, PAIR, SMV_IN},
    [SMV_TOKEN_UNION] = {LEVEL_UNION, CHAIN, SMV_UNION},
    [SMV_TOKEN_DOTS] = {LEVEL_RANGE, SINGLE, SMV_RANGE},
    [SMV_TOKEN_SHIFT_LEFT] = {LEVEL_SHIFT, CHAIN, SMV_SHIFT_LEFT},
    [SMV_TOKEN_SHIFT_RIGHT] = {LEVEL_SHIFT, CHAIN, SMV_SHIFT_RIGHT},
    [SMV_TOKEN_PLUS] = {LEVEL_ADD, CHAIN, SMV_ADD},
    [SMV_TOKEN_MINUS] = {LEVEL_ADD, CHAIN, SMV_SUB},
    [SMV_TOKEN_TIMES] = {LEVEL_MULTIPLY, CHAIN, SMV_MUL},
    [SMV_TOKEN_DIVIDE] = {LEVEL_MULTIPLY, CHAIN, SMV_DIV},
    [SMV_TOKEN_MOD] = {LEVEL_MULTIPLY, CHAIN, SMV_MOD},
    [SMV_TOKEN_CONCAT] = {LEVEL_CONCAT, CHAIN, SMV_CONCAT},
};

// `x notin s` is an operator of the first SMV, and a name for NuSMV, which no name can follow.
static bool at_notin(const struct parser *p)
{
    return parser_at(p, SMV_TOKEN_NAME) && strcmp(p->token.symbol->text, "notin") == 0;
}

static const struct infix *infix_at(struct parser *p)
{
    static const struct infix notin = {LEVEL_IN, PAIR, SMV_IN};
    if (at_notin(p))
        return &notin;
    const struct infix *infix = &infixes[p->token.kind];
    if (!infix->shape)
        return NULL;
    if (infix->level == LEVEL_UNTIL && (p->until_ends || !(p->allowed & ALLOW_LTL))) {
        if (!p->until_ends)
            parsing_error(&p->text, p->token.span, "\"%s\" is an operator of linear time, which is not allowed here",
                          smv_token_text(p->token.kind));
        return NULL;
    }
    return infix;
}

static struct smv_expr *parse_chain(struct parser *p, struct smv_expr *left, uint32_t start, const struct infix *infix)
{
    size_t base = p->operands.count;
    enum smv_token_kind kind = p->token.kind;
    uint32_t at = p->token.span.offset;
    parser_push(p, left);
    do {
        parser_advance(p);
        struct smv_expr *right = parse_level(p, infix->level + 1);
        if (!right) {
            parser_drop(p, base);
            return NULL;
        }
        parser_push(p, right);
    } while (parser_at(p, kind));
    return parser_nary(p, infix->op, start, at, base);
}

static struct smv_expr *parse_choice(struct parser *p, struct smv_expr *condition, uint32_t start)
{
    uint32_t at = p->token.span.offset;
    parser_advance(p);
    struct smv_expr *then = parse_level(p, LEVEL_IMPLIES);
    if (!then || !parser_expect(p, SMV_TOKEN_COLON))
        return NULL;
    return parser_ternary(p, SMV_ITE, start, at, (struct smv_expr *[]){condition, then, parse_level(p, LEVEL_ITE)});
}

static struct smv_expr *parse_infix(struct parser *p, struct smv_expr *left, uint32_t start, const struct infix *infix)
{
    if (infix->shape == CHAIN)
        return parse_chain(p, left, start, infix);
    if (infix->shape == CHOICE)
        return parse_choice(p, left, start);
    bool negated = at_notin(p);
    uint32_t at = p->token.span.offset;
    parser_advance(p);
    struct smv_expr *right = parse_level(p, infix->shape == RIGHT ? infix->level : infix->level + 1);
    struct smv_expr *node = parser_binary(p, infix->op, start, at, left, right);
    if (node && infix->shape == SINGLE && infix_at(p) == infix)
        return parser_fail(p, "an operator other than \"..\"");
    return negated ? parser_unary(p, SMV_NOT, start, at, node) : node;
}

// ---- Prefix operators -----------------------------------------------------------------------------------------------

static struct smv_expr *parse_prefix(struct parser *p, enum level level);

static struct smv_expr *parse_sign(struct parser *p, enum level level)
{
    uint32_t start = p->token.span.offset;
    enum smv_token_kind kind = p->token.kind;
    parser_advance(p);
    if (kind == SMV_TOKEN_PLUS) // of a number only, as in NuSMV
        return parser_at(p, SMV_TOKEN_INTEGER) ? parse_number_leaf(p) : parser_fail(p, "a number after the \"+\"");
    struct smv_expr *operand = NULL;
    if (parser_enter(p)) // `!` may stand before a temporal operator where that may stand, `-` may not
        operand = parse_prefix(p, kind == SMV_TOKEN_NOT ? level : LEVEL_UNARY);
    parser_leave(p);
    return parser_unary(p, kind == SMV_TOKEN_NOT ? SMV_NOT : SMV_NEG, start, start, operand);
}

static struct smv_expr *parse_prefix(struct parser *p, enum level level)
{
    enum smv_token_kind kind = p->token.kind;
    uint32_t start = p->token.span.offset;
    if (kind == SMV_TOKEN_NOT || kind == SMV_TOKEN_MINUS || kind == SMV_TOKEN_PLUS)
        return parse_sign(p, level);
    if (!parse_is_temporal(kind))
        return parse_parts(p, parse_primary(p), start);
    if (level <= LEVEL_TEMPORAL)
        return parse_temporal(p);
    parsing_error(&p->text, p->token.span, "\"%s\" needs parentheses around it here", smv_token_text(kind));
    return NULL;
}

struct smv_expr *parse_level(struct parser *p, enum level level)
{
    struct smv_expr *left = NULL;
    uint32_t start = p->token.span.offset;
    if (parser_enter(p))
        left = parse_prefix(p, level);
    while (left) {
        const struct infix *infix = infix_at(p);
        if (!infix || infix->level < level)
            break;
        left = parse_infix(p, left, start, infix);
    }
    parser_leave(p);
    return left;
}

struct smv_expr *parse_expr(struct parser *p, enum allowed allowed)
{
    p->allowed = allowed;
    p->until_ends = p->in_type = false;
    return parse_level(p, LEVEL_IMPLIES);
}

// ---- Arrays ---------------------------------------------------------------------------------------------------------

struct smv_expr *parse_array(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    size_t base = p->operands.count;
    bool good = parser_enter(p);
    if (good) {
        do {
            parser_advance(p);
            struct smv_expr *element =
                parser_at(p, SMV_TOKEN_OPEN_BRACKET) ? parse_array(p) : parse_expr(p, ALLOW_NEXT);
            parser_push(p, element);
            good = element;
        } while (good && parser_at(p, SMV_TOKEN_COMMA));
    }
    parser_leave(p);
    if (!good || !parser_expect(p, SMV_TOKEN_CLOSE_BRACKET)) {
        parser_drop(p, base);
        return NULL;
    }
    return parser_nary(p, SMV_ARRAY, start, start, base);
}
