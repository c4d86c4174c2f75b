// The aggregate as a whole (seed 001, section 4): starts of all members, conditions of all states. Its transition
// relation, Figure 2, is in family_relation.c.
#include "reduce/family/family_merging.h"

#include <string.h>

#include "base/hash.h"

void fam_refuse(struct family *f, struct cause why)
{
    if (!f->is_refused)
        *f->why_not = why;
    f->is_refused = true;
}

bool fam_is_over(struct family *f)
{
    if (!f->is_refused && f->limit && f->limit->is_over(f->limit->context))
        fam_refuse(f, cause_of(CAUSE_FAMILY_TIME));
    return f->is_refused;
}

static struct part choice(cell_id cell, expr e)
{
    return (struct part){PART_CHOICE, cell, e};
}

static struct part condition(expr e)
{
    return (struct part){PART_CONDITION, CELL_NONE, e};
}

// ---- Starts ---------------------------------------------------------------------------------------------------------

static expr absent_value(struct family *f, cell_id cell)
{
    return model_const(f->model, model_cell(f->model, cell)->type, f->cells.at[cell].absent);
}

// Which elements of classes that grow are there.
static void mark_elements(struct family *f, size_t start, size_t member)
{
    for (uint32_t class = 0; f->groups && class < model_class_count(f->model); class ++) {
        size_t all = f->absent[class] == CELL_NONE ? 0 : model_class(f->model, class)->size;
        for (uint32_t i = 0; i < all; i++) {
            bool is_absent = i >= fam_class_size(f, member, class);
            expr e = is_absent ? model_true(f->model) : model_false(f->model);
            model_add_to_start(f->model, start, choice(f->absent[class] + i, e));
        }
    }
}

static void add_start(struct family *f, size_t member, const struct action *start)
{
    struct model *m = f->model;
    size_t copy = model_add_start(m, start->name);
    for (cell_id c = 0; c < f->cells.count; c++)
        if (f->cells.at[c].of[member] == CELL_NONE)
            model_add_to_start(m, copy, choice(c, absent_value(f, c)));
    for (size_t i = 0; i < start->part_count; i++) {
        const struct part *part = &start->parts[i];
        expr e = fam_imported(f, member, part->expr);
        if (part->kind == PART_CONDITION) {
            model_add_to_start(m, copy, condition(e));
            continue;
        }
        cell_id cell = f->cells_of[member][part->cell];
        model_add_to_start(m, copy, choice(cell, fam_cell_value(f, cell, e)));
    }
    if (f->size_cell != CELL_NONE)
        model_add_to_start(m, copy, choice(f->size_cell, model_int(m, (value)member)));
    mark_elements(f, copy, member);
}

static void add_starts(struct family *f)
{
    for (size_t i = 0; i < f->count; i++)
        for (size_t k = 0; k < model_start_count(f->members[i].model); k++)
            add_start(f, i, model_start(f->members[i].model, k));
    if (model_start_count(f->model) == 0)
        model_add_initial(f->model, condition(model_false(f->model)));
}

// ---- Conditions of all states ---------------------------------------------------------------------------------------

expr fam_conditions(struct family *f, size_t member, const struct part *parts, size_t count)
{
    expr result = model_true(f->model);
    for (size_t i = 0; i < count; i++)
        if (parts[i].kind == PART_CONDITION)
            result = model_and(f->model, result, fam_imported(f, member, parts[i].expr));
    return result;
}

static void add_invariants(struct family *f)
{
    expr *tuple = mem_alloc(f->mem, f->count * sizeof *tuple);
    for (size_t i = 0; i < f->count; i++) {
        struct parts parts = model_invariants(f->members[i].model);
        tuple[i] = fam_conditions(f, i, parts.at, parts.count);
    }
    expr merged = fam_merge(f, tuple);
    if (merged != model_true(f->model))
        model_add_invariant(f->model, condition(merged));
    mem_free(f->mem, tuple, f->count * sizeof *tuple);
}

// ---- Making ---------------------------------------------------------------------------------------------------------

static uint32_t *unmarked(struct family *f, size_t count)
{
    uint32_t *marks = arena_alloc(&f->arena, (count + 1) * sizeof *marks);
    memset(marks, 0xff, (count + 1) * sizeof *marks);
    return marks;
}

// Types have smaller numbers than there are expressions and cells of them, and no member has more of the former.
static void open_maps(struct family *f)
{
    size_t n = f->count;
    f->cells_of = arena_alloc(&f->arena, n * sizeof *f->cells_of);
    f->types_of = arena_alloc(&f->arena, n * sizeof *f->types_of);
    f->exprs_of = arena_alloc(&f->arena, n * sizeof *f->exprs_of);
    f->formulas_of = arena_alloc(&f->arena, n * sizeof *f->formulas_of);
    f->at_least = arena_alloc(&f->arena, n * sizeof *f->at_least);
    f->is_member = arena_alloc(&f->arena, n * sizeof *f->is_member);
    for (size_t i = 0; i < n; i++) {
        const struct model *m = f->members[i].model;
        f->cells_of[i] = unmarked(f, model_cell_count(m));
        f->types_of[i] = unmarked(f, model_type_count(m));
        f->exprs_of[i] = (struct walk){.model = m, .mem = f->mem};
        f->formulas_of[i] = (struct walk){.model = m, .mem = f->mem, .of = WALK_FORMULAS};
    }
}

static void build(struct family *f)
{
    if (f->groups)
        fam_open_symmetry(f);
    open_maps(f);
    if (!f->is_refused)
        fam_match_cells(f);
    if (f->is_refused)
        return;
    fam_match_properties(f);
    for (size_t i = 0; i < f->count && !fam_is_over(f); i++)
        fam_import(f, i);
    if (f->is_refused)
        return;
    add_starts(f);
    add_invariants(f);
    fam_add_actions(f);
    if (model_ends_stay(f->members[0].model)) // steps do not leave a size: neither do executions that end
        model_let_ends_stay(f->model);
    if (f->is_refused)
        return;
    if (f->groups)
        fam_add_instances(f);
    else
        fam_add_properties(f);
}

static struct family *make(const struct family_member *members, size_t count, enum family_deadlock deadlock,
                           bool is_symmetric, const struct family_limit *limit, struct mem *mem, struct cause *why_not)
{
    struct family *f = mem_zalloc(mem, sizeof *f);
    *f = (struct family){.mem = mem, .arena = {.mem = mem}, .why_not = why_not, .count = count, .deadlock = deadlock};
    f->members = arena_alloc(&f->arena, count * sizeof *f->members);
    memcpy(f->members, members, count * sizeof *members);
    f->model = model_new(mem);
    f->size_cell = CELL_NONE;
    f->limit = limit;
    if (is_symmetric)
        f->groups = arena_alloc(&f->arena, count * sizeof *f->groups);
    build(f);
    fam_close_groups(f);
    if (!f->is_refused) {
        fam_open_layers(f);
        return f;
    }
    family_free(f);
    return NULL;
}

struct family *family_new(const struct family_member *members, size_t count, enum family_deadlock deadlock,
                          const struct family_limit *limit, struct mem *mem, struct cause *why_not)
{
    return make(members, count, deadlock, false, limit, mem, why_not);
}

struct family *family_new_symmetric(const struct family_member *members, size_t count, enum family_deadlock deadlock,
                                    const struct family_limit *limit, struct mem *mem, struct cause *why_not)
{
    return make(members, count, deadlock, true, limit, mem, why_not);
}

void family_free(struct family *f)
{
    if (!f)
        return;
    fam_close_symmetry(f);
    model_free(f->model);
    table_free(f->mem, &f->merged_table);
    array_free(f->mem, &f->merged);
    array_free(f->mem, &f->cells);
    array_free(f->mem, &f->progress);
    for (size_t i = 0; f->exprs_of && i < f->count; i++) {
        walk_free(&f->exprs_of[i]);
        walk_free(&f->formulas_of[i]);
    }
    arena_free(&f->arena);
    mem_free(f->mem, f, sizeof *f);
}

struct model *family_model(const struct family *f)
{
    return f->model;
}

const cell_id *family_cells(const struct family *f, size_t member)
{
    return f->cells_of[member];
}

expr family_is_member(const struct family *f, size_t member)
{
    return f->is_member[member];
}
