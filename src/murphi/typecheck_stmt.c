// Statements.
#include "murphi/typechecker.h"

static void check_stmt(struct checker *c, struct murphi_stmt *stmt);

void mu_check_stmts(struct checker *c, struct murphi_stmt *first)
{
    for (struct murphi_stmt *stmt = first; stmt && !diag_is_full(c->diag); stmt = stmt->next)
        check_stmt(c, stmt);
}

static void check_assign(struct checker *c, struct murphi_stmt *stmt)
{
    bool good = mu_check_target(c, stmt->target);
    if (mu_is_undefined(c, stmt->expr)) {
        stmt->kind = MURPHI_UNDEFINE;
        stmt->expr = NULL;
        return;
    }
    mu_check_expr(c, stmt->expr);
    if (!good)
        return;
    struct str what = {0};
    str_add(c->mem, &what, "\"%s\"", mu_expr_text(c, stmt->target));
    mu_check_fits(c, stmt->expr, stmt->target->type, what.at);
    str_free(c->mem, &what);
}

static void check_if(struct checker *c, struct murphi_stmt *stmt)
{
    for (struct murphi_clause *clause = stmt->clauses; clause; clause = clause->next) {
        if (clause->count)
            mu_check_boolean(c, clause->conditions[0], "the condition of \"if\"");
        mu_check_stmts(c, clause->body);
    }
}

static void check_switch(struct checker *c, struct murphi_stmt *stmt)
{
    struct murphi_type *type = mu_check_expr(c, stmt->expr);
    if (type && !murphi_is_simple(type)) {
        mu_check_error(c, stmt->expr->span, "\"switch\" needs a simple value; this is %s", mu_type_text(c, type));
        type = NULL;
    }
    for (struct murphi_clause *clause = stmt->clauses; clause; clause = clause->next) {
        for (uint32_t i = 0; i < clause->count; i++) {
            struct murphi_type *other = mu_check_expr(c, clause->conditions[i]);
            if (type && other && !murphi_compatible(type, other))
                mu_check_error(c, clause->conditions[i]->span, "the cases of this \"switch\" need %s; this is %s",
                               mu_type_text(c, type), mu_type_text(c, other));
        }
        mu_check_stmts(c, clause->body);
    }
}

static void check_bound_stmts(struct checker *c, struct murphi_stmt *stmt)
{
    size_t scopes = c->scopes.count;
    for (struct murphi_binder *binder = stmt->binders; binder; binder = binder->next) {
        mu_scope_open(c);
        mu_check_binder(c, binder, NULL);
    }
    mu_check_stmts(c, stmt->body);
    while (c->scopes.count > scopes)
        mu_scope_close(c);
}

static void check_return(struct checker *c, struct murphi_stmt *stmt)
{
    struct murphi_type *type = stmt->expr ? mu_check_expr(c, stmt->expr) : NULL;
    bool needs_value = c->function && c->function->result;
    c->has_return = true;
    if (needs_value && !stmt->expr)
        mu_check_error(c, stmt->span, "\"%s\" is a function: it must return a value", c->function->decl->symbol->text);
    else if (!needs_value && stmt->expr)
        mu_check_error(c, stmt->expr->span, "no value can be returned from %s",
                       c->function ? "a procedure" : "a rule or a start state");
    else if (type && needs_value)
        mu_check_fits(c, stmt->expr, c->function->decl->type, "the result");
}

static void check_multiset_stmt(struct checker *c, struct murphi_stmt *stmt)
{
    struct murphi_type *type = mu_check_expr(c, stmt->expr);
    if (!mu_check_target(c, stmt->target))
        return;
    struct murphi_type *multiset = stmt->target->type;
    if (multiset->kind != MURPHI_MULTISET) {
        mu_check_error(c, stmt->target->span, "a multiset is needed here; this is %s", mu_type_text(c, multiset));
    } else if (stmt->kind == MURPHI_MULTISET_ADD) {
        mu_check_fits(c, stmt->expr, multiset->element, "an element of this multiset");
    } else if (type && (type->kind != MURPHI_MULTISET_ID || !murphi_same(type->element, multiset))) {
        mu_check_error(c, stmt->expr->span,
                       "the element to be removed is named by the parameter of \"choose\"; this is %s",
                       mu_type_text(c, type));
    }
}

static void check_remove_if(struct checker *c, struct murphi_stmt *stmt)
{
    const char *pure = c->pure;
    struct murphi_expr *multiset = stmt->binders->decl->expr;
    mu_scope_open(c);
    mu_check_binder(c, stmt->binders, NULL);
    if (multiset->type && !multiset->is_writable)
        mu_check_target(c, multiset);
    else
        mu_note_write(c, multiset);
    c->pure = "the condition of MultisetRemovePred";
    mu_check_boolean(c, stmt->expr, c->pure);
    c->pure = pure;
    mu_scope_close(c);
}

static void check_stmt(struct checker *c, struct murphi_stmt *stmt)
{
    switch (stmt->kind) {
    case MURPHI_ASSIGN:
        check_assign(c, stmt);
        break;
    case MURPHI_CLEAR:
    case MURPHI_UNDEFINE:
        mu_check_target(c, stmt->target);
        break;
    case MURPHI_IF:
        check_if(c, stmt);
        break;
    case MURPHI_SWITCH:
        check_switch(c, stmt);
        break;
    case MURPHI_WHILE:
        mu_check_boolean(c, stmt->expr, "the condition of \"while\"");
        mu_check_stmts(c, stmt->body);
        break;
    case MURPHI_FOR:
    case MURPHI_ALIAS_STMT:
        check_bound_stmts(c, stmt);
        break;
    case MURPHI_CALL_STMT:
        stmt->expr->type = mu_check_call(c, stmt->expr, true);
        if (stmt->expr->type) // what a function gives cannot be dropped in CMurphi
            murphi_note_rumur(c->tree, stmt->span.offset);
        break;
    case MURPHI_RETURN:
        check_return(c, stmt);
        break;
    case MURPHI_ASSERT:
        mu_check_boolean(c, stmt->expr, "an assertion");
        break;
    case MURPHI_ASSUME_STMT:
        mu_check_boolean(c, stmt->expr, "an assumption");
        break;
    case MURPHI_COVER_STMT:
        mu_check_boolean(c, stmt->expr, "the condition to be covered");
        break;
    case MURPHI_PUT:
        if (stmt->expr)
            mu_check_expr(c, stmt->expr);
        break;
    case MURPHI_ERROR:
        break;
    case MURPHI_MULTISET_ADD:
    case MURPHI_MULTISET_REMOVE:
        check_multiset_stmt(c, stmt);
        break;
    case MURPHI_MULTISET_REMOVE_IF:
        check_remove_if(c, stmt);
        break;
    }
}
