// Multisets: places that hold an element or nothing. Within a rule elements stay where they are, since the rule may
// have names for them; at its end each multiset that was changed is brought into order.
//
// That is done by bubbling. If a multiset was in order, and so many of its elements have changed since, so many times
// upwards and downwards suffice: think of it as a row of zeros and ones, for any bound between small and large
// elements. The way upwards takes the first one to the end, the way downwards the last zero to the front, and one of
// both was out of place. If elements were only added, behind all others, the ways downwards are enough. What a way has
// taken to an end is in its place, so that the next one need not go there.
//
// An element may have multisets in it. What changes in one of these changes the element, too; and they are brought into
// order before the multiset around them, which compares its elements as they are then.
#include "murphi/execute.h"

#include <stdlib.h>

static uint64_t capacity(const struct murphi_type *multiset)
{
    return (uint64_t)(multiset->high - multiset->low + 1);
}

static uint32_t offset_of(const struct executor *x, const struct murphi_type *multiset, uint64_t position)
{
    return (uint32_t)position * (1 + x->widths[multiset->element->id]);
}

expr mu_multiset_present(struct executor *x, const struct place *multiset, uint64_t position)
{
    return mu_read(x, multiset, offset_of(x, multiset->type, position)).value;
}

struct place mu_multiset_element(struct executor *x, const struct place *multiset, uint64_t position)
{
    struct place element = *multiset, *whole = arena_alloc(&x->arena, sizeof *whole);
    *whole = *multiset;
    element.multiset = whole;
    element.type = multiset->type->element;
    element.slot += offset_of(x, multiset->type, position) + 1;
    return element;
}

// ---- What was changed -----------------------------------------------------------------------------------------------

struct touch {
    const struct murphi_type *type;
    const struct place *element;
    uint32_t added, other;
};

static void touch_slot(struct executor *x, uint32_t slot, void *context)
{
    const struct touch *touch = context;
    struct touched_multiset *known = NULL;
    if (slot >= x->state_slots)
        return;
    for (size_t i = 0; i < x->touched.count && !known; i++)
        if (x->touched.at[i].slot == slot)
            known = &x->touched.at[i];
    if (!known) {
        struct touched_multiset fresh = {.slot = slot, .type = touch->type};
        array_push(x->mem, &x->touched, fresh);
        known = &array_last(&x->touched);
    }
    if (touch->element && known->last == touch->element)
        return;
    known->last = touch->element;
    known->added += touch->added;
    known->other += touch->other;
}

// And those that it is inside of.
void mu_multiset_touch(struct executor *x, const struct place *multiset, const struct place *element, bool adds)
{
    struct touch touch = {multiset->type, element, adds, !adds};
    mu_each_slot(x, multiset, touch_slot, &touch);
    if (multiset->multiset)
        mu_multiset_touch(x, multiset->multiset, multiset->multiset, false);
}

void mu_multiset_replaced(struct executor *x, const struct place *place)
{
    struct place part = *place;
    const struct murphi_type *type = place->type;
    struct touch touch = {type, NULL, 0, 0};
    if (!type->has_multiset)
        return;
    switch (type->kind) {
    case MURPHI_MULTISET:
        touch.other = (uint32_t)capacity(type);
        mu_each_slot(x, place, touch_slot, &touch);
        part.type = type->element;
        part.slot++;
        for (uint64_t i = 0; i < capacity(type); i++, part.slot += offset_of(x, type, 1))
            mu_multiset_replaced(x, &part);
        break;
    case MURPHI_ARRAY:
        part.type = type->element;
        for (uint64_t i = 0; i < murphi_size(type->index); i++, part.slot += x->widths[part.type->id])
            mu_multiset_replaced(x, &part);
        break;
    default:
        for (uint32_t i = 0; i < type->field_count; i++, part.slot += x->widths[part.type->id]) {
            part.type = type->fields[i].type;
            mu_multiset_replaced(x, &part);
        }
    }
}

static void remember_touched(struct executor *x)
{
    for (size_t i = 0; i < x->touched.count; i++)
        array_push(x->mem, &x->touched_history, x->touched.at[i]);
}

void mu_multisets_open(struct executor *x, struct branch *branch)
{
    branch->history = x->touched_history.count;
    branch->touched = x->touched.count;
    remember_touched(x);
}

void mu_multisets_turn(struct executor *x, struct branch *branch)
{
    branch->then_touched = x->touched.count;
    remember_touched(x);
    for (size_t i = 0; i < x->touched.count; i++) {
        const struct touched_multiset *before = &x->touched_history.at[branch->history + i];
        bool was_there = i < branch->touched;
        x->touched.at[i].added = was_there ? before->added : 0;
        x->touched.at[i].other = was_there ? before->other : 0;
        x->touched.at[i].last = was_there ? before->last : NULL;
    }
}

void mu_multisets_close(struct executor *x, const struct branch *branch)
{
    for (size_t i = 0; i < branch->then_touched; i++) {
        const struct touched_multiset *then = &x->touched_history.at[branch->history + branch->touched + i];
        struct touched_multiset *t = &x->touched.at[i];
        t->added = t->added > then->added ? t->added : then->added;
        t->other = t->other > then->other ? t->other : then->other;
        t->last = NULL;
    }
    x->touched_history.count = branch->history;
}

// ---- Adding and removing --------------------------------------------------------------------------------------------

// The scalars of what is added, on the stack of copies.
static void read_element(struct executor *x, const struct murphi_stmt *stmt, const struct murphi_type *type)
{
    struct scalar s;
    if (murphi_is_simple(type)) {
        s = (struct scalar){mu_value(x, stmt->expr), model_true(x->model)};
        mu_check_range(x, s.value, stmt->expr->type, type,
                       (struct error_record){MURPHI_ERROR_RANGE, stmt->span, .expr = stmt->target});
        array_push(x->mem, &x->copies, s);
        return;
    }
    struct place from = mu_locate(x, stmt->expr);
    for (uint32_t i = 0; i < x->widths[type->id]; i++) {
        s = mu_read(x, &from, i);
        array_push(x->mem, &x->copies, s);
    }
}

// Into the first place that is free.
void mu_multiset_add(struct executor *x, const struct murphi_stmt *stmt)
{
    struct model *m = x->model;
    struct place multiset = mu_locate(x, stmt->target);
    size_t first = x->copies.count;
    struct scalar yes = {model_true(m), model_true(m)};
    array_push(x->mem, &x->copies, yes);
    read_element(x, stmt, multiset.type->element);
    expr full = model_true(m);
    for (uint64_t i = 0; i < capacity(multiset.type); i++) {
        expr present = mu_multiset_present(x, &multiset, i), here = model_and(m, full, model_not(m, present));
        mu_write_where(x, &multiset, offset_of(x, multiset.type, i), here, x->copies.at + first,
                       (uint32_t)(x->copies.count - first));
        if (multiset.type->element->has_multiset) {
            struct place element = mu_multiset_element(x, &multiset, i);
            mu_multiset_replaced(x, &element);
        }
        full = model_and(m, full, present);
    }
    x->copies.count = first;
    mu_runtime_error(x, full, (struct error_record){MURPHI_ERROR_FULL, stmt->span, .expr = stmt->target});
    mu_multiset_touch(x, &multiset, NULL, true);
}

// Makes all parts of something undefined, and multisets in it empty. Gives the offset behind it.
static uint32_t undefine_where(struct executor *x, const struct place *place, const struct murphi_type *type,
                               uint32_t offset, expr condition)
{
    struct scalar no = {model_false(x->model), model_true(x->model)};
    switch (type->kind) {
    case MURPHI_RECORD:
        for (uint32_t i = 0; i < type->field_count; i++)
            offset = undefine_where(x, place, type->fields[i].type, offset, condition);
        return offset;
    case MURPHI_ARRAY:
        for (uint64_t i = 0; i < murphi_size(type->index); i++)
            offset = undefine_where(x, place, type->element, offset, condition);
        return offset;
    case MURPHI_MULTISET:
        for (uint64_t i = 0; i < capacity(type); i++) {
            mu_write_where(x, place, offset, condition, &no, 1);
            offset = undefine_where(x, place, type->element, offset + 1, condition);
        }
        return offset;
    default:
        no.defined = model_false(x->model);
        mu_write_where(x, place, offset, condition, &no, 1);
        return offset + 1;
    }
}

static void empty_where(struct executor *x, const struct place *multiset, uint64_t position, expr condition)
{
    uint32_t offset = offset_of(x, multiset->type, position);
    struct scalar no = {model_false(x->model), model_true(x->model)};
    mu_write_where(x, multiset, offset, condition, &no, 1);
    undefine_where(x, multiset, multiset->type->element, offset + 1, condition);
    mu_multiset_touch(x, multiset, NULL, false);
    x->has_removed = true;
}

void mu_multiset_remove(struct executor *x, const struct murphi_stmt *stmt)
{
    struct place multiset = mu_locate(x, stmt->target);
    value position = 0;
    model_is_const(x->model, mu_value(x, stmt->expr), &position);
    expr present = mu_multiset_present(x, &multiset, (uint64_t)position);
    mu_runtime_error(x, model_not(x->model, present),
                     (struct error_record){MURPHI_ERROR_ABSENT, stmt->span, .expr = stmt->target});
    empty_where(x, &multiset, (uint64_t)position, model_true(x->model));
}

// All conditions are evaluated before anything is removed, for they may be about the multiset as a whole.
void mu_multiset_remove_if(struct executor *x, const struct murphi_stmt *stmt)
{
    const struct murphi_decl *decl = stmt->binders->decl;
    struct place multiset = mu_locate(x, decl->expr);
    size_t first = x->terms.count, saved = x->saved.count;
    for (uint64_t i = 0; i < capacity(multiset.type); i++) {
        expr present = mu_multiset_present(x, &multiset, i);
        mu_bind(x, decl, (struct binding){.value = model_int(x->model, (value)i)});
        mu_branch_open(x, present);
        expr condition = mu_value(x, stmt->expr);
        mu_branch_turn(x, model_false(x->model));
        mu_branch_close(x, model_false(x->model));
        array_push(x->mem, &x->terms, model_and(x->model, present, condition));
        mu_unbind_to(x, saved);
    }
    for (uint64_t i = 0; i < capacity(multiset.type); i++)
        empty_where(x, &multiset, i, x->terms.at[first + i]);
    x->terms.count = first;
}

// ---- Order ----------------------------------------------------------------------------------------------------------

// Whether the scalars at b come before those at a, given whether those behind them do. What is undefined comes last.
static expr scalar_before(struct executor *x, const struct murphi_type *type, uint32_t a, uint32_t b, expr rest)
{
    struct model *m = x->model;
    struct scalar left = x->slots.at[a], right = x->slots.at[b];
    expr both = model_and(m, left.defined, right.defined), neither = model_or(m, left.defined, right.defined);
    expr less = model_binary(m, OP_LT, mu_rank(x, right.value, type), mu_rank(x, left.value, type));
    expr equal = model_binary(m, OP_EQ, left.value, right.value);
    expr same = model_or(m, model_and(m, both, equal), model_not(m, neither));
    expr before = model_and(m, right.defined, model_or(m, model_not(m, left.defined), less));
    return model_or(m, before, model_and(m, same, rest));
}

// The same for all parts of a type, from the last to the first. The truth values of multisets inside count as parts.
static expr parts_before(struct executor *x, const struct murphi_type *type, uint32_t a, uint32_t b, expr rest)
{
    uint32_t offset = x->widths[type->id];
    switch (type->kind) {
    case MURPHI_RECORD:
        for (uint32_t i = type->field_count; i-- > 0;) {
            offset -= x->widths[type->fields[i].type->id];
            rest = parts_before(x, type->fields[i].type, a + offset, b + offset, rest);
        }
        return rest;
    case MURPHI_ARRAY:
        while (offset > 0) {
            offset -= x->widths[type->element->id];
            rest = parts_before(x, type->element, a + offset, b + offset, rest);
        }
        return rest;
    case MURPHI_MULTISET:
        for (uint64_t i = capacity(type); i-- > 0;) {
            offset = offset_of(x, type, i);
            rest = parts_before(x, type->element, a + offset + 1, b + offset + 1, rest);
            rest = scalar_before(x, x->tree->boolean, a + offset, b + offset, rest);
        }
        return rest;
    default:
        return scalar_before(x, type, a, b, rest);
    }
}

// Exchanges two neighbours where the second belongs before the first.
static void exchange(struct executor *x, const struct touched_multiset *t, uint64_t position)
{
    struct model *m = x->model;
    uint32_t a = t->slot + offset_of(x, t->type, position), b = t->slot + offset_of(x, t->type, position + 1);
    expr before = model_not(m, x->slots.at[a].value);
    if (!mu_is_true(x, before))
        before = model_or(m, before, parts_before(x, t->type->element, a + 1, b + 1, model_false(m)));
    expr condition = model_and(m, x->slots.at[b].value, before);
    if (mu_is_false(x, condition))
        return;
    mu_branch_open(x, condition);
    for (uint32_t i = 0; i < b - a; i++) {
        struct scalar left = x->slots.at[a + i];
        mu_slot_write(x, a + i, x->slots.at[b + i]);
        mu_slot_write(x, b + i, left);
    }
    mu_branch_turn(x, model_false(m));
    mu_branch_close(x, model_false(m));
}

// A procedure has a step for it, which comes at its end: too late where multisets are in each other.
static bool record_order(struct executor *x, const struct touched_multiset *t)
{
    if (x->has_nested_multisets)
        return false;
    struct procedure_step sort = {PROCEDURE_SORT, t->slot, EXPR_NONE, (uint32_t)capacity(t->type), 0};
    sort.width = offset_of(x, t->type, 1);
    array_push(x->mem, &x->sorts, sort);
    return true;
}

static void tidy(struct executor *x, const struct touched_multiset *t)
{
    if (x->is_recording && record_order(x, t))
        return;
    uint64_t last = capacity(t->type) - 1, rounds = (uint64_t)t->added + t->other;
    for (uint64_t round = 0; round < rounds && round < last; round++) {
        uint64_t end = t->other ? last - round : last;
        for (uint64_t i = round; i < end && t->other; i++)
            exchange(x, t, i);
        for (uint64_t i = t->other ? end - 1 : end; i-- > round;)
            exchange(x, t, i);
    }
}

// What is inside of something else has a type that is less deep.
static int by_depth(const void *a, const void *b)
{
    const struct touched_multiset *left = a, *right = b;
    if (left->type->depth != right->type->depth)
        return left->type->depth > right->type->depth ? 1 : -1;
    return (left->slot > right->slot) - (left->slot < right->slot);
}

// An alias or a parameter may be the place of an element that was removed: what was written there since then is lost,
// so that a place that holds nothing is the same as all others.
void mu_multisets_forget(struct executor *x)
{
    for (size_t i = 0; x->writes_stale && i < x->touched.count; i++) {
        struct place multiset = mu_place_at(x->touched.at[i].type, x->touched.at[i].slot);
        for (uint64_t k = 0; k < capacity(multiset.type); k++) {
            expr absent = model_not(x->model, mu_multiset_present(x, &multiset, k));
            undefine_where(x, &multiset, multiset.type->element, offset_of(x, multiset.type, k) + 1, absent);
        }
    }
    x->has_removed = x->writes_stale = false;
}

void mu_multisets_tidy(struct executor *x)
{
    if (x->has_nested_multisets && x->touched.count)
        qsort(x->touched.at, x->touched.count, sizeof *x->touched.at, by_depth);
    for (size_t i = 0; i < x->touched.count; i++)
        tidy(x, &x->touched.at[i]);
    x->touched.count = 0;
}
