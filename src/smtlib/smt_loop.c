// Loops. Over types of fixed size they are unrolled. Over a class of any size, all iterations are one pointwise update,
// if they do not depend on each other:
//
// The body is executed once, for an arbitrary element j. Let it be that every access to a leaf that some iteration
// writes has j at one place p among its indices, the same for all accesses to that leaf. Then iteration j changes and
// sees of such a leaf only what has index j at p; what it sees there is from before the loop, or its own. So after all
// iterations, in whatever order, the leaf has at indices x the value that iteration x_p gives it.
#include "smtlib/translate.h"

// ---- Independence ---------------------------------------------------------------------------------------------------

static bool is_always_at(const struct smt_translation *t, size_t first, uint32_t leaf, uint32_t place, smt_term element)
{
    for (size_t i = first; i < t->accesses.count; i++)
        if (t->accesses.at[i].leaf == leaf && t->accesses.at[i].args[place] != element)
            return false;
    return true;
}

// The place of the element among the indices; the number of indices if there is none.
static uint32_t find_place(const struct smt_translation *t, size_t first, uint32_t leaf, smt_term element)
{
    uint32_t arity = t->leaves.at[leaf].arity;
    for (uint32_t place = 0; place < arity; place++)
        if (t->leaves.at[leaf].formals[place]->sort == element->sort && is_always_at(t, first, leaf, place, element))
            return place;
    return arity;
}

static bool is_written(const struct smt_translation *t, size_t first, uint32_t leaf)
{
    for (size_t i = first; i < t->accesses.count; i++)
        if (t->accesses.at[i].leaf == leaf && t->accesses.at[i].is_write)
            return true;
    return false;
}

static void join_iterations(struct smt_translation *t, size_t first, smt_term element, struct span span)
{
    for (uint32_t i = 0; i < t->leaves.count && !t->failed; i++) {
        if (!is_written(t, first, i))
            continue;
        const struct smt_leaf *leaf = &t->leaves.at[i];
        struct smt_scalar *s = &t->store.at[i];
        uint32_t place = find_place(t, first, i, element);
        if (place == leaf->arity) {
            smt_refuse(t, span, "the iterations of this loop over a class depend on each other");
            return;
        }
        s->value = smt_substitute(&t->terms, s->value, &element, &leaf->formals[place], 1);
        s->defined = smt_substitute(&t->terms, s->defined, &element, &leaf->formals[place], 1);
    }
}

// ---- Loops ----------------------------------------------------------------------------------------------------------

static void over_class(struct smt_translation *t, const struct murphi_stmt *stmt, const struct murphi_binder *binder)
{
    const struct murphi_type *type = binder->decl->type;
    bool was_in_loop = t->in_loop;
    size_t first = t->accesses.count;
    smt_term left = t->terms.no;
    struct smt_scope scope;
    if (type->kind == MURPHI_UNION) {
        smt_refuse(t, binder->span, "loops over unions with a class of any size are not covered");
        return;
    }
    smt_term element = smt_variable(&t->terms, smt_sort_of(t, type, binder->span), binder->decl->symbol->text, 0, 0);
    t->in_loop = true;
    smt_scope_open(t, &scope);
    smt_bind_value(t, binder->decl, element);
    smt_for(t, stmt, binder->next, &left);
    if (left != t->terms.no)
        smt_refuse(t, stmt->span, "a loop over a class is left by return");
    smt_scope_close(t, &scope, element, t->terms.yes);
    join_iterations(t, first, element, stmt->span);
    t->in_loop = was_in_loop;
    if (!was_in_loop)
        t->accesses.count = 0;
}

static void over_values(struct smt_translation *t, const struct murphi_stmt *stmt, const struct murphi_binder *binder,
                        smt_term *left)
{
    uint64_t count;
    if (!smt_count_values(t, binder, &count))
        return;
    for (uint64_t i = 0; i < count && !t->failed; i++) {
        smt_bind_value(t, binder->decl, smt_value_at(t, binder, i));
        smt_for(t, stmt, binder->next, left);
    }
}

static void iterate(struct smt_translation *t, const struct murphi_stmt *stmt, smt_term *left)
{
    struct smt_branch branch;
    if (*left == t->terms.yes)
        return;
    if (*left == t->terms.no) {
        *left = smt_execute(t, stmt->body);
        return;
    }
    smt_branch_open(t, &branch, smt_not(&t->terms, *left));
    smt_term now = smt_execute(t, stmt->body);
    smt_branch_turn(t, &branch);
    smt_branch_close(t, &branch);
    *left = smt_or(&t->terms, *left, now);
}

// From this binder on.
void smt_for(struct smt_translation *t, const struct murphi_stmt *stmt, const struct murphi_binder *binder,
             smt_term *left)
{
    if (t->failed)
        return;
    if (!binder) {
        iterate(t, stmt, left);
    } else if (binder->kind == MURPHI_BY_ALIAS) {
        smt_bind_alias(t, binder->decl);
        smt_for(t, stmt, binder->next, left);
    } else if (binder->kind == MURPHI_OVER_TYPE && smt_is_unbounded(t, binder->decl->type)) {
        smt_check_written(t, binder->written);
        over_class(t, stmt, binder);
    } else {
        over_values(t, stmt, binder, left);
    }
}
