// The one checker that is open at a time, with its generators, on the model or on a cone: what is asked of it next
// often has the same ones.
#include "base/hash.h"
#include "orbit/onthefly.h"
#include "run/checkpoint/checkpoint.h"
#include "run/onthefly_parts.h"
#include "run/watch.h"

#define LEAST_SIGMA_WORK 200000 // less than a tenth of a second

static struct model *checked_model(const struct onthefly_backend *p)
{
    return p->group ? p->cone.model : p->model;
}

// What distinguishes a search from others of the same run: the generators.
static uint64_t hash_of_generators(const generator_array *generators)
{
    uint64_t hash = hash_pair(HASH_BYTES_START, generators->count);
    for (size_t i = 0; i < generators->count; i++) {
        const struct generator *g = &generators->at[i];
        hash = hash_bytes(hash, g->cells, g->cell_count * sizeof *g->cells);
        for (size_t k = 0; k < g->values.count; k++) {
            hash = hash_pair(hash, g->values.at[k].cell);
            hash = hash_pair(hash, (uint64_t)g->values.at[k].from);
            hash = hash_pair(hash, (uint64_t)g->values.at[k].to);
        }
    }
    return hash;
}

static struct onthefly_options options_of(const struct onthefly_backend *p)
{
    const struct job *o = p->setup.job;
    static const enum onthefly_method methods[] = {[JOB_SYMMETRY_ONTHEFLY] = ONTHEFLY_SIGMA,
                                                   [JOB_SYMMETRY_LIVE_REP] = ONTHEFLY_LIVE_REP,
                                                   [JOB_SYMMETRY_XI] = ONTHEFLY_XI,
                                                   [JOB_SYMMETRY_ORBIT_XI] = ONTHEFLY_ORBIT_TO_XI};
    return (struct onthefly_options){
        .method = o->symmetry >= JOB_SYMMETRY_ONTHEFLY ? methods[o->symmetry] : ONTHEFLY_SIGMA,
        .sigma = {.application = o->sigma_by,
                  .simplify = o->sigma_simplify,
                  .rounds = (size_t)o->sigma_rounds,
                  .nodes = (size_t)o->sigma_nodes},
        .sigma_share = (size_t)o->sigma_share,
        .sigma_least = LEAST_SIGMA_WORK,
        .once_per_hint = o->full_reach == JOB_FULL_REACH_HINT,
        .keep_full_reach = o->keep_full_reach,
        .keep_all_found = !o->thin,
        .dense_nodes = (size_t)o->dense,
        .hints = p->hints.at,
        .hint_count = p->hints.count,
        .are_symmetries = p->are_symmetries,
    };
}

static void learn_from_checker(struct onthefly_backend *p)
{
    struct model_warnings w;
    checker_find_warnings(p->checker, &w);
    model_warnings_add(&p->warnings, &w);
    for (cell_id c = 0; w.deadlock && !p->warnings.deadlock && c < model_cell_count(p->model); c++) {
        p->is_shown[c] = !p->group || p->group->cells[c];
        if (p->is_shown[c])
            p->deadlock[c] = w.deadlock[p->group ? p->cone.map[c] : c];
    }
    if (w.deadlock && !p->warnings.deadlock)
        p->warnings.deadlock = p->deadlock;
    struct check_statistics check;
    struct bdd_statistics diagrams;
    checker_get_statistics(p->checker, &check, &diagrams);
    uint64_t iterations = p->statistics.check.iterations + check.iterations;
    double building = p->statistics.check.seconds_building + check.seconds_building;
    double reachable = p->statistics.check.seconds_reachable + check.seconds_reachable;
    if (diagrams.nodes_peak >= p->statistics.diagrams.nodes_peak) {
        p->statistics.check = check;
        p->statistics.diagrams = diagrams;
    }
    p->statistics.check.iterations = iterations;
    p->statistics.check.seconds_building = building;
    p->statistics.check.seconds_reachable = reachable;
}

void onthefly_leave(struct onthefly_backend *p)
{
    if (!p->checker)
        return;
    learn_from_checker(p);
    p->statistics.partial_orbits += p->abstraction->partial_sets;
    checkpoint_drop(p->run->checkpoint, p->checker);
    checker_free(p->checker);
    onthefly_free(p->abstraction);
    generators_free(p->mem, &p->used);
    p->checker = NULL;
    p->abstraction = NULL;
}

// ---- Cones ----------------------------------------------------------------------------------------------------------

void onthefly_read_hints(struct onthefly_backend *p)
{
    const struct model *m = checked_model(p);
    p->hints.count = 0;
    for (size_t i = 0; i < model_hint_count(m); i++)
        array_push(p->mem, &p->hints, model_hint(m, i).condition);
}

void onthefly_use_cone(struct onthefly_backend *p, const struct cone_group *group)
{
    if (p->group == group)
        return;
    onthefly_leave(p);
    cone_close(&p->cone);
    p->group = group;
    if (group) {
        size_t count = group->members.count, bytes = (count + 1) * sizeof(size_t);
        size_t *properties = mem_alloc(p->mem, bytes), left_out = cone_groups_left_out(group, p->model);
        for (size_t i = 0; i < count; i++)
            properties[i] = p->setup.wanted[group->members.at[i]];
        cone_open(&p->cone, p->model, p->dependence, group->cells, properties, count, p->mem);
        mem_free(p->mem, properties, bytes);
        p->statistics.left_out = left_out > p->statistics.left_out ? left_out : p->statistics.left_out;
    }
    onthefly_read_hints(p);
}

// Where states are counted, one search of all variables serves for all. The symmetries of classes are known for the
// model as it is, and what starts set belongs together.
void onthefly_plan_cones(struct onthefly_backend *p)
{
    const struct portfolio_setup *s = &p->setup;
    p->wants_full = mem_zalloc(p->mem, s->wanted_count + 1);
    if (!s->is_reduced || s->counts_states || model_start_count(p->model) > 0 || model_class_count(p->model) > 0) {
        struct cone_group *full = cone_groups_add_full(&p->groups, p->model, p->mem);
        for (size_t i = 0; i < s->wanted_count; i++)
            array_push(p->mem, &full->members, i);
        return;
    }
    p->dependence = dependence_new(p->model, p->input->values_are_proved, p->mem);
    cone_groups_plan(&p->groups, p->dependence, p->model, s->wanted, s->wanted_count, p->mem);
}

// ---- One checker at a time ------------------------------------------------------------------------------------------

static uint64_t hash_of_search(const struct onthefly_backend *p)
{
    uint64_t hash = hash_of_generators(&p->used);
    return p->group ? hash_bytes(hash, p->group->cells, model_cell_count(p->model)) : hash;
}

void onthefly_enter(struct onthefly_backend *p, generator_array *generators, double deadline)
{
    const struct job *o = p->setup.job;
    if (p->checker && checker_is_built(p->checker) && onthefly_same_group(&p->used, generators)) {
        generators_free(p->mem, generators);
        checker_set_deadline(p->checker, deadline);
        return;
    }
    onthefly_leave(p);
    p->used = *generators;
    struct onthefly_options how = options_of(p);
    p->abstraction = onthefly_new(&p->used, &how, p->mem);
    struct check_options options = {
        .deadline = deadline,
        .reachable = o->reachable,
        .reorder = o->reorder,
        .traces = o->trace,
        .names_errors = !o->trace && !o->is_terse,
        .vacuity = o->vacuity,
        .no_stages = !o->stages,
        .abstraction = p->abstraction,
        .order = p->setup.order,
    };
    p->watch = (struct checker_watch){p->run, "representatives", "states"};
    checker_watch_set(&p->watch, o, &options);
    p->checker = checker_new(checked_model(p), &options, p->mem);
    checkpoint_add_checker(p->run->checkpoint, "representatives", p->model, hash_of_search(p), p->checker);
    p->checkers++;
}
