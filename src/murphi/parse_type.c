// Types, and the sections that declare constants, types and variables.
#include "murphi/parse.h"

#include <assert.h>

// ---- Types ----------------------------------------------------------------------------------------------------------

static struct murphi_type_expr *make_written(struct parser *p, enum murphi_type_form form, uint32_t start)
{
    struct murphi_type_expr *type = mu_alloc(p, sizeof *type);
    type->form = form;
    type->span = mu_span(p, start);
    return type;
}

static struct murphi_type_expr *parse_enum(struct parser *p, uint32_t start)
{
    struct murphi_decl *first = NULL, **end = &first;
    mu_advance(p);
    if (!mu_expect(p, MURPHI_TOKEN_OPEN_BRACE))
        return NULL;
    while (mu_at(p, MURPHI_TOKEN_NAME)) {
        *end = murphi_decl(p->tree, MURPHI_MEMBER, p->token.symbol, p->token.span);
        end = &(*end)->next_member;
        mu_advance(p);
        if (!mu_accept(p, MURPHI_TOKEN_COMMA))
            break;
    }
    if (!first)
        return mu_fail(p, "the name of a member");
    if (!mu_expect(p, MURPHI_TOKEN_CLOSE_BRACE))
        return NULL;
    struct murphi_type_expr *type = make_written(p, MURPHI_BY_ENUM, start);
    type->decls = first;
    return type;
}

static struct murphi_type_expr *parse_record(struct parser *p, uint32_t start)
{
    struct murphi_decl *first = NULL, **end = &first;
    mu_advance(p);
    while (mu_at(p, MURPHI_TOKEN_NAME))
        if (!(end = mu_parse_typed_names(p, end, MURPHI_LOCAL)))
            return NULL;
    if (!mu_expect_end(p, MURPHI_TOKEN_ENDRECORD))
        return NULL;
    struct murphi_type_expr *type = make_written(p, MURPHI_BY_RECORD, start);
    type->decls = first;
    return type;
}

static struct murphi_type_expr *parse_array(struct parser *p, uint32_t start)
{
    mu_advance(p);
    if (!mu_expect(p, MURPHI_TOKEN_OPEN_BRACKET))
        return NULL;
    struct murphi_type_expr *index = mu_parse_type(p);
    if (!index || !mu_expect(p, MURPHI_TOKEN_CLOSE_BRACKET) || !mu_expect(p, MURPHI_TOKEN_OF))
        return NULL;
    struct murphi_type_expr *element = mu_parse_type(p);
    if (!element)
        return NULL;
    struct murphi_type_expr *type = make_written(p, MURPHI_BY_ARRAY, start);
    type->index = index;
    type->element = element;
    return type;
}

static struct murphi_type_expr *parse_multiset(struct parser *p, uint32_t start)
{
    mu_advance(p);
    mu_advance(p); // the bracket, which the caller has seen
    struct murphi_expr *capacity = mu_parse_expr(p);
    if (!capacity || !mu_expect(p, MURPHI_TOKEN_CLOSE_BRACKET) || !mu_expect(p, MURPHI_TOKEN_OF))
        return NULL;
    struct murphi_type_expr *element = mu_parse_type(p);
    if (!element)
        return NULL;
    struct murphi_type_expr *type = make_written(p, MURPHI_BY_MULTISET, start);
    murphi_note_cmurphi(p->tree, start);
    type->high = capacity;
    type->element = element;
    return type;
}

static struct murphi_type_expr *parse_sized(struct parser *p, uint32_t start, enum murphi_type_form form)
{
    mu_advance(p);
    if (!mu_expect(p, MURPHI_TOKEN_OPEN))
        return NULL;
    struct murphi_expr *size = mu_parse_expr(p);
    if (!size || !mu_expect(p, MURPHI_TOKEN_CLOSE))
        return NULL;
    struct murphi_type_expr *type = make_written(p, form, start);
    type->high = size;
    return type;
}

static struct murphi_type_expr *parse_union(struct parser *p, uint32_t start)
{
    struct murphi_type_expr *first = NULL, **end = &first;
    mu_advance(p);
    if (!mu_expect(p, MURPHI_TOKEN_OPEN_BRACE))
        return NULL;
    do {
        if (first && mu_at(p, MURPHI_TOKEN_CLOSE_BRACE))
            break;
        if (!(*end = mu_parse_type(p)))
            return NULL;
        end = &(*end)->next;
    } while (mu_accept(p, MURPHI_TOKEN_COMMA));
    if (!mu_expect(p, MURPHI_TOKEN_CLOSE_BRACE))
        return NULL;
    struct murphi_type_expr *type = make_written(p, MURPHI_BY_UNION, start);
    murphi_note_cmurphi(p->tree, start);
    type->parts = first;
    return type;
}

// A name, or two expressions with `..` between them.
static struct murphi_type_expr *parse_range(struct parser *p, uint32_t start)
{
    struct murphi_expr *low = mu_parse_expr(p);
    if (!low)
        return NULL;
    if (!mu_accept(p, MURPHI_TOKEN_DOTS)) {
        if (low->op != MURPHI_NAME)
            return mu_fail(p, "\"..\"");
        struct murphi_type_expr *type = make_written(p, MURPHI_BY_NAME, start);
        type->symbol = low->symbol;
        return type;
    }
    struct murphi_expr *high = mu_parse_expr(p);
    if (!high)
        return NULL;
    struct murphi_type_expr *type = make_written(p, MURPHI_BY_RANGE, start);
    type->low = low;
    type->high = high;
    return type;
}

static struct murphi_type_expr *parse_type_inner(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    switch (p->token.kind) {
    case MURPHI_TOKEN_ENUM:
        return parse_enum(p, start);
    case MURPHI_TOKEN_RECORD:
        return parse_record(p, start);
    case MURPHI_TOKEN_ARRAY:
        return parse_array(p, start);
    case MURPHI_TOKEN_SCALARSET:
        return parse_sized(p, start, MURPHI_BY_SCALARSET);
    case MURPHI_TOKEN_UNION:
        return parse_union(p, start);
    case MURPHI_TOKEN_REAL:
        parsing_error(&p->text, p->token.span, "real numbers are not supported");
        return NULL;
    case MURPHI_TOKEN_SEMICOLON:
    case MURPHI_TOKEN_FILE_END:
        return mu_fail(p, "a type");
    default:
        break;
    }
    if (mu_at_word(p, "multiset") && mu_peek(p) == MURPHI_TOKEN_OPEN_BRACKET)
        return parse_multiset(p, start);
    if (mu_at_word(p, "ring") && mu_peek(p) == MURPHI_TOKEN_OPEN)
        return parse_sized(p, start, MURPHI_BY_RING);
    return parse_range(p, start);
}

struct murphi_type_expr *mu_parse_type(struct parser *p)
{
    struct murphi_type_expr *type = NULL;
    if (mu_enter(p))
        type = parse_type_inner(p);
    mu_leave(p);
    return type;
}

// ---- Sections -------------------------------------------------------------------------------------------------------

// `a, b, c:`, with a comma too many at the end if need be. NULL after an error.
static struct murphi_decl **parse_names(struct parser *p, struct murphi_decl **end, enum murphi_decl_kind kind)
{
    do {
        if (!mu_at(p, MURPHI_TOKEN_NAME))
            break;
        *end = murphi_decl(p->tree, kind, p->token.symbol, p->token.span);
        end = &(*end)->next;
        mu_advance(p);
    } while (mu_accept(p, MURPHI_TOKEN_COMMA));
    return mu_expect(p, MURPHI_TOKEN_COLON) ? end : NULL;
}

static void skip_semicolons(struct parser *p)
{
    while (mu_accept(p, MURPHI_TOKEN_SEMICOLON))
        ;
}

// After an error the names are dropped again, since nothing is known of them.
struct murphi_decl **mu_parse_typed_names(struct parser *p, struct murphi_decl **end, enum murphi_decl_kind kind)
{
    struct murphi_decl **behind = parse_names(p, end, kind);
    struct murphi_type_expr *type = behind ? mu_parse_type(p) : NULL;
    if (!type) {
        *end = NULL;
        return NULL;
    }
    for (struct murphi_decl *decl = *end; decl; decl = decl->next)
        decl->written = type;
    skip_semicolons(p);
    return behind;
}

static struct murphi_decl **parse_constants(struct parser *p, struct murphi_decl **end)
{
    struct murphi_decl **behind = parse_names(p, end, MURPHI_CONST);
    struct murphi_expr *expr = behind ? mu_parse_expr(p) : NULL;
    if (!expr) {
        *end = NULL;
        return NULL;
    }
    for (struct murphi_decl *decl = *end; decl; decl = decl->next)
        decl->expr = expr;
    skip_semicolons(p);
    return behind;
}

// Among statements, and where a rule can begin, a name need not be that of a declaration.
static bool at_declaration(struct parser *p, bool local)
{
    if (!mu_at(p, MURPHI_TOKEN_NAME))
        return false;
    if (!local && !mu_parse_at_rule(p))
        return true;
    enum murphi_token_kind next = mu_peek(p);
    return next == MURPHI_TOKEN_COLON || next == MURPHI_TOKEN_COMMA;
}

static struct murphi_decl **parse_section(struct parser *p, struct murphi_decl **end, bool local)
{
    assert(end);
    enum murphi_token_kind section = p->token.kind;
    uint32_t nesting = p->nesting;
    mu_advance(p);
    skip_semicolons(p);
    while (at_declaration(p, local)) {
        struct murphi_decl **behind;
        if (section == MURPHI_TOKEN_CONST)
            behind = parse_constants(p, end);
        else if (section == MURPHI_TOKEN_TYPE)
            behind = mu_parse_typed_names(p, end, MURPHI_TYPE);
        else
            behind = mu_parse_typed_names(p, end, local ? MURPHI_LOCAL : MURPHI_VAR);
        if (behind)
            end = behind;
        else
            mu_recover(p, nesting);
    }
    return end;
}

struct murphi_decl **mu_parse_sections(struct parser *p, struct murphi_decl **end, bool local)
{
    while (mu_at(p, MURPHI_TOKEN_CONST) || mu_at(p, MURPHI_TOKEN_TYPE) || mu_at(p, MURPHI_TOKEN_VAR))
        end = parse_section(p, end, local);
    return end;
}
