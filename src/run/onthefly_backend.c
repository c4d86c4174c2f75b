#include "run/onthefly_backend.h"

#include <assert.h>
#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "group/class_generators.h"
#include "group/detect.h"
#include "group/stabiliser.h"
#include "orbit/invariance_bdd.h"
#include "orbit/onthefly.h"
#include "run/checkpoint/checkpoint.h"
#include "run/cone_groups.h"
#include "run/lifting.h"
#include "run/verify_generators.h"
#include "run/watch.h"

#define SECONDS_TO_FIND 10.0 // symmetries of the model
#define SECONDS_TO_KEEP 2.0  // for one generator and one condition

struct onthefly_backend {
    struct backend base;
    struct run *run;
    struct mem *mem;
    struct input *input;
    struct model *model;
    struct portfolio_setup setup;
    double deadline; // of what it was asked last; 0: none

    // Generators that are not known to be symmetries are used all the same: what fails then does fail, and what seems
    // to hold is undecided.
    generator_array stated;
    size_t initial_count; // of the stated ones, those that keep the initial states: the first
    bool is_stated, are_symmetries;
    struct invariance_bdd *keeping; // NULL until it is needed
    ARRAY(expr) hints;              // of the model that is checked
    size_t hint_count;              // of the model

    // Which properties have a cone of influence, and are checked on that: where the group of the cone is not smaller.
    struct dependence *dependence; // NULL: none has
    cone_groups groups;            // which share one; some may have all cells
    bool *wants_full;              // by place: its cone has been of no use

    const struct cone_group *group; // the one whose cone is open; NULL: all cells
    struct cone cone;

    // The checker that is open, on the cone or on the model, and the generators that it uses.
    generator_array used;
    struct abstraction *abstraction;
    struct checker *checker; // NULL: none

    uint64_t checkers;
    struct model_warnings warnings;
    value *deadlock;
    bool *is_shown;
    struct backend_statistics statistics;
    struct str text;
};

// ---- Generators -----------------------------------------------------------------------------------------------------

static double soon(const struct onthefly_backend *p, double seconds)
{
    double until = clock_now() + seconds;
    return p->deadline > 0 && p->deadline < until ? p->deadline : until;
}

static bool are_equal(const generator_array *a, const generator_array *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (!generator_equal(&a->at[i], &b->at[i]))
            return false;
    return true;
}

// What some conditions leave of the symmetries of classes; false if there are none, or if they are no generators.
static bool take_classes(struct onthefly_backend *p, const atom_array *atoms, generator_array *out)
{
    struct symmetry *classes = symmetry_new(p->model, p->mem);
    bool has_any = !symmetry_is_trivial(classes);
    for (size_t i = 0; i < atoms->count; i++)
        symmetry_restrict_expr(classes, p->model, atoms->at[i]);
    has_any = has_any && elements_generators(classes, out, p->mem);
    symmetry_free(classes);
    return has_any;
}

static struct model *checked_model(const struct onthefly_backend *p)
{
    return p->group ? p->cone.model : p->model;
}

static void detect(struct onthefly_backend *p, const struct model *model, const atom_array *atoms, generator_array *out)
{
    mpz_t order;
    mpz_init(order);
    detect_symmetries_keeping(model, BEHAVIOUR_VALUES_MOVE, atoms->at, atoms->count, soon(p, SECONDS_TO_FIND), out,
                              order, p->mem);
    mpz_clear(order);
}

// What a property leaves of the symmetries; SIZE_MAX: all of them that keep the set of reachable
// states. They are those of the model.
static void find_group(struct onthefly_backend *p, size_t property, generator_array *out)
{
    atom_array atoms = {0};
    if (property != SIZE_MAX)
        stabiliser_collect_atoms(p->model, property, &atoms, p->mem);
    if (p->is_stated && !p->keeping)
        p->keeping = invariance_bdd_new(p->model, SECONDS_TO_KEEP, p->mem);
    generator_array stated = p->stated; // borrowed
    if (property == SIZE_MAX)
        stated.count = p->initial_count;
    if (p->is_stated)
        stabiliser_find(p->model, &stated, atoms.at, atoms.count, invariance_bdd_keeps, p->keeping, out, p->mem);
    else if (p->setup.job->detect && !take_classes(p, &atoms, out))
        detect(p, p->model, &atoms, out);
    array_free(p->mem, &atoms);
}

// Those of the open cone, by the number of the property there. What keeps the property takes its cone to itself, so
// that those that are found are not fewer. Of those that were stated, nobody knows: false if one leads out of the cone.
static bool find_group_of_cone(struct onthefly_backend *p, size_t property, size_t number, generator_array *out)
{
    generator_array whole = {0};
    bool is_whole = true;
    if (!p->is_stated) {
        atom_array atoms = {0};
        stabiliser_collect_atoms(p->cone.model, number, &atoms, p->mem);
        if (p->setup.job->detect)
            detect(p, p->cone.model, &atoms, out);
        array_free(p->mem, &atoms);
        return true;
    }
    find_group(p, property, &whole);
    for (size_t i = 0; i < whole.count && is_whole; i++) {
        struct generator projected;
        is_whole = generator_project(&whole.at[i], p->cone.map, p->cone.model, &projected, p->mem);
        if (is_whole && generator_is_identity(&projected))
            generator_free(p->mem, &projected);
        else if (is_whole)
            array_push(p->mem, out, projected);
    }
    generators_free(p->mem, &whole);
    if (!is_whole)
        generators_free(p->mem, out);
    return is_whole;
}

// ---- While it runs --------------------------------------------------------------------------------------------------

static void show_progress(void *context, const struct check_progress *shown)
{
    const struct onthefly_backend *p = context;
    watch_diagrams(p->run, "representatives", "states", shown);
}

static bool is_watched(void *context)
{
    const struct onthefly_backend *p = context;
    return watch_wants_more(p->run);
}

static bool is_interrupted(void *context)
{
    const struct onthefly_backend *p = context;
    return watch_is_interrupted(p->run);
}

static void save_if_due(void *context)
{
    const struct onthefly_backend *p = context;
    checkpoint_save_if_due(p->run->checkpoint);
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

static void leave(struct onthefly_backend *p)
{
    if (!p->checker)
        return;
    learn_from_checker(p);
    checkpoint_drop(p->run->checkpoint, p->checker);
    checker_free(p->checker);
    onthefly_free(p->abstraction);
    generators_free(p->mem, &p->used);
    p->checker = NULL;
    p->abstraction = NULL;
}

// ---- Cones ----------------------------------------------------------------------------------------------------------

static void read_hints(struct onthefly_backend *p)
{
    const struct model *m = checked_model(p);
    p->hints.count = 0;
    for (size_t i = 0; i < model_hint_count(m); i++)
        array_push(p->mem, &p->hints, model_hint(m, i).condition);
}

// Opens the cone of a group, with the properties of its members in that order; NULL: the model as it is.
static void use_cone(struct onthefly_backend *p, const struct cone_group *group)
{
    if (p->group == group)
        return;
    leave(p);
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
    read_hints(p);
}

// Where states are counted, one search of all variables serves for all. The symmetries of classes are known for the
// model as it is, and what starts set belongs together.
static void plan_cones(struct onthefly_backend *p)
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

// Takes the generators over.
static void enter(struct onthefly_backend *p, generator_array *generators, double deadline)
{
    const struct job *o = p->setup.job;
    if (p->checker && checker_is_built(p->checker) && are_equal(&p->used, generators)) {
        generators_free(p->mem, generators);
        checker_set_deadline(p->checker, deadline);
        return;
    }
    leave(p);
    p->used = *generators;
    struct onthefly_options how = options_of(p);
    p->abstraction = onthefly_new(&p->used, &how, p->mem);
    struct check_options options = {
        .memory_limit = o->memory,
        .deadline = deadline,
        .reachable = o->reachable,
        .reorder = o->reorder,
        .traces = o->trace,
        .names_faults = !o->trace && !o->is_terse,
        .vacuity = o->vacuity,
        .abstraction = p->abstraction,
        .order = p->setup.order,
        .progress = show_progress,
        .is_watched = is_watched,
        .interrupted = is_interrupted,
        .at_rest = save_if_due,
        .context = p,
    };
    p->checker = checker_new(checked_model(p), &options, p->mem);
    checkpoint_add_checker(p->run->checkpoint, "representatives", p->model, hash_of_search(p), p->checker);
    p->checkers++;
}

// ---- Properties -----------------------------------------------------------------------------------------------------

// `left` of them share what is left of the time.
static double deadline_of(const struct onthefly_backend *p, size_t left)
{
    if (p->deadline == 0)
        return 0;
    double now = clock_now(), time = p->deadline - now;
    return time <= 0 ? p->deadline : now + time / (double)left;
}

static enum backend_kind backend_of(const struct onthefly_backend *p)
{
    switch (p->setup.job->symmetry) {
    case JOB_SYMMETRY_LIVE_REP:
        return BACKEND_LIVE_REP;
    case JOB_SYMMETRY_XI:
        return BACKEND_XI;
    case JOB_SYMMETRY_ORBIT_XI:
        return BACKEND_ORBIT_XI;
    default:
        return BACKEND_ONTHEFLY;
    }
}

static void check(struct onthefly_backend *p, generator_array *generators, size_t number, double deadline,
                  struct result *result)
{
    enter(p, generators, deadline);
    checker_check(p->checker, number, result);
    result->method.backend = backend_of(p);
}

// False if the cone is of no use: some symmetries are none of it, or its trace cannot be lifted.
static bool check_on_cone(struct onthefly_backend *p, const struct cone_group *group, size_t at, double deadline,
                          struct result *result)
{
    struct reduction_stack stack = {0};
    generator_array generators = {0};
    size_t property = p->setup.wanted[group->members.at[at]];
    use_cone(p, group);
    if (!find_group_of_cone(p, property, at, &generators)) {
        log_verbose(&p->run->log, "property %zu is checked with all variables: a symmetry leads out of its cone",
                    property + 1);
        return false;
    }
    log_verbose(&p->run->log, "property %zu is checked without %zu of %zu variables", property + 1,
                cone_groups_left_out(group, p->model), model_cell_count(p->model));
    check(p, &generators, at, deadline, result);
    lifting_translate_texts(model_property(p->cone.model, at), model_property(p->model, property), result);
    reduction_stack_push(&stack, cone_layer(&p->cone));
    bool is_refused = lifting_is_refused(lifting_lift(p->run, &stack, property, result));
    if (is_refused)
        log_verbose(&p->run->log, "property %zu is checked again with all variables, for a trace of all", property + 1);
    return !is_refused;
}

static void check_on_model(struct onthefly_backend *p, size_t place, double deadline, struct result *result)
{
    generator_array generators = {0};
    bool was_refuted = result->is_refuted;
    use_cone(p, NULL);
    find_group(p, p->setup.wanted[place], &generators);
    check(p, &generators, p->setup.wanted[place], deadline, result);
    result->is_refuted |= was_refuted && result->verdict == VERDICT_UNDECIDED;
}

static void decide_goal(struct onthefly_backend *p, struct goals *goals, const struct cone_group *group, size_t at,
                        double deadline)
{
    size_t goal = group->members.at[at];
    struct result *result = &goals->at[goal].result;
    *result = (struct result){.property = p->setup.wanted[goal], .verdict = VERDICT_UNDECIDED};
    if (!group->is_full && !p->wants_full[goal])
        p->wants_full[goal] = !check_on_cone(p, group, at, deadline, result);
    if (group->is_full || p->wants_full[goal])
        check_on_model(p, goal, deadline, result);
    goals_note_try(goals, goal);
    if (result->verdict != VERDICT_UNDECIDED)
        goals_finish(goals, goal);
}

// Those with the same cone one after the other.
static bool decide(struct backend *base, struct goals *goals, double deadline)
{
    struct onthefly_backend *p = (struct onthefly_backend *)base;
    size_t left = goals_waiting(goals);
    p->deadline = deadline;
    for (size_t g = 0; g < p->groups.count; g++) {
        const struct cone_group *group = &p->groups.at[g];
        for (size_t i = 0; i < group->members.count && !goals_are_over(goals) && !run_is_interrupted(p->run); i++)
            if (goals_is_waiting(goals, group->members.at[i]))
                decide_goal(p, goals, group, i, deadline_of(p, left--));
    }
    return goals_waiting(goals) > 0;
}

// ---- What else is asked for -----------------------------------------------------------------------------------------

static bool count_by_checker(struct onthefly_backend *p, mpz_t orbits, mpz_t states, struct cause *cause)
{
    checker_set_deadline(p->checker, p->deadline);
    return checker_count_abstract(p->checker, orbits, cause) && checker_count_states(p->checker, states, cause);
}

// The search for the last property, if it has found all states; so it is if that was before the checkpoint.
static void find_last_search(struct onthefly_backend *p)
{
    size_t last = p->setup.wanted_count - 1;
    generator_array group = {0};
    if (p->checker || p->setup.wanted_count == 0 || !p->setup.is_known || !p->setup.is_known[last])
        return;
    find_group(p, p->setup.wanted[last], &group);
    enter(p, &group, p->deadline);
}

// Orbits are those of all symmetries of the model, whichever property was decided last, or by this process. Where these
// cannot be counted, the search for the last property tells what it knows.
static bool count(struct backend *base, double deadline, mpz_t orbits, mpz_t states, struct cause *cause)
{
    struct onthefly_backend *p = (struct onthefly_backend *)base;
    generator_array group = {0};
    bool is_counted = false;
    p->deadline = deadline;
    use_cone(p, NULL);
    find_last_search(p);
    find_group(p, SIZE_MAX, &group);
    if (p->checker && !are_equal(&p->used, &group) && p->initial_count == p->stated.count &&
        (checker_knows_reachable(p->checker) || checker_has_whole_search(p->checker)))
        is_counted = count_by_checker(p, orbits, states, cause);
    mpz_t all, same;
    mpz_init(all);
    mpz_init(same);
    enter(p, &group, p->deadline);
    if (count_by_checker(p, all, same, cause)) {
        assert(!is_counted || mpz_cmp(same, states) == 0);
        mpz_set(orbits, all);
        mpz_set(states, same);
        is_counted = true;
    }
    mpz_clear(all);
    mpz_clear(same);
    return is_counted;
}

static bool is_begun(const struct backend *base)
{
    const struct onthefly_backend *p = (const struct onthefly_backend *)base;
    return p->checkers > 0;
}

static void find_warnings(struct backend *base, double deadline, struct model_warnings *all)
{
    struct onthefly_backend *p = (struct onthefly_backend *)base;
    if (p->checker && !run_is_interrupted(p->run)) {
        checker_set_deadline(p->checker, deadline);
        checker_settle_totality(p->checker);
        checker_set_deadline(p->checker, p->deadline);
    }
    leave(p);
    *all = p->warnings;
}

static void add_statistics(struct backend *base, struct backend_statistics *all)
{
    struct onthefly_backend *p = (struct onthefly_backend *)base;
    leave(p);
    struct backend_statistics own = p->statistics;
    own.checkers = p->checkers;
    backend_statistics_add(all, &own);
}

const cell_id *onthefly_backend_order(struct onthefly_backend *p, size_t *count)
{
    generator_array none = {0};
    use_cone(p, NULL);
    if (!p->checker)
        enter(p, &none, p->deadline);
    return checker_order(p->checker, count);
}

const char *onthefly_backend_text(struct onthefly_backend *p)
{
    static const enum backend_kind backends[] = {[JOB_SYMMETRY_AUTO] = BACKEND_ONTHEFLY,
                                                 [JOB_SYMMETRY_ONTHEFLY] = BACKEND_ONTHEFLY,
                                                 [JOB_SYMMETRY_LIVE_REP] = BACKEND_LIVE_REP,
                                                 [JOB_SYMMETRY_XI] = BACKEND_XI,
                                                 [JOB_SYMMETRY_ORBIT_XI] = BACKEND_ORBIT_XI};
    str_clear(&p->text);
    str_add(p->mem, &p->text, "%s%s; ", method_backend_name(backends[p->setup.job->symmetry]),
            p->setup.job->symmetry == JOB_SYMMETRY_AUTO ? ", the rest without symmetry reduction" : "");
    str_add(p->mem, &p->text,
            p->is_stated           ? "symmetries as stated (%zu generator%s%s)"
            : p->setup.job->detect ? "symmetries as found in the model"
                                   : "no symmetries looked for",
            p->stated.count, p->stated.count == 1 ? "" : "s",
            p->are_symmetries ? "" : ", not all known to be symmetries");
    if (p->hint_count && p->setup.job->symmetry != JOB_SYMMETRY_ORBIT_XI) // which follows none
        str_add(p->mem, &p->text, "; %zu hint%s", p->hint_count, p->hint_count == 1 ? "" : "s");
    return str_text(&p->text);
}

// ---- Making ---------------------------------------------------------------------------------------------------------

static void close(struct backend *base)
{
    struct onthefly_backend *p = (struct onthefly_backend *)base;
    leave(p);
    invariance_bdd_free(p->keeping);
    size_t cells = model_cell_count(p->model);
    generators_free(p->mem, &p->stated);
    array_free(p->mem, &p->hints);
    cone_close(&p->cone);
    cone_groups_free(&p->groups, p->model, p->mem);
    dependence_free(p->dependence);
    mem_free(p->mem, p->wants_full, p->setup.wanted_count + 1);
    mem_free(p->mem, p->deadlock, (cells + 1) * sizeof *p->deadlock);
    mem_free(p->mem, p->is_shown, (cells + 1) * sizeof *p->is_shown);
    str_free(p->mem, &p->text);
    mem_free(p->mem, p, sizeof *p);
}

static const struct backend_type type = {.decide = decide,
                                         .is_begun = is_begun,
                                         .count = count,
                                         .find_warnings = find_warnings,
                                         .add_statistics = add_statistics,
                                         .close = close};

struct onthefly_backend *onthefly_backend_new(struct run *run, struct input *input, const struct portfolio_setup *setup,
                                              double deadline)
{
    struct onthefly_backend *p = mem_zalloc(&run->mem, sizeof *p);
    *p = (struct onthefly_backend){
        .base = {&type}, .run = run, .mem = &run->mem, .input = input, .model = input->model, .setup = *setup};
    p->deadline = deadline;
    size_t cells = model_cell_count(p->model);
    p->deadlock = mem_zalloc(p->mem, (cells + 1) * sizeof *p->deadlock);
    p->is_shown = mem_zalloc(p->mem, (cells + 1) * sizeof *p->is_shown);
    memset(p->is_shown, true, cells);
    p->warnings.is_shown = p->is_shown;
    p->hint_count = model_hint_count(p->model);
    read_hints(p);
    plan_cones(p);
    p->is_stated = input->generators.count > 0;
    verify_generators_stated(run, setup->job, input, p->deadline, &p->stated, &p->initial_count, &p->are_symmetries);
    return p;
}

struct backend *onthefly_backend_base(struct onthefly_backend *p)
{
    return &p->base;
}

// With more time, more may be known of the generators.
bool onthefly_backend_ask_again(struct onthefly_backend *p, const bool *is_known, double started)
{
    p->setup.is_known = is_known;
    p->setup.started = started;
    return p->are_symmetries;
}
