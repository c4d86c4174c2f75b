// Temporal operators before their operands: CTL, real-time CTL, LTL with past and bounds, and the path quantifiers of
// CTL*. Their operand reaches as far as a comparison: `AG a = b & c` is `(AG (a = b)) & c`.
#include "smv/parse.h"

struct temporal {
    enum smv_op op;
    enum allowed needs;
    enum { PLAIN = 1, BOUNDED, MAY_BE_BOUNDED, PATHS } form;
};

static const struct temporal temporals[SMV_TOKENS] = {
    [SMV_TOKEN_EX] = {SMV_EX, ALLOW_CTL, PLAIN},        [SMV_TOKEN_EF] = {SMV_EF, ALLOW_CTL, PLAIN},
    [SMV_TOKEN_EG] = {SMV_EG, ALLOW_CTL, PLAIN},        [SMV_TOKEN_AX] = {SMV_AX, ALLOW_CTL, PLAIN},
    [SMV_TOKEN_AF] = {SMV_AF, ALLOW_CTL, PLAIN},        [SMV_TOKEN_AG] = {SMV_AG, ALLOW_CTL, PLAIN},
    [SMV_TOKEN_EBF] = {SMV_EBF, ALLOW_CTL, BOUNDED},    [SMV_TOKEN_EBG] = {SMV_EBG, ALLOW_CTL, BOUNDED},
    [SMV_TOKEN_ABF] = {SMV_ABF, ALLOW_CTL, BOUNDED},    [SMV_TOKEN_ABG] = {SMV_ABG, ALLOW_CTL, BOUNDED},
    [SMV_TOKEN_E] = {SMV_E, ALLOW_CTL, PATHS},          [SMV_TOKEN_A] = {SMV_A, ALLOW_CTL, PATHS},
    [SMV_TOKEN_X] = {SMV_X, ALLOW_LTL, PLAIN},          [SMV_TOKEN_F] = {SMV_F, ALLOW_LTL, MAY_BE_BOUNDED},
    [SMV_TOKEN_G] = {SMV_G, ALLOW_LTL, MAY_BE_BOUNDED}, [SMV_TOKEN_Y] = {SMV_Y, ALLOW_LTL, PLAIN},
    [SMV_TOKEN_Z] = {SMV_Z, ALLOW_LTL, PLAIN},          [SMV_TOKEN_O] = {SMV_O, ALLOW_LTL, MAY_BE_BOUNDED},
    [SMV_TOKEN_H] = {SMV_H, ALLOW_LTL, MAY_BE_BOUNDED},
};

bool parse_is_temporal(enum smv_token_kind kind)
{
    return temporals[kind].form != 0;
}

struct bound {
    int64_t low, high;
};

static bool parse_steps(struct parser *p, int64_t *steps)
{
    parser_accept(p, SMV_TOKEN_PLUS);
    if (!parser_at(p, SMV_TOKEN_INTEGER)) {
        parser_fail(p, "a number of steps");
        return false;
    }
    *steps = p->token.number;
    parser_advance(p);
    return true;
}

static bool parse_bound(struct parser *p, struct bound *bound, enum smv_token_kind between)
{
    return parse_steps(p, &bound->low) && parser_expect(p, between) && parse_steps(p, &bound->high);
}

static struct smv_expr *with_bound(struct smv_expr *node, struct bound bound)
{
    if (node) {
        node->bounded = true;
        node->bound.low = bound.low;
        node->bound.high = bound.high;
    }
    return node;
}

// In CTL*, what stands between the brackets: any path formula, but `f U g` is as in CTL, where f and g reach as far as
// they can.
static struct smv_expr *parse_star(struct parser *p, struct smv_expr *left, uint32_t start)
{
    static const struct {
        enum smv_token_kind token;
        enum smv_op op;
    } untils[] = {{SMV_TOKEN_U, SMV_U}, {SMV_TOKEN_V, SMV_V}, {SMV_TOKEN_S, SMV_S}, {SMV_TOKEN_T, SMV_T}};
    for (size_t i = 0; i < sizeof untils / sizeof *untils; i++) {
        if (!parser_at(p, untils[i].token))
            continue;
        uint32_t at = p->token.span.offset;
        parser_advance(p);
        return parser_binary(p, untils[i].op, start, at, left, parse_level(p, LEVEL_IMPLIES));
    }
    return left;
}

// `A [f U g]` and `A [f BU low..high g]`, from the bracket on.
static struct smv_expr *parse_bracket(struct parser *p, bool all, uint32_t start)
{
    struct nest nest = parser_nest(p);
    bool star = p->allowed & ALLOW_LTL, bounded = false;
    struct bound bound = {0};
    p->until_ends = true;
    parser_advance(p);
    uint32_t inner = p->token.span.offset;
    struct smv_expr *left = parse_level(p, LEVEL_IMPLIES), *right = NULL;
    if (left && parser_accept(p, SMV_TOKEN_BU)) {
        bounded = parse_bound(p, &bound, SMV_TOKEN_DOTS);
        right = bounded ? parse_level(p, LEVEL_IMPLIES) : NULL;
    } else if (left && !star) {
        right = parser_accept(p, SMV_TOKEN_U) ? parse_level(p, LEVEL_IMPLIES) : parser_fail(p, "\"U\" or \"BU\"");
    } else if (left) {
        left = parse_star(p, left, inner);
        parser_unnest(p, nest);
        if (!left || !parser_expect(p, SMV_TOKEN_CLOSE_BRACKET))
            return NULL;
        return parser_unary(p, all ? SMV_A : SMV_E, start, start, left);
    }
    parser_unnest(p, nest);
    if (!right || !parser_expect(p, SMV_TOKEN_CLOSE_BRACKET))
        return NULL;
    if (!bounded)
        return parser_binary(p, all ? SMV_AU : SMV_EU, start, start, left, right);
    return with_bound(parser_binary(p, all ? SMV_ABU : SMV_EBU, start, start, left, right), bound);
}

static struct smv_expr *parse_paths(struct parser *p, const struct temporal *temporal, uint32_t start)
{
    if (parser_at(p, SMV_TOKEN_OPEN_BRACKET))
        return parse_bracket(p, temporal->op == SMV_A, start);
    if (p->allowed & ALLOW_LTL)
        return parser_unary(p, temporal->op, start, start, parse_level(p, LEVEL_TEMPORAL));
    return parser_fail(p, "\"[\"");
}

static bool is_allowed(struct parser *p, const struct temporal *temporal)
{
    const char *text = smv_token_text(p->token.kind);
    if ((p->allowed & temporal->needs) == temporal->needs)
        return true;
    if (temporal->needs == ALLOW_CTL && p->allowed & ALLOW_LTL)
        parsing_error(&p->text, p->token.span, "\"%s\" is an operator of CTL, which is not allowed in LTL", text);
    else if (temporal->needs == ALLOW_LTL && p->allowed & ALLOW_CTL)
        parsing_error(&p->text, p->token.span, "\"%s\" is an operator of linear time, which is not allowed here", text);
    else
        parsing_error(&p->text, p->token.span, "\"%s\" is a temporal operator, which is not allowed here", text);
    return false;
}

struct smv_expr *parse_temporal(struct parser *p)
{
    const struct temporal *temporal = &temporals[p->token.kind];
    uint32_t start = p->token.span.offset;
    if (!is_allowed(p, temporal))
        return NULL;
    parser_advance(p);
    if (temporal->form == PATHS)
        return parse_paths(p, temporal, start);
    struct bound bound = {0};
    bool bounded = temporal->form == BOUNDED;
    if (bounded && !parse_bound(p, &bound, SMV_TOKEN_DOTS))
        return NULL;
    if (temporal->form == MAY_BE_BOUNDED && parser_accept(p, SMV_TOKEN_OPEN_BRACKET)) {
        bounded = true;
        if (!parse_bound(p, &bound, SMV_TOKEN_COMMA) || !parser_expect(p, SMV_TOKEN_CLOSE_BRACKET))
            return NULL;
    }
    struct smv_expr *node = parser_unary(p, temporal->op, start, start, parse_level(p, LEVEL_TEMPORAL));
    return bounded ? with_bound(node, bound) : node;
}

struct smv_expr *parse_compute(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    bool least = parser_at(p, SMV_TOKEN_MIN_STEPS);
    if (!least && !parser_at(p, SMV_TOKEN_MAX_STEPS))
        return parser_fail(p, "\"MIN\" or \"MAX\"");
    parser_advance(p);
    if (!parser_expect(p, SMV_TOKEN_OPEN_BRACKET))
        return NULL;
    struct smv_expr *from = parse_expr(p, ALLOW_CTL), *to = NULL;
    if (from && parser_expect(p, SMV_TOKEN_COMMA))
        to = parse_expr(p, ALLOW_CTL);
    if (!to || !parser_expect(p, SMV_TOKEN_CLOSE_BRACKET))
        return NULL;
    return parser_binary(p, least ? SMV_MIN_STEPS : SMV_MAX_STEPS, start, start, from, to);
}
