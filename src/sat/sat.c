#include "sat/sat_parts.h"

#include "base/clock.h"

struct sat_engine *sat_new(struct model *model, const struct sat_options *options, struct mem *mem)
{
    struct sat_engine *e = mem_zalloc(mem, sizeof *e);
    *e = (struct sat_engine){.mem = mem, .model = model, .options = *options};
    e->watch.is_interrupted = options->interrupted;
    e->watch.context = options->context;
    e->watch.most_memory = mem_limit(mem);
    return e;
}

// The circuit, and all that speaks of it.
static void close_circuit(struct sat_engine *e)
{
    if (e->has_infinite)
        infinite_path_close(&e->infinite);
    if (e->has_circuit) {
        engine_portfolio_close(&e->portfolio);
        transition_circuit_close(&e->circuit);
    }
    e->has_infinite = e->has_circuit = false;
}

void sat_close_linear(struct sat_engine *e, size_t number)
{
    struct linear_goal *g = e->linear.at[number];
    engine_portfolio_close(&g->portfolio);
    lasso_circuit_close(&g->lasso);
    mem_free(e->mem, g, sizeof *g);
    e->linear.at[number] = array_pop(&e->linear);
}

static void close_all(struct sat_engine *e)
{
    close_circuit(e);
    while (e->linear.count > 0)
        sat_close_linear(e, 0);
}

void sat_free(struct sat_engine *e)
{
    if (!e)
        return;
    close_all(e);
    ic3_saved_close(&e->loaded, e->mem);
    array_free(e->mem, &e->linear);
    array_free(e->mem, &e->proved);
    array_free(e->mem, &e->clause);
    mem_free(e->mem, e, sizeof *e);
}

// ---- Making ---------------------------------------------------------------------------------------------------------

bool sat_goes_on(void *context)
{
    return !sat_watch_stops(context);
}

bool sat_has_circuit_error(struct sat_engine *e)
{
    if (e->circuit.error && !e->watch.has_stopped)
        e->error = e->circuit.error;
    return e->circuit.error;
}

bool sat_make_circuit(struct sat_engine *e)
{
    if (e->has_circuit && e->circuit.error) { // it was stopped before; else there is no use in another try
        if (e->error)
            return false;
        close_circuit(e);
    }
    if (e->has_circuit)
        return true;
    transition_circuit_open(&e->circuit, e->model, sat_goes_on, &e->watch, e->mem);
    engine_portfolio_open(&e->portfolio, &e->circuit, &e->options, &e->watch, e->mem);
    e->has_circuit = true;
    if (sat_has_circuit_error(e))
        return false;
    if (e->loaded_latches == e->circuit.latches.count) {
        e->portfolio.saved = e->loaded;
        e->loaded = (struct ic3_saved){0};
    }
    ic3_saved_close(&e->loaded, e->mem);
    return true;
}

static struct sat_goal *goal_of(struct sat_engine *e, expr condition)
{
    const struct expr_node *n = model_expr(e->model, condition);
    struct sat_goal goal = {.answer = SAT_OPEN};
    goal.bad.is_of_step = n->has_input || n->has_next;
    goal.bad.violation = aig_not(transition_circuit_condition(&e->circuit, condition));
    return sat_has_circuit_error(e) ? NULL : engine_portfolio_goal(&e->portfolio, goal);
}

// ---- Properties -----------------------------------------------------------------------------------------------------

enum backend_kind sat_backend_of(unsigned method)
{
    return method == SAT_IC3 ? BACKEND_IC3 : method == SAT_INDUCTION ? BACKEND_INDUCTION : BACKEND_BMC;
}

bool sat_leave(struct sat_engine *e, const struct sat_goal *g, struct result *result)
{
    result->verdict = VERDICT_UNDECIDED;
    if (e->options.interrupted && e->options.interrupted(e->options.context))
        result->cause = cause_of(CAUSE_INTERRUPTED);
    else if (e->error)
        result->cause = cause_of(e->error);
    else if (g && g->is_exhausted && !(e->options.methods & SAT_IC3))
        result->cause = cause_with_number(CAUSE_NO_COUNTEREXAMPLE_WITHIN, e->options.bound);
    else if (!sat_has_memory(&e->watch, e->mem)) {
        result->cause = cause_of(CAUSE_OUT_OF_MEMORY);
        close_all(e); // others may need it
        e->watch.is_full = false;
    } else {
        result->cause = cause_of(CAUSE_OUT_OF_TIME);
        return true;
    }
    return false;
}

bool sat_hand_over_trace(struct sat_engine *e, struct engine_portfolio *m, const struct property *p,
                         struct result *result)
{
    if (!e->options.traces && e->options.names_errors && property_has_runtime_errors(e->model, p))
        result->runtime_error = trace_find_runtime_error(&m->trace, p, e->mem);
    if (e->options.traces && m->has_trace) {
        result->trace = m->trace;
        result->has_trace = true;
        m->has_trace = false;
    }
    engine_portfolio_drop_trace(m);
    return true;
}

// Whether a condition holds in all reachable states; NULL: there is no circuit, or it was stopped.
static struct sat_goal *ask(struct sat_engine *e, expr condition, unsigned methods, double deadline,
                            enum sat_answer *answer)
{
    sat_watch_begin(&e->watch, deadline, 0);
    *answer = SAT_STOPPED;
    struct sat_goal *g = sat_make_circuit(e) ? goal_of(e, condition) : NULL;
    if (g)
        *answer = engine_portfolio_decide(&e->portfolio, g, methods, deadline);
    return g;
}

// ---- Vacuity --------------------------------------------------------------------------------------------------------

// The verdict may have come at the end of a turn, and nobody will ask again: there is some time for this in any case,
// but for the end of the run.
#define LEAST_FOR_VACUITY 0.5 // seconds

static double end_of_vacuity(const struct sat_engine *e, double deadline)
{
    double until = clock_now() + LEAST_FOR_VACUITY, last = e->options.last_moment;
    until = last > 0 && last < until ? last : until;
    return deadline > 0 && deadline < until ? until : deadline;
}

// A variant of paths fails only where a path goes on from the violation, as the property does.
static void look_for_vacuity(struct sat_engine *e, const struct property *p, double deadline, struct result *result)
{
    deadline = end_of_vacuity(e, deadline);
    result->is_vacuity_open = e->options.vacuity && p->lacks_vacuities;
    for (size_t i = 0; i < p->vacuity_count && e->options.vacuity; i++) {
        formula f = p->vacuities[i].formula;
        struct sat_question q = sat_question_of(e->model, p->kind, f);
        struct result its = {.property = result->property, .verdict = VERDICT_UNDECIDED};
        enum sat_answer answer = SAT_STOPPED;
        struct sat_goal *g = NULL;
        if (q.condition != EXPR_NONE && !q.is_cover)
            g = ask(e, q.condition, e->options.methods, deadline, &answer);
        if (answer == SAT_FAILS && q.is_of_paths)
            g = sat_pass_dead_states(e, g, p, deadline, &answer, &its);
        engine_portfolio_drop_trace(&e->portfolio);
        bool is_known = g && (answer == SAT_HOLDS || answer == SAT_FAILS);
        if (!is_known && lasso_circuit_takes(e->model, p->kind, f, e->mem)) {
            sat_settle_linear(e, p, f, deadline, &answer, NULL);
            is_known = answer == SAT_HOLDS || answer == SAT_FAILS;
        }
        if (!is_known)
            result->is_vacuity_open = true;
        else if (answer == SAT_HOLDS)
            result_note_vacuous(result, &p->vacuities[i]);
    }
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static bool check_linear(struct sat_engine *e, const struct property *p, double deadline, struct result *result)
{
    enum sat_answer answer;
    if (!lasso_circuit_takes(e->model, p->kind, p->formula, e->mem))
        return false;
    bool is_hopeful = sat_settle_linear(e, p, p->formula, deadline, &answer, result);
    if (answer == SAT_HOLDS)
        look_for_vacuity(e, p, deadline, result);
    return is_hopeful;
}

static bool settle(struct sat_engine *e, const struct property *p, const struct sat_question *q, double deadline,
                   struct result *result)
{
    enum sat_answer answer;
    struct sat_goal *g;
    if (q->sound != EXPR_NONE) {
        g = ask(e, q->sound, e->options.methods, deadline, &answer);
        if (answer == SAT_FAILS) {
            result->verdict = VERDICT_FAILS;
            result->method.backend = (uint8_t)sat_backend_of(g->by);
            return sat_hand_over_trace(e, &e->portfolio, p, result);
        }
        if (answer != SAT_HOLDS)
            return sat_leave(e, g, result);
    }
    g = ask(e, q->condition, e->options.methods, deadline, &answer);
    if (answer == SAT_FAILS && q->is_of_paths)
        g = sat_pass_dead_states(e, g, p, deadline, &answer, result);
    if (!g && result->cause.code != CAUSE_NONE) {
        engine_portfolio_drop_trace(&e->portfolio);
        result->verdict = VERDICT_UNDECIDED;
        return result->cause.code == CAUSE_NO_INFINITE_PATH && check_linear(e, p, deadline, result);
    }
    if (!g || (answer != SAT_HOLDS && answer != SAT_FAILS)) {
        engine_portfolio_drop_trace(&e->portfolio);
        return sat_leave(e, g, result);
    }
    result->method.backend = (uint8_t)sat_backend_of(g->by);
    bool is_failure = (answer == SAT_FAILS) != q->is_cover;
    result->verdict = is_failure ? VERDICT_FAILS : VERDICT_HOLDS;
    if (is_failure && !q->is_cover)
        return sat_hand_over_trace(e, &e->portfolio, p, result);
    engine_portfolio_drop_trace(&e->portfolio);
    if (!is_failure)
        look_for_vacuity(e, p, deadline, result);
    return true;
}

bool sat_takes(const struct model *m, size_t property)
{
    const struct property *p = model_property(m, property);
    struct mem mem = MEM_UNLIMITED;
    return sat_question_of((struct model *)m, p->kind, p->formula).condition != EXPR_NONE ||
           lasso_circuit_takes(m, p->kind, p->formula, &mem);
}

bool sat_check(struct sat_engine *e, size_t property, double deadline, struct result *result)
{
    const struct property *p = model_property(e->model, property);
    if (!result_begin(result, e->model, property))
        return false;
    double begun = clock_now();
    struct sat_question q = sat_question_of(e->model, p->kind, p->formula);
    bool is_hopeful = false;
    if (q.condition != EXPR_NONE)
        is_hopeful = settle(e, p, &q, deadline, result);
    else {
        result->cause = cause_of(CAUSE_NO_SAT_QUESTION);
        is_hopeful = check_linear(e, p, deadline, result);
    }
    if (property_minds_fairness(e->model, p)) {
        e->has_path_property |= result->verdict == VERDICT_HOLDS;
        e->has_fair_path |= result->verdict == VERDICT_FAILS;
    }
    result->seconds = clock_now() - begun;
    return is_hopeful;
}

// ---- Warnings -------------------------------------------------------------------------------------------------------

// There is no fair path from an initial state if FALSE holds of all of them. It is of interest where a property holds.
static void look_for_fair_path(struct sat_engine *e, double deadline, struct model_warnings *w)
{
    enum sat_answer answer = SAT_FAILS;
    bool goes_on = sat_open_infinite(e) && infinite_path_always_goes_on(&e->infinite);
    if (!e->has_path_property || w->no_initial_state || model_fair_rule_count(e->model) > 0)
        return;
    if (!e->has_fair_path && !goes_on) {
        formula never = model_atom(e->model, model_false(e->model));
        sat_settle_linear(e, NULL, never, deadline, &answer, NULL);
    }
    w->fair_known = answer == SAT_FAILS || answer == SAT_HOLDS;
    w->no_fair_state = answer == SAT_HOLDS;
}

void sat_find_warnings(struct sat_engine *e, double deadline, struct model_warnings *w)
{
    *w = (struct model_warnings){0};
    sat_watch_begin(&e->watch, deadline, 0);
    if (!sat_make_circuit(e))
        return;
    struct unroll start;
    unroll_open(&start, &e->circuit, true, &e->watch, e->mem);
    w->no_initial_state = cnf_solve(&start.cnf, (int[]){unroll_path(&start, 0)}, 1) == CNF_UNSAT;
    unroll_close(&start);
    w->known = w->no_initial_state || model_ends_stay(e->model) ||
               (sat_open_infinite(e) && infinite_path_never_ends(&e->infinite));
    look_for_fair_path(e, deadline, w);
}

// ---- Checkpoints ----------------------------------------------------------------------------------------------------

bool sat_has_search(const struct sat_engine *e)
{
    return e->loaded.clauses.count > 0 ||
           (e->has_circuit && (e->portfolio.has_ic3 || e->portfolio.saved.clauses.count > 0));
}

bool sat_save(struct sat_engine *e, struct stream *file)
{
    struct ic3_saved now = {0};
    bool is_loaded = e->loaded.clauses.count > 0; // and still waits for its circuit
    uint64_t latches = is_loaded ? e->loaded_latches : e->circuit.latches.count;
    if (e->portfolio.has_ic3)
        ic3_saved_take(&now, &e->portfolio.ic3, e->mem);
    bool good =
        stream_write(file, &latches, sizeof latches) && ic3_saved_write(is_loaded              ? &e->loaded
                                                                        : e->portfolio.has_ic3 ? &now
                                                                                               : &e->portfolio.saved,
                                                                        file);
    ic3_saved_close(&now, e->mem);
    return good;
}

bool sat_load(struct sat_engine *e, struct stream *file)
{
    return !e->has_circuit && stream_read(file, &e->loaded_latches, sizeof e->loaded_latches) &&
           e->loaded_latches <= model_cell_count(e->model) * 64 &&
           ic3_saved_read(&e->loaded, file, e->loaded_latches, e->mem);
}

// ---- Invariants -----------------------------------------------------------------------------------------------------

bool sat_prove(struct sat_engine *e, expr condition, double deadline)
{
    enum sat_answer answer;
    ask(e, condition, SAT_IC3, deadline, &answer);
    engine_portfolio_drop_trace(&e->portfolio);
    return answer == SAT_HOLDS;
}

size_t sat_clause_count(const struct sat_engine *e)
{
    return e->has_circuit && e->portfolio.has_ic3 ? e->portfolio.ic3.invariant.count : 0;
}

size_t sat_clause(struct sat_engine *e, size_t number, const struct sat_literal **literals)
{
    const struct state_cube *c = &e->portfolio.ic3.invariant.at[number];
    e->clause.count = 0;
    for (size_t i = 0; i < c->count; i++) {
        const struct circuit_latch *latch = &e->circuit.latches.at[c->at[i] >> 1];
        struct sat_literal literal = {latch->cell, latch->bit, c->at[i] & 1};
        array_push(e->mem, &e->clause, literal);
    }
    *literals = e->clause.at;
    return e->clause.count;
}

void sat_get_statistics(const struct sat_engine *e, struct sat_statistics *s)
{
    *s = (struct sat_statistics){0};
    if (e->has_circuit) {
        s->latches = e->circuit.latches.count;
        s->inputs = e->circuit.inputs.count;
        s->gates = e->circuit.aig.gates;
    }
    s->depth = e->portfolio.has_paths ? e->portfolio.paths.moments.count : 0;
    s->frames = e->portfolio.has_ic3 ? e->portfolio.ic3.frames.count : 0;
    s->clauses = e->portfolio.has_ic3 ? ic3_clauses(&e->portfolio.ic3) : 0;
    s->queries = e->portfolio.has_ic3 ? e->portfolio.ic3.queries : 0;
    s->images = e->portfolio.has_ic3 ? e->portfolio.ic3.images : 0;
}

static const struct statistic sat_statistics_entries[] = {
    {"latches", STATISTIC_AT(struct sat_statistics, latches), STATISTIC_COUNT, "bits of a state"},
    {"inputs", STATISTIC_AT(struct sat_statistics, inputs), STATISTIC_COUNT, "bits of inputs and choices of a step"},
    {"gates", STATISTIC_AT(struct sat_statistics, gates), STATISTIC_COUNT, "and-gates of the circuit"},
    {"depth", STATISTIC_AT(struct sat_statistics, depth), STATISTIC_COUNT, "moments that it was unrolled for"},
    {"frames", STATISTIC_AT(struct sat_statistics, frames), STATISTIC_COUNT, "of IC3"},
    {"clauses", STATISTIC_AT(struct sat_statistics, clauses), STATISTIC_COUNT, "that IC3 has learned and kept"},
    {"queries", STATISTIC_AT(struct sat_statistics, queries), STATISTIC_COUNT, "of IC3 to the solver"},
    {"images", STATISTIC_AT(struct sat_statistics, images), STATISTIC_COUNT,
     "clauses that follow from others by symmetries"},
};
const struct statistics sat_statistics_table = STATISTICS("SAT", sat_statistics_entries);
