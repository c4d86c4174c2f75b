// What operators stand between: literals, designators, calls, quantified expressions; and the names these bring along.
#include "murphi/parse.h"

// ---- Designators and calls ------------------------------------------------------------------------------------------

static struct murphi_expr *parse_name(struct parser *p)
{
    if (!mu_at(p, MURPHI_TOKEN_NAME))
        return mu_fail(p, "a name");
    const struct symbol *symbol = p->token.symbol;
    uint32_t start = p->token.span.offset;
    mu_advance(p);
    struct murphi_expr *node = mu_node(p, MURPHI_NAME, start, start, NULL, 0);
    if (node)
        node->symbol = symbol;
    return node;
}

static struct murphi_expr *parse_field(struct parser *p, struct murphi_expr *left, uint32_t start)
{
    uint32_t at = p->token.span.offset;
    mu_advance(p);
    if (!mu_at(p, MURPHI_TOKEN_NAME))
        return mu_fail(p, "the name of a field");
    const struct symbol *symbol = p->token.symbol;
    mu_advance(p);
    struct murphi_expr *node = mu_node(p, MURPHI_FIELD, start, at, &left, 1);
    if (node)
        node->symbol = symbol;
    return node;
}

static struct murphi_expr *parse_index(struct parser *p, struct murphi_expr *left, uint32_t start)
{
    uint32_t at = p->token.span.offset;
    mu_advance(p);
    struct murphi_expr *args[] = {left, mu_parse_expr(p)};
    if (!args[1] || !mu_expect(p, MURPHI_TOKEN_CLOSE_BRACKET))
        return NULL;
    return mu_node(p, MURPHI_INDEX, start, at, args, 2);
}

static struct murphi_expr *parse_parts(struct parser *p, struct murphi_expr *left, uint32_t start)
{
    for (;;) {
        if (left && mu_at(p, MURPHI_TOKEN_DOT))
            left = parse_field(p, left, start);
        else if (left && mu_at(p, MURPHI_TOKEN_OPEN_BRACKET))
            left = parse_index(p, left, start);
        else
            return left;
    }
}

struct murphi_expr *mu_parse_designator(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    return parse_parts(p, parse_name(p), start);
}

struct murphi_expr *mu_parse_call(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    size_t base = p->operands.count;
    const struct symbol *symbol = p->token.symbol;
    mu_advance(p);
    mu_advance(p); // the parenthesis, which the caller has seen
    while (!mu_at(p, MURPHI_TOKEN_CLOSE)) {
        struct murphi_expr *argument = mu_parse_expr(p);
        if (argument)
            mu_push(p, argument);
        if (!argument ||
            (!mu_accept(p, MURPHI_TOKEN_COMMA) && !mu_at(p, MURPHI_TOKEN_CLOSE) && !mu_fail(p, "\",\" or \")\""))) {
            mu_drop(p, base);
            return NULL;
        }
    }
    mu_advance(p);
    struct murphi_expr *node = mu_nary(p, MURPHI_CALL, start, start, base);
    if (node)
        node->symbol = symbol;
    return node;
}

// ---- Binders --------------------------------------------------------------------------------------------------------

static struct murphi_binder *begin_binder(struct parser *p, enum murphi_decl_kind kind)
{
    if (!mu_at(p, MURPHI_TOKEN_NAME))
        return mu_fail(p, "a name");
    struct murphi_binder *binder = mu_alloc(p, sizeof *binder);
    binder->decl = murphi_decl(p->tree, kind, p->token.symbol, p->token.span);
    mu_advance(p);
    return binder;
}

static bool parse_steps(struct parser *p, struct murphi_binder *binder)
{
    binder->kind = MURPHI_OVER_RANGE;
    if (!(binder->from = mu_parse_expr(p)) || !mu_expect(p, MURPHI_TOKEN_TO) || !(binder->to = mu_parse_expr(p)))
        return false;
    return !mu_accept(p, MURPHI_TOKEN_BY) || (binder->by = mu_parse_expr(p));
}

static struct murphi_binder *parse_quantifier(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    struct murphi_binder *binder = begin_binder(p, MURPHI_QUANTIFIED);
    if (!binder)
        return NULL;
    if (mu_accept(p, MURPHI_TOKEN_BECOMES)) {
        if (!parse_steps(p, binder))
            return NULL;
    } else if (mu_accept(p, MURPHI_TOKEN_COLON)) {
        binder->kind = MURPHI_OVER_TYPE;
        if (!(binder->written = mu_parse_type(p)))
            return NULL;
    } else {
        return mu_fail(p, "\":\" or \":=\"");
    }
    binder->span = mu_span(p, start);
    return binder;
}

struct murphi_binder *mu_parse_quantifiers(struct parser *p)
{
    struct murphi_binder *first = NULL, **end = &first;
    do {
        while (mu_accept(p, MURPHI_TOKEN_SEMICOLON))
            ;
        if (first && !mu_at(p, MURPHI_TOKEN_NAME))
            break;
        if (!(*end = parse_quantifier(p)))
            return NULL;
        end = &(*end)->next;
    } while (mu_at(p, MURPHI_TOKEN_SEMICOLON));
    return first;
}

struct murphi_binder *mu_parse_chosen(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    struct murphi_binder *binder = begin_binder(p, MURPHI_CHOSEN);
    if (!binder || !mu_expect(p, MURPHI_TOKEN_COLON))
        return NULL;
    binder->kind = MURPHI_OVER_MULTISET;
    if (!(binder->decl->expr = mu_parse_designator(p)))
        return NULL;
    binder->span = mu_span(p, start);
    return binder;
}

static struct murphi_binder *parse_alias(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    struct murphi_binder *binder = begin_binder(p, MURPHI_ALIAS);
    if (!binder || !mu_expect(p, MURPHI_TOKEN_COLON))
        return NULL;
    binder->kind = MURPHI_BY_ALIAS;
    if (!(binder->decl->expr = mu_parse_expr(p)))
        return NULL;
    binder->span = mu_span(p, start);
    return binder;
}

struct murphi_binder *mu_parse_aliases(struct parser *p)
{
    struct murphi_binder *first = NULL, **end = &first;
    do {
        if (!(*end = parse_alias(p)))
            return NULL;
        end = &(*end)->next;
        while (mu_accept(p, MURPHI_TOKEN_SEMICOLON))
            ;
    } while (mu_at(p, MURPHI_TOKEN_NAME));
    return first;
}

// ---- Primaries ------------------------------------------------------------------------------------------------------

static struct murphi_expr *parse_leaf(struct parser *p, enum murphi_op op)
{
    int64_t number = p->token.number;
    uint32_t start = p->token.span.offset;
    mu_advance(p);
    struct murphi_expr *node = mu_node(p, op, start, start, NULL, 0);
    if (node && op == MURPHI_NUMBER)
        node->value = number;
    return node;
}

static struct murphi_expr *parse_parenthesis(struct parser *p)
{
    mu_advance(p);
    struct murphi_expr *node = mu_parse_inner(p);
    return node && mu_expect(p, MURPHI_TOKEN_CLOSE) ? node : NULL;
}

static struct murphi_expr *parse_quantified(struct parser *p, enum murphi_op op, enum murphi_token_kind longer)
{
    uint32_t start = p->token.span.offset;
    mu_advance(p);
    struct murphi_binder *binders = mu_parse_quantifiers(p);
    if (!binders || !mu_expect_do(p))
        return NULL;
    struct murphi_expr *condition = mu_parse_inner(p);
    if (!condition)
        return NULL;
    while (mu_accept(p, MURPHI_TOKEN_SEMICOLON))
        ;
    if (!mu_expect_end(p, longer))
        return NULL;
    struct murphi_expr *node = mu_node(p, op, start, start, &condition, 1);
    if (node)
        node->binders = binders;
    return node;
}

static struct murphi_expr *parse_isundefined(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    mu_advance(p);
    if (!mu_expect(p, MURPHI_TOKEN_OPEN))
        return NULL;
    struct murphi_expr *operand = mu_parse_expr(p);
    if (!operand || !mu_expect(p, MURPHI_TOKEN_CLOSE))
        return NULL;
    return mu_node(p, MURPHI_ISUNDEFINED, start, start, &operand, 1);
}

static struct murphi_expr *parse_ismember(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    mu_advance(p);
    mu_advance(p);
    struct murphi_expr *operand = mu_parse_expr(p);
    struct murphi_type_expr *written = operand && mu_expect(p, MURPHI_TOKEN_COMMA) ? mu_parse_type(p) : NULL;
    if (!written || !mu_expect(p, MURPHI_TOKEN_CLOSE))
        return NULL;
    struct murphi_expr *node = mu_node(p, MURPHI_ISMEMBER, start, start, &operand, 1);
    if (node)
        node->written = written;
    return node;
}

static struct murphi_expr *parse_count(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    mu_advance(p);
    mu_advance(p);
    struct murphi_binder *binder = mu_parse_chosen(p);
    struct murphi_expr *condition = binder && mu_expect(p, MURPHI_TOKEN_COMMA) ? mu_parse_expr(p) : NULL;
    if (!condition || !mu_expect(p, MURPHI_TOKEN_CLOSE))
        return NULL;
    struct murphi_expr *node = mu_node(p, MURPHI_COUNT, start, start, &condition, 1);
    if (node)
        node->binders = binder;
    return node;
}

// A call may be followed by the parts of its result: f(x).a.
static struct murphi_expr *parse_named(struct parser *p)
{
    uint32_t start = p->token.span.offset, deepest = p->deepest;
    if (mu_peek(p) != MURPHI_TOKEN_OPEN)
        return mu_parse_designator(p);
    bool ismember = mu_at_word(p, "ismember");
    if (ismember || mu_at_word(p, "multisetcount")) {
        p->deepest = 0;
        return mu_deepen(p, ismember ? parse_ismember(p) : parse_count(p), deepest);
    }
    return parse_parts(p, mu_parse_call(p), start);
}

struct murphi_expr *mu_parse_primary(struct parser *p)
{
    uint32_t deepest = p->deepest;
    switch (p->token.kind) {
    case MURPHI_TOKEN_TRUE:
        return parse_leaf(p, MURPHI_TRUE);
    case MURPHI_TOKEN_FALSE:
        return parse_leaf(p, MURPHI_FALSE);
    case MURPHI_TOKEN_NUMBER:
        return parse_leaf(p, MURPHI_NUMBER);
    case MURPHI_TOKEN_NAME:
        return parse_named(p);
    case MURPHI_TOKEN_OPEN:
        return parse_parenthesis(p);
    case MURPHI_TOKEN_FORALL:
        p->deepest = 0;
        return mu_deepen(p, parse_quantified(p, MURPHI_FORALL, MURPHI_TOKEN_ENDFORALL), deepest);
    case MURPHI_TOKEN_EXISTS:
        p->deepest = 0;
        return mu_deepen(p, parse_quantified(p, MURPHI_EXISTS, MURPHI_TOKEN_ENDEXISTS), deepest);
    case MURPHI_TOKEN_ISUNDEFINED:
        return parse_isundefined(p);
    default:
        return mu_fail(p, "an expression");
    }
}
