// Statements. Between two of them there is a `;`; more of these do no harm.
#include "murphi/parse.h"

#include <string.h>

static struct murphi_stmt *make_stmt(struct parser *p, enum murphi_stmt_kind kind, uint32_t start)
{
    struct murphi_stmt *stmt = mu_alloc(p, sizeof *stmt);
    stmt->kind = kind;
    stmt->span = (struct span){start, 0};
    return stmt;
}

// ---- Simple statements ----------------------------------------------------------------------------------------------

struct murphi_stmt *mu_parse_stmt_behind(struct parser *p, struct murphi_expr *expr, uint32_t start)
{
    struct murphi_stmt *stmt = make_stmt(p, MURPHI_CALL_STMT, start);
    if (mu_at(p, MURPHI_TOKEN_EQ)) {
        parsing_error(&p->text, p->token.span, "an assignment is written \":=\"; \"=\" compares");
        return NULL;
    }
    if (mu_accept(p, MURPHI_TOKEN_BECOMES)) {
        stmt->kind = MURPHI_ASSIGN;
        stmt->target = expr;
        stmt->expr = mu_parse_expr(p);
        return stmt->expr ? stmt : NULL;
    }
    stmt->expr = expr;
    return expr->op == MURPHI_CALL ? stmt : mu_fail(p, "\":=\"");
}

static struct murphi_stmt *parse_target(struct parser *p, enum murphi_stmt_kind kind)
{
    struct murphi_stmt *stmt = make_stmt(p, kind, p->token.span.offset);
    mu_advance(p);
    stmt->target = mu_parse_designator(p);
    return stmt->target ? stmt : NULL;
}

static const struct symbol *parse_string_opt(struct parser *p)
{
    const struct symbol *symbol = mu_at(p, MURPHI_TOKEN_STRING) ? p->token.symbol : NULL;
    if (symbol)
        mu_advance(p);
    return symbol;
}

// `assert`, and its relatives; the text stands before or behind the condition.
static struct murphi_stmt *parse_claim(struct parser *p, enum murphi_stmt_kind kind)
{
    struct murphi_stmt *stmt = make_stmt(p, kind, p->token.span.offset);
    if (kind != MURPHI_ASSERT)
        murphi_note_rumur(p->tree, p->token.span.offset);
    mu_advance(p);
    stmt->text = parse_string_opt(p);
    stmt->expr = mu_parse_expr(p);
    if (stmt->expr && !stmt->text)
        stmt->text = parse_string_opt(p);
    return stmt->expr ? stmt : NULL;
}

static struct murphi_stmt *parse_error(struct parser *p)
{
    struct murphi_stmt *stmt = make_stmt(p, MURPHI_ERROR, p->token.span.offset);
    mu_advance(p);
    stmt->text = parse_string_opt(p);
    return stmt->text ? stmt : mu_fail(p, "a string");
}

static struct murphi_stmt *parse_put(struct parser *p)
{
    struct murphi_stmt *stmt = make_stmt(p, MURPHI_PUT, p->token.span.offset);
    mu_advance(p);
    stmt->text = parse_string_opt(p);
    if (!stmt->text)
        stmt->expr = mu_parse_expr(p);
    return stmt->text || stmt->expr ? stmt : NULL;
}

static bool at_stmts_end(const struct parser *p)
{
    return mu_at_end_word(p) || mu_at(p, MURPHI_TOKEN_ELSE) || mu_at(p, MURPHI_TOKEN_ELSIF) ||
           mu_at(p, MURPHI_TOKEN_CASE) || mu_at(p, MURPHI_TOKEN_FILE_END) || mu_at_rule_word(p);
}

static struct murphi_stmt *parse_return(struct parser *p)
{
    struct murphi_stmt *stmt = make_stmt(p, MURPHI_RETURN, p->token.span.offset);
    mu_advance(p);
    if (mu_at(p, MURPHI_TOKEN_SEMICOLON) || at_stmts_end(p))
        return stmt;
    stmt->expr = mu_parse_expr(p);
    return stmt->expr ? stmt : NULL;
}

// MultisetAdd(element, multiset), MultisetRemove(id, multiset)
static struct murphi_stmt *parse_multiset_stmt(struct parser *p, enum murphi_stmt_kind kind)
{
    struct murphi_stmt *stmt = make_stmt(p, kind, p->token.span.offset);
    mu_advance(p);
    mu_advance(p);
    stmt->expr = mu_parse_expr(p);
    if (!stmt->expr || !mu_expect(p, MURPHI_TOKEN_COMMA))
        return NULL;
    stmt->target = mu_parse_designator(p);
    return stmt->target && mu_expect(p, MURPHI_TOKEN_CLOSE) ? stmt : NULL;
}

// MultisetRemovePred(i: multiset, condition)
static struct murphi_stmt *parse_remove_if(struct parser *p)
{
    struct murphi_stmt *stmt = make_stmt(p, MURPHI_MULTISET_REMOVE_IF, p->token.span.offset);
    mu_advance(p);
    mu_advance(p);
    stmt->binders = mu_parse_chosen(p);
    if (!stmt->binders || !mu_expect(p, MURPHI_TOKEN_COMMA))
        return NULL;
    stmt->expr = mu_parse_expr(p);
    return stmt->expr && mu_expect(p, MURPHI_TOKEN_CLOSE) ? stmt : NULL;
}

// What begins with a name: an assignment, a call, or one of the words that are not reserved.
static struct murphi_stmt *parse_named_stmt(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    enum murphi_token_kind next = mu_peek(p);
    if (next == MURPHI_TOKEN_BECOMES || next == MURPHI_TOKEN_DOT || next == MURPHI_TOKEN_OPEN_BRACKET) {
        struct murphi_expr *target = mu_parse_designator(p);
        return target ? mu_parse_stmt_behind(p, target, start) : NULL;
    }
    if (mu_at_word(p, "assume"))
        return parse_claim(p, MURPHI_ASSUME_STMT);
    if (mu_at_word(p, "cover"))
        return parse_claim(p, MURPHI_COVER_STMT);
    if (mu_at_word(p, "liveness")) {
        parsing_error(&p->text, p->token.span, "a liveness property is no statement: it stands among the rules");
        return NULL;
    }
    if (next == MURPHI_TOKEN_OPEN && mu_at_word(p, "multisetadd"))
        return parse_multiset_stmt(p, MURPHI_MULTISET_ADD);
    if (next == MURPHI_TOKEN_OPEN && mu_at_word(p, "multisetremove"))
        return parse_multiset_stmt(p, MURPHI_MULTISET_REMOVE);
    if (next == MURPHI_TOKEN_OPEN && mu_at_word(p, "multisetremovepred"))
        return parse_remove_if(p);
    struct murphi_expr *expr = next == MURPHI_TOKEN_OPEN ? mu_parse_primary(p) : mu_parse_designator(p);
    return expr ? mu_parse_stmt_behind(p, expr, start) : NULL;
}

// ---- Statements with others inside ----------------------------------------------------------------------------------

static struct murphi_clause *make_clause(struct parser *p, uint32_t start, size_t base)
{
    struct murphi_clause *clause = mu_alloc(p, sizeof *clause);
    clause->count = (uint32_t)(p->operands.count - base);
    clause->conditions = mu_alloc(p, clause->count * sizeof *clause->conditions);
    for (uint32_t i = 0; i < clause->count; i++)
        clause->conditions[i] = p->operands.at[base + i];
    mu_drop(p, base);
    clause->span = mu_span(p, start);
    return clause;
}

// In other languages `else if` has no end of its own: where one is missing later, it may be that of this `if`.
static void note_else_if(struct parser *p, uint32_t start)
{
    uint32_t end = p->token.span.offset + p->token.span.length;
    const char *text = p->text.source->text + (start - p->text.begin);
    if (mu_at(p, MURPHI_TOKEN_IF) && !memchr(text, '\n', end - start))
        p->else_if = (struct span){start, end - start};
}

static struct murphi_clause *parse_else(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    mu_advance(p);
    note_else_if(p, start);
    struct murphi_clause *clause = make_clause(p, start, p->operands.count);
    mu_parse_stmts(p, &clause->body);
    return clause;
}

static struct murphi_stmt *parse_if(struct parser *p)
{
    struct murphi_stmt *stmt = make_stmt(p, MURPHI_IF, p->token.span.offset);
    struct murphi_clause **end = &stmt->clauses;
    do {
        uint32_t start = p->token.span.offset;
        size_t base = p->operands.count;
        mu_advance(p);
        struct murphi_expr *condition = mu_parse_expr(p);
        if (!condition || !mu_expect(p, MURPHI_TOKEN_THEN))
            return NULL;
        mu_push(p, condition);
        *end = make_clause(p, start, base);
        mu_parse_stmts(p, &(*end)->body);
        end = &(*end)->next;
    } while (mu_at(p, MURPHI_TOKEN_ELSIF));
    if (mu_at(p, MURPHI_TOKEN_ELSE))
        *end = parse_else(p);
    return mu_expect_end(p, MURPHI_TOKEN_ENDIF) ? stmt : NULL;
}

static struct murphi_clause *parse_case(struct parser *p)
{
    uint32_t start = p->token.span.offset;
    size_t base = p->operands.count;
    mu_advance(p);
    do {
        if (p->operands.count > base && mu_at(p, MURPHI_TOKEN_COLON))
            break; // a comma too many
        struct murphi_expr *value = mu_parse_expr(p);
        if (!value) {
            mu_drop(p, base);
            return NULL;
        }
        mu_push(p, value);
    } while (mu_accept(p, MURPHI_TOKEN_COMMA));
    if (!mu_expect(p, MURPHI_TOKEN_COLON)) {
        mu_drop(p, base);
        return NULL;
    }
    struct murphi_clause *clause = make_clause(p, start, base);
    mu_parse_stmts(p, &clause->body);
    return clause;
}

static struct murphi_stmt *parse_switch(struct parser *p)
{
    struct murphi_stmt *stmt = make_stmt(p, MURPHI_SWITCH, p->token.span.offset);
    struct murphi_clause **end = &stmt->clauses;
    mu_advance(p);
    stmt->expr = mu_parse_expr(p);
    if (!stmt->expr)
        return NULL;
    while (mu_at(p, MURPHI_TOKEN_CASE)) {
        if (!(*end = parse_case(p)))
            return NULL;
        end = &(*end)->next;
    }
    if (mu_at(p, MURPHI_TOKEN_ELSE))
        *end = parse_else(p);
    return mu_expect_end(p, MURPHI_TOKEN_ENDSWITCH) ? stmt : NULL;
}

static struct murphi_stmt *parse_while(struct parser *p)
{
    struct murphi_stmt *stmt = make_stmt(p, MURPHI_WHILE, p->token.span.offset);
    mu_advance(p);
    stmt->expr = mu_parse_expr(p);
    if (!stmt->expr || !mu_expect_do(p))
        return NULL;
    mu_parse_stmts(p, &stmt->body);
    return mu_expect_end(p, MURPHI_TOKEN_ENDWHILE) ? stmt : NULL;
}

static struct murphi_stmt *parse_bound(struct parser *p, enum murphi_stmt_kind kind)
{
    struct murphi_stmt *stmt = make_stmt(p, kind, p->token.span.offset);
    mu_advance(p);
    stmt->binders = kind == MURPHI_FOR ? mu_parse_quantifiers(p) : mu_parse_aliases(p);
    if (!stmt->binders || !mu_expect_do(p))
        return NULL;
    mu_parse_stmts(p, &stmt->body);
    return mu_expect_end(p, kind == MURPHI_FOR ? MURPHI_TOKEN_ENDFOR : MURPHI_TOKEN_ENDALIAS) ? stmt : NULL;
}

// ---- Lists of statements --------------------------------------------------------------------------------------------

static struct murphi_stmt *parse_stmt(struct parser *p)
{
    switch (p->token.kind) {
    case MURPHI_TOKEN_NAME:
        return parse_named_stmt(p);
    case MURPHI_TOKEN_IF:
        return parse_if(p);
    case MURPHI_TOKEN_SWITCH:
        return parse_switch(p);
    case MURPHI_TOKEN_FOR:
        return parse_bound(p, MURPHI_FOR);
    case MURPHI_TOKEN_WHILE:
        return parse_while(p);
    case MURPHI_TOKEN_ALIAS:
        return parse_bound(p, MURPHI_ALIAS_STMT);
    case MURPHI_TOKEN_CLEAR:
        return parse_target(p, MURPHI_CLEAR);
    case MURPHI_TOKEN_UNDEFINE:
        return parse_target(p, MURPHI_UNDEFINE);
    case MURPHI_TOKEN_ASSERT:
    case MURPHI_TOKEN_INVARIANT: // rumur takes it for the same
        return parse_claim(p, MURPHI_ASSERT);
    case MURPHI_TOKEN_ERROR:
        return parse_error(p);
    case MURPHI_TOKEN_PUT:
        return parse_put(p);
    case MURPHI_TOKEN_RETURN:
        return parse_return(p);
    default:
        return mu_fail(p, "a statement");
    }
}

// One statement with its `;`; false if there is no more to come.
static bool parse_next_stmt(struct parser *p, struct murphi_stmt **stmt)
{
    uint32_t nesting = p->nesting, start = p->token.span.offset;
    *stmt = parse_stmt(p);
    if (*stmt) {
        (*stmt)->span = mu_span(p, start);
        if (mu_at(p, MURPHI_TOKEN_SEMICOLON) || at_stmts_end(p))
            return true;
        mu_fail(p, "\";\"");
    }
    mu_recover(p, nesting);
    return p->token.span.offset != start;
}

void mu_parse_stmts(struct parser *p, struct murphi_stmt **end)
{
    if (mu_enter(p)) {
        for (;;) {
            while (mu_accept(p, MURPHI_TOKEN_SEMICOLON))
                ;
            if (at_stmts_end(p) || !parse_next_stmt(p, end))
                break;
            if (*end)
                end = &(*end)->next;
        }
    }
    mu_leave(p);
}
