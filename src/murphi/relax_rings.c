// Rings as scalarsets: in a rule, `succ(p)` and `pred(p)` of a parameter p become parameters of their own, which may be
// any element. Each step of the model is one of what comes out, so that its invariants are invariants of the model.
// The proof is in docs/every-size.md.
#include "murphi/parser.h"

#include <string.h>

#include "base/str.h"
#include "murphi/typechecker.h"

struct relaxation {
    struct murphi_tree *tree;
    struct murphi_rule *rule;            // that gets parameters; NULL: neighbours have no place here
    ARRAY(const struct symbol *) hiding; // names that are declared inside of it, where the walk is
    bool is_refused;                     // neighbours were met that are none of a rule's parameter
};

static void walk_expr(struct relaxation *, struct murphi_expr *);

static const struct murphi_binder *find_binder(const struct murphi_binder *binder, const struct symbol *symbol)
{
    while (binder && binder->decl->symbol != symbol)
        binder = binder->outer;
    return binder;
}

// ---- Names that hide parameters -------------------------------------------------------------------------------------

static void note_name(struct relaxation *r, const struct murphi_decl *decl)
{
    array_push(r->tree->arena.mem, &r->hiding, decl->symbol);
}

static bool is_hidden(const struct relaxation *r, const struct symbol *symbol)
{
    for (size_t i = 0; i < r->hiding.count; i++)
        if (r->hiding.at[i] == symbol)
            return true;
    return false;
}

static void walk_binders(struct relaxation *r, struct murphi_binder *first)
{
    for (struct murphi_binder *binder = first; binder; binder = binder->next) {
        walk_expr(r, binder->decl->expr);
        walk_expr(r, binder->from);
        walk_expr(r, binder->to);
        walk_expr(r, binder->by);
        note_name(r, binder->decl);
    }
}

static void walk_decls(struct relaxation *r, struct murphi_decl *first)
{
    for (struct murphi_decl *decl = first; decl; decl = decl->next) {
        note_name(r, decl);
        walk_expr(r, decl->expr);
    }
}

// ---- Neighbours -----------------------------------------------------------------------------------------------------

static bool is_neighbour(const struct murphi_expr *e)
{
    return e->op == MURPHI_CALL && e->count == 1 && (mu_word_is(e->symbol, "succ") || mu_word_is(e->symbol, "pred"));
}

// The same neighbour of the same parameter is one parameter. Its name is none of the text.
static const struct symbol *name_of_neighbour(struct relaxation *r, const struct murphi_expr *e)
{
    struct mem *mem = r->tree->arena.mem;
    struct str text = {0};
    str_add(mem, &text, "%s of %s", mu_word_is(e->symbol, "succ") ? "succ" : "pred", e->args[0]->symbol->text);
    const struct symbol *symbol = symbols_add(&r->tree->symbols, &r->tree->arena, text.at, text.count);
    str_free(mem, &text);
    return symbol;
}

static void add_parameter(struct relaxation *r, const struct murphi_binder *like, const struct symbol *symbol)
{
    struct arena *arena = &r->tree->arena;
    struct murphi_binder *binder = arena_alloc(arena, sizeof *binder);
    struct murphi_decl *decl = arena_alloc(arena, sizeof *decl);
    struct murphi_type_expr *written = arena_alloc(arena, sizeof *written);
    *written = (struct murphi_type_expr){
        .form = like->written->form, .span = like->written->span, .symbol = like->written->symbol};
    *decl = (struct murphi_decl){
        .kind = like->decl->kind, .id = r->tree->decl_count++, .symbol = symbol, .span = like->decl->span};
    *binder = (struct murphi_binder){.kind = MURPHI_OVER_TYPE,
                                     .span = like->span,
                                     .decl = decl,
                                     .written = written,
                                     .outer = r->rule->binders,
                                     .depth = r->rule->binders->depth + 1};
    r->rule->binders = binder;
}

static void relax(struct relaxation *r, struct murphi_expr *e)
{
    const struct murphi_expr *of = e->args[0];
    const struct murphi_binder *like = r->rule && of->op == MURPHI_NAME && !is_hidden(r, of->symbol)
                                           ? find_binder(r->rule->binders, of->symbol)
                                           : NULL;
    if (!like || like->kind != MURPHI_OVER_TYPE || like->written->form != MURPHI_BY_NAME) {
        r->is_refused = true;
        return;
    }
    const struct symbol *symbol = name_of_neighbour(r, e);
    if (!find_binder(r->rule->binders, symbol))
        add_parameter(r, like, symbol);
    e->op = MURPHI_NAME;
    e->symbol = symbol;
    e->count = 0;
    e->depth = 1;
}

static void walk_expr(struct relaxation *r, struct murphi_expr *e)
{
    if (!e)
        return;
    size_t outside = r->hiding.count;
    walk_binders(r, e->binders);
    for (uint32_t i = 0; i < e->count; i++)
        walk_expr(r, e->args[i]);
    r->hiding.count = outside;
    if (is_neighbour(e))
        relax(r, e);
}

static void walk_stmts(struct relaxation *r, struct murphi_stmt *first)
{
    for (struct murphi_stmt *stmt = first; stmt; stmt = stmt->next) {
        walk_expr(r, stmt->target);
        size_t outside = r->hiding.count;
        walk_binders(r, stmt->binders);
        walk_expr(r, stmt->expr);
        for (struct murphi_clause *clause = stmt->clauses; clause; clause = clause->next) {
            for (uint32_t i = 0; i < clause->count; i++)
                walk_expr(r, clause->conditions[i]);
            walk_stmts(r, clause->body);
        }
        walk_stmts(r, stmt->body);
        r->hiding.count = outside;
    }
}

// ---- The tree -------------------------------------------------------------------------------------------------------

static void walk_type(struct relaxation *r, struct murphi_type_expr *t)
{
    if (!t)
        return;
    if (t->form == MURPHI_BY_RING)
        t->form = MURPHI_BY_SCALARSET;
    walk_expr(r, t->low);
    walk_expr(r, t->high);
    walk_type(r, t->index);
    walk_type(r, t->element);
    walk_type(r, t->parts);
    walk_type(r, t->next);
    for (struct murphi_decl *decl = t->decls; decl; decl = decl->next)
        walk_type(r, decl->written);
}

static void walk_types(struct relaxation *r, struct murphi_decl *first)
{
    for (struct murphi_decl *decl = first; decl; decl = decl->next)
        walk_type(r, decl->written);
}

// Around it there may be rings without a name, or neighbours in aliases, which are not relaxed.
static void walk_rule(struct relaxation *r, struct murphi_rule *rule)
{
    r->rule = NULL;
    for (struct murphi_binder *binder = rule->binders; binder; binder = binder->outer) {
        walk_type(r, binder->written);
        walk_expr(r, binder->decl->expr);
        walk_expr(r, binder->from);
        walk_expr(r, binder->to);
        walk_expr(r, binder->by);
    }
    r->rule = rule->kind == MURPHI_RULE ? rule : NULL;
    walk_types(r, rule->decls);
    walk_decls(r, rule->decls);
    walk_expr(r, rule->guard);
    walk_expr(r, rule->second);
    walk_stmts(r, rule->body);
    r->rule = NULL;
    r->hiding.count = 0;
}

static bool is_declared(const struct murphi_tree *tree)
{
    for (const struct murphi_item *item = tree->items; item; item = item->next)
        if (item->kind == MURPHI_ITEM_FUNCTION &&
            (mu_word_is(item->function->decl->symbol, "succ") || mu_word_is(item->function->decl->symbol, "pred")))
            return true;
    return false;
}

bool murphi_relax_rings(struct murphi_tree *tree)
{
    struct relaxation r = {.tree = tree};
    for (struct murphi_item *item = tree->items; item && !r.is_refused; item = item->next)
        switch (item->kind) {
        case MURPHI_ITEM_DECL:
            walk_type(&r, item->decl->written);
            walk_expr(&r, item->decl->expr);
            break;
        case MURPHI_ITEM_FUNCTION:
            walk_types(&r, item->function->params);
            walk_type(&r, item->function->result);
            walk_types(&r, item->function->decls);
            walk_decls(&r, item->function->decls);
            walk_stmts(&r, item->function->body);
            r.hiding.count = 0;
            break;
        case MURPHI_ITEM_RULE:
            walk_rule(&r, item->rule);
            break;
        }
    array_free(tree->arena.mem, &r.hiding);
    return !r.is_refused && !is_declared(tree);
}
