#include "murphi/symmetry_breaking.h"

#include <assert.h>
#include <string.h>

#include "base/str.h"
#include "murphi/print.h"
#include "murphi/typechecker.h"

// ---- Obstacles ------------------------------------------------------------------------------------------------------

static void add_obstacle(struct murphi_tree *tree, const struct murphi_type *type, struct span span, const char *reason)
{
    for (size_t i = 0; i < tree->obstacles.count; i++) // a loop may have two variables of one type
        if (tree->obstacles.at[i].type == type && tree->obstacles.at[i].span.offset == span.offset)
            return;
    const char *copy = arena_copy(&tree->arena, reason, strlen(reason));
    array_push(tree->arena.mem, &tree->obstacles, ((struct murphi_obstacle){type, span, copy}));
}

// What an array is indexed by is none of its values.
void mu_add_obstacles(struct murphi_tree *tree, const struct murphi_type *type, struct span span, const char *reason)
{
    if (type->kind == MURPHI_SCALARSET || type->kind == MURPHI_RING)
        add_obstacle(tree, type->base, span, reason);
    for (uint32_t i = 0; i < type->part_count; i++)
        mu_add_obstacles(tree, type->parts[i], span, reason);
    for (uint32_t i = 0; i < type->field_count; i++)
        mu_add_obstacles(tree, type->fields[i].type, span, reason);
    if (type->kind == MURPHI_ARRAY)
        mu_add_obstacles(tree, type->element, span, reason);
}

// ---- Loops ----------------------------------------------------------------------------------------------------------

static bool occurs_in(const struct murphi_type *part, const struct murphi_type *whole)
{
    if (murphi_same(part, whole))
        return true;
    for (uint32_t i = 0; i < whole->field_count; i++)
        if (occurs_in(part, whole->fields[i].type))
            return true;
    return !murphi_is_simple(whole) && whole->element && occurs_in(part, whole->element);
}

// Nothing outside stands for it: a variable of its own, or a value that is a copy.
static bool is_own(const struct murphi_decl *decl)
{
    return decl->kind == MURPHI_LOCAL || decl->kind == MURPHI_PARAM || decl->kind == MURPHI_QUANTIFIED;
}

// Two names for one variable: a var parameter, and what it may stand for.
static bool may_be_same(const struct murphi_decl *a, const struct murphi_decl *b)
{
    if (a == b || (a->kind != MURPHI_VAR_PARAM && b->kind != MURPHI_VAR_PARAM))
        return false;
    if (is_own(a) || is_own(b))
        return false;
    return occurs_in(a->type, b->type) || occurs_in(b->type, a->type);
}

static const struct murphi_decl *find_other_name(const struct loop *loop, const struct murphi_decl *root)
{
    for (size_t i = 0; i < loop->usages.count; i++)
        if (may_be_same(root, loop->usages.at[i].root))
            return loop->usages.at[i].root;
    return NULL;
}

// A record is used as a whole besides a part of it that is changed.
static bool is_used_around(const struct loop *loop, const struct usage *usage)
{
    for (size_t i = 0; i < loop->usages.count; i++)
        if (&loop->usages.at[i] != usage && mu_usages_meet(&loop->usages.at[i], usage))
            return true;
    return false;
}

// Whether the iterations can be exchanged; if not, why.
static bool is_independent(const struct loop *loop, struct str *reason)
{
    struct mem *mem = loop->mem;
    if (loop->gave_up) {
        str_add(mem, reason, "it calls too many functions, or one that calls itself, to see what it does");
        return false;
    }
    for (size_t i = 0; i < loop->usages.count; i++) {
        const struct usage *usage = &loop->usages.at[i];
        const struct murphi_decl *root = usage->root, *other;
        assert(root); // what is no variable is not noted
        if (!usage->is_written)
            continue;
        if (loop->first_return) {
            str_add(mem, reason, "it may end early, after it has changed \"%s\"", root->symbol->text);
            return false;
        }
        if ((!usage->is_indexed && !usage->is_uniform) || is_used_around(loop, usage)) {
            str_add(mem, reason, "\"%s\" is changed in one iteration and used in another", root->symbol->text);
            return false;
        }
        if ((other = find_other_name(loop, root))) {
            str_add(mem, reason, "\"%s\" is changed, and may be the same as \"%s\"", root->symbol->text,
                    other->symbol->text);
            return false;
        }
    }
    if (loop->returns_differ)
        str_add(mem, reason, "what it returns may depend on which iteration comes first");
    return !loop->returns_differ;
}

static void check_loop(struct murphi_tree *tree, const struct murphi_stmt *stmt, const struct murphi_binder *binder)
{
    struct mem *mem = tree->arena.mem;
    struct loop loop = {.mem = mem, .variable = binder->decl};
    struct str text = {0}, reason = {0};
    mu_loop_walk(&loop, stmt->body);
    if (!is_independent(&loop, &reason)) {
        str_add(mem, &text, "the effect of this loop over ");
        murphi_print_type(mem, &text, binder->decl->type);
        str_add(mem, &text, " may depend on the order of its iterations: %s", str_text(&reason));
        mu_add_obstacles(tree, binder->decl->type, stmt->span, str_text(&text));
    }
    mu_loop_close(&loop);
    str_free(mem, &text);
    str_free(mem, &reason);
}

// ---- Statements -----------------------------------------------------------------------------------------------------

static void check_clear(struct murphi_tree *tree, const struct murphi_stmt *stmt)
{
    struct str text = {0};
    if (!stmt->target->type->has_symmetry || mu_ids_are_set_again(stmt))
        return;
    str_add(tree->arena.mem, &text, "\"clear\" prefers the first element of ");
    murphi_print_type(tree->arena.mem, &text, stmt->target->type);
    mu_add_obstacles(tree, stmt->target->type, stmt->span, str_text(&text));
    str_free(tree->arena.mem, &text);
}

static void check_all(struct murphi_tree *tree, const struct murphi_stmt *first)
{
    for (const struct murphi_stmt *stmt = first; stmt; stmt = stmt->next) {
        if (stmt->kind == MURPHI_CLEAR)
            check_clear(tree, stmt);
        for (const struct murphi_binder *binder = stmt->binders; binder && stmt->kind == MURPHI_FOR;
             binder = binder->next)
            if (binder->kind == MURPHI_OVER_TYPE && binder->decl->type->has_symmetry)
                check_loop(tree, stmt, binder);
        for (const struct murphi_clause *clause = stmt->clauses; clause; clause = clause->next)
            check_all(tree, clause->body);
        check_all(tree, stmt->body);
    }
}

// ---- Multisets inside of multisets ----------------------------------------------------------------------------------

// All that is made of a type, indices as well.
static void obstruct_parts(struct murphi_tree *tree, const struct murphi_type *type, struct span span)
{
    static const char reason[] = "multisets inside of a multiset are in order by value";
    if (!type->has_symmetry)
        return;
    if (murphi_is_simple(type)) {
        mu_add_obstacles(tree, type, span, reason);
        return;
    }
    for (uint32_t i = 0; i < type->field_count; i++)
        obstruct_parts(tree, type->fields[i].type, span);
    if (type->kind == MURPHI_ARRAY)
        obstruct_parts(tree, type->index, span);
    if (type->kind != MURPHI_RECORD)
        obstruct_parts(tree, type->element, span);
}

static void check_multisets(struct murphi_tree *tree)
{
    for (size_t i = 0; i < tree->types.count; i++) {
        const struct murphi_type *type = tree->types.at[i];
        if (type->kind == MURPHI_MULTISET && type->element->has_multiset)
            obstruct_parts(tree, type->element, type->span);
    }
}

void mu_find_obstacles(struct murphi_tree *tree)
{
    check_multisets(tree);
    for (size_t i = 0; i < tree->functions.count; i++)
        check_all(tree, tree->functions.at[i]->body);
    for (const struct murphi_rule *rule = tree->rules; rule; rule = rule->next)
        check_all(tree, rule->body);
}
