// What a user states besides the model: `SYMMETRY (p1 p2)(q1 q2){red green}, (p1 p2 p3);` and `HINT condition;`.
//
// Neither word is reserved, since models may have such names. Where a declaration may begin, what follows decides:
// nothing that is declared or assigned to has a parenthesis or a brace behind it, and no condition begins with what
// such a name has behind it.
#include <string.h>

#include "smv/parse.h"

// The kind of the token behind the one that is looked at. What is wrong with it is told when it is its turn.
static enum smv_token_kind peek(struct parser *p)
{
    struct smv_lexer lexer = p->lexer;
    struct diag diag;
    diag_open(&diag, p->text.diag->mem);
    lexer.diag = &diag;
    enum smv_token_kind kind = smv_lex(&lexer).kind;
    diag_close(&diag);
    return kind;
}

static bool at_name(const struct parser *p, const char *word)
{
    return parser_at(p, SMV_TOKEN_NAME) && strcmp(p->token.symbol->text, word) == 0;
}

static bool at_symmetry(struct parser *p)
{
    if (!at_name(p, "SYMMETRY"))
        return false;
    enum smv_token_kind next = peek(p);
    return next == SMV_TOKEN_OPEN || next == SMV_TOKEN_OPEN_BRACE;
}

static bool at_hint(struct parser *p)
{
    if (!at_name(p, "HINT"))
        return false;
    switch (peek(p)) {
    case SMV_TOKEN_COLON:
    case SMV_TOKEN_BECOMES:
    case SMV_TOKEN_DOT:
    case SMV_TOKEN_OPEN_BRACKET:
        return false;
    default:
        return true;
    }
}

bool parse_at_annotation(struct parser *p)
{
    return at_symmetry(p) || at_hint(p);
}

// ---- Cycles ---------------------------------------------------------------------------------------------------------

static struct smv_expr *parse_number(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    if (parser_at(p, SMV_TOKEN_TRUE) || parser_at(p, SMV_TOKEN_FALSE))
        return parse_word_leaf(p, parser_at(p, SMV_TOKEN_TRUE) ? SMV_TRUE : SMV_FALSE);
    bool negative = parser_accept(p, SMV_TOKEN_MINUS);
    if (!parser_at(p, SMV_TOKEN_INTEGER) && !parser_at(p, SMV_TOKEN_WORD))
        return parser_fail(p, "a number, a word or a truth value");
    struct smv_expr *number = parse_number_leaf(p);
    return negative ? parser_unary(p, SMV_NEG, start, start, number) : number;
}

static struct smv_expr *parse_item(struct parser *p, bool of_values)
{
    uint32_t start = p->token.span.offset;
    if (of_values &&
        (parser_at(p, SMV_TOKEN_INTEGER) || parser_at(p, SMV_TOKEN_WORD) || parser_at(p, SMV_TOKEN_MINUS))) {
        parsing_error(&p->text, p->token.span, "a number moves in one variable: write x=1 for the number 1 of x");
        return NULL;
    }
    if (of_values && (parser_at(p, SMV_TOKEN_TRUE) || parser_at(p, SMV_TOKEN_FALSE))) {
        parsing_error(&p->text, p->token.span,
                      "a truth value moves in one variable: write x=TRUE for the value TRUE of x");
        return NULL;
    }
    struct smv_expr *place = parse_place(p, false);
    uint32_t at = p->token.span.offset;
    if (!place || !of_values || !parser_accept(p, SMV_TOKEN_EQ))
        return place;
    return parser_binary(p, SMV_EQ, start, at, place, parse_number(p));
}

static struct smv_cycle *parse_cycle(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    size_t base = p->operands.count;
    struct smv_cycle *cycle = arena_alloc(&p->tree->arena, sizeof *cycle);
    cycle->of_values = parser_at(p, SMV_TOKEN_OPEN_BRACE);
    enum smv_token_kind end = cycle->of_values ? SMV_TOKEN_CLOSE_BRACE : SMV_TOKEN_CLOSE;
    parser_advance(p);
    while (!parser_accept(p, end)) {
        bool can_end = p->operands.count > base;
        if (can_end && !parser_at(p, SMV_TOKEN_NAME) && !parser_at(p, SMV_TOKEN_SELF) &&
            !parser_at(p, SMV_TOKEN_INTEGER))
            return parser_fail(p, cycle->of_values ? "a value or \"}\"" : "a name or \")\"");
        struct smv_expr *item = parse_item(p, cycle->of_values);
        if (!item)
            return NULL;
        parser_push(p, item);
    }
    cycle->span = parser_span(p, start);
    cycle->count = (uint32_t)(p->operands.count - base);
    cycle->items = arena_alloc(&p->tree->arena, (cycle->count + 1) * sizeof *cycle->items);
    for (uint32_t i = 0; i < cycle->count; i++)
        cycle->items[i] = p->operands.at[base + i];
    parser_drop(p, base);
    if (cycle->count < 2)
        parsing_error(&p->text, cycle->span, "this cycle moves nothing: it needs two %s at least",
                      cycle->of_values ? "values" : "names");
    return cycle->count < 2 ? NULL : cycle;
}

// Cycles without anything between them.
static struct smv_decl *parse_generator(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    struct smv_cycle *first = NULL, **end = &first;
    do {
        if (!parser_at(p, SMV_TOKEN_OPEN) && !parser_at(p, SMV_TOKEN_OPEN_BRACE))
            return parser_fail(p, "a cycle such as (a b) or {x y}");
        *end = parse_cycle(p);
        if (!*end)
            return NULL;
        end = &(*end)->next;
    } while (parser_at(p, SMV_TOKEN_OPEN) || parser_at(p, SMV_TOKEN_OPEN_BRACE));
    struct smv_decl *decl = parser_decl(p, SMV_SYMMETRY, start);
    decl->cycles = first;
    return decl;
}

// ---- Declarations ---------------------------------------------------------------------------------------------------

static struct smv_decl *parse_generators(struct parser *p)
{
    struct smv_decl *first = NULL, **end = &first;
    do {
        *end = parse_generator(p);
        if (!*end)
            return NULL;
        end = &(*end)->next;
    } while (parser_accept(p, SMV_TOKEN_COMMA));
    return first;
}

struct smv_decl *parse_annotation_body(struct parser *p, enum smv_decl_kind kind, uint32_t start)
{
    if (kind == SMV_SYMMETRY)
        return parse_generators(p);
    struct smv_expr *condition = parse_expr(p, ALLOW_NOTHING);
    if (!condition)
        return NULL;
    struct smv_decl *decl = parser_decl(p, SMV_HINT, start);
    decl->expr = condition;
    return decl;
}

struct smv_decl *parse_annotation(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    enum smv_decl_kind kind = at_symmetry(p) ? SMV_SYMMETRY : SMV_HINT;
    parser_advance(p);
    struct smv_decl *decl = parse_annotation_body(p, kind, start);
    if (decl && !parser_at(p, SMV_TOKEN_SEMICOLON) && kind == SMV_SYMMETRY)
        return parser_fail(p, "\",\" or \";\"");
    parser_accept(p, SMV_TOKEN_SEMICOLON);
    return decl;
}
