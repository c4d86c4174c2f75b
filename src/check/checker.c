// The checker: builds the system once, finds reachable and fair states when somebody needs them, and turns sets into
// verdicts.
#include "check/check.h"

#include <string.h>

#include "base/array.h"
#include "base/clock.h"
#include "check/compute.h"
#include "check/ctl.h"
#include "check/witness.h"
#include "encode/order.h"

#define SMALL_CARE_NODES 3000 // of a care set that goes into pre-images early
#define FIRST_SIFTING 150000  // nodes
#define SIFTING_SECONDS 1.0   // for one reordering: it is to help, not to become the work

struct checker {
    struct mem *mem;
    struct model *model;
    struct check_options options;
    bdd_manager *m;
    cell_id *order;
    size_t cells;
    const char *order_origin;
    struct encoding *encoding;
    struct system *system;
    struct fixpoints x;
    struct ctl ctl;
    struct sets layers; // of reachable states
    bdd reached;        // BDD_NONE until known
    double started, seconds_building, seconds_reachable;
    const char *phase;
    value *deadlock;
    bool interrupted;
};

// ---- Limits and progress --------------------------------------------------------------------------------------------

static bool out_of_time(const struct checker *c)
{
    return c->options.time_limit > 0 && clock_now() - c->started > c->options.time_limit;
}

static bool should_stop(void *context)
{
    struct checker *c = context;
    if (!c->interrupted && c->options.interrupted && c->options.interrupted(c->options.context))
        c->interrupted = true;
    return c->interrupted || out_of_time(c);
}

static const char *why(const struct checker *c)
{
    if (c->interrupted)
        return "interrupted";
    if (out_of_time(c))
        return "out of time";
    if (!c->m)
        return "out of memory";
    switch (bdd_status(c->m)) {
    case BDD_STOPPED:
        return "out of time";
    case BDD_TOO_MANY_VARS:
        return "too many variables";
    case BDD_BAD_NAME:
        return "two variables have one name";
    default:
        return "out of memory";
    }
}

static void show(void *context, const char *phase, size_t iteration, bdd frontier)
{
    struct checker *c = context;
    if (!c->options.progress)
        return;
    struct bdd_statistics s;
    bdd_get_statistics(c->m, &s);
    struct check_progress p = {.phase = phase, .iteration = iteration, .nodes = s.nodes_live, .bytes = s.bytes};
    p.frontier_nodes = s.nodes_live < 1000000 ? bdd_size(c->m, frontier) : 0;
    c->options.progress(c->options.context, &p);
}

// ---- Making ---------------------------------------------------------------------------------------------------------

// The given names first, then what they leave out, in the order of declaration.
static void take_given_order(struct checker *c)
{
    unsigned char *taken = mem_zalloc(c->mem, c->cells + 1);
    size_t count = 0;
    for (const char *const *name = c->options.order; *name; name++) {
        cell_id cell = model_find_cell(c->model, *name);
        if (cell != CELL_NONE && !taken[cell]) {
            taken[cell] = 1;
            c->order[count++] = cell;
        }
    }
    for (cell_id cell = 0; cell < c->cells; cell++)
        if (!taken[cell])
            c->order[count++] = cell;
    mem_free(c->mem, taken, c->cells + 1);
    c->order_origin = "given";
}

static void find_order(struct checker *c)
{
    c->order = mem_alloc(c->mem, (c->cells + 1) * sizeof *c->order);
    if (c->options.order)
        take_given_order(c);
    else {
        order_compute(c->model, c->order, c->mem);
        c->order_origin = "FORCE on the parts of the model";
    }
}

// What the diagrams may take: an eighth of all is left to what is small, so that running out is met in an operation,
// which can fail, and not in a list.
static size_t bytes_for_diagrams(const struct checker *c)
{
    size_t limit = c->options.memory_limit / 8 * 7;
    if (c->options.memory_limit == 0)
        return 0;
    return limit > c->mem->used ? limit - c->mem->used : 1;
}

static void build(struct checker *c)
{
    c->m = bdd_manager_new(&(struct bdd_config){.mem = c->mem, .byte_limit = bytes_for_diagrams(c)});
    if (!c->m)
        return;
    bdd_set_stop(c->m, should_stop, c);
    if (c->options.reorder)
        bdd_sift_on_growth(c->m, FIRST_SIFTING, &(struct bdd_sift_options){.seconds = SIFTING_SECONDS});
    find_order(c);
    c->encoding = encoding_new(c->model, c->m, c->order, c->mem);
    c->system = c->encoding ? system_new(c->encoding, c->mem) : NULL;
    if (!c->system)
        return;
    c->x = (struct fixpoints){.system = c->system, .care = c->system->space, .fair = BDD_NONE};
    c->x.progress = show;
    c->x.context = c;
    sets_open(&c->layers, c->m, c->mem);
    ctl_open(&c->ctl, &c->x);
    if (!bdd_protect(c->m, &c->x.care) || !bdd_protect(c->m, &c->x.fair) || !bdd_protect(c->m, &c->reached)) {
        system_free(c->system);
        c->system = NULL;
    }
}

struct checker *checker_new(struct model *model, const struct check_options *options, struct mem *mem)
{
    struct checker *c = mem_zalloc(mem, sizeof *c);
    *c = (struct checker){.mem = mem,
                          .model = model,
                          .options = *options,
                          .cells = model_cell_count(model),
                          .reached = BDD_NONE,
                          .started = clock_now()};
    build(c);
    c->seconds_building = clock_now() - c->started;
    return c;
}

void checker_free(struct checker *c)
{
    if (!c)
        return;
    if (c->system) {
        ctl_close(&c->ctl);
        sets_close(&c->layers);
    }
    system_free(c->system);
    encoding_free(c->encoding);
    bdd_manager_free(c->m);
    mem_free(c->mem, c->order, (c->cells + 1) * sizeof *c->order);
    mem_free(c->mem, c->deadlock, (c->cells + 1) * sizeof *c->deadlock);
    mem_free(c->mem, c, sizeof *c);
}

// ---- Reachable and fair states --------------------------------------------------------------------------------------

// By layers where the system steps as a whole, so that invariants can use them later; a disjunctive system is searched
// by chaining.
static bool find_reachable(struct checker *c)
{
    if (bdd_is_valid(c->reached))
        return true;
    double start = clock_now();
    bdd_scope scope = bdd_open_scope(c->m);
    bdd reached = BDD_FALSE;
    bool good = bdd_protect(c->m, &reached);
    sets_cut(&c->layers, 0);
    if (c->system->action_count == 1)
        good = good && fixpoint_forward(&c->x, c->system->initial, BDD_FALSE, &c->layers, &reached);
    else
        reached = fixpoint_closure(&c->x, c->system->initial);
    good = good && bdd_is_valid(reached);
    if (good)
        c->reached = reached;
    bdd_unprotect(c->m, &reached);
    bdd_close_scope(c->m, scope);
    c->seconds_reachable += clock_now() - start;
    return good;
}

// What CTL needs before its first formula: the states that matter, and those on fair paths.
static bool prepare_ctl(struct checker *c)
{
    if (bdd_is_valid(c->x.fair))
        return true;
    if (c->options.reachable != CHECK_REACHABLE_OFF) {
        if (!find_reachable(c) || !system_simplify(c->system, c->reached))
            return false;
        c->x.care = c->reached;
        c->x.care_is_small = bdd_size(c->m, c->reached) <= SMALL_CARE_NODES;
    }
    bdd_scope scope = bdd_open_scope(c->m);
    bool good = fixpoint_find_fair(&c->x);
    bdd_close_scope(c->m, scope);
    return good;
}

// ---- Properties -----------------------------------------------------------------------------------------------------

static void start_trace(struct checker *c, struct result *result)
{
    trace_open(&result->trace, c->model);
}

static void finish_trace(struct checker *c, struct result *result, bool good)
{
    if (good)
        result->has_trace = true;
    else
        trace_close(&result->trace, c->mem);
}

// The layers up to the first one that meets the bad states, found anew or taken from those that are known.
static bool find_layers(struct checker *c, bdd bad_states, struct sets *layers, bdd *reached)
{
    if (!bdd_is_valid(c->reached) || !c->layers.count)
        return fixpoint_forward(&c->x, c->system->initial, bad_states, layers, reached);
    enum bdd_answer apart = BDD_YES;
    bool good = true;
    for (size_t i = 0; good && apart == BDD_YES && i < c->layers.count; i++) {
        good = sets_push(layers, c->layers.at[i]);
        apart = bdd_is_disjoint(c->m, c->layers.at[i], bad_states);
    }
    return good && apart != BDD_UNKNOWN;
}

// All states were seen: they are kept for the next property.
static bool keep_reachable(struct checker *c, bdd reached, const struct sets *layers)
{
    bool good = true;
    for (size_t i = 0; i < layers->count && good; i++)
        good = sets_push(&c->layers, layers->at[i]);
    if (good)
        c->reached = reached;
    else
        sets_cut(&c->layers, 0);
    return good;
}

static bool search_bad_states(struct checker *c, bdd bad, bdd bad_states, struct result *result)
{
    struct sets layers;
    sets_open(&layers, c->m, c->mem);
    bdd reached = BDD_FALSE;
    bool good = bdd_protect(c->m, &reached) && find_layers(c, bad_states, &layers, &reached);
    enum bdd_answer apart = !good               ? BDD_UNKNOWN
                            : layers.count == 0 ? BDD_YES // there is no initial state
                                                : bdd_is_disjoint(c->m, array_last(&layers), bad_states);
    good = apart != BDD_UNKNOWN;
    result->verdict = apart == BDD_NO ? VERDICT_FAILS : VERDICT_HOLDS;
    if (apart == BDD_YES && !bdd_is_valid(c->reached))
        keep_reachable(c, reached, &layers);
    if (apart == BDD_NO && c->options.traces) {
        start_trace(c, result);
        finish_trace(c, result, witness_path(&c->x, &layers, bad, &result->trace));
        good = result->has_trace;
    }
    bdd_unprotect(c->m, &reached);
    sets_close(&layers);
    return good;
}

// Forwards, layer by layer, up to the first state that violates it. Fairness and dead ends do not matter.
static bool check_invariant(struct checker *c, const struct property *p, struct result *result)
{
    struct system *s = c->system;
    expr condition = model_formula(c->model, p->formula)->atom;
    bdd bad = bdd_and(c->m, bdd_not(encode_condition(s->encoding, condition)), s->input_space);
    bdd bad_states = bdd_and(c->m, bdd_exists(c->m, bad, s->input_cube), s->space);
    if (!bdd_is_valid(bad_states))
        return false;
    // No search where nothing is bad, or nothing that can be reached.
    enum bdd_answer apart = BDD_NO;
    if (bad_states == BDD_FALSE)
        apart = BDD_YES;
    else if (bdd_is_valid(c->reached))
        apart = bdd_is_disjoint(c->m, c->reached, bad_states);
    result->verdict = VERDICT_HOLDS;
    return apart == BDD_YES || (apart == BDD_NO && search_bad_states(c, bad, bad_states, result));
}

// A condition on inputs makes the step fair, not the state, and compassion is decided by states here.
static bool has_compassion_over_inputs(const struct model *model)
{
    for (size_t i = 0; i < model_compassion_count(model); i++) {
        expr pair[2];
        model_compassion(model, i, pair);
        if (model_expr(model, pair[0])->has_input || model_expr(model, pair[1])->has_input)
            return true;
    }
    return false;
}

static bool check_ctl(struct checker *c, const struct property *p, struct result *result)
{
    if (!prepare_ctl(c))
        return false;
    bdd start = bdd_and(c->m, c->system->initial, c->x.fair), states = ctl_states(&c->ctl, p->formula);
    bdd failing = bdd_minus(c->m, start, states);
    if (!bdd_is_valid(failing))
        return false;
    result->verdict = failing == BDD_FALSE ? VERDICT_HOLDS : VERDICT_FAILS;
    if (failing != BDD_FALSE && c->options.traces) {
        start_trace(c, result);
        finish_trace(c, result, witness_failure(&c->ctl, failing, p->formula, &result->trace));
        return result->has_trace;
    }
    return true;
}

static bool check_steps(struct checker *c, const struct property *p, struct result *result)
{
    if (!find_reachable(c) || !prepare_ctl(c))
        return false;
    bdd from = bdd_and(c->m, c->reached, encode_condition(c->encoding, p->from));
    bdd to = encode_condition(c->encoding, p->to);
    if (!bdd_is_valid(from) || !bdd_is_valid(to))
        return false;
    int64_t steps = p->kind == PROPERTY_MIN ? compute_min(&c->x, from, to) : compute_max(&c->x, from, to);
    result->verdict = VERDICT_HOLDS;
    result->has_value = steps != COMPUTE_GAVE_UP;
    result->is_infinite = steps == COMPUTE_INFINITE;
    result->value = steps;
    return result->has_value;
}

void checker_check(struct checker *c, size_t property, struct result *result)
{
    const struct property *p = model_property(c->model, property);
    *result = (struct result){.property = property, .verdict = VERDICT_UNDECIDED, .reason = p->unsupported};
    if (p->unsupported)
        return;
    bool supported =
        p->kind == PROPERTY_INVARIANT || p->kind == PROPERTY_CTL || p->kind == PROPERTY_MIN || p->kind == PROPERTY_MAX;
    if (!supported) {
        result->reason = "this kind of property is not checked yet";
        return;
    }
    if (p->kind != PROPERTY_INVARIANT && has_compassion_over_inputs(c->model)) {
        result->reason = "COMPASSION over input variables is not supported";
        return;
    }
    double start = clock_now();
    bool good = false;
    if (c->system && !should_stop(c)) {
        bdd_scope scope = bdd_open_scope(c->m);
        good = p->kind == PROPERTY_INVARIANT ? check_invariant(c, p, result)
               : p->kind == PROPERTY_CTL     ? check_ctl(c, p, result)
                                             : check_steps(c, p, result);
        bdd_close_scope(c->m, scope);
    }
    if (!good) {
        result->verdict = VERDICT_UNDECIDED;
        result->reason = why(c);
        result->has_value = false;
    }
    result->seconds = clock_now() - start;
}

bool checker_count_states(struct checker *c, mpz_t count, const char **reason)
{
    bool good =
        c->system && !should_stop(c) && find_reachable(c) && bdd_count(c->m, c->reached, c->system->state_cube, count);
    if (!good)
        *reason = why(c);
    return good;
}

// ---- Warnings and statistics ----------------------------------------------------------------------------------------

static bool find_deadlock(struct checker *c, struct check_warnings *w)
{
    struct system *s = c->system;
    bool reached = bdd_is_valid(c->reached);
    bdd dead = bdd_minus(c->m, reached ? c->reached : s->space, image_pre(&s->image, s->space));
    if (!bdd_is_valid(dead) || (dead != BDD_FALSE && !reached)) // whether that one is reachable is not known
        return false;
    w->not_total = dead != BDD_FALSE;
    if (w->not_total && !c->deadlock) {
        c->deadlock = mem_zalloc(c->mem, (c->cells + 1) * sizeof *c->deadlock);
        for (cell_id cell = 0; cell < c->cells; cell++)
            c->deadlock[cell] = type_value(model_type(c->model, model_cell(c->model, cell)->type), 0);
        if (!system_pick(s, dead, c->deadlock))
            return false;
    }
    w->deadlock = w->not_total ? c->deadlock : NULL;
    return true;
}

void checker_find_warnings(struct checker *c, struct check_warnings *w)
{
    *w = (struct check_warnings){0};
    if (!c->system || should_stop(c))
        return;
    bdd_scope scope = bdd_open_scope(c->m);
    w->no_initial_state = c->system->initial == BDD_FALSE;
    w->known = find_deadlock(c, w);
    w->no_fair_state = bdd_is_valid(c->x.fair) && bdd_and(c->m, c->x.fair, c->system->initial) == BDD_FALSE;
    bdd_close_scope(c->m, scope);
}

void checker_get_statistics(const struct checker *c, struct check_statistics *s, struct bdd_statistics *engine)
{
    *s = (struct check_statistics){.seconds_building = c->seconds_building,
                                   .seconds_reachable = c->seconds_reachable,
                                   .order_origin = c->order_origin ? c->order_origin : ""};
    *engine = (struct bdd_statistics){0};
    if (c->m) {
        s->variables = bdd_var_count(c->m);
        bdd_get_statistics(c->m, engine);
    }
    if (c->system) {
        s->clusters = system_clusters(c->system);
        s->relation_nodes = system_relation_nodes(c->system);
        s->iterations = c->x.iterations;
    }
}

const cell_id *checker_order(const struct checker *c, size_t *count)
{
    *count = c->order ? c->cells : 0;
    return c->order;
}
