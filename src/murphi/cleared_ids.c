// `clear` sets ids to the first element, which prefers it. Protocols write that for records with ids, and set the ids
// right behind it:
//
//     clear r; undefine r.owner; r.next := p;          clear a; for i: T do undefine a[i].owner end
//
// Where the statements that follow do nothing but that, until no id is left that `clear` has set, nobody sees these.
// In the places of these statements only parameters and what loops range over are indices, so that they are found
// without a look at what was cleared.
#include "murphi/symmetry_breaking.h"

#include <string.h>

enum { MOST_IDS = 64, DEEPEST = 16 };

// From the place that is cleared to one of its ids: fields, and all elements of an array (NULL).
struct id_path {
    const struct murphi_field *steps[DEEPEST];
    uint32_t count;
    bool is_set; // again
};

struct cleared {
    const struct murphi_expr *place;
    struct id_path ids[MOST_IDS];
    uint32_t count;
    bool is_unknown; // too many, or too deep
};

// ---- What is cleared ------------------------------------------------------------------------------------------------

static void list_ids(struct cleared *c, const struct murphi_type *type, struct id_path *path)
{
    if (murphi_is_simple(type) && type->has_symmetry) {
        c->is_unknown |= c->count == MOST_IDS;
        if (!c->is_unknown)
            c->ids[c->count++] = *path;
        return;
    }
    bool is_array = type->kind == MURPHI_ARRAY;
    if ((!is_array && type->kind != MURPHI_RECORD) || c->is_unknown)
        return; // a multiset becomes empty
    if (path->count == DEEPEST) {
        c->is_unknown = true;
        return;
    }
    path->count++;
    for (uint32_t i = 0; i < type->field_count; i++) {
        path->steps[path->count - 1] = &type->fields[i];
        list_ids(c, type->fields[i].type, path);
    }
    path->steps[path->count - 1] = NULL;
    if (is_array)
        list_ids(c, type->element, path);
    path->count--;
}

// ---- What is set ----------------------------------------------------------------------------------------------------

static bool is_bound(const struct murphi_expr *e)
{
    return e->is_constant ||
           (e->op == MURPHI_NAME && (e->decl->kind == MURPHI_QUANTIFIED || e->decl->kind == MURPHI_PARAM));
}

static bool is_same_place(const struct murphi_expr *a, const struct murphi_expr *b)
{
    if (a->op == MURPHI_INDEX && b->op == MURPHI_INDEX && a->args[0]->type->kind == MURPHI_ARRAY) {
        const struct murphi_expr *i = a->args[1], *k = b->args[1];
        return is_bound(i) && is_bound(k) && i->is_constant == k->is_constant &&
               (i->is_constant ? i->value == k->value : i->decl == k->decl) && is_same_place(a->args[0], b->args[0]);
    }
    if (a->op == MURPHI_FIELD && b->op == MURPHI_FIELD)
        return a->field == b->field && is_same_place(a->args[0], b->args[0]);
    return a->op == MURPHI_NAME && b->op == MURPHI_NAME && a->decl == b->decl && a->decl->kind != MURPHI_ALIAS;
}

// A loop that goes through a type.
struct around {
    const struct murphi_binder *binder;
    const struct around *outer;
};

// All elements, whatever the indices before this one are: not w[i][i], which is a diagonal.
static bool goes_through(const struct around *around, const struct murphi_expr *e)
{
    const struct murphi_expr *index = e->args[1], *array = e->args[0];
    if (array->type->kind != MURPHI_ARRAY || index->op != MURPHI_NAME)
        return false;
    while (around && around->binder->decl != index->decl)
        around = around->outer;
    for (; array->op == MURPHI_FIELD || array->op == MURPHI_INDEX; array = array->args[0])
        if (array->op == MURPHI_INDEX && array->args[1]->decl == index->decl)
            return false;
    return around && murphi_same(index->decl->type, e->args[0]->type->index);
}

// Whether a place is within what was cleared; the steps that lead there. Of an array, it is one element if no loop goes
// through all of them.
static bool find_part(const struct cleared *c, const struct murphi_expr *e, const struct around *around,
                      struct id_path *path, bool *is_single)
{
    if (is_same_place(e, c->place))
        return true;
    if ((e->op != MURPHI_FIELD && e->op != MURPHI_INDEX) || !find_part(c, e->args[0], around, path, is_single) ||
        path->count == DEEPEST || (e->op == MURPHI_INDEX && !is_bound(e->args[1])))
        return false;
    *is_single |= e->op == MURPHI_INDEX && !goes_through(around, e);
    path->steps[path->count++] = e->op == MURPHI_FIELD ? e->field : NULL;
    return true;
}

static const struct murphi_decl *root_of(const struct murphi_expr *e)
{
    while (e->op == MURPHI_FIELD || e->op == MURPHI_INDEX)
        e = e->args[0];
    return e->op == MURPHI_NAME && (e->decl->kind == MURPHI_VAR || e->decl->kind == MURPHI_LOCAL) ? e->decl : NULL;
}

// Nothing of the variable that was cleared, a part of it, is looked at.
static bool reads_elsewhere(const struct cleared *c, const struct murphi_expr *e)
{
    const struct murphi_decl *root = root_of(c->place);
    if (is_bound(e))
        return true;
    if (e->op == MURPHI_CALL || e->binders || (e->op == MURPHI_NAME && (!root_of(e) || !root || root_of(e) == root)))
        return false;
    for (uint32_t i = 0; i < e->count; i++)
        if (!reads_elsewhere(c, e->args[i]))
            return false;
    return true;
}

static void note_set(struct cleared *c, const struct id_path *path)
{
    for (uint32_t i = 0; i < c->count; i++)
        c->ids[i].is_set |= c->ids[i].count >= path->count &&
                            memcmp(c->ids[i].steps, path->steps, path->count * sizeof *path->steps) == 0;
}

static bool sets_only(struct cleared *c, const struct murphi_stmt *stmt, const struct around *around);

static bool loop_sets_only(struct cleared *c, const struct murphi_stmt *stmt, const struct murphi_binder *binder,
                           const struct around *around)
{
    if (!binder) {
        for (const struct murphi_stmt *inner = stmt->body; inner; inner = inner->next)
            if (!sets_only(c, inner, around))
                return false;
        return true;
    }
    struct around here = {binder, around};
    return binder->kind == MURPHI_OVER_TYPE && loop_sets_only(c, stmt, binder->next, &here);
}

// Whether a statement does nothing but set parts of what was cleared; these are noted.
static bool sets_only(struct cleared *c, const struct murphi_stmt *stmt, const struct around *around)
{
    struct id_path path = {.count = 0};
    bool is_single = false;
    if (stmt->kind == MURPHI_FOR)
        return loop_sets_only(c, stmt, stmt->binders, around);
    if (stmt->kind != MURPHI_UNDEFINE && (stmt->kind != MURPHI_ASSIGN || !reads_elsewhere(c, stmt->expr)))
        return false;
    if (!find_part(c, stmt->target, around, &path, &is_single))
        return false;
    if (!is_single)
        note_set(c, &path);
    return true;
}

static bool all_are_set(const struct cleared *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (!c->ids[i].is_set)
            return false;
    return true;
}

bool mu_ids_are_set_again(const struct murphi_stmt *clear)
{
    struct cleared c = {.place = clear->target};
    struct id_path path = {.count = 0};
    list_ids(&c, clear->target->type, &path);
    const struct murphi_stmt *stmt = clear->next;
    while (!c.is_unknown && !all_are_set(&c) && stmt && sets_only(&c, stmt, NULL))
        stmt = stmt->next;
    return !c.is_unknown && all_are_set(&c);
}
