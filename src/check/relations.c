#include "check/relations.h"

#include <stdlib.h>

#include "check/totality.h"

#define CLUSTER_NODES 2500
#define JOINED_NODES 20000 // of an action that several have become
#define TOTAL_TRIES 8      // branches that are asked whether they always lead somewhere
#ifdef COSET_STRESS
#    define HELD_NODES 0 // every group is made anew each time
#else
#    define HELD_NODES 4096 // of groups that stay although nobody asks for them
#endif

typedef ARRAY(bdd) bdd_list;
typedef ARRAY(int) var_list;

// ---- One branch -----------------------------------------------------------------------------------------------------

static void add_part(struct relations *r, bdd_list *list, expr condition)
{
    array_push(r->mem, list, encode_condition(r->encoding, condition));
}

// All that holds of a step of one branch: its own conditions, the invariants of the state it leads to, and the types of
// the cells it changes. (A condition such as `next(x) in 0..2` is true for codes that stand for no value, too.)
static void collect_parts(struct relations *r, const struct branch *branch, bdd_list *list, var_list *updated,
                          var_list *inputs)
{
    struct model *model = r->model;
    struct parts legal = model_invariants(model);
    for (size_t i = 0; i < branch->conditions.count; i++)
        add_part(r, list, branch->conditions.at[i]);
    for (size_t i = 0; i < legal.count; i++)
        add_part(r, list, model_shift(model, model_part_condition(model, legal.at[i], false)));
    for (cell_id cell = 0; cell < model_cell_count(model); cell++) {
        enum cell_role role = model_cell(model, cell)->role;
        const int *vars;
        size_t bits = encode_cell_vars(r->encoding, cell, &vars);
        bool is_updated = role == CELL_STATE && !branch->kept[cell];
        for (size_t i = 0; i < bits && (role == CELL_INPUT || is_updated); i++)
            array_push(r->mem, is_updated ? updated : inputs, vars[i]);
        if (role == CELL_INPUT || is_updated)
            array_push(r->mem, list, encode_domain(r->encoding, cell, is_updated));
    }
}

// A condition that could not be encoded makes the encoder forget the others, which are not alive then.
static bool all_valid(const bdd_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (!bdd_is_valid(list->at[i]))
            return false;
    return true;
}

// A kept cell's next value is its present one, whatever speaks of it.
static bool resolve_kept(struct relations *r, const struct branch *branch, bdd_list *list)
{
    bdd_substitution *stay = bdd_substitution_new(r->m);
    bool good = stay != NULL;
    for (cell_id cell = 0; cell < model_cell_count(r->model) && good; cell++) {
        const int *vars;
        bool has_next = model_cell(r->model, cell)->role == CELL_STATE;
        size_t bits = branch->kept[cell] && has_next ? encode_cell_vars(r->encoding, cell, &vars) : 0;
        for (size_t k = 0; k < bits && good; k++)
            good = bdd_substitution_set_var(stay, vars[k] + 1, vars[k]);
    }
    for (size_t i = 0; i < list->count && good; i++)
        list->at[i] = bdd_substitute(r->m, list->at[i], stay);
    bdd_substitution_free(stay);
    return good;
}

// Constants say nothing, except that false says all.
static void drop_constants(bdd_list *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i] != BDD_TRUE)
            list->at[kept++] = list->at[i];
    list->count = kept;
}

static struct partition *make_branch(struct relations *r, const struct branch *branch)
{
    bdd_scope scope = bdd_open_scope(r->m);
    bdd_list list = {0};
    var_list updated = {0}, inputs = {0};
    struct partition *made = NULL;
    collect_parts(r, branch, &list, &updated, &inputs);
    if (all_valid(&list) && resolve_kept(r, branch, &list)) {
        drop_constants(&list);
        if (!r->is_total && !r->by_components && r->total_tries++ < TOTAL_TRIES)
            r->is_total = totality_holds(r->encoding, list.at, list.count, branch->kept, r->mem);
        made = partition_new(r->m, list.at, list.count, updated.at, updated.count, inputs.at, inputs.count,
                             CLUSTER_NODES, r->mem);
    }
    array_free(r->mem, &list);
    array_free(r->mem, &updated);
    array_free(r->mem, &inputs);
    bdd_close_scope(r->m, scope);
    return made;
}

// ---- Groups ---------------------------------------------------------------------------------------------------------

static void drop(struct relations *r, struct relation_group *g)
{
    for (size_t i = g->count; i-- > 0;) // the last first: that is where the manager looks for what is given up
        partition_free(g->at[i]);
    mem_free(r->mem, g->at, (g->branch_count + 1) * sizeof *g->at);
    r->held_nodes -= g->at ? g->nodes : 0;
    g->at = NULL;
    g->count = 0;
}

// The bits of the group's component.
static bdd own_bits(const struct relations *r, const struct relation_group *g)
{
    struct site owner = r->parts[g - r->groups].owner;
    var_list own = {0};
    for (cell_id cell = 0; owner.class != CLASS_NONE && cell < model_cell_count(r->model); cell++) {
        struct placement placement = model_placement(r->model, cell);
        const int *vars;
        if (model_cell(r->model, cell)->role != CELL_STATE || placement.site_count != 1 ||
            placement.sites[0].class != owner.class || placement.sites[0].element != owner.element)
            continue;
        size_t bits = encode_cell_vars(r->encoding, cell, &vars);
        for (size_t i = 0; i < bits; i++)
            array_push(r->mem, &own, vars[i]);
    }
    bdd cube = bdd_cube(r->m, own.at, own.count);
    array_free(r->mem, &own);
    return cube;
}

// Adds a partition, which may become part of one that is there: what a component does is best in few relations, and
// rules with a second parameter, which chooses among others, would be very many.
static bool add(const struct relations *r, struct relation_group *g, struct partition *p, bdd own)
{
    for (size_t i = 0; r->by_components && p && i < g->count; i++)
        if (partition_absorb(&g->at[i], p, own, JOINED_NODES)) {
            partition_free(p);
            return true;
        }
    if (p)
        g->at[g->count++] = p;
    return p;
}

static bool make_of_branches(struct relations *r, struct relation_group *g)
{
    bdd_scope scope = bdd_open_scope(r->m);
    bdd own = r->by_components ? own_bits(r, g) : BDD_TRUE;
    bool made = bdd_is_valid(own);
    for (size_t i = 0; i < g->branch_count && made; i++)
        made = add(r, g, make_branch(r, &r->branches.at[r->order[g->first + i]]), own);
    bdd_close_scope(r->m, scope);
    if (r->by_components)
        encode_forget(r->encoding); // conditions of one component, which nobody asks for again
    return made;
}

static bool make_of_base(struct relations *r, struct relation_group *g)
{
    size_t index = (size_t)(g - r->groups);
    const struct relation_group *base = relations_enter(r->base, index);
    for (size_t i = 0; base && i < base->count; i++) {
        struct partition *p =
            partition_extend(base->at[i], r->more, r->more_count, r->bits.at, r->bits.count, CLUSTER_NODES);
        if (!p)
            base = NULL;
        else
            g->at[g->count++] = p;
    }
    relations_leave(r->base, index);
    return base;
}

static bool make(struct relations *r, struct relation_group *g)
{
    g->at = mem_zalloc(r->mem, (g->branch_count + 1) * sizeof *g->at);
    g->count = g->nodes = g->clusters = 0;
    if (!(r->base ? make_of_base(r, g) : make_of_branches(r, g))) {
        drop(r, g);
        return false;
    }
    for (size_t i = 0; i < g->count; i++) {
        g->clusters += partition_clusters(g->at[i]);
        g->nodes += partition_nodes(g->at[i]);
    }
    r->held_nodes += g->nodes;
    return true;
}

const struct relation_group *relations_enter(struct relations *r, size_t group)
{
    struct relation_group *g = &r->groups[group];
    return g->at || make(r, g) ? g : NULL;
}

void relations_leave(struct relations *r, size_t group)
{
    struct relation_group *g = &r->groups[group];
    if (r->by_components && g->at && r->held_nodes > HELD_NODES)
        drop(r, g);
}

// ---- Components -----------------------------------------------------------------------------------------------------

struct owned {
    struct site owner;
    size_t branch;
};

static int by_owner(const void *x, const void *y)
{
    const struct owned *a = x, *b = y;
    if (a->owner.class != b->owner.class)
        return a->owner.class < b->owner.class ? -1 : 1;
    if (a->owner.element != b->owner.element)
        return a->owner.element < b->owner.element ? -1 : 1;
    return (a->branch > b->branch) - (a->branch < b->branch);
}

static struct site owner_of(const struct model *model, size_t action)
{
    const struct placement *placement = &model_action(model, action)->placement;
    return placement->site_count ? placement->sites[0] : (struct site){CLASS_NONE, 0};
}

static void group_by_owner(struct relations *r)
{
    size_t count = r->branches.count;
    struct owned *owned = mem_alloc(r->mem, (count + 1) * sizeof *owned);
    for (size_t i = 0; i < count; i++)
        owned[i] = (struct owned){owner_of(r->model, r->branches.at[i].action), i};
    qsort(owned, count, sizeof *owned, by_owner);
    for (size_t i = 0; i < count; i++) {
        struct site owner = owned[i].owner, last = i ? owned[i - 1].owner : owner;
        if (i == 0 || owner.class != last.class || owner.element != last.element) {
            r->parts[r->count].owner = owner;
            r->groups[r->count++].first = i;
        }
        r->groups[r->count - 1].branch_count++;
        r->order[i] = owned[i].branch;
    }
    mem_free(r->mem, owned, (count + 1) * sizeof *owned);
}

// The bits that some step of the group may change.
static void find_changes(struct relations *r, size_t group)
{
    const struct relation_group *g = &r->groups[group];
    var_list changes = {0};
    for (cell_id cell = 0; cell < model_cell_count(r->model); cell++) {
        bool is_kept = model_cell(r->model, cell)->role != CELL_STATE;
        for (size_t i = 0, kept = 0; i < g->branch_count && !is_kept; i++) {
            kept += r->branches.at[r->order[g->first + i]].kept[cell];
            is_kept = kept == g->branch_count;
        }
        const int *vars;
        size_t bits = is_kept ? 0 : encode_cell_vars(r->encoding, cell, &vars);
        for (size_t i = 0; i < bits; i++)
            array_push(r->mem, &changes, vars[i]);
    }
    r->parts[group].change_count = changes.count;
    r->parts[group].changes = mem_alloc(r->mem, (changes.count + 1) * sizeof *changes.at);
    for (size_t i = 0; i < changes.count; i++)
        r->parts[group].changes[i] = changes.at[i];
    array_free(r->mem, &changes);
}

// ---- All of it ------------------------------------------------------------------------------------------------------

bool relations_open(struct relations *r, struct encoding *encoding, bool by_components, struct mem *mem)
{
    *r = (struct relations){.encoding = encoding,
                            .model = encoding_model(encoding),
                            .m = encoding_manager(encoding),
                            .mem = mem,
                            .by_components = by_components};
    split_steps(r->model, by_components, &r->branches, mem);
    size_t room = (r->branch_count = r->branches.count) + 1;
    r->groups = mem_zalloc(mem, room * sizeof *r->groups);
    r->parts = mem_zalloc(mem, room * sizeof *r->parts);
    r->order = mem_zalloc(mem, room * sizeof *r->order);
    bool made = true;
    if (by_components) {
        group_by_owner(r);
        r->parts[r->count].owner.class = CLASS_NONE; // of what is no branch: executions that stay where they end
        for (size_t i = 0; i < r->count; i++)
            find_changes(r, i);
        return true;
    }
    r->count = r->branch_count;
    for (size_t i = 0; i < r->count; i++) {
        r->order[i] = i;
        r->groups[i] = (struct relation_group){.first = i, .branch_count = 1};
        made = made && relations_enter(r, i);
    }
    branch_list_free(&r->branches, r->model, mem);
    return made;
}

bool relations_extend(struct relations *r, struct relations *base, const struct system_extension *by)
{
    *r = (struct relations){.encoding = base->encoding,
                            .model = base->model,
                            .m = base->m,
                            .mem = base->mem,
                            .count = base->count,
                            .branch_count = base->branch_count,
                            .by_components = base->by_components,
                            .parts = base->parts,
                            .base = base,
                            .more_count = by->part_count};
    r->groups = mem_zalloc(r->mem, (r->branch_count + 1) * sizeof *r->groups);
    r->more = mem_zalloc(r->mem, (r->more_count + 1) * sizeof *r->more);
    for (size_t i = 0; i < by->bit_count; i++)
        array_push(r->mem, &r->bits, by->bits[i]);
    bool made = bdd_protect_array(r->m, r->more, r->more_count + 1);
    for (size_t i = 0; i < r->more_count; i++)
        r->more[i] = by->parts[i];
    for (size_t i = 0; i < r->count && made; i++) {
        r->groups[i].branch_count = base->groups[i].branch_count;
        made = r->by_components || relations_enter(r, i);
    }
    return made;
}

void relations_close(struct relations *r)
{
    if (!r->groups)
        return;
    size_t room = r->branch_count + 1;
    for (size_t i = 0; i < r->count; i++) {
        drop(r, &r->groups[i]);
        if (!r->base)
            mem_free(r->mem, r->parts[i].changes, (r->parts[i].change_count + 1) * sizeof *r->parts[i].changes);
    }
    if (r->more)
        bdd_unprotect(r->m, r->more);
    mem_free(r->mem, r->more, (r->more_count + 1) * sizeof *r->more);
    array_free(r->mem, &r->bits);
    branch_list_free(&r->branches, r->model, r->mem);
    mem_free(r->mem, r->groups, room * sizeof *r->groups);
    mem_free(r->mem, r->base ? NULL : r->parts, room * sizeof *r->parts);
    mem_free(r->mem, r->order, room * sizeof *r->order);
    *r = (struct relations){0};
}
