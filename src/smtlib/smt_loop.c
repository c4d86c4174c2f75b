// Loops. Over types of fixed size they are unrolled. Over a class of any size the body is executed once, for an
// arbitrary element j, and what all iterations do is made of that. For each leaf that some iteration writes, one of
// these must be so:
//
// - Every access to it has j at one place p among its indices. Then iteration j changes and sees of it only what has
//   index j at p; what it sees there is from before the loop, or its own. So after all iterations, in whatever order,
//   the leaf has at indices x the value that iteration x_p gives it.
// - It has two indices, and every access to it has j at one of them and d at the other, whichever, where d is fixed
//   during the loop. What has indices x is touched by iteration x_2 if x_1 = d, by x_1 if x_2 = d, and by no other; if
//   both are so, they are one iteration.
// - It has no index, no iteration reads it, and all write the same, which does not depend on j. Then it has that value
//   afterwards if some iteration writes it.
// - It has no index, and no iteration reads it. Then the value is that of the last iteration which writes it. Which one
//   that is depends on the order of the elements: any one is taken, which may be more than there is.
//
// Over a union with a class, j is any value of the sort of all unions for which there is an iteration.
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

// Whether all accesses to the leaf have the element at one index and `other` at the other one, which was there before
// the loop.
static bool is_crossed(const struct smt_translation *t, size_t first, uint32_t leaf, smt_term element, smt_term *other)
{
    const struct smt_leaf *l = &t->leaves.at[leaf];
    if (l->arity != 2 || l->formals[0]->sort != element->sort || l->formals[1]->sort != element->sort)
        return false;
    *other = NULL;
    for (size_t i = first; i < t->accesses.count; i++) {
        const struct smt_access *access = &t->accesses.at[i];
        if (access->leaf != leaf)
            continue;
        smt_term rest = access->args[access->args[0] == element ? 1 : 0];
        bool has_element = access->args[0] == element || access->args[1] == element;
        if (!has_element || rest->id >= element->id || (*other && *other != rest))
            return false;
        *other = rest;
    }
    return *other != NULL;
}

static bool is_written(const struct smt_translation *t, size_t first, uint32_t leaf)
{
    for (size_t i = first; i < t->accesses.count; i++)
        if (t->accesses.at[i].leaf == leaf && t->accesses.at[i].is_write)
            return true;
    return false;
}

static bool is_read(const struct smt_translation *t, size_t first, uint32_t leaf)
{
    for (size_t i = first; i < t->accesses.count; i++)
        if (t->accesses.at[i].leaf == leaf && !t->accesses.at[i].is_write)
            return true;
    return false;
}

// What all iterations write, if it is the same; else NULL.
static const struct smt_scalar *common_value(struct smt_translation *t, size_t first, uint32_t leaf, smt_term element)
{
    const struct smt_scalar *common = NULL;
    for (size_t i = first; i < t->accesses.count; i++) {
        const struct smt_scalar *s = &t->accesses.at[i].written;
        if (t->accesses.at[i].leaf != leaf)
            continue;
        if (common && (common->value != s->value || common->defined != s->defined))
            return NULL;
        common = s;
    }
    return common && !smt_has_variable(&t->terms, common->value, element) &&
                   !smt_has_variable(&t->terms, common->defined, element)
               ? common
               : NULL;
}

// Whether there is an iteration `element`, and it writes the leaf.
static smt_term writes(struct smt_translation *t, size_t first, uint32_t leaf, smt_term is_iteration)
{
    smt_term result = t->terms.no;
    for (size_t i = first; i < t->accesses.count; i++)
        if (t->accesses.at[i].leaf == leaf)
            result = smt_or(&t->terms, result, t->accesses.at[i].condition);
    return smt_and(&t->terms, is_iteration, result);
}

static void take_any(struct smt_translation *t, uint32_t leaf, smt_term element, smt_term is_writing)
{
    smt_term last = smt_variable(&t->terms, element->sort, "last", 0, 0);
    struct smt_scalar *s = &t->store.at[leaf];
    smt_term some = smt_quantify(&t->terms, SMT_EXISTS, element, is_writing);
    smt_term writes_it = smt_substitute(&t->terms, is_writing, &element, &last, 1);
    array_push(t->mem, &t->choices, last);
    s->value = smt_substitute(&t->terms, s->value, &element, &last, 1);
    s->defined = smt_substitute(&t->terms, s->defined, &element, &last, 1);
    t->assumed = smt_and(&t->terms, t->assumed, smt_implies(&t->terms, some, writes_it));
    t->is_inexact = true;
}

static bool join_writes(struct smt_translation *t, size_t first, uint32_t leaf, smt_term element, smt_term is_iteration,
                        const struct smt_scalar *before)
{
    if (t->leaves.at[leaf].arity > 0 || is_read(t, first, leaf))
        return false;
    const struct smt_scalar *common = common_value(t, first, leaf, element);
    smt_term is_writing = writes(t, first, leaf, is_iteration);
    if (!common && (!t->in_step || t->scopes > 0))
        return false;
    if (!common) {
        take_any(t, leaf, element, is_writing);
        return true;
    }
    smt_term some = smt_quantify(&t->terms, SMT_EXISTS, element, is_writing);
    t->store.at[leaf].value = smt_ite(&t->terms, some, common->value, before->value);
    t->store.at[leaf].defined = smt_ite(&t->terms, some, common->defined, before->defined);
    for (size_t i = first; i < t->accesses.count; i++) // for a loop around this one
        if (t->accesses.at[i].leaf == leaf)
            t->accesses.at[i].condition = some;
    return true;
}

// What iteration `at` leaves in the leaf at its indices, if there is one and the condition holds; else what is there.
static struct smt_scalar after_iteration(struct smt_translation *t, smt_term element, smt_term is_iteration,
                                         smt_term at, smt_term condition, const struct smt_scalar *body,
                                         const struct smt_scalar *there)
{
    smt_term here = smt_and(&t->terms, smt_substitute(&t->terms, is_iteration, &element, &at, 1), condition);
    smt_term value = smt_substitute(&t->terms, body->value, &element, &at, 1);
    smt_term defined = smt_substitute(&t->terms, body->defined, &element, &at, 1);
    return (struct smt_scalar){.value = smt_ite(&t->terms, here, value, there->value),
                               .defined = smt_ite(&t->terms, here, defined, there->defined)};
}

static void join_iterations(struct smt_translation *t, size_t first, smt_term element, smt_term is_iteration,
                            const smt_store *before, struct span span)
{
    for (uint32_t i = 0; i < t->leaves.count && !t->failed; i++) {
        if (!is_written(t, first, i))
            continue;
        const struct smt_leaf *leaf = &t->leaves.at[i];
        struct smt_scalar *s = &t->store.at[i];
        uint32_t place = find_place(t, first, i, element);
        smt_term yes = t->terms.yes, other;
        if (place < leaf->arity) {
            *s = after_iteration(t, element, is_iteration, leaf->formals[place], yes, s, &before->at[i]);
        } else if (is_crossed(t, first, i, element, &other)) {
            struct smt_scalar body = *s;
            for (int at = 0; at < 2; at++) {
                smt_term is_other = smt_equal(&t->terms, leaf->formals[1 - at], other);
                *s = after_iteration(t, element, is_iteration, leaf->formals[at], is_other, &body,
                                     at ? s : &before->at[i]);
            }
        } else if (!join_writes(t, first, i, element, is_iteration, &before->at[i])) {
            smt_refuse(t, span, "the iterations of this loop over a class depend on each other");
        }
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
    smt_store before = {0};
    smt_term element = smt_variable(&t->terms, smt_sort_of(t, type, binder->span), binder->decl->symbol->text, 0, 0);
    smt_term is_iteration = smt_is_of_type(t, element, type);
    t->in_loop = true;
    smt_store_copy(t, &before);
    smt_scope_open(t, &scope);
    smt_bind_value(t, binder->decl, element);
    smt_for(t, stmt, binder->next, &left);
    if (left != t->terms.no)
        smt_refuse(t, stmt->span, "a loop over a class is left by return");
    smt_scope_close(t, &scope, element, is_iteration);
    join_iterations(t, first, element, is_iteration, &before, stmt->span);
    array_free(t->mem, &before);
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
