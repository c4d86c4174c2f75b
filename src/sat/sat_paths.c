// Questions about infinite, fair paths: whether one goes on from a violation, and formulas of linear time, each with a
// circuit of its own.
#include "base/clock.h"
#include "sat/sat_parts.h"
#include "trace/path_eval.h"

// ---- Paths that go on -----------------------------------------------------------------------------------------------

// The lasso behind a violation is judged by the evaluator, and then cut off: the violation is what is shown.
static bool judge_lasso(struct sat_engine *e, const struct property *p, size_t length)
{
    struct str error = {0};
    struct path_eval eval;
    bool is_right = trace_replay(&e->portfolio.trace, e->mem, &error);
    if (is_right) {
        path_eval_open(&eval, &e->portfolio.trace, p->formula, true, e->mem);
        is_right = path_eval_loop_is_fair(&eval, &error);
        path_eval_close(&eval);
    }
    str_free(e->mem, &error);
    struct trace *t = &e->portfolio.trace;
    t->values.count = t->values.count / trace_length(t) * length; // also where there are no variables
    t->loop = TRACE_NO_LOOP;
    return is_right;
}

bool sat_open_infinite(struct sat_engine *e)
{
    if (e->has_infinite && e->infinite.paths.cnf.is_broken) {
        infinite_path_close(&e->infinite);
        e->has_infinite = false;
    }
    if (!e->has_infinite)
        infinite_path_open(&e->infinite, &e->circuit, &e->watch, e->mem);
    e->has_infinite = true;
    return !sat_has_circuit_error(e);
}

// Whether an infinite, fair path goes on from the violation that was found.
static enum infinite_path_answer goes_on_from_violation(struct sat_engine *e, const struct property *p, double deadline,
                                                        struct result *result)
{
    size_t length = trace_length(&e->portfolio.trace);
    sat_watch_begin(&e->watch, deadline, 0);
    if (!sat_open_infinite(e))
        return PATH_STOPPED;
    enum infinite_path_answer answer = infinite_path_check(&e->infinite, &e->portfolio.trace);
    if (answer == PATH_GOES_ON && e->portfolio.trace.loop != TRACE_NO_LOOP && !judge_lasso(e, p, length)) {
        result->cause = cause_of(CAUSE_LASSO_UNFAIR);
        return PATH_UNKNOWN;
    }
    if (answer == PATH_UNKNOWN)
        result->cause = cause_of(CAUSE_NO_INFINITE_PATH);
    return answer;
}

struct sat_goal *sat_pass_dead_states(struct sat_engine *e, struct sat_goal *g, const struct property *p,
                                      double deadline, enum sat_answer *answer, struct result *result)
{
    aig_lit violation = g->bad.violation;
    while (*answer == SAT_FAILS) {
        switch (goes_on_from_violation(e, p, deadline, result)) {
        case PATH_GOES_ON:
            return g;
        case PATH_ENDS:
            break;
        default:
            return NULL;
        }
        engine_portfolio_drop_trace(&e->portfolio);
        struct sat_goal next = *g;
        next.bad.violation = aig_and(&e->circuit.aig, violation, aig_not(e->infinite.dead));
        g = engine_portfolio_goal(&e->portfolio, next);
        *answer = g->bad.violation == AIG_FALSE
                      ? SAT_HOLDS
                      : engine_portfolio_decide(&e->portfolio, g, e->options.methods, deadline);
    }
    return g;
}

// ---- Formulas of linear time ----------------------------------------------------------------------------------------

// The goal of a formula, whose circuit may have an error.
static size_t linear_goal_of(struct sat_engine *e, formula f)
{
    for (size_t i = 0; i < e->linear.count; i++)
        if (e->linear.at[i]->formula == f)
            return i;
    struct linear_goal *g = mem_zalloc(e->mem, sizeof *g);
    bool needs_no_loop = lasso_circuit_is_safety(e->model, f) && sat_make_circuit(e) && sat_open_infinite(e) &&
                         infinite_path_always_goes_on(&e->infinite);
    g->formula = f;
    lasso_circuit_open(&g->lasso, e->model, f, !needs_no_loop, sat_goes_on, &e->watch, e->mem);
    engine_portfolio_open(&g->portfolio, &g->lasso.circuit, &e->options, &e->watch, e->mem);
    array_push(e->mem, &e->linear, g);
    return e->linear.count - 1;
}

// Asks whether all paths satisfy a formula, with one circuit for it.
static bool settle_one(struct sat_engine *e, const struct property *p, formula f, double deadline,
                       enum sat_answer *answer, struct result *result)
{
    sat_watch_begin(&e->watch, deadline, 0);
    size_t number = linear_goal_of(e, f);
    struct linear_goal *l = e->linear.at[number];
    struct sat_goal *g = NULL;
    bool is_hopeful = true;
    *answer = SAT_STOPPED;
    if (l->lasso.error && !e->watch.has_stopped) {
        is_hopeful = false;
        if (result)
            result->cause = cause_of(l->lasso.error);
    } else if (!l->lasso.error) {
        g = engine_portfolio_goal(&l->portfolio,
                                  (struct sat_goal){.bad = {l->lasso.is_bad, false}, .answer = SAT_OPEN});
        *answer = engine_portfolio_decide(&l->portfolio, g, e->options.methods, deadline);
    }
    if (*answer == SAT_FAILS && !lasso_circuit_fold(&l->lasso, &l->portfolio.trace, f, e->mem)) {
        *answer = SAT_STOPPED;
        is_hopeful = false;
        if (result)
            result->cause = cause_of(CAUSE_LASSO_SHOWS_NOTHING);
    }
    bool is_decided = *answer == SAT_HOLDS || *answer == SAT_FAILS;
    if (is_decided && result) {
        result->verdict = *answer == SAT_HOLDS ? VERDICT_HOLDS : VERDICT_FAILS;
        result->cause = cause_of(CAUSE_NONE);
        result->method.backend = (uint8_t)sat_backend_of(g->by);
        if (*answer == SAT_FAILS)
            sat_hand_over_trace(e, &l->portfolio, p, result);
    } else if (result && is_hopeful) {
        is_hopeful = sat_leave(e, g, result);
    }
    if (is_decided || !is_hopeful || l->lasso.error)
        for (size_t i = 0; i < e->linear.count; i++) // unless all were closed
            if (e->linear.at[i]->formula == f)
                sat_close_linear(e, i);
    return is_hopeful;
}

// ---- Conjunctions ---------------------------------------------------------------------------------------------------

// A path refutes a conjunction if it refutes one of its parts. One circuit for all would have the latches of each, and
// IC3 would learn about paths that mix what is claimed of several. Who looks for shortest counterexamples only has one.
#define MOST_PARTS 64
#define MOST_CELLS 100000       // of all parts together: each has a circuit
#define FIRST_TURN_OF_PART 0.25 // seconds; each next one is twice as long

typedef ARRAY(formula) formula_array;

// False if they are too many.
static bool collect_parts(struct sat_engine *e, formula f, formula_array *parts)
{
    const struct formula_node *n = model_formula(e->model, f);
    if (n->op == FORMULA_AND && !n->bounded)
        return collect_parts(e, n->args[0], parts) && collect_parts(e, n->args[1], parts);
    array_push(e->mem, parts, f);
    return parts->count <= MOST_PARTS && parts->count * model_cell_count(e->model) <= MOST_CELLS;
}

static bool is_proved(const struct sat_engine *e, formula f)
{
    for (size_t i = 0; i < e->proved.count; i++)
        if (e->proved.at[i] == f)
            return true;
    return false;
}

// A turn of each part that is not proved. HOLDS: all are.
static bool settle_parts(struct sat_engine *e, const struct property *p, const formula_array *parts, double turn,
                         double deadline, enum sat_answer *answer, struct result *result)
{
    bool is_open = false, is_hopeful = true;
    for (size_t i = 0; i < parts->count && is_hopeful; i++) {
        double until = clock_now() + turn;
        if (is_proved(e, parts->at[i]))
            continue;
        is_hopeful =
            settle_one(e, p, parts->at[i], deadline > 0 && deadline < until ? deadline : until, answer, result);
        if (*answer == SAT_FAILS)
            return is_hopeful;
        if (*answer == SAT_HOLDS)
            array_push(e->mem, &e->proved, parts->at[i]);
        is_open |= *answer != SAT_HOLDS;
    }
    *answer = is_open ? SAT_STOPPED : SAT_HOLDS;
    if (result)
        result->verdict = is_open ? VERDICT_UNDECIDED : VERDICT_HOLDS;
    return is_hopeful;
}

bool sat_settle_linear(struct sat_engine *e, const struct property *p, formula f, double deadline,
                       enum sat_answer *answer, struct result *result)
{
    formula_array parts = {0};
    bool is_hopeful = true, is_over = false;
    if (!(e->options.methods & SAT_IC3) || !collect_parts(e, f, &parts) || parts.count < 2) {
        array_free(e->mem, &parts);
        return settle_one(e, p, f, deadline, answer, result);
    }
    *answer = SAT_STOPPED;
    for (double turn = FIRST_TURN_OF_PART; *answer == SAT_STOPPED && is_hopeful && !is_over; turn *= 2) {
        double share = (deadline - clock_now()) / (double)parts.count;
        turn = deadline > 0 && share < turn ? share : turn;
        is_hopeful = settle_parts(e, p, &parts, turn, deadline, answer, result);
        is_over = (deadline > 0 && clock_now() >= deadline) || !sat_has_memory(&e->watch, e->mem) ||
                  (e->options.interrupted && e->options.interrupted(e->options.context));
    }
    array_free(e->mem, &parts);
    return is_hopeful;
}
