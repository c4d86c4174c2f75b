// The aggregate as a whole (seed 001, section 4): starts of all members, actions that are matched by name. Where the
// transition relation of Figure 2 has one case for each size, expressions are merged as far as they agree
// (family_merge.c).
#include "reduce/family/family_merging.h"

#include <string.h>

#include "base/hash.h"

void fam_refuse(struct family *f, const char *format, ...)
{
    va_list arguments;
    if (!f->is_refused) {
        va_start(arguments, format);
        str_vadd(f->mem, f->why_not, format, arguments);
        va_end(arguments);
    }
    f->is_refused = true;
}

bool fam_is_over(struct family *f)
{
    if (!f->is_refused && f->limit && f->limit->is_over(f->limit->context))
        fam_refuse(f, "there was no time to put all sizes together");
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

static expr conjunction(struct family *f, size_t member, const struct part *parts, size_t count)
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
        tuple[i] = conjunction(f, i, parts.at, parts.count);
    }
    expr merged = fam_merge(f, tuple);
    if (merged != model_true(f->model))
        model_add_invariant(f->model, condition(merged));
    mem_free(f->mem, tuple, f->count * sizeof *tuple);
}

// ---- Actions by name ------------------------------------------------------------------------------------------------

// An action in all members that have one of this name; of several with one name, the first goes with the first.
struct matched {
    const char *name;
    const struct action **of; // by member
};
typedef ARRAY(struct matched) matched_array;

static void match_action(struct family *f, matched_array *all, struct table *table, size_t member,
                         const struct action *action)
{
    uint32_t hash = (uint32_t)hash_bytes(HASH_BYTES_START, action->name, strlen(action->name));
    size_t at = hash;
    for (uint32_t i; (i = table_probe(table, hash, &at)) != TABLE_END;) {
        if (strcmp(all->at[i].name, action->name) == 0 && !all->at[i].of[member]) {
            all->at[i].of[member] = action;
            return;
        }
    }
    struct matched matched = {action->name, arena_alloc(&f->arena, f->count * sizeof *matched.of)};
    matched.of[member] = action;
    table_add(f->mem, table, hash, (uint32_t)all->count);
    array_push(f->mem, all, matched);
}

static void match_actions(struct family *f, matched_array *all)
{
    struct table table = {0};
    for (size_t i = f->count; i-- > 0;)
        for (size_t k = 0; k < model_action_count(f->members[i].model); k++)
            match_action(f, all, &table, i, model_action(f->members[i].model, k));
    table_free(f->mem, &table);
}

// ---- What an action does --------------------------------------------------------------------------------------------

// What the members give to the cells that one of them changes; a cell stays as it is where nothing is said of it.
struct effects {
    ARRAY(cell_id) cells;
    ARRAY(expr) values; // for each of these, one for each member
    uint32_t *place_of; // by cell of the aggregate: its place in `cells`, or UINT32_MAX
};

static void collect_effects(struct family *f, struct effects *all, size_t member, const struct action *action)
{
    for (size_t i = 0; i < action->part_count; i++) {
        const struct part *part = &action->parts[i];
        if (part->kind != PART_CHOICE)
            continue;
        cell_id cell = f->cells_of[member][part->cell];
        if (all->place_of[cell] == UINT32_MAX) {
            all->place_of[cell] = (uint32_t)all->cells.count;
            array_push(f->mem, &all->cells, cell);
            for (size_t k = 0; k < f->count; k++)
                array_push(f->mem, &all->values, EXPR_NONE);
        }
        expr e = fam_cell_value(f, cell, fam_imported(f, member, part->expr));
        all->values.at[all->place_of[cell] * f->count + member] = e;
    }
}

static expr merged_effect(struct family *f, struct effects *all, size_t place, const struct matched *matched)
{
    expr *tuple = all->values.at + place * f->count;
    for (size_t i = 0; i < f->count; i++)
        if (matched->of[i] && tuple[i] == EXPR_NONE)
            tuple[i] = model_cell_expr(f->model, all->cells.at[place]);
    return fam_merge(f, tuple);
}

static expr merged_guard(struct family *f, const struct matched *matched, expr *sizes)
{
    size_t bytes = f->count * sizeof(expr);
    expr *tuple = mem_alloc(f->mem, bytes);
    bool *in = mem_zalloc(f->mem, f->count), *all = mem_zalloc(f->mem, f->count);
    for (size_t i = 0; i < f->count; i++) {
        const struct action *a = matched->of[i];
        tuple[i] = a ? conjunction(f, i, a->parts, a->part_count) : EXPR_NONE;
        in[i] = a;
        all[i] = true;
    }
    expr guard = fam_merge(f, tuple);
    *sizes = fam_sizes(f, in, all, guard);
    mem_free(f->mem, tuple, bytes);
    mem_free(f->mem, in, f->count);
    mem_free(f->mem, all, f->count);
    return guard;
}

static void add_condition(struct family *f, size_t action, expr e)
{
    if (e != model_true(f->model))
        model_add_to_action(f->model, action, condition(e));
}

// As the members' front end sees it: some action is enabled, and, unless a deadlock is to be stuck, changes something.
static void note_progress(struct family *f, expr enabled, const expr *changes, size_t count)
{
    expr some =
        f->deadlock == FAMILY_DEADLOCK_STUCK ? model_true(f->model) : model_nary(f->model, OP_OR, changes, count);
    expr progress = model_and(f->model, enabled, some);
    array_push(f->mem, &f->progress, progress);
}

// Whose step it is, which must be the same in all members.
static void place_action(struct family *f, size_t action, const struct matched *matched)
{
    const struct placement *placement = NULL;
    for (size_t i = f->count; i-- > 0 && f->groups;) {
        if (!matched->of[i])
            continue;
        const struct placement *its = &matched->of[i]->placement;
        if (!placement)
            model_place_action(f->model, action, placement = its);
        else if (!fam_same_sites(placement, its))
            fam_refuse(f, "rule \"%s\" is that of different components in different sizes", matched->name);
    }
}

static void add_action(struct family *f, const struct matched *matched, struct effects *all)
{
    struct model *m = f->model;
    expr sizes, guard = merged_guard(f, matched, &sizes);
    size_t action = model_add_action(m, matched->name);
    ARRAY(expr) changes = {0};
    place_action(f, action, matched);
    add_condition(f, action, sizes);
    add_condition(f, action, guard);
    all->cells.count = all->values.count = 0;
    for (size_t i = 0; i < f->count; i++)
        if (matched->of[i])
            collect_effects(f, all, i, matched->of[i]);
    for (cell_id c = 0; c < model_cell_count(m); c++) {
        expr before = model_cell_expr(m, c), after = before;
        if (c < f->cells.count && all->place_of[c] != UINT32_MAX)
            after = merged_effect(f, all, all->place_of[c], matched);
        if (after == before) {
            model_keep_in_action(m, action, c);
            continue;
        }
        model_add_to_action(m, action, choice(c, after));
        expr change = model_not(m, model_binary(m, OP_EQ, before, after));
        array_push(f->mem, &changes, change);
    }
    for (size_t i = 0; i < all->cells.count; i++)
        all->place_of[all->cells.at[i]] = UINT32_MAX;
    note_progress(f, model_and(m, sizes, guard), changes.at, changes.count);
    array_free(f->mem, &changes);
}

static void add_actions(struct family *f)
{
    matched_array matched = {0};
    struct effects all = {0};
    all.place_of = mem_alloc(f->mem, (f->cells.count + 1) * sizeof *all.place_of);
    memset(all.place_of, 0xff, (f->cells.count + 1) * sizeof *all.place_of);
    match_actions(f, &matched);
    for (size_t i = 0; i < matched.count && !fam_is_over(f); i++)
        add_action(f, &matched.at[i], &all);
    mem_free(f->mem, all.place_of, (f->cells.count + 1) * sizeof *all.place_of);
    array_free(f->mem, &all.cells);
    array_free(f->mem, &all.values);
    array_free(f->mem, &matched);
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
    add_actions(f);
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
                           bool is_symmetric, const struct family_limit *limit, struct mem *mem, struct str *why_not)
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
                          const struct family_limit *limit, struct mem *mem, struct str *why_not)
{
    return make(members, count, deadlock, false, limit, mem, why_not);
}

struct family *family_new_symmetric(const struct family_member *members, size_t count, enum family_deadlock deadlock,
                                    const struct family_limit *limit, struct mem *mem, struct str *why_not)
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
