// Expressions: precedence climbing over one table of infix operators. The levels are those of rumur, which agree with
// CMurphi's where that has the operator; temporal operators stand beside `!` and just above it.
#include <string.h>

#include "murphi/parse.h"

// ---- Infix operators ------------------------------------------------------------------------------------------------

enum shape {
    CHAIN = 1, // left-associative, `a op b op c` is one node
    RIGHT,     // right-associative
    SINGLE,    // does not associate
    CHOICE,    // ? :
};

struct infix {
    enum level level;
    enum shape shape;
    enum murphi_op op;
};

static const struct infix infixes[MURPHI_TOKENS] = {
    [MURPHI_TOKEN_QUESTION] = {LEVEL_ITE, CHOICE, MURPHI_ITE},
    [MURPHI_TOKEN_IMPLIES] = {LEVEL_IMPLIES, SINGLE, MURPHI_IMPLIES},
    [MURPHI_TOKEN_IFF] = {LEVEL_IFF, SINGLE, MURPHI_IFF},
    [MURPHI_TOKEN_OR_OR] = {LEVEL_OR_OR, CHAIN, MURPHI_OR},
    [MURPHI_TOKEN_AND_AND] = {LEVEL_AND_AND, CHAIN, MURPHI_AND},
    [MURPHI_TOKEN_OR] = {LEVEL_OR, CHAIN, MURPHI_BIT_OR},
    [MURPHI_TOKEN_XOR] = {LEVEL_XOR, CHAIN, MURPHI_BIT_XOR},
    [MURPHI_TOKEN_AND] = {LEVEL_AND, CHAIN, MURPHI_BIT_AND},
    [MURPHI_TOKEN_EQ] = {LEVEL_COMPARE, SINGLE, MURPHI_EQ},
    [MURPHI_TOKEN_NE] = {LEVEL_COMPARE, SINGLE, MURPHI_NE},
    [MURPHI_TOKEN_LT] = {LEVEL_COMPARE, SINGLE, MURPHI_LT},
    [MURPHI_TOKEN_LE] = {LEVEL_COMPARE, SINGLE, MURPHI_LE},
    [MURPHI_TOKEN_GT] = {LEVEL_COMPARE, SINGLE, MURPHI_GT},
    [MURPHI_TOKEN_GE] = {LEVEL_COMPARE, SINGLE, MURPHI_GE},
    [MURPHI_TOKEN_SHIFT_LEFT] = {LEVEL_SHIFT, CHAIN, MURPHI_SHIFT_LEFT},
    [MURPHI_TOKEN_SHIFT_RIGHT] = {LEVEL_SHIFT, CHAIN, MURPHI_SHIFT_RIGHT},
    [MURPHI_TOKEN_PLUS] = {LEVEL_ADD, CHAIN, MURPHI_ADD},
    [MURPHI_TOKEN_MINUS] = {LEVEL_ADD, CHAIN, MURPHI_SUB},
    [MURPHI_TOKEN_TIMES] = {LEVEL_MULTIPLY, CHAIN, MURPHI_MUL},
    [MURPHI_TOKEN_DIVIDE] = {LEVEL_MULTIPLY, CHAIN, MURPHI_DIV},
    [MURPHI_TOKEN_PERCENT] = {LEVEL_MULTIPLY, CHAIN, MURPHI_MOD},
};

// The words between two formulas; R is another one for V.
static const struct {
    const char *word;
    struct infix infix;
} untils[] = {
    {"U", {LEVEL_UNTIL, RIGHT, MURPHI_U}}, {"V", {LEVEL_UNTIL, RIGHT, MURPHI_V}}, {"R", {LEVEL_UNTIL, RIGHT, MURPHI_V}},
    {"W", {LEVEL_UNTIL, RIGHT, MURPHI_W}}, {"S", {LEVEL_UNTIL, RIGHT, MURPHI_S}}, {"T", {LEVEL_UNTIL, RIGHT, MURPHI_T}},
};

static const struct infix *until_at(const struct parser *p)
{
    for (size_t i = 0; i < sizeof untils / sizeof *untils; i++)
        if (mu_at_operator(p, untils[i].word))
            return &untils[i].infix;
    return NULL;
}

bool mu_is_infix(enum murphi_token_kind kind)
{
    return infixes[kind].shape;
}

static const struct infix *infix_at(struct parser *p)
{
    if (mu_at(p, MURPHI_TOKEN_NAME))
        return p->logic & LOGIC_LTL && !p->until_ends ? until_at(p) : NULL;
    const struct infix *infix = &infixes[p->token.kind];
    if (!infix->shape)
        return NULL;
    if (infix->op == MURPHI_IFF && p->logic == LOGIC_NONE)
        parsing_error(&p->text, p->token.span,
                      "\"<->\" is an operator of temporal formulas; here, \"=\" does the same");
    return infix;
}

static struct murphi_expr *parse_chain(struct parser *p, struct murphi_expr *left, uint32_t start,
                                       const struct infix *infix)
{
    size_t base = p->operands.count;
    enum murphi_token_kind kind = p->token.kind;
    uint32_t at = p->token.span.offset;
    mu_push(p, left);
    do {
        mu_advance(p);
        struct murphi_expr *right = mu_parse_level(p, infix->level + 1);
        if (!right) {
            mu_drop(p, base);
            return NULL;
        }
        mu_push(p, right);
    } while (mu_at(p, kind));
    return mu_nary(p, infix->op, start, at, base);
}

static struct murphi_expr *parse_choice(struct parser *p, struct murphi_expr *condition, uint32_t start)
{
    uint32_t at = p->token.span.offset;
    mu_advance(p);
    struct murphi_expr *then = mu_parse_level(p, LEVEL_ITE);
    if (!then || !mu_expect(p, MURPHI_TOKEN_COLON))
        return NULL;
    struct murphi_expr *otherwise = mu_parse_level(p, LEVEL_ITE);
    struct murphi_expr *args[] = {condition, then, otherwise};
    return mu_node(p, MURPHI_ITE, start, at, args, 3);
}

static struct murphi_expr *parse_infix(struct parser *p, struct murphi_expr *left, uint32_t start,
                                       const struct infix *infix)
{
    if (infix->shape == CHAIN)
        return parse_chain(p, left, start, infix);
    if (infix->shape == CHOICE)
        return parse_choice(p, left, start);
    uint32_t at = p->token.span.offset;
    mu_advance(p);
    struct murphi_expr *right = mu_parse_level(p, infix->shape == RIGHT ? infix->level : infix->level + 1);
    struct murphi_expr *args[] = {left, right};
    struct murphi_expr *node = mu_node(p, infix->op, start, at, args, 2);
    const struct infix *next = node && infix->shape == SINGLE ? infix_at(p) : NULL;
    if (next && next->level == infix->level) {
        parsing_error(&p->text, p->token.span, "\"%s\" does not associate: put parentheses around one of the two sides",
                      murphi_token_text(p->token.kind));
        return NULL;
    }
    return node;
}

// ---- Prefix operators -----------------------------------------------------------------------------------------------

static struct murphi_expr *parse_unary(struct parser *p, enum murphi_op op, enum level level)
{
    uint32_t start = p->token.span.offset;
    mu_advance(p);
    struct murphi_expr *operand = NULL;
    if (mu_enter(p))
        operand = mu_parse_level(p, level);
    mu_leave(p);
    return mu_node(p, op, start, start, &operand, 1);
}

// A sign without an effect.
static struct murphi_expr *parse_plus(struct parser *p)
{
    mu_advance(p);
    struct murphi_expr *operand = NULL;
    if (mu_enter(p))
        operand = mu_parse_level(p, LEVEL_UNARY);
    mu_leave(p);
    return operand;
}

static const struct {
    const char *word;
    enum logic logic;
    enum murphi_op op;
} prefixes[] = {
    {"AG", LOGIC_CTL, MURPHI_AG}, {"AF", LOGIC_CTL, MURPHI_AF},   {"AX", LOGIC_CTL, MURPHI_AX},
    {"EG", LOGIC_CTL, MURPHI_EG}, {"EF", LOGIC_CTL, MURPHI_EF},   {"EX", LOGIC_CTL, MURPHI_EX},
    {"G", LOGIC_LTL, MURPHI_G},   {"F", LOGIC_LTL, MURPHI_F},     {"X", LOGIC_LTL, MURPHI_X},
    {"O", LOGIC_LTL, MURPHI_O},   {"H", LOGIC_LTL, MURPHI_H},     {"Y", LOGIC_LTL, MURPHI_Y},
    {"Z", LOGIC_LTL, MURPHI_Z},   {"A", LOGIC_CTLSTAR, MURPHI_A}, {"E", LOGIC_CTLSTAR, MURPHI_E},
};

// Of CTL, the operator between the brackets is one with that before them.
static enum murphi_op branching_until(enum murphi_op until, bool all)
{
    switch (until) {
    case MURPHI_U:
        return all ? MURPHI_AU : MURPHI_EU;
    case MURPHI_W:
        return all ? MURPHI_AW : MURPHI_EW;
    default:
        return all ? MURPHI_AR : MURPHI_ER;
    }
}

static const struct infix *until_of_path(struct parser *p)
{
    const struct infix *infix = until_at(p);
    bool of_past = infix && (infix->op == MURPHI_S || infix->op == MURPHI_T);
    if (p->logic != LOGIC_CTLSTAR && (!infix || of_past))
        mu_fail(p, "\"U\", \"W\" or \"R\"");
    return of_past && p->logic != LOGIC_CTLSTAR ? NULL : infix;
}

// What stands between the brackets of a path: `f U g`, where f and g reach as far as they can, so that CTL and CTL*
// agree on it. In CTL*, also any other formula.
static struct murphi_expr *parse_between_brackets(struct parser *p, bool all, uint32_t start)
{
    uint32_t inner = p->token.span.offset;
    struct murphi_expr *left = mu_parse_level(p, LEVEL_ITE);
    uint32_t at = p->token.span.offset;
    const struct infix *infix = left ? until_of_path(p) : NULL;
    if (!infix)
        return p->logic == LOGIC_CTLSTAR ? left : NULL;
    mu_advance(p);
    struct murphi_expr *args[] = {left, mu_parse_level(p, LEVEL_ITE)};
    if (p->logic == LOGIC_CTLSTAR)
        return mu_node(p, infix->op, inner, at, args, 2);
    return mu_node(p, branching_until(infix->op, all), start, start, args, 2);
}

// `A [f U g]`, at the A.
static struct murphi_expr *parse_path(struct parser *p, bool all)
{
    uint32_t start = p->token.span.offset;
    bool outer = p->until_ends;
    mu_advance(p);
    mu_advance(p); // the bracket, which the caller has seen
    p->until_ends = true;
    struct murphi_expr *node = parse_between_brackets(p, all, start);
    p->until_ends = outer;
    if (!node || !mu_expect(p, MURPHI_TOKEN_CLOSE_BRACKET))
        return NULL;
    if (p->logic == LOGIC_CTLSTAR)
        return mu_node(p, all ? MURPHI_A : MURPHI_E, start, start, &node, 1);
    node->span = mu_span(p, start);
    return node;
}

static bool is_until(const struct murphi_token *token)
{
    for (size_t i = 0; i < sizeof untils / sizeof *untils; i++)
        if (token->kind == MURPHI_TOKEN_NAME && strcmp(token->symbol->text, untils[i].word) == 0)
            return true;
    return false;
}

// Whether an operand can follow the name that is looked at; if not, that is a variable even if it is called G.
static bool operand_follows(struct parser *p)
{
    switch (mu_peek(p)) {
    case MURPHI_TOKEN_NAME:
        return !is_until(&p->ahead);
    case MURPHI_TOKEN_NUMBER:
    case MURPHI_TOKEN_TRUE:
    case MURPHI_TOKEN_FALSE:
    case MURPHI_TOKEN_OPEN:
    case MURPHI_TOKEN_NOT:
    case MURPHI_TOKEN_TILDE:
    case MURPHI_TOKEN_FORALL:
    case MURPHI_TOKEN_EXISTS:
    case MURPHI_TOKEN_ISUNDEFINED:
        return true;
    default:
        return false;
    }
}

static struct murphi_expr *parse_temporal_prefix(struct parser *p, enum logic logic, enum murphi_op op)
{
    const char *word = p->token.symbol->text;
    if ((logic & p->logic) == logic)
        return parse_unary(p, op, LEVEL_NOT);
    if (logic == LOGIC_CTLSTAR)
        parsing_error(&p->text, p->token.span,
                      "\"%s\" before a formula is an operator of CTL*, of which this is none: see \"ctlstar\"", word);
    else
        parsing_error(&p->text, p->token.span, "\"%s\" is an operator of %s time, and this is a formula of %s time",
                      word, logic == LOGIC_LTL ? "linear" : "branching", logic == LOGIC_LTL ? "branching" : "linear");
    return NULL;
}

// At a name that is a temporal operator here; NULL without an error if it is not.
static struct murphi_expr *parse_temporal(struct parser *p, bool *found)
{
    *found = p->logic != LOGIC_NONE;
    bool path = mu_at_operator(p, "A") || mu_at_operator(p, "E");
    if (p->logic & LOGIC_CTL && path && mu_peek(p) == MURPHI_TOKEN_OPEN_BRACKET)
        return parse_path(p, mu_at_operator(p, "A"));
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (*found && mu_at_operator(p, prefixes[i].word) && operand_follows(p))
            return parse_temporal_prefix(p, prefixes[i].logic, prefixes[i].op);
    *found = false;
    return NULL;
}

// However tightly the operator before it binds, what follows a prefix operator is its operand: as in rumur, `a + !b =
// c` is `a + !(b = c)`.
static struct murphi_expr *parse_prefix(struct parser *p)
{
    bool found;
    struct murphi_expr *node;
    switch (p->token.kind) {
    case MURPHI_TOKEN_NOT:
        return parse_unary(p, MURPHI_NOT, LEVEL_NOT);
    case MURPHI_TOKEN_MINUS:
        return parse_unary(p, MURPHI_NEG, LEVEL_UNARY);
    case MURPHI_TOKEN_TILDE:
        return parse_unary(p, MURPHI_BIT_NOT, LEVEL_UNARY);
    case MURPHI_TOKEN_PLUS:
        return parse_plus(p);
    case MURPHI_TOKEN_NAME:
        node = parse_temporal(p, &found);
        return found ? node : mu_parse_primary(p);
    default:
        return mu_parse_primary(p);
    }
}

struct murphi_expr *mu_parse_level(struct parser *p, enum level level)
{
    struct murphi_expr *left = NULL;
    uint32_t start = p->token.span.offset;
    if (mu_enter(p))
        left = parse_prefix(p);
    while (left) {
        const struct infix *infix = infix_at(p);
        if (!infix || infix->level < level)
            break;
        left = parse_infix(p, left, start, infix);
    }
    mu_leave(p);
    return left;
}

struct murphi_expr *mu_parse_inner(struct parser *p)
{
    bool outer = p->until_ends;
    p->until_ends = false;
    struct murphi_expr *node = mu_parse_level(p, LEVEL_ITE);
    p->until_ends = outer;
    return node;
}

struct murphi_expr *mu_parse_formula(struct parser *p, enum logic logic)
{
    enum logic outer = p->logic;
    p->logic = logic;
    struct murphi_expr *node = mu_parse_inner(p);
    p->logic = outer;
    return node;
}

struct murphi_expr *mu_parse_expr(struct parser *p)
{
    return mu_parse_formula(p, LOGIC_NONE);
}
