// Loops whose last element stays in a variable: `for i: T do ... x := i; ... end` in a start state leaves the last
// element of T in x. For proofs, x gets a parameter of the start state instead, which may be any element: the start
// states of the model are some of those that come out, so that invariants of these are invariants of the model.
#include "murphi/parser.h"

#include "base/str.h"

struct loop_relaxation {
    struct murphi_tree *tree;
    const struct symbol *type; // over which loops are relaxed
    struct murphi_rule *rule;  // a start state
};

static const struct murphi_decl *declared_type(const struct murphi_item *item)
{
    return item->kind == MURPHI_ITEM_DECL && item->decl->kind == MURPHI_TYPE && item->decl->written ? item->decl : NULL;
}

static bool is_variable(const struct murphi_tree *tree, const struct symbol *symbol)
{
    for (const struct murphi_item *item = tree->items; item; item = item->next)
        if (item->kind == MURPHI_ITEM_DECL && item->decl->kind == MURPHI_VAR && item->decl->symbol == symbol)
            return true;
    return false;
}

static bool is_declared_in(const struct murphi_rule *rule, const struct symbol *symbol)
{
    for (const struct murphi_decl *decl = rule->decls; decl; decl = decl->next)
        if (decl->symbol == symbol)
            return true;
    for (const struct murphi_binder *binder = rule->binders; binder; binder = binder->outer)
        if (binder->decl->symbol == symbol)
            return true;
    return false;
}

// ---- Whether a name is used -----------------------------------------------------------------------------------------

static bool expr_uses(const struct murphi_expr *e, const struct symbol *symbol);

static bool binders_use(const struct murphi_binder *first, const struct symbol *symbol)
{
    for (const struct murphi_binder *binder = first; binder; binder = binder->next)
        if (binder->decl->symbol == symbol || expr_uses(binder->decl->expr, symbol) ||
            expr_uses(binder->from, symbol) || expr_uses(binder->to, symbol) || expr_uses(binder->by, symbol))
            return true;
    return false;
}

// A function that is called may use it as well.
static bool expr_uses(const struct murphi_expr *e, const struct symbol *symbol)
{
    if (!e)
        return false;
    if (e->op == MURPHI_CALL || e->symbol == symbol || binders_use(e->binders, symbol))
        return true;
    for (uint32_t i = 0; i < e->count; i++)
        if (expr_uses(e->args[i], symbol))
            return true;
    return false;
}

static bool stmt_uses(const struct murphi_stmt *stmt, const struct symbol *symbol);

static bool stmts_use(const struct murphi_stmt *first, const struct murphi_stmt *but, const struct symbol *symbol)
{
    for (const struct murphi_stmt *stmt = first; stmt; stmt = stmt->next)
        if (stmt != but && stmt_uses(stmt, symbol))
            return true;
    return false;
}

static bool stmt_uses(const struct murphi_stmt *stmt, const struct symbol *symbol)
{
    if (stmt->kind == MURPHI_CALL_STMT || stmt->kind == MURPHI_RETURN || expr_uses(stmt->target, symbol) ||
        expr_uses(stmt->expr, symbol) || binders_use(stmt->binders, symbol))
        return true;
    for (const struct murphi_clause *clause = stmt->clauses; clause; clause = clause->next) {
        for (uint32_t i = 0; i < clause->count; i++)
            if (expr_uses(clause->conditions[i], symbol))
                return true;
        if (stmts_use(clause->body, NULL, symbol))
            return true;
    }
    return stmts_use(stmt->body, NULL, symbol);
}

// ---- Loops ----------------------------------------------------------------------------------------------------------

// A parameter of the start state with a name that is none of the text.
static const struct symbol *add_parameter(struct loop_relaxation *r, const struct murphi_binder *like)
{
    struct murphi_tree *tree = r->tree;
    struct mem *mem = tree->arena.mem;
    struct str text = {0};
    str_add(mem, &text, "last %s", r->type->text);
    const struct symbol *symbol = symbols_add(&tree->symbols, &tree->arena, text.at, text.count);
    str_free(mem, &text);
    if (is_declared_in(r->rule, symbol)) // all such loops end with the same element
        return symbol;
    struct murphi_binder *binder = arena_alloc(&tree->arena, sizeof *binder);
    struct murphi_decl *decl = arena_alloc(&tree->arena, sizeof *decl);
    struct murphi_type_expr *written = arena_alloc(&tree->arena, sizeof *written);
    *written = (struct murphi_type_expr){
        .form = like->written->form, .span = like->written->span, .symbol = like->written->symbol};
    *decl = (struct murphi_decl){
        .kind = like->decl->kind, .id = tree->decl_count++, .symbol = symbol, .span = like->decl->span};
    *binder = (struct murphi_binder){.kind = MURPHI_OVER_TYPE,
                                     .span = like->span,
                                     .decl = decl,
                                     .written = written,
                                     .outer = r->rule->binders,
                                     .depth = r->rule->binders ? r->rule->binders->depth + 1 : 1};
    r->rule->binders = binder;
    return symbol;
}

// `x := i`, where x is a variable of the state, and nothing else of the loop uses it.
static bool is_last_kept(const struct murphi_tree *tree, const struct murphi_rule *rule, const struct murphi_stmt *loop,
                         const struct murphi_stmt *stmt)
{
    const struct symbol *of = loop->binders->decl->symbol;
    if (stmt->kind != MURPHI_ASSIGN || stmt->target->op != MURPHI_NAME || stmt->expr->op != MURPHI_NAME ||
        stmt->expr->symbol != of || stmt->target->symbol == of)
        return false;
    const struct symbol *x = stmt->target->symbol;
    return is_variable(tree, x) && !is_declared_in(rule, x) && !stmts_use(loop->body, stmt, x);
}

// Such assignments come behind the loop, and are of the parameter.
static void relax_loop(struct loop_relaxation *r, struct murphi_stmt *loop)
{
    struct murphi_stmt **at = &loop->body;
    while (*at) {
        struct murphi_stmt *stmt = *at;
        if (!is_last_kept(r->tree, r->rule, loop, stmt)) {
            at = &stmt->next;
            continue;
        }
        *at = stmt->next;
        stmt->expr->symbol = add_parameter(r, loop->binders);
        stmt->next = loop->next;
        loop->next = stmt;
    }
}

static bool is_loop(const struct symbol *type, const struct murphi_stmt *stmt)
{
    const struct murphi_binder *binder = stmt->kind == MURPHI_FOR ? stmt->binders : NULL;
    return binder && !binder->next && binder->kind == MURPHI_OVER_TYPE && binder->written->form == MURPHI_BY_NAME &&
           binder->written->symbol == type;
}

// Every start state, but those that have a parameter or a declaration of the type's name.
static void relax_over(struct murphi_tree *tree, const struct symbol *type)
{
    struct loop_relaxation r = {.tree = tree, .type = type};
    for (struct murphi_item *item = tree->items; item; item = item->next) {
        if (item->kind != MURPHI_ITEM_RULE || item->rule->kind != MURPHI_STARTSTATE || is_declared_in(item->rule, type))
            continue;
        r.rule = item->rule;
        for (struct murphi_stmt *stmt = item->rule->body; stmt; stmt = stmt->next)
            if (is_loop(type, stmt))
                relax_loop(&r, stmt);
    }
}

void murphi_relax_loops(struct murphi_tree *tree, uint32_t range_at, bool others)
{
    for (const struct murphi_item *item = tree->items; item; item = item->next) {
        const struct murphi_decl *type = declared_type(item);
        if (type && (type->written->span.offset == range_at || (others && type->written->form == MURPHI_BY_RANGE)))
            relax_over(tree, type->symbol);
    }
}

static bool keeps_last(const struct murphi_tree *tree, const struct murphi_rule *rule, const struct symbol *type)
{
    for (const struct murphi_stmt *loop = rule->body; loop; loop = loop->next)
        for (const struct murphi_stmt *stmt = is_loop(type, loop) ? loop->body : NULL; stmt; stmt = stmt->next)
            if (is_last_kept(tree, rule, loop, stmt))
                return true;
    return false;
}

bool murphi_keeps_last(const struct murphi_tree *tree)
{
    for (const struct murphi_item *item = tree->items; item; item = item->next) {
        const struct murphi_decl *type = declared_type(item);
        for (const struct murphi_rule *rule = tree->rules; rule && type; rule = rule->next)
            if (type->written->form == MURPHI_BY_RANGE && rule->kind == MURPHI_STARTSTATE &&
                !is_declared_in(rule, type->symbol) && keeps_last(tree, rule, type->symbol))
                return true;
    }
    return false;
}
