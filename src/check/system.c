#include "check/system.h"

#include <string.h>

#include "base/array.h"
#include "check/split.h"

#define CLUSTER_NODES 2500
#define JOINED_NODES 20000                  // of an action that several have become
#define SATURATION_BUDGET ((size_t)1 << 22) // new nodes, without a collection, for the actions that begin at one level

typedef ARRAY(bdd) bdd_list;
typedef ARRAY(int) var_list;

// ---- Images ---------------------------------------------------------------------------------------------------------

static bdd post(struct image *image, bdd set)
{
    struct system *s = (struct system *)image;
    bdd all = BDD_FALSE;
    bdd_scope scope = bdd_open_scope(s->m);
    for (size_t i = 0; i < s->action_count; i++) {
        all = bdd_or(s->m, all, partition_post(s->actions[i], set));
        all = bdd_close_scope_with(s->m, scope, all); // what it was made of is garbage now
    }
    return all;
}

static bdd pre(struct image *image, bdd set, bdd by)
{
    struct system *s = (struct system *)image;
    bdd all = BDD_FALSE;
    by = bdd_and(s->m, by, s->care);
    bdd_scope scope = bdd_open_scope(s->m);
    for (size_t i = 0; i < s->action_count; i++) {
        all = bdd_or(s->m, all, partition_pre(s->actions[i], set, by));
        all = bdd_close_scope_with(s->m, scope, all);
    }
    return bdd_close_scope_with(s->m, scope, bdd_and(s->m, all, s->space));
}

// Chaining: each action starts from what the ones before it have found.
static bdd chain(struct system *s, bdd set)
{
    bdd_scope scope = bdd_open_scope(s->m);
    for (size_t i = 0; i < s->action_count; i++)
        set = bdd_close_scope_with(s->m, scope, partition_grow(s->actions[i], set));
    return set;
}

// Saturation first, with what it can take; where that is too much, chaining goes on from what was found.
static bdd grow(struct image *image, bdd set)
{
    struct system *s = (struct system *)image;
    bdd_scope scope = bdd_open_scope(s->m);
    if (s->saturation && !bdd_saturate(s->m, s->saturation, &set, SATURATION_BUDGET)) {
        bdd_saturation_free(s->saturation);
        s->saturation = NULL;
    }
    set = chain(s, set);
    return bdd_close_scope_with(s->m, scope, set);
}

static bdd before(struct image *image, bdd set, bdd within)
{
    struct system *s = (struct system *)image;
    return bdd_and(s->m, pre(image, set, BDD_TRUE), within);
}

static bdd post_part(struct image *image, size_t part, bdd set)
{
    struct system *s = (struct system *)image;
    bdd all = BDD_FALSE;
    bdd_scope scope = bdd_open_scope(s->m);
    for (size_t i = s->components.first[part]; i < s->components.first[part + 1]; i++) {
        struct partition *action = s->actions[s->components.actions[i]];
        all = bdd_close_scope_with(s->m, scope, bdd_or(s->m, all, partition_post(action, set)));
    }
    return all;
}

static bdd pre_part(struct image *image, size_t part, bdd set)
{
    struct system *s = (struct system *)image;
    bdd all = BDD_FALSE;
    bdd_scope scope = bdd_open_scope(s->m);
    for (size_t i = s->components.first[part]; i < s->components.first[part + 1]; i++) {
        struct partition *action = s->actions[s->components.actions[i]];
        all = bdd_close_scope_with(s->m, scope, bdd_or(s->m, all, partition_pre(action, set, BDD_TRUE)));
    }
    return bdd_close_scope_with(s->m, scope, bdd_and(s->m, all, s->space));
}

static bdd between(struct image *image, bdd from, bdd to)
{
    return system_inputs_between((struct system *)image, from, to);
}

// ---- Making ---------------------------------------------------------------------------------------------------------

static expr part_condition(struct model *model, const struct part *part)
{
    return part->kind == PART_CONDITION ? part->expr
                                        : model_member(model, model_cell_expr(model, part->cell), part->expr);
}

static bdd conjoin(struct system *s, bdd f, struct parts parts)
{
    for (size_t i = 0; i < parts.count && bdd_is_valid(f); i++)
        f = bdd_and(s->m, f, encode_condition(s->encoding, part_condition(s->model, &parts.at[i])));
    return f;
}

// The states of a set in which a run may start.
static bdd start(struct system *s, bdd set)
{
    size_t starts = model_start_count(s->model);
    bdd all = starts ? BDD_FALSE : set;
    for (size_t i = 0; i < starts && bdd_is_valid(all); i++) {
        const struct action *a = model_start(s->model, i);
        all = bdd_or(s->m, all, conjoin(s, set, (struct parts){a->parts, a->part_count}));
    }
    return all;
}

static bool make_sets(struct system *s)
{
    bdd space = BDD_TRUE, inputs = BDD_TRUE;
    for (cell_id cell = 0; cell < model_cell_count(s->model); cell++) {
        bdd domain = encode_domain(s->encoding, cell, false);
        if (model_cell(s->model, cell)->role == CELL_INPUT)
            inputs = bdd_and(s->m, inputs, domain);
        else
            space = bdd_and(s->m, space, domain);
    }
    s->input_space = inputs;
    s->space = space = conjoin(s, space, model_invariants(s->model));
    s->initial = start(s, conjoin(s, space, model_initial(s->model)));
    s->state_cube = encode_state_cube(s->encoding);
    s->input_cube = encode_input_cube(s->encoding);
    return bdd_is_valid(s->space) && bdd_is_valid(s->initial) && bdd_is_valid(s->state_cube) &&
           bdd_is_valid(s->input_cube) && bdd_is_valid(inputs);
}

static void add_part(struct system *s, bdd_list *list, expr condition)
{
    array_push(s->mem, list, encode_condition(s->encoding, condition));
}

// All that holds of a step of one branch: its own conditions, the invariants of the state it leads to, and the types of
// the cells it changes. (A condition such as `next(x) in 0..2` is true for codes that stand for no value, too.)
static void collect_parts(struct system *s, const struct branch *branch, bdd_list *list, var_list *updated)
{
    struct model *model = s->model;
    struct parts legal = model_invariants(model);
    for (size_t i = 0; i < branch->conditions.count; i++)
        add_part(s, list, branch->conditions.at[i]);
    for (size_t i = 0; i < legal.count; i++)
        add_part(s, list, model_shift(model, part_condition(model, &legal.at[i])));
    for (cell_id cell = 0; cell < model_cell_count(model); cell++) {
        enum cell_role role = model_cell(model, cell)->role;
        const int *vars;
        size_t bits = encode_cell_vars(s->encoding, cell, &vars);
        if (role == CELL_INPUT)
            array_push(s->mem, list, encode_domain(s->encoding, cell, false));
        else if (role == CELL_STATE && !branch->kept[cell]) {
            for (size_t i = 0; i < bits; i++)
                array_push(s->mem, updated, vars[i]);
            array_push(s->mem, list, encode_domain(s->encoding, cell, true));
        }
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
static bool resolve_kept(struct system *s, const struct branch *branch, bdd_list *list)
{
    bdd_substitution *stay = bdd_substitution_new(s->m);
    bool good = stay != NULL;
    for (cell_id cell = 0; cell < model_cell_count(s->model) && good; cell++) {
        const int *vars;
        size_t bits = branch->kept[cell] ? encode_cell_vars(s->encoding, cell, &vars) : 0;
        for (size_t k = 0; k < bits && good; k++)
            good = bdd_substitution_set_var(stay, vars[k] + 1, vars[k]);
    }
    for (size_t i = 0; i < list->count && good; i++)
        list->at[i] = bdd_substitute(s->m, list->at[i], stay);
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

static bool make_action(struct system *s, size_t index, const struct branch *branch, const var_list *inputs)
{
    bdd_scope scope = bdd_open_scope(s->m);
    bdd_list list = {0};
    var_list updated = {0};
    collect_parts(s, branch, &list, &updated);
    if (all_valid(&list) && resolve_kept(s, branch, &list)) {
        drop_constants(&list);
        s->actions[index] = partition_new(s->m, list.at, list.count, updated.at, updated.count, inputs->at,
                                          inputs->count, CLUSTER_NODES, s->mem);
    }
    array_free(s->mem, &list);
    array_free(s->mem, &updated);
    bdd_close_scope(s->m, scope);
    return s->actions[index] != NULL;
}

static struct site owner_of(const struct model *model, size_t action)
{
    const struct placement *placement = &model_action(model, action)->placement;
    return placement->site_count ? placement->sites[0] : (struct site){CLASS_NONE, 0};
}

// Where components come one after the other, what each of them does is best in few relations: rules with a second
// parameter, which chooses among others, would be very many. The new action may have become a part of the last one.
static bool join_with_last(struct system *s)
{
    size_t new = s->action_count;
    if (!s->reduction || !s->reduction->by_parts || new == 0 || s->owners[new].class != s->owners[new - 1].class ||
        s->owners[new].element != s->owners[new - 1].element ||
        !partition_absorb(&s->actions[new - 1], s->actions[new], JOINED_NODES))
        return false;
    partition_free(s->actions[new]);
    s->actions[new] = NULL;
    return true;
}

static bool make_actions(struct system *s)
{
    var_list inputs = {0};
    branch_list branches = {0};
    for (cell_id cell = 0; cell < model_cell_count(s->model); cell++) {
        const int *vars;
        size_t bits = encode_cell_vars(s->encoding, cell, &vars);
        for (size_t i = 0; i < bits && model_cell(s->model, cell)->role == CELL_INPUT; i++)
            array_push(s->mem, &inputs, vars[i]);
    }
    split_steps(s->model, &branches, s->mem);
    s->action_room = branches.count + 1;
    s->actions = mem_zalloc(s->mem, s->action_room * sizeof *s->actions);
    s->owners = mem_zalloc(s->mem, s->action_room * sizeof *s->owners);
    bool made = true;
    for (size_t i = 0; i < branches.count && made; i++) {
        made = make_action(s, s->action_count, &branches.at[i], &inputs);
        s->owners[s->action_count] = owner_of(s->model, branches.at[i].action);
        if (made && !join_with_last(s))
            s->action_count++;
    }
    branch_list_free(&branches, s->model, s->mem);
    array_free(s->mem, &inputs);
    return made;
}

// Saturation is for actions that are single relations; others are left to chaining.
static bool make_saturation(struct system *s)
{
    if (s->without_saturation || s->reduction)
        return true;
    ARRAY(bdd_relation *) relations = {0};
    for (size_t i = 0; i < s->action_count; i++) {
        bdd_relation *relation = partition_relation(s->actions[i]);
        if (relation)
            array_push(s->mem, &relations, relation);
    }
    s->single_relations = relations.count == s->action_count;
    if (s->action_count < 2) {
        array_free(s->mem, &relations);
        return true;
    }
    s->saturation = bdd_saturation_new(s->m, relations.at, relations.count);
    array_free(s->mem, &relations);
    return s->saturation != NULL;
}

static bool make_fairness(struct system *s)
{
    bool good = true;
    for (size_t i = 0; i < s->justice_count; i++) {
        s->justice[i] = encode_condition(s->encoding, model_justice(s->model, i));
        good = good && bdd_is_valid(s->justice[i]);
    }
    for (size_t i = 0; i < s->compassion_count; i++) {
        expr pair[2];
        model_compassion(s->model, i, pair);
        for (int k = 0; k < 2; k++) {
            s->compassion[2 * i + (size_t)k] = encode_condition(s->encoding, pair[k]);
            good = good && bdd_is_valid(s->compassion[2 * i + (size_t)k]);
        }
    }
    return good;
}

// Room for all fairness conditions, and everything kept alive from now on.
static bool keep_alive(struct system *s)
{
    s->justice = mem_zalloc(s->mem, (s->justice_count + 1) * sizeof *s->justice);
    s->compassion = mem_zalloc(s->mem, (2 * s->compassion_count + 1) * sizeof *s->compassion);
    bdd *sets[] = {&s->space, &s->initial, &s->state_cube, &s->input_cube, &s->input_space, &s->care};
    bool good = bdd_protect_array(s->m, s->justice, s->justice_count + 1) &&
                bdd_protect_array(s->m, s->compassion, 2 * s->compassion_count + 1);
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        good = bdd_protect(s->m, sets[i]) && good;
    return good;
}

// From steps of states to those of representatives.
static bool reduce(struct system *s)
{
    s->image = &s->steps;
    if (!s->reduction)
        return true;
    bool good = true;
    if (s->reduction->by_parts) {
        good = components_open(&s->components, s->m, s->actions, s->owners, s->action_count, s->mem);
        s->steps.parts = s->components.parts;
        s->steps.part_count = s->components.count;
    }
    s->image = good ? s->reduction->wrap(s->reduction, &s->steps, s->encoding) : NULL;
    return s->image;
}

struct system *system_new(struct encoding *encoding, struct reduction *reduction, struct mem *mem)
{
    struct system *s = mem_zalloc(mem, sizeof *s);
    struct model *model = encoding_model(encoding);
    *s = (struct system){.steps = {post, pre, grow, before, NULL, 0, post_part, pre_part, between},
                         .reduction = reduction,
                         .mem = mem,
                         .model = model,
                         .encoding = encoding,
                         .m = encoding_manager(encoding),
                         .care = BDD_TRUE,
                         .justice_count = model_justice_count(model),
                         .compassion_count = model_compassion_count(model)};
    bool good = keep_alive(s);
    bdd_scope scope = bdd_open_scope(s->m);
    good = good && make_sets(s) && make_fairness(s) && make_actions(s) && make_saturation(s) && reduce(s);
    s->searches_by_layers = s->action_count == 1 || (reduction && reduction->search);
    if (good && reduction && reduction->by_parts)
        encode_forget(encoding); // many conditions of many components, which nobody asks for again
    if (good && reduction && !reduction->search) {
        s->initial = reduction->represent(s->image, s->initial);
        good = bdd_is_valid(s->initial);
    }
    bdd_close_scope(s->m, scope);
    if (!good) {
        system_free(s);
        return NULL;
    }
    return s;
}

static bool extend_actions(struct system *s, const struct system *base, const struct system_extension *by)
{
    s->action_room = s->action_count + 1;
    s->actions = mem_zalloc(s->mem, s->action_room * sizeof *s->actions);
    s->owners = mem_alloc(s->mem, s->action_room * sizeof *s->owners);
    memcpy(s->owners, base->owners, s->action_count * sizeof *s->owners);
    for (size_t i = 0; i < s->action_count; i++) {
        s->actions[i] =
            partition_extend(base->actions[i], by->parts, by->part_count, by->bits, by->bit_count, CLUSTER_NODES);
        if (!s->actions[i])
            return false;
    }
    return true;
}

struct system *system_extend(const struct system *base, const struct system_extension *by)
{
    struct system *s = mem_zalloc(base->mem, sizeof *s);
    *s = *base;
    s->actions = NULL;
    s->owners = NULL;
    s->components = (struct components){0};
    s->saturation = NULL;
    s->image = NULL;
    s->care = BDD_TRUE;
    s->justice_count = base->justice_count + by->justice_count;
    bool good = keep_alive(s);
    bdd_scope scope = bdd_open_scope(s->m);
    memcpy(s->justice, base->justice, base->justice_count * sizeof *s->justice);
    for (size_t i = 0; i < by->justice_count; i++)
        s->justice[base->justice_count + i] = by->justice[i];
    memcpy(s->compassion, base->compassion, 2 * s->compassion_count * sizeof *s->compassion);
    s->state_cube = bdd_and(s->m, s->state_cube, bdd_cube(s->m, by->bits, by->bit_count));
    good = good && bdd_is_valid(s->state_cube) && extend_actions(s, base, by) && make_saturation(s) && reduce(s);
    bdd_close_scope(s->m, scope);
    if (!good) {
        system_free(s);
        return NULL;
    }
    return s;
}

void system_free(struct system *s)
{
    if (!s)
        return;
    if (s->reduction && s->image && s->image != &s->steps)
        s->reduction->unwrap(s->reduction, s->image);
    components_close(&s->components);
    bdd *sets[] = {&s->space, &s->initial, &s->state_cube, &s->input_cube, &s->input_space, &s->care};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        bdd_unprotect(s->m, sets[i]);
    bdd_unprotect(s->m, s->justice);
    bdd_unprotect(s->m, s->compassion);
    bdd_saturation_free(s->saturation);
    for (size_t i = 0; s->actions && i < s->action_room; i++)
        partition_free(s->actions[i]);
    mem_free(s->mem, s->actions, s->action_room * sizeof *s->actions);
    mem_free(s->mem, s->owners, s->action_room * sizeof *s->owners);
    mem_free(s->mem, s->justice, (s->justice_count + 1) * sizeof *s->justice);
    mem_free(s->mem, s->compassion, (2 * s->compassion_count + 1) * sizeof *s->compassion);
    mem_free(s->mem, s, sizeof *s);
}

void system_choose_search(struct system *s, bool by_layers, bool saturating)
{
    s->searches_by_layers = by_layers;
    s->without_saturation = !saturating;
    if (!saturating) {
        bdd_saturation_free(s->saturation);
        s->saturation = NULL;
    }
}

bool system_simplify(struct system *s, bdd care)
{
    if (s->reduction && s->reduction->by_parts) // the states before representatives may be others
        return true;
    if (s->saturation && s->single_relations) { // a restriction serves them better than simpler parts
        s->care = care;
        return true;
    }
    bool good = true;
    for (size_t i = 0; i < s->action_count && good && care != BDD_FALSE; i++)
        good = partition_simplify(s->actions[i], care);
    return good;
}

bool system_grow_back(struct system *s, bdd *set, bdd within)
{
    return s->saturation && bdd_saturate_back(s->m, s->saturation, set, within, SATURATION_BUDGET) &&
           s->single_relations;
}

bdd system_stuck(struct system *s, bdd set, bdd to)
{
    if (s->reduction && (to != BDD_TRUE || s->reduction->falsifier))
        return bdd_minus(s->m, set, image_pre(s->image, to));
    bdd left = set;
    bdd_scope scope = bdd_open_scope(s->m);
    for (size_t i = 0; i < s->action_count && left != BDD_FALSE; i++) {
        bdd within = s->single_relations ? left : BDD_TRUE;
        left = bdd_minus(s->m, left, partition_pre(s->actions[i], to, within));
        left = bdd_close_scope_with(s->m, scope, left);
    }
    return left;
}

// ---- Single states --------------------------------------------------------------------------------------------------

bdd system_inputs_between(struct system *s, bdd from, bdd to)
{
    bdd_scope scope = bdd_open_scope(s->m);
    bdd inputs = BDD_FALSE;
    for (size_t i = 0; i < s->action_count; i++)
        inputs = bdd_or(s->m, inputs, partition_between(s->actions[i], from, to));
    inputs = bdd_and_exists(s->m, inputs, s->input_space, s->state_cube);
    return bdd_close_scope_with(s->m, scope, inputs);
}

// Reads one assignment of the cube's variables into the cells of the given roles.
static bool pick(struct system *s, bdd set, bdd cube, bool inputs, value *state)
{
    size_t cells = model_cell_count(s->model), vars = bdd_var_count(s->m);
    bdd_scope scope = bdd_open_scope(s->m);
    bdd picked = bdd_pick(s->m, set, cube);
    bool good = bdd_is_valid(picked);
    bool *values = mem_zalloc(s->mem, (vars + 1) * sizeof *values);
    value *all = mem_zalloc(s->mem, (cells + 1) * sizeof *all);
    while (good && !bdd_is_constant(picked)) {
        bdd low = bdd_low(s->m, picked);
        values[bdd_top(s->m, picked)] = low == BDD_FALSE;
        picked = low == BDD_FALSE ? bdd_high(s->m, picked) : low;
    }
    encode_read(s->encoding, values, all);
    for (cell_id cell = 0; cell < cells; cell++)
        if ((model_cell(s->model, cell)->role == CELL_INPUT) == inputs)
            state[cell] = all[cell];
    mem_free(s->mem, values, (vars + 1) * sizeof *values);
    mem_free(s->mem, all, (cells + 1) * sizeof *all);
    bdd_close_scope(s->m, scope);
    return good;
}

bool system_pick(struct system *s, bdd set, value *state)
{
    return pick(s, set, s->state_cube, false, state);
}

bool system_pick_inputs(struct system *s, bdd inputs, value *state)
{
    return pick(s, inputs, s->input_cube, true, state);
}

size_t system_clusters(const struct system *s)
{
    size_t clusters = 0;
    for (size_t i = 0; i < s->action_count; i++)
        clusters += partition_clusters(s->actions[i]);
    return clusters;
}

size_t system_relation_nodes(const struct system *s)
{
    size_t nodes = 0;
    for (size_t i = 0; i < s->action_count; i++)
        nodes += partition_nodes(s->actions[i]);
    return nodes;
}
