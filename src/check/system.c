#include "check/system.h"

#include <string.h>

#include "base/array.h"
#include "check/stay.h"

// ---- Making ---------------------------------------------------------------------------------------------------------

// The conjunction of functions from `first` on, which are overwritten. Halves first: so that each is met by others of
// about its size, and a long list of small ones does not cost the square of its length.
static bdd conjunction(bdd_manager *m, bdd *first, size_t count)
{
    if (count == 0)
        return BDD_TRUE;
    for (; count > 1; count = (count + 1) / 2)
        for (size_t i = 0; i < count; i += 2)
            first[i / 2] = i + 1 < count ? bdd_and(m, first[i], first[i + 1]) : first[i];
    return first[0];
}

static bdd conjoin(struct system *s, bdd f, struct parts parts)
{
    for (size_t i = 0; i < parts.count && bdd_is_valid(f); i++)
        f = bdd_and(s->m, f, encode_condition(s->encoding, model_part_condition(s->model, parts.at[i], false)));
    return f;
}

static bdd make_start(struct system *s, const struct action *a)
{
    bdd *conditions = mem_alloc(s->mem, (a->part_count + 1) * sizeof *conditions);
    bool good = true;
    for (size_t i = 0; i < a->part_count && good; i++) {
        conditions[i] = encode_condition(s->encoding, model_part_condition(s->model, a->parts[i], false));
        good = bdd_is_valid(conditions[i]);
    }
    bdd all = good ? conjunction(s->m, conditions, a->part_count) : BDD_NONE;
    mem_free(s->mem, conditions, (a->part_count + 1) * sizeof *conditions);
    return all;
}

// The states of a set in which a trace may start.
static bdd start(struct system *s, bdd set)
{
    size_t starts = model_start_count(s->model);
    bdd all = starts ? BDD_FALSE : set;
    bdd_scope scope = bdd_open_scope(s->m);
    for (size_t i = 0; i < starts && bdd_is_valid(all); i++) {
        all = bdd_or(s->m, all, make_start(s, model_start(s->model, i)));
        all = bdd_close_scope_with(s->m, scope, all);
    }
    return bdd_close_scope_with(s->m, scope, bdd_and(s->m, all, set));
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

// Saturation is for actions that are single relations; others are left to chaining.
static bool make_saturation(struct system *s)
{
    if (s->without_saturation || s->abstraction)
        return true;
    ARRAY(bdd_relation *) relations = {0};
    size_t count = s->relations.count;
    for (size_t i = 0; i < count; i++) {
        bdd_relation *relation = partition_relation(s->relations.groups[i].at[0]);
        if (relation)
            array_push(s->mem, &relations, relation);
    }
    bdd_relation *stay = s->stay ? partition_relation(s->stay) : NULL;
    if (stay)
        array_push(s->mem, &relations, stay);
    count += s->stay != NULL;
    s->single_relations = relations.count == count;
    if (count < 2) {
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

// From steps of states to those of abstract ones.
static bool wrap(struct system *s)
{
    s->image = &s->steps.image;
    if (!s->abstraction)
        return true;
    s->steps.parts = s->relations.parts;
    s->steps.part_count = s->relations.count + model_ends_stay(s->model);
    s->image = s->abstraction->wrap(s->abstraction, &s->steps, s->encoding);
    return s->image;
}

struct system *system_new(struct encoding *encoding, struct abstraction *abstraction, struct mem *mem)
{
    struct system *s = mem_zalloc(mem, sizeof *s);
    struct model *model = encoding_model(encoding);
    *s = (struct system){.steps = system_steps,
                         .abstraction = abstraction,
                         .mem = mem,
                         .model = model,
                         .encoding = encoding,
                         .m = encoding_manager(encoding),
                         .care = BDD_TRUE,
                         .justice_count = model_justice_count(model),
                         .compassion_count = model_compassion_count(model)};
    bool good = keep_alive(s);
    bdd_scope scope = bdd_open_scope(s->m);
    good = good && make_sets(s) && make_fairness(s) &&
           relations_open(&s->relations, encoding, abstraction && abstraction->by_parts, mem) && make_saturation(s) &&
           wrap(s);
    s->searches_by_layers = s->relations.branch_count == 1 || (abstraction && abstraction->search);
    if (good && abstraction && abstraction->by_parts)
        encode_forget(encoding); // conditions of all components, which nobody asks for again
    if (good && abstraction && !abstraction->search) {
        s->initial = abstraction->abstract(s->image, s->initial);
        good = bdd_is_valid(s->initial);
    }
    bdd_close_scope(s->m, scope);
    if (!good) {
        system_free(s);
        return NULL;
    }
    return s;
}

struct system *system_extend(struct system *base, const struct system_extension *by)
{
    struct system *s = mem_zalloc(base->mem, sizeof *s);
    *s = *base;
    s->relations = (struct relations){0};
    s->saturation = NULL;
    s->stay = NULL;
    s->image = NULL;
    s->care = BDD_TRUE;
    s->justice_count = base->justice_count + by->justice_count;
    s->compassion_count = base->compassion_count + by->compassion_count;
    bool good = keep_alive(s);
    bdd_scope scope = bdd_open_scope(s->m);
    memcpy(s->justice, base->justice, base->justice_count * sizeof *s->justice);
    for (size_t i = 0; i < by->justice_count; i++)
        s->justice[base->justice_count + i] = by->justice[i];
    memcpy(s->compassion, base->compassion, 2 * base->compassion_count * sizeof *s->compassion);
    for (size_t i = 0; i < 2 * by->compassion_count; i++)
        s->compassion[2 * base->compassion_count + i] = by->compassion[i];
    s->state_cube = bdd_and(s->m, s->state_cube, bdd_cube(s->m, by->bits, by->bit_count));
    good = good && bdd_is_valid(s->state_cube) && relations_extend(&s->relations, &base->relations, by) &&
           stay_extend(s, base, by) && make_saturation(s) && wrap(s);
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
    if (s->abstraction && s->image && s->image != &s->steps.image)
        s->abstraction->unwrap(s->abstraction, s->image);
    bdd *sets[] = {&s->space, &s->initial, &s->state_cube, &s->input_cube, &s->input_space, &s->care};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        bdd_unprotect(s->m, sets[i]);
    bdd_unprotect(s->m, s->justice);
    bdd_unprotect(s->m, s->compassion);
    bdd_saturation_free(s->saturation);
    stay_free(s);
    relations_close(&s->relations);
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
    if (s->abstraction && s->abstraction->by_parts) // the states before abstract ones may be others
        return true;
    if (s->saturation && s->single_relations) { // a restriction serves them better than simpler parts
        s->care = care;
        return true;
    }
    bool good = true;
    for (size_t i = 0; i < s->relations.count && good && care != BDD_FALSE; i++)
        good = partition_simplify(s->relations.groups[i].at[0], care);
    return good;
}

static bdd without_step(struct system *s, bdd set, bdd to)
{
    bdd left = set;
    if (to == BDD_TRUE && s->relations.is_total && bdd_is_valid(set))
        return BDD_FALSE;
    bdd_scope scope = bdd_open_scope(s->m);
    for (size_t i = 0; i < s->relations.count && left != BDD_FALSE && bdd_is_valid(left); i++) {
        const struct relation_group *g = relations_enter(&s->relations, i);
        for (size_t k = 0; g && k < g->count; k++) {
            bdd within = s->single_relations ? left : BDD_TRUE;
            left = bdd_minus(s->m, left, partition_pre(g->at[k], to, within));
            left = bdd_close_scope_with(s->m, scope, left);
        }
        left = g ? left : BDD_NONE;
        relations_leave(&s->relations, i);
    }
    return left;
}

bdd system_stuck(struct system *s, bdd set, bdd to)
{
    if (s->abstraction && (to != BDD_TRUE || s->abstraction->under_approximates))
        return bdd_minus(s->m, set, image_pre(s->image, to));
    if (to == BDD_TRUE && s->knows_ends && bdd_is_valid(set))
        return BDD_FALSE;
    bdd_scope scope = bdd_open_scope(s->m);
    bdd stuck = without_step(s, set, to);
    if (s->stay)
        stuck = bdd_minus(s->m, stuck, partition_pre(s->stay, to, BDD_TRUE));
    return bdd_close_scope_with(s->m, scope, stuck);
}

bdd system_dead_ends(struct system *s, bdd set)
{
    return without_step(s, set, BDD_TRUE);
}

// ---- Single states --------------------------------------------------------------------------------------------------

bdd system_inputs_between(struct system *s, bdd from, bdd to)
{
    bdd_scope scope = bdd_open_scope(s->m);
    bdd inputs = BDD_FALSE;
    for (size_t i = 0; i < s->relations.count; i++) {
        const struct relation_group *g = relations_enter(&s->relations, i);
        for (size_t k = 0; g && k < g->count; k++)
            inputs = bdd_or(s->m, inputs, partition_between(g->at[k], from, to));
        inputs = g ? inputs : BDD_NONE;
        relations_leave(&s->relations, i);
    }
    if (s->stay)
        inputs = bdd_or(s->m, inputs, partition_between(s->stay, from, to));
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
    for (size_t i = 0; i < s->relations.count; i++)
        clusters += s->relations.groups[i].clusters;
    return clusters;
}

size_t system_relation_nodes(const struct system *s)
{
    size_t nodes = 0;
    for (size_t i = 0; i < s->relations.count; i++)
        nodes += s->relations.groups[i].nodes;
    return nodes;
}

size_t system_simplified_nodes(const struct system *s)
{
    size_t nodes = 0;
    for (size_t i = 0; i < s->relations.count; i++) {
        const struct relation_group *g = &s->relations.groups[i];
        for (size_t k = 0; k < g->count; k++)
            nodes += partition_simplified_nodes(g->at[k]);
    }
    return nodes;
}
