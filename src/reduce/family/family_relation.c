// The transition relation of the aggregate (seed 001, Figure 2): one relation for all sizes, in which a step is one of
// the size that its state belongs to (Theorem 4).
//
// The figure divides the edges of a synchronisation skeleton: what does not depend on the size is there once, as in the
// largest system (lines 2 to 4), and what does, once for each size n, guarded by proper(n) (lines 5 to 8). Here members
// have any actions, which are matched by name, and the two kinds need not be told apart beforehand: guards and effects
// of one action are merged as far as they agree in all sizes (family_merge.c), so that only what depends on the size is
// a case over the sizes. An action that some sizes do not have is guarded by those that have it.
#include <string.h>

#include "base/hash.h"
#include "reduce/family/family_merging.h"

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
        // The table has numbers of what is in `all`. NOLINTNEXTLINE(clang-analyzer-core.NullDereference)
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
        // A cell has a value for each member. NOLINTNEXTLINE(clang-analyzer-core.NullDereference)
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
        tuple[i] = a ? fam_conditions(f, i, a->parts, a->part_count) : EXPR_NONE;
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
        model_add_to_action(f->model, action, (struct part){PART_CONDITION, CELL_NONE, e});
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
            fam_refuse(f, cause_with_text(CAUSE_FAMILY_RULE, matched->name));
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
        model_add_to_action(m, action, (struct part){PART_CHOICE, c, after});
        expr change = model_not(m, model_binary(m, OP_EQ, before, after));
        array_push(f->mem, &changes, change);
    }
    for (size_t i = 0; i < all->cells.count; i++)
        all->place_of[all->cells.at[i]] = UINT32_MAX;
    note_progress(f, model_and(m, sizes, guard), changes.at, changes.count);
    array_free(f->mem, &changes);
}

void fam_add_actions(struct family *f)
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
