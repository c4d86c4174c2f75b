// One expression for all members (seed 001, Theorem 4, for any expressions). What is the same in all of
// them is there once; what differs is looked into: operands of the same operation are merged in pairs, lists operand
// by operand (family_list.c), and what has nothing in common becomes a case over the sizes.
//
// The chain of choices by which an element of an array is read grows with the size. Where a member has no such choice
// any more, either its condition is false there anyway, or one of its two sides is what the member has.
#include "reduce/family/family_merging.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"

enum { DEEPEST = 2000 };

static expr merge(struct family *, const expr *tuple);

static const struct expr_node *node(const struct family *f, expr e)
{
    return model_expr(f->model, e);
}

uint32_t *fam_new_tuple(struct family *f)
{
    uint32_t *tuple = mem_alloc(f->mem, f->count * sizeof *tuple);
    for (size_t i = 0; i < f->count; i++)
        tuple[i] = UINT32_MAX;
    return tuple;
}

void fam_free_tuple(struct family *f, uint32_t *tuple)
{
    mem_free(f->mem, tuple, f->count * sizeof *tuple);
}

// ---- Sizes ----------------------------------------------------------------------------------------------------------

static size_t next_among(const struct family *f, const bool *among, size_t from)
{
    while (from < f->count && !among[from])
        from++;
    return from;
}

// The members of a run from `first` up to that before `end`, both of `among`.
static expr run_of_sizes(struct family *f, const bool *among, size_t first, size_t end, expr about)
{
    struct model *m = f->model;
    expr low = first == next_among(f, among, 0) ? model_true(m) : fam_at_least(f, first, about);
    expr high = end == f->count ? model_true(m) : model_not(m, fam_at_least(f, end, about));
    return model_and(m, low, high);
}

expr fam_sizes(struct family *f, const bool *in, const bool *among, expr about)
{
    expr result = model_false(f->model);
    for (size_t i = next_among(f, among, 0); i < f->count;) {
        size_t end = i;
        while (end < f->count && in[end] == in[i])
            end = next_among(f, among, end + 1);
        if (in[i])
            result = model_or(f->model, result, run_of_sizes(f, among, i, end, about));
        i = end;
    }
    return result;
}

// From the smallest size up: the last one that a state reaches decides.
expr fam_by_size(struct family *f, const expr *tuple)
{
    struct model *m = f->model;
    expr result = EXPR_NONE, last = EXPR_NONE;
    for (size_t i = 0; i < f->count; i++) {
        if (tuple[i] == EXPR_NONE || tuple[i] == last)
            continue;
        if (result != EXPR_NONE && !model_can_join(m, node(f, result)->type, node(f, tuple[i])->type)) {
            fam_refuse(f, cause_of(CAUSE_FAMILY_KINDS));
            return result;
        }
        result = result == EXPR_NONE ? tuple[i] : model_ite(m, f->at_least[i], tuple[i], result);
        last = tuple[i];
    }
    return result;
}

// ---- What the expressions of a tuple have in common -----------------------------------------------------------------

struct look {
    size_t first;           // that is there
    bool is_same;           // all are one
    bool is_alike;          // all are one operation, of as many operands
    bool has[OPS], has_all; // which operations there are; `has_all`: only one
};

static struct look look_at(const struct family *f, const expr *tuple)
{
    struct look l = {.first = SIZE_MAX, .is_same = true, .is_alike = true, .has_all = true};
    const struct expr_node *first = NULL;
    for (size_t i = 0; i < f->count; i++) {
        if (tuple[i] == EXPR_NONE)
            continue;
        const struct expr_node *n = node(f, tuple[i]);
        if (!first) {
            first = n;
            l.first = i;
        }
        l.has[n->op] = true;
        l.is_same &= tuple[i] == tuple[l.first];
        l.has_all &= n->op == first->op;
        l.is_alike &= n->op == first->op && n->count == first->count && n->data == first->data;
    }
    assert(first); // some member has the expression
    // cppcheck-suppress nullPointer ; asserted
    l.is_alike &= first->count > 0;
    return l;
}

// Whether each is a part of the next one, as it is with what a loop over all elements adds up.
static bool is_built_up(const struct family *f, const expr *tuple)
{
    expr last = EXPR_NONE;
    for (size_t i = 0; i < f->count; i++) {
        bool has_last = last == EXPR_NONE;
        if (tuple[i] == EXPR_NONE || tuple[i] == last)
            continue;
        const struct expr_node *n = node(f, tuple[i]);
        for (size_t k = 0; k < n->count && !has_last; k++) {
            const struct expr_node *inner = node(f, n->args[k]);
            has_last = n->args[k] == last;
            for (size_t j = 0; j < inner->count && !has_last; j++)
                has_last = inner->args[j] == last;
        }
        if (!has_last)
            return false;
        last = tuple[i];
    }
    return true;
}

// ---- Operand by operand ---------------------------------------------------------------------------------------------

// The two operands of some operations are in no order that means anything. Lists of operands are merged as such.
static bool is_commutative(enum op op)
{
    return op_is_commutative(op) && !op_is_nary(op);
}

static unsigned likeness(const struct family *f, expr a, expr b)
{
    return a == b ? 2 : node(f, a)->op == node(f, b)->op;
}

// Those of one form go together.
static bool is_crossed(const struct family *f, const struct expr_node *n, const expr *before)
{
    if (!is_commutative(n->op) || before[0] == EXPR_NONE)
        return false;
    return likeness(f, n->args[0], before[1]) + likeness(f, n->args[1], before[0]) >
           likeness(f, n->args[0], before[0]) + likeness(f, n->args[1], before[1]);
}

static expr merge_operands(struct family *f, const expr *tuple, size_t first)
{
    const struct expr_node *like = node(f, tuple[first]);
    size_t count = like->count;
    expr *args = mem_alloc(f->mem, count * sizeof *args);
    expr *column = fam_new_tuple(f);
    for (size_t k = 0; k < count; k++) {
        expr before[2] = {EXPR_NONE, EXPR_NONE};
        for (size_t i = 0; i < f->count; i++) {
            if (tuple[i] == EXPR_NONE)
                continue;
            const struct expr_node *n = node(f, tuple[i]);
            bool crossed = is_crossed(f, n, before);
            column[i] = n->args[crossed ? 1 - k : k];
            if (is_commutative(n->op)) {
                before[0] = n->args[crossed];
                before[1] = n->args[!crossed];
            }
        }
        args[k] = merge(f, column);
    }
    expr result = model_rebuild(f->model, node(f, tuple[first]), args);
    fam_free_tuple(f, column);
    mem_free(f->mem, args, count * sizeof *args);
    return result;
}

// ---- Choices --------------------------------------------------------------------------------------------------------

bool fam_is_never(struct family *f, expr condition, size_t member)
{
    const struct expr_node *n = node(f, condition);
    value v;
    if (n->op != OP_EQ)
        return false;
    for (size_t k = 0; k < 2; k++) {
        const struct expr_node *cell = node(f, n->args[k]);
        if (cell->op != OP_CELL || !model_is_const(f->model, n->args[1 - k], &v) ||
            (size_t)cell->data >= f->cells.count)
            continue;
        cell_id of = f->cells.at[cell->data].of[member];
        if (of == CELL_NONE || f->cells.at[cell->data].is_truth)
            continue;
        type_id type = fam_type(f, member, model_cell(f->members[member].model, of)->type);
        return !type_contains(model_type(f->model, type), v);
    }
    return false;
}

struct choices {
    expr *conditions, *then, *otherwise;
};

// What a member that has no such choice contributes to one; false if the choice has nothing to do with it.
static bool take_leaf(struct family *f, struct choices *c, size_t member, expr leaf, const struct expr_node *near)
{
    assert(near);
    if (fam_is_never(f, near->args[0], member)) {
        c->conditions[member] = near->args[0];
        c->otherwise[member] = leaf;
    } else if (leaf == near->args[1]) {
        c->conditions[member] = model_true(f->model);
        c->then[member] = leaf;
    } else if (leaf == near->args[2]) {
        c->conditions[member] = model_false(f->model);
        c->otherwise[member] = leaf;
    } else {
        return false;
    }
    return true;
}

// The choice of the next larger member that has one, or else of the last smaller one.
static const struct expr_node *choice_near(const struct family *f, const expr *tuple, size_t member)
{
    const struct expr_node *near = NULL;
    for (size_t i = 0; i < f->count; i++) {
        if (tuple[i] == EXPR_NONE || node(f, tuple[i])->op != OP_ITE)
            continue;
        near = node(f, tuple[i]);
        if (i > member)
            break;
    }
    return near;
}

static bool split_choices(struct family *f, const expr *tuple, struct choices *c)
{
    for (size_t i = 0; i < f->count; i++) {
        if (tuple[i] == EXPR_NONE)
            continue;
        const struct expr_node *n = node(f, tuple[i]);
        if (n->op == OP_ITE) {
            c->conditions[i] = n->args[0];
            c->then[i] = n->args[1];
            c->otherwise[i] = n->args[2];
            continue;
        }
        const struct expr_node *near = choice_near(f, tuple, i);
        if (!take_leaf(f, c, i, tuple[i], near))
            return false;
    }
    return true;
}

// EXPR_NONE if there is no choice that all have in common.
static expr merge_choices(struct family *f, const expr *tuple)
{
    struct choices c = {fam_new_tuple(f), fam_new_tuple(f), fam_new_tuple(f)};
    expr result = EXPR_NONE;
    if (split_choices(f, tuple, &c))
        result = model_ite(f->model, merge(f, c.conditions), merge(f, c.then), merge(f, c.otherwise));
    fam_free_tuple(f, c.conditions);
    fam_free_tuple(f, c.then);
    fam_free_tuple(f, c.otherwise);
    return result;
}

// ---- All of it ------------------------------------------------------------------------------------------------------

// Those of one operation are merged with each other, and the results are told apart by the size.
static expr merge_by_operation(struct family *f, const expr *tuple, const struct look *l)
{
    expr *cases = fam_new_tuple(f), *some = fam_new_tuple(f);
    for (size_t op = 0; op < OPS; op++) {
        if (!l->has[op])
            continue;
        for (size_t i = 0; i < f->count; i++)
            some[i] = tuple[i] != EXPR_NONE && node(f, tuple[i])->op == op ? tuple[i] : EXPR_NONE;
        expr result = merge(f, some);
        for (size_t i = 0; i < f->count; i++)
            cases[i] = some[i] != EXPR_NONE ? result : cases[i];
    }
    expr result = fam_by_size(f, cases);
    fam_free_tuple(f, cases);
    fam_free_tuple(f, some);
    return result;
}

static bool is_list(const struct family *f, const struct look *l, const expr *tuple)
{
    return model_expr_type(f->model, tuple[l->first])->kind == TYPE_BOOLEAN && (l->has[OP_AND] || l->has[OP_OR]);
}

static expr merge_anew(struct family *f, const expr *tuple, const struct look *l)
{
    if (f->depth > DEEPEST)
        return fam_by_size(f, tuple);
    if (is_list(f, l, tuple))
        return fam_merge_lists(f, l->has[OP_AND] ? OP_AND : OP_OR, tuple);
    if (l->has_all && l->has[OP_COUNT])
        return fam_merge_lists(f, OP_COUNT, tuple);
    bool is_sum = l->has_all && is_built_up(f, tuple);
    if (l->has[OP_ITE] && !is_sum) {
        expr result = merge_choices(f, tuple);
        if (result != EXPR_NONE)
            return result;
    }
    if (!l->has_all)
        return merge_by_operation(f, tuple, l);
    bool is_scalar = l->is_alike && !l->has[OP_ITE] && !l->has[OP_CHOICE] && !l->has[OP_SPAN];
    return is_scalar && !is_sum ? merge_operands(f, tuple, l->first) : fam_by_size(f, tuple);
}

static uint32_t hash_tuple(const struct family *f, const expr *tuple)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < f->count; i++)
        hash = hash_pair(hash, tuple[i]);
    return (uint32_t)hash;
}

static expr merge(struct family *f, const expr *tuple)
{
    struct look l = look_at(f, tuple);
    size_t bytes = f->count * sizeof *tuple;
    if (l.is_same || f->is_refused)
        return tuple[l.first];
    uint32_t hash = hash_tuple(f, tuple);
    size_t at = hash;
    for (uint32_t i; (i = table_probe(&f->merged_table, hash, &at)) != TABLE_END;)
        if (memcmp(f->merged.at[i].tuple, tuple, bytes) == 0)
            return f->merged.at[i].result;
    f->depth++;
    struct family_merged known = {memcpy(arena_alloc(&f->arena, bytes), tuple, bytes), merge_anew(f, tuple, &l)};
    f->depth--;
    table_add(f->mem, &f->merged_table, hash, (uint32_t)f->merged.count);
    array_push(f->mem, &f->merged, known);
    return known.result;
}

expr fam_merge(struct family *f, const expr *tuple)
{
    return merge(f, tuple);
}
