#include "sat/sat.h"

#include "base/clock.h"
#include "sat/ic3.h"
#include "sat/induction.h"
#include "sat/infinite_path.h"
#include "sat/sat_goal.h"
#include "trace/path_eval.h"

// Where several methods take turns: how long the first one is, in seconds, and how much longer every next one.
#define FIRST_TURN 0.1
#define LONGER_TURNS 2.0
#define LEAST_MEMORY ((size_t)32 << 20) // with less than that left, the work is given up

// A condition that was asked about, and how far each method is with it.
struct sat_goal {
    struct sat_bad bad;
    size_t depth;      // BMC: the next one; there is no counterexample of fewer steps
    size_t inductive;  // k-induction: the next one
    bool is_exhausted; // BMC has come to its bound
    enum sat_answer answer;
    unsigned by; // the method
};

struct sat_engine {
    struct mem *mem;
    struct model *model;
    struct sat_options options;
    struct sat_watch watch;
    struct transition_circuit circuit;
    bool has_circuit, has_paths, has_induction, has_ic3, has_infinite;
    struct unroll paths;
    struct induction induction;
    struct ic3 ic3;
    struct infinite_path infinite;
    ARRAY(struct sat_goal) goals;
    ARRAY(struct sat_literal) clause;
    struct trace trace; // of the goal that fails, while it is asked for
    bool has_trace;
    const char *error;
};

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
    if (e->has_ic3)
        ic3_close(&e->ic3);
    if (e->has_induction)
        induction_close(&e->induction);
    if (e->has_paths)
        unroll_close(&e->paths);
    if (e->has_circuit)
        transition_circuit_close(&e->circuit);
    e->has_infinite = e->has_ic3 = e->has_induction = e->has_paths = e->has_circuit = false;
    e->goals.count = 0;
}

void sat_free(struct sat_engine *e)
{
    if (!e)
        return;
    close_circuit(e);
    array_free(e->mem, &e->goals);
    array_free(e->mem, &e->clause);
    mem_free(e->mem, e, sizeof *e);
}

// ---- Making ---------------------------------------------------------------------------------------------------------

static bool goes_on(void *context)
{
    return !sat_watch_stops(context);
}

static bool has_circuit_error(struct sat_engine *e)
{
    if (e->circuit.error && !e->watch.has_stopped)
        e->error = e->circuit.error;
    return e->circuit.error;
}

static bool make_circuit(struct sat_engine *e)
{
    if (e->has_circuit && e->circuit.error) { // it was stopped before; else there is no use in another try
        if (e->error)
            return false;
        close_circuit(e);
    }
    if (e->has_circuit)
        return true;
    transition_circuit_open(&e->circuit, e->model, goes_on, &e->watch, e->mem);
    e->has_circuit = true;
    return !has_circuit_error(e);
}

// Conditions that are the same circuit are one goal.
static struct sat_goal *goal_like(struct sat_engine *e, struct sat_goal goal)
{
    for (size_t i = 0; i < e->goals.count; i++)
        if (e->goals.at[i].bad.violation == goal.bad.violation && e->goals.at[i].bad.is_of_step == goal.bad.is_of_step)
            return &e->goals.at[i];
    array_push(e->mem, &e->goals, goal);
    return &array_last(&e->goals);
}

static struct sat_goal *goal_of(struct sat_engine *e, expr condition)
{
    const struct expr_node *n = model_expr(e->model, condition);
    struct sat_goal goal = {.answer = SAT_OPEN};
    goal.bad.is_of_step = n->has_input || n->has_next;
    goal.bad.violation = aig_not(transition_circuit_condition(&e->circuit, condition));
    return has_circuit_error(e) ? NULL : goal_like(e, goal);
}

// ---- Turns ----------------------------------------------------------------------------------------------------------

static void tell(const struct sat_engine *e, enum sat_method method, size_t depth)
{
    struct sat_progress p = {method, depth, e->has_ic3 ? ic3_clauses(&e->ic3) : 0};
    if (e->options.progress)
        e->options.progress(e->options.context, &p);
}

static bool has_memory(struct sat_engine *e)
{
    return mem_room(e->mem) > LEAST_MEMORY && !e->watch.is_full;
}

// One more step of BMC, and of k-induction.
static enum sat_answer go_deeper(struct sat_engine *e, struct sat_goal *g, unsigned methods)
{
    if (!e->has_paths)
        unroll_open(&e->paths, &e->circuit, true, &e->watch, e->mem);
    e->has_paths = true;
    tell(e, methods & SAT_INDUCTION ? SAT_INDUCTION : SAT_BMC, g->depth);
    enum sat_answer answer = bmc_check(&e->paths, g->bad, g->depth);
    g->by = SAT_BMC;
    if (answer == SAT_FAILS) {
        unroll_read_trace(&e->paths, g->depth + 1 + g->bad.is_of_step, &e->trace);
        e->has_trace = true;
    }
    if (answer != SAT_OPEN)
        return answer;
    g->depth++;
    if (!(methods & SAT_INDUCTION))
        return SAT_OPEN;
    if (!e->has_induction)
        induction_open(&e->induction, &e->circuit, &e->watch, e->mem);
    e->has_induction = true;
    answer = induction_check(&e->induction, g->bad, g->inductive);
    g->by = SAT_INDUCTION;
    g->inductive += answer == SAT_OPEN;
    return answer;
}

static enum sat_answer search_deeper(struct sat_engine *e, struct sat_goal *g, unsigned methods)
{
    enum sat_answer answer = SAT_OPEN;
    while (answer == SAT_OPEN && has_memory(e)) {
        g->is_exhausted = e->options.bound && g->depth > e->options.bound;
        if (g->is_exhausted)
            break;
        answer = go_deeper(e, g, methods);
    }
    return answer;
}

static enum sat_answer search_by_frames(struct sat_engine *e, struct sat_goal *g)
{
    if (!e->has_ic3)
        ic3_open(&e->ic3, &e->circuit, &e->watch, e->mem);
    e->has_ic3 = true;
    tell(e, SAT_IC3, e->ic3.frames.count);
    enum sat_answer answer = ic3_check(&e->ic3, g->bad);
    g->by = SAT_IC3;
    if (answer == SAT_FAILS) {
        ic3_read_trace(&e->ic3, g->bad, &e->trace);
        e->has_trace = true;
    }
    return answer;
}

static void begin_turn(struct sat_engine *e, double deadline, double seconds)
{
    double until = clock_now() + seconds;
    e->watch.has_stopped = false;
    e->watch.deadline = seconds > 0 && (deadline <= 0 || until < deadline) ? until : deadline;
}

static bool is_over(struct sat_engine *e, double deadline)
{
    begin_turn(e, deadline, 0);
    return sat_watch_stops(&e->watch) || !has_memory(e);
}

static enum sat_answer decide(struct sat_engine *e, struct sat_goal *g, unsigned methods, double deadline)
{
    unsigned deeper = methods & (SAT_BMC | SAT_INDUCTION);
    double turn = deeper && methods & SAT_IC3 ? FIRST_TURN : 0;
    enum sat_answer answer = g->answer;
    for (; answer == SAT_OPEN || answer == SAT_STOPPED; turn *= LONGER_TURNS) {
        if (is_over(e, deadline))
            return SAT_STOPPED;
        begin_turn(e, deadline, turn);
        if (deeper && !g->is_exhausted)
            answer = search_deeper(e, g, deeper);
        if ((answer == SAT_HOLDS || answer == SAT_FAILS) || (!(methods & SAT_IC3) && g->is_exhausted))
            break;
        if (!(methods & SAT_IC3))
            continue;
        begin_turn(e, deadline, g->is_exhausted ? 0 : turn);
        answer = search_by_frames(e, g);
    }
    g->answer = answer == SAT_HOLDS ? SAT_HOLDS : SAT_OPEN; // a counterexample is made anew for who asks again
    return answer;
}

// ---- Properties -----------------------------------------------------------------------------------------------------

static enum backend_kind backend_of(unsigned method)
{
    return method == SAT_IC3 ? BACKEND_IC3 : method == SAT_INDUCTION ? BACKEND_INDUCTION : BACKEND_BMC;
}

static void drop_trace(struct sat_engine *e)
{
    if (e->has_trace)
        trace_close(&e->trace, e->mem);
    e->has_trace = false;
}

// Undecided, with the cause; says whether another try makes sense.
static bool leave(struct sat_engine *e, const struct sat_goal *g, struct result *result)
{
    result->verdict = VERDICT_UNDECIDED;
    if (e->options.interrupted && e->options.interrupted(e->options.context))
        result->cause = cause_of(CAUSE_INTERRUPTED);
    else if (e->error)
        result->cause = cause_with_text(CAUSE_NO_CIRCUIT, e->error);
    else if (g && g->is_exhausted && !(e->options.methods & SAT_IC3))
        result->cause = cause_with_number(CAUSE_NO_COUNTEREXAMPLE_WITHIN, e->options.bound);
    else if (!has_memory(e)) {
        result->cause = cause_of(CAUSE_OUT_OF_MEMORY);
        close_circuit(e); // others may need it
    } else {
        result->cause = cause_of(CAUSE_OUT_OF_TIME);
        return true;
    }
    return false;
}

static bool hand_over_trace(struct sat_engine *e, const struct property *p, struct result *result)
{
    if (!e->options.traces && e->options.names_faults && property_has_faults(e->model, p))
        result->fault = trace_find_fault(&e->trace, p, e->mem);
    if (e->options.traces && e->has_trace) {
        result->trace = e->trace;
        result->has_trace = true;
        e->has_trace = false;
    }
    drop_trace(e);
    return true;
}

// Whether a condition holds in all reachable states; NULL: there is no circuit, or it was stopped.
static struct sat_goal *ask(struct sat_engine *e, expr condition, unsigned methods, double deadline,
                            enum sat_answer *answer)
{
    begin_turn(e, deadline, 0);
    *answer = SAT_STOPPED;
    struct sat_goal *g = make_circuit(e) ? goal_of(e, condition) : NULL;
    if (g)
        *answer = decide(e, g, methods, deadline);
    return g;
}

// ---- Paths that go on -----------------------------------------------------------------------------------------------

// The lasso behind a violation is judged by the evaluator, and then cut off: the violation is what is shown.
static bool judge_lasso(struct sat_engine *e, const struct property *p, size_t length)
{
    struct str error = {0};
    struct truths truths;
    bool is_right = trace_replay(&e->trace, e->mem, &error);
    if (is_right) {
        truths_open(&truths, &e->trace, p->formula, true, e->mem);
        is_right = truths_loop_is_fair(&truths, &error);
        truths_close(&truths);
    }
    str_free(e->mem, &error);
    e->trace.values.count = length * e->trace.cells;
    e->trace.loop = TRACE_NO_LOOP;
    return is_right;
}

// Whether an infinite, fair path goes on from the violation that was found.
static enum infinite_path_answer goes_on_from_violation(struct sat_engine *e, const struct property *p, double deadline,
                                                        struct result *result)
{
    size_t length = trace_length(&e->trace);
    begin_turn(e, deadline, 0);
    if (!e->has_infinite) {
        infinite_path_open(&e->infinite, &e->circuit, &e->watch, e->mem);
        e->has_infinite = true;
        if (has_circuit_error(e))
            return PATH_STOPPED;
    }
    enum infinite_path_answer answer = infinite_path_check(&e->infinite, &e->trace);
    if (answer == PATH_GOES_ON && e->trace.loop != TRACE_NO_LOOP && !judge_lasso(e, p, length)) {
        result->cause = cause_with_text(CAUSE_REPLAY_FAILED, "the lasso behind a violation is no fair path");
        return PATH_UNKNOWN;
    }
    if (answer == PATH_UNKNOWN)
        result->cause = cause_of(CAUSE_NO_INFINITE_PATH);
    return answer;
}

// Of a property of paths: while violations turn out to be dead states, the goal is to find others. There is none with
// fewer steps, so the goal goes on where it was. NULL: undecided; the result has the cause unless it was stopped.
static struct sat_goal *pass_dead_states(struct sat_engine *e, struct sat_goal *g, const struct property *p,
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
        drop_trace(e);
        struct sat_goal next = *g;
        next.bad.violation = aig_and(&e->circuit.aig, violation, aig_not(e->infinite.dead));
        g = goal_like(e, next);
        *answer = g->bad.violation == AIG_FALSE ? SAT_HOLDS : decide(e, g, e->options.methods, deadline);
    }
    return g;
}

// A variant of paths fails only where a path goes on from the violation, as the property does.
static void look_for_vacuity(struct sat_engine *e, const struct property *p, double deadline, struct result *result)
{
    for (size_t i = 0; i < p->vacuity_count; i++) {
        struct sat_question q = sat_question_of(e->model, p->kind, p->vacuities[i].formula);
        struct result its = {.property = result->property, .verdict = VERDICT_UNDECIDED};
        enum sat_answer answer = SAT_STOPPED;
        struct sat_goal *g = NULL;
        if (q.condition != EXPR_NONE && !q.is_cover)
            g = ask(e, q.condition, e->options.methods, deadline, &answer);
        if (answer == SAT_FAILS && q.is_of_paths)
            g = pass_dead_states(e, g, p, deadline, &answer, &its);
        drop_trace(e);
        if (g && answer == SAT_HOLDS)
            result_note_vacuous(result, &p->vacuities[i]);
        else if (!g || answer != SAT_FAILS)
            result->is_vacuity_open = true;
    }
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
            result->method.backend = (uint8_t)backend_of(g->by);
            return hand_over_trace(e, p, result);
        }
        if (answer != SAT_HOLDS)
            return leave(e, g, result);
    }
    g = ask(e, q->condition, e->options.methods, deadline, &answer);
    if (answer == SAT_FAILS && q->is_of_paths)
        g = pass_dead_states(e, g, p, deadline, &answer, result);
    if (!g && result->cause.code != CAUSE_NONE) {
        drop_trace(e);
        result->verdict = VERDICT_UNDECIDED;
        return false;
    }
    if (!g || (answer != SAT_HOLDS && answer != SAT_FAILS)) {
        drop_trace(e);
        return leave(e, g, result);
    }
    result->method.backend = (uint8_t)backend_of(g->by);
    bool is_failure = (answer == SAT_FAILS) != q->is_cover;
    result->verdict = is_failure ? VERDICT_FAILS : VERDICT_HOLDS;
    if (is_failure && !q->is_cover)
        return hand_over_trace(e, p, result);
    drop_trace(e);
    if (!is_failure && e->options.vacuity)
        look_for_vacuity(e, p, deadline, result);
    return true;
}

bool sat_takes(const struct model *m, size_t property)
{
    const struct property *p = model_property(m, property);
    return sat_question_of((struct model *)m, p->kind, p->formula).condition != EXPR_NONE;
}

bool sat_check(struct sat_engine *e, size_t property, double deadline, struct result *result)
{
    const struct property *p = model_property(e->model, property);
    if (!result_begin(result, e->model, property))
        return false;
    double begun = clock_now();
    struct sat_question q = sat_question_of(e->model, p->kind, p->formula);
    bool is_hopeful = false;
    if (q.condition == EXPR_NONE)
        result->cause = cause_of(CAUSE_NO_SAT_QUESTION);
    else
        is_hopeful = settle(e, p, &q, deadline, result);
    result->seconds = clock_now() - begun;
    return is_hopeful;
}

// ---- Invariants -----------------------------------------------------------------------------------------------------

bool sat_prove(struct sat_engine *e, expr condition, double deadline)
{
    enum sat_answer answer;
    ask(e, condition, SAT_IC3, deadline, &answer);
    drop_trace(e);
    return answer == SAT_HOLDS;
}

size_t sat_clause_count(const struct sat_engine *e)
{
    return e->has_ic3 ? e->ic3.invariant.count : 0;
}

size_t sat_clause(struct sat_engine *e, size_t number, const struct sat_literal **literals)
{
    const struct state_cube *c = &e->ic3.invariant.at[number];
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
    s->depth = e->has_paths ? e->paths.moments.count : 0;
    s->frames = e->has_ic3 ? e->ic3.frames.count : 0;
    s->clauses = e->has_ic3 ? ic3_clauses(&e->ic3) : 0;
}

static const struct statistic sat_statistics_entries[] = {
    {"latches", STATISTIC_AT(struct sat_statistics, latches), STATISTIC_COUNT, "bits of a state"},
    {"inputs", STATISTIC_AT(struct sat_statistics, inputs), STATISTIC_COUNT, "bits of inputs and choices of a step"},
    {"gates", STATISTIC_AT(struct sat_statistics, gates), STATISTIC_COUNT, "and-gates of the circuit"},
    {"depth", STATISTIC_AT(struct sat_statistics, depth), STATISTIC_COUNT, "moments that it was unrolled for"},
    {"frames", STATISTIC_AT(struct sat_statistics, frames), STATISTIC_COUNT, "of IC3"},
    {"clauses", STATISTIC_AT(struct sat_statistics, clauses), STATISTIC_COUNT, "that IC3 has learned and kept"},
};
const struct statistics sat_statistics_table = STATISTICS("SAT", sat_statistics_entries);
