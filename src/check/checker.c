// The checker: builds the system once, and tells what is known of it (checker_reachable.c finds reachable states).
#include "check/checker.h"

#include "base/clock.h"
#include "check/automorphism_check.h"
#include "encode/static_order.h"

#define FIRST_SIFTING 40000 // nodes
#define SIFTING_SECONDS 1.0 // for one reordering: it is to help, not to become the work

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

static bool compute_order(struct checker *c)
{
    const char *phase = c->progress.phase;
    c->progress.phase = "ordering the variables";
    bool good = order_compute(c->model, c->order, checker_should_stop, c, c->mem);
    c->order_origin = "FORCE on the parts of the model";
    c->progress.phase = phase;
    c->order_is_late = !good;
    return good;
}

static void take_declared_order(struct checker *c)
{
    for (cell_id cell = 0; cell < c->cells; cell++)
        c->order[cell] = cell;
    c->order_origin = "as declared";
}

// False when it was stopped.
static bool find_order(struct checker *c)
{
    if (c->options.abstraction && c->options.abstraction->encode) {
        take_declared_order(c);
        c->order_origin = "component by component";
    } else if (c->options.order)
        take_given_order(c);
    else
        return compute_order(c);
    return true;
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

size_t checker_variables(const struct model *model, size_t *most)
{
    *most = bdd_most_vars();
    return encoding_var_count(model);
}

struct cause checker_why_too_large(const struct model *model)
{
    size_t most, needed = checker_variables(model, &most);
    return (struct cause){.code = needed > most ? CAUSE_TOO_MANY_VARIABLES : CAUSE_TOO_MANY_VARIABLES_WITH_FORMULA,
                          .numbers = {needed, most}};
}

static bool is_too_large(const struct checker *c)
{
    size_t most;
    bool has_own_code = c->options.abstraction && c->options.abstraction->encode;
    return !has_own_code && checker_variables(c->model, &most) > most;
}

bool checker_lacks_variables(const struct checker *c)
{
    return c->is_too_large || (c->m && bdd_status(c->m) == BDD_TOO_MANY_VARS);
}

static void free_cursor(struct checker *c)
{
    const struct abstract_search *search = checker_abstract_search(c);
    if (search && c->cursor)
        search->cursor_free(c->cursor);
    c->cursor = NULL;
}

static bool protect_stopped(struct checker *c)
{
    struct fixpoints_stopped *s = &c->stopped;
    return bdd_protect(c->m, &s->through) && bdd_protect(c->m, &s->to) && bdd_protect(c->m, &s->reached) &&
           bdd_protect(c->m, &s->within) && bdd_protect(c->m, &s->core);
}

static void build(struct checker *c)
{
    c->order = mem_alloc(c->mem, (c->cells + 1) * sizeof *c->order);
    c->is_too_large = is_too_large(c); // else that would be noticed when they are in order
    if (c->is_too_large) {
        take_declared_order(c);
        return;
    }
    c->m = bdd_manager_new(&(struct bdd_config){
        .mem = c->mem, .byte_limit = bytes_for_diagrams(c), .census = c->options.abstraction != NULL});
    if (!c->m)
        return;
    bdd_set_stop(c->m, checker_should_stop, c);
    bool is_ordered = c->options.abstraction && c->options.abstraction->encode; // for exchanging neighbours, say
    if (c->options.reorder && !is_ordered)
        bdd_sift_on_growth(c->m, FIRST_SIFTING, &(struct bdd_sift_options){.seconds = SIFTING_SECONDS});
    if (!find_order(c))
        return;
    if (is_ordered)
        c->encoding = c->options.abstraction->encode(c->options.abstraction, c->model, c->m, c->mem);
    else if (c->options.interleaved)
        c->encoding = encoding_new_interleaved(c->model, c->m, c->order, c->options.interleaved, c->mem);
    else
        c->encoding = encoding_new(c->model, c->m, c->order, c->mem);
    if (c->options.codes_only)
        return;
    c->system = c->encoding ? system_new(c->encoding, c->options.abstraction, c->mem) : NULL;
    if (!c->system)
        return;
    if (c->options.strategy != CHECK_STRATEGY_AUTO)
        system_choose_search(c->system, c->options.strategy == CHECK_STRATEGY_BREADTH,
                             c->options.strategy == CHECK_STRATEGY_SATURATION);
    if (checker_abstract_search(c))
        system_choose_search(c->system, true, false);
    c->x = (struct fixpoints){.system = c->system, .care = c->system->space, .fair = BDD_NONE, .allowed = BDD_TRUE};
    c->x.begun = &c->begun;
    c->stopped = (struct fixpoints_stopped){BDD_NONE, BDD_NONE, BDD_NONE, BDD_NONE, BDD_NONE};
    c->x.stopped = &c->stopped;
    const struct abstract_search *search = checker_abstract_search(c);
    c->cursor = search ? search->cursor_new(c->system->image) : NULL;
    c->x.cursor = c->cursor;
    c->x.cursor_layers = &c->cursor_layers;
    c->x.progress = checker_show;
    c->x.context = c;
    sets_open(&c->layers, c->m, c->mem);
    sets_open(&c->cursor_layers, c->m, c->mem);
    ctl_open(&c->ctl, &c->x);
    linear_open(&c->linear, &c->ctl);
    pathform_open(&c->pathform, c->model, c->mem);
    if (!bdd_protect(c->m, &c->x.care) || !bdd_protect(c->m, &c->x.fair) || !bdd_protect(c->m, &c->reached) ||
        !bdd_protect(c->m, &c->begun) || !bdd_protect(c->m, &c->layered) || !protect_stopped(c) ||
        (search && !c->cursor)) {
        free_cursor(c);
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
                          .traces = options->traces,
                          .names_errors = options->names_errors,
                          .deadline = options->deadline,
                          .cells = model_cell_count(model),
                          .reached = BDD_NONE,
                          .begun = BDD_NONE,
                          .layered = BDD_NONE,
                          .all_runs_count = BDD_UNKNOWN,
                          .progress = {.phase = "building the transition relation",
                                       .frontier = CHECK_NOT_COUNTED,
                                       .found = CHECK_NOT_COUNTED},
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
        pathform_close(&c->pathform);
        linear_close(&c->linear);
        ctl_close(&c->ctl);
        sets_close(&c->layers);
        sets_close(&c->cursor_layers);
    }
    free_cursor(c);
    system_free(c->system);
    encoding_free(c->encoding);
    bdd_manager_free(c->m);
    mem_free(c->mem, c->order, (c->cells + 1) * sizeof *c->order);
    mem_free(c->mem, c->deadlock, (c->cells + 1) * sizeof *c->deadlock);
    mem_free(c->mem, c, sizeof *c);
}

void checker_set_traces(struct checker *c, bool traces, bool names_errors)
{
    c->traces = traces;
    c->names_errors = names_errors;
}

bool checker_is_built(const struct checker *c)
{
    return c->system;
}

// ---- Warnings and statistics ----------------------------------------------------------------------------------------

static bool find_deadlock(struct checker *c, struct model_warnings *w)
{
    struct system *s = c->system;
    bool reached = bdd_is_valid(c->reached);
    if (model_ends_stay(c->model))
        return true;
    bdd dead = system_dead_ends(s, reached ? c->reached : s->space);
    if (!bdd_is_valid(dead) || (dead != BDD_FALSE && !reached)) // whether that one is reachable is not known
        return false;
    w->not_total = dead != BDD_FALSE;
    if (!w->not_total && c->partial) // there may be one in what was left out
        return false;
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

void checker_settle_totality(struct checker *c)
{
    if (!c->system || checker_should_stop(c) || bdd_is_valid(c->reached) || model_ends_stay(c->model) ||
        c->options.reachable == CHECK_REACHABLE_OFF)
        return;
    bdd_scope scope = bdd_open_scope(c->m);
    bool is_total = system_dead_ends(c->system, c->system->space) == BDD_FALSE;
    bdd_close_scope(c->m, scope);
    if (!is_total)
        checker_find_reachable(c);
}

void checker_find_warnings(struct checker *c, struct model_warnings *w)
{
    *w = (struct model_warnings){0};
    if (!c->system || checker_should_stop(c))
        return;
    bdd_scope scope = bdd_open_scope(c->m);
    w->no_initial_state = c->system->initial == BDD_FALSE;
    w->known = find_deadlock(c, w);
    bool is_whole = !c->partial && (!c->system->abstraction || !c->system->abstraction->under_approximates);
    w->fair_known = bdd_is_valid(c->x.fair) && is_whole;
    w->no_fair_state = w->fair_known && bdd_and(c->m, c->x.fair, c->system->initial) == BDD_FALSE;
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
        s->relation_nodes = c->restricted_nodes ? c->restricted_nodes : system_relation_nodes(c->system);
        s->iterations = c->x.iterations;
    }
}

const cell_id *checker_order(const struct checker *c, size_t *count)
{
    *count = c->order ? c->cells : 0;
    return c->order;
}

// ---- Automorphisms --------------------------------------------------------------------------------------------------

struct encoding *checker_encoding(struct checker *c)
{
    return c->system || c->options.codes_only ? c->encoding : NULL;
}

enum check_automorphism checker_judge_automorphism(struct checker *c, bdd_substitution *preimage, size_t budget,
                                                   value *from, value *to)
{
    if (!checker_encoding(c) || !preimage)
        return CHECK_AUTOMORPHISM_UNKNOWN;
    return automorphism_check(c->encoding, preimage, budget, from, to, c->mem);
}
