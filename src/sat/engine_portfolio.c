#include "sat/engine_portfolio.h"

#include "base/clock.h"

// Where several methods take turns: how long the first one is, in seconds, and how much longer every next one. IC3
// decides most of what is not decided at once, and has three quarters of all.
#define FIRST_TURN 0.05
#define LONGER_TURNS 1.5
#define PART_OF_LEAP 0.5 // of the turn of BMC and k-induction
#define PART_OF_IC3 4.5
#define LEAD_OF_INDUCTION 0.05 // seconds that k-induction may take more than BMC
#define LEAST_BEFORE_LEAP 4    // steps of BMC
#define MOST_BEFORE_LEAP 512
#define FIRST_LEAP 16                   // each next one is twice as deep
#define TURNS_OF_LEAP 4                 // before it is given up for the next one
#define LEAST_MEMORY ((size_t)32 << 20) // with less than that left, the work is given up

void engine_portfolio_open(struct engine_portfolio *m, const struct transition_circuit *circuit,
                           const struct sat_options *options, struct sat_watch *watch, struct mem *mem)
{
    *m = (struct engine_portfolio){.mem = mem, .options = options, .watch = watch, .circuit = circuit};
}

void engine_portfolio_close(struct engine_portfolio *m)
{
    engine_portfolio_drop_trace(m);
    if (m->has_ic3)
        ic3_close(&m->ic3);
    if (m->has_induction)
        induction_close(&m->induction);
    if (m->has_paths)
        unroll_close(&m->paths);
    ic3_saved_close(&m->saved, m->mem);
    array_free(m->mem, &m->goals);
    *m = (struct engine_portfolio){0};
}

void engine_portfolio_drop_trace(struct engine_portfolio *m)
{
    if (m->has_trace)
        trace_close(&m->trace, m->mem);
    m->has_trace = false;
}

struct sat_goal *engine_portfolio_goal(struct engine_portfolio *m, struct sat_goal goal)
{
    for (size_t i = 0; i < m->goals.count; i++)
        if (m->goals.at[i].bad.violation == goal.bad.violation && m->goals.at[i].bad.is_of_step == goal.bad.is_of_step)
            return &m->goals.at[i];
    array_push(m->mem, &m->goals, goal);
    return &array_last(&m->goals);
}

// ---- The watch ------------------------------------------------------------------------------------------------------

void sat_watch_begin(struct sat_watch *w, double deadline, double seconds)
{
    double until = clock_now() + seconds;
    w->has_stopped = false;
    w->last = deadline;
    w->deadline = seconds > 0 && (deadline <= 0 || until < deadline) ? until : deadline;
}

bool sat_has_memory(const struct sat_watch *w, struct mem *mem)
{
    return mem_room(mem) > LEAST_MEMORY && !w->is_full;
}

// ---- Each method ----------------------------------------------------------------------------------------------------

static void tell(const struct engine_portfolio *m, enum sat_method method, size_t depth)
{
    struct sat_progress p = {method, depth, m->has_ic3 ? ic3_clauses(&m->ic3) : 0};
    if (m->options->progress)
        m->options->progress(m->options->context, &p);
}

static void open_paths(struct engine_portfolio *m)
{
    if (m->has_paths && m->paths.cnf.is_broken) {
        unroll_close(&m->paths);
        m->has_paths = false;
    }
    if (!m->has_paths)
        unroll_open(&m->paths, m->circuit, true, m->watch, m->mem);
    m->has_paths = true;
}

static void read_path(struct engine_portfolio *m, const struct sat_goal *g, size_t depth)
{
    unroll_read_trace(&m->paths, depth + 1 + g->bad.is_of_step, &m->trace);
    m->has_trace = true;
}

static enum sat_answer go_deeper(struct engine_portfolio *m, struct sat_goal *g)
{
    open_paths(m);
    tell(m, SAT_BMC, g->depth);
    enum sat_answer answer = bmc_check(&m->paths, g->bad, g->depth);
    g->by = SAT_BMC;
    if (answer == SAT_FAILS)
        read_path(m, g, g->depth);
    g->depth += answer == SAT_OPEN;
    return answer;
}

static enum sat_answer go_on_inductively(struct engine_portfolio *m, struct sat_goal *g)
{
    if (m->has_induction && m->induction.paths.cnf.is_broken) {
        induction_close(&m->induction);
        m->has_induction = false;
    }
    if (!m->has_induction)
        induction_open(&m->induction, m->circuit, m->watch, m->mem);
    m->has_induction = true;
    tell(m, SAT_INDUCTION, g->inductive);
    enum sat_answer answer = induction_check(&m->induction, g->bad, g->inductive);
    g->by = SAT_INDUCTION;
    g->inductive += answer == SAT_OPEN;
    return answer;
}

// BMC and k-induction, step by step. The base of an induction is what BMC has excluded. Where its steps take longer
// than those of BMC, it does not hold them up.
static enum sat_answer search_deeper(struct engine_portfolio *m, struct sat_goal *g, unsigned methods)
{
    enum sat_answer answer = SAT_OPEN;
    while (answer == SAT_OPEN && sat_has_memory(m->watch, m->mem)) {
        bool is_deep = m->options->bound && g->depth > m->options->bound;
        bool can_induce = methods & SAT_INDUCTION && g->inductive < g->depth;
        g->is_exhausted = is_deep && !can_induce;
        if (g->is_exhausted)
            break;
        double begun = clock_now();
        if (can_induce && (is_deep || g->inductive_seconds <= g->deeper_seconds + LEAD_OF_INDUCTION)) {
            answer = go_on_inductively(m, g);
            g->inductive_seconds += clock_now() - begun;
        } else {
            answer = go_deeper(m, g);
            g->deeper_seconds += clock_now() - begun;
        }
    }
    return answer;
}

// Where single steps have become slow: a depth far behind. These are few, so that what was learned in one turn is there
// for the next.
static enum sat_answer leap(struct engine_portfolio *m, struct sat_goal *g)
{
    if (g->depth < LEAST_BEFORE_LEAP || g->depth > MOST_BEFORE_LEAP)
        return SAT_OPEN;
    while (g->leap <= g->depth)
        g->leap = g->leap ? 2 * g->leap : FIRST_LEAP;
    if ((m->options->bound && g->leap > m->options->bound) || !sat_has_memory(m->watch, m->mem))
        return SAT_OPEN;
    open_paths(m);
    tell(m, SAT_BMC, g->leap);
    enum sat_answer answer = bmc_leap(&m->paths, g->bad, g->leap);
    g->by = SAT_BMC;
    if (answer == SAT_FAILS)
        read_path(m, g, g->leap);
    else if (answer == SAT_OPEN || ++g->leap_turns % TURNS_OF_LEAP == 0)
        g->leap *= 2;
    return answer;
}

// A circuit that has latches of no cell is not the model's, nor are its symmetries.
static size_t symmetric_from(const struct engine_portfolio *m)
{
    for (size_t i = 0; i < m->circuit->latches.count; i++)
        if (m->circuit->latches.at[i].cell == CELL_NONE)
            return 0;
    return m->options->symmetric_from;
}

static void tell_of_ic3(void *portfolio)
{
    const struct engine_portfolio *m = portfolio;
    tell(m, SAT_IC3, m->ic3.frames.count);
}

// With the clauses of a file, if there are some. False if stopped.
static bool open_ic3(struct engine_portfolio *m)
{
    ic3_open(&m->ic3, m->circuit, symmetric_from(m), m->watch, m->mem);
    m->ic3.rests = tell_of_ic3;
    m->ic3.context = m;
    if (m->saved.clauses.count > 0 && !ic3_restore(&m->ic3, &m->saved)) {
        ic3_close(&m->ic3);
        return false;
    }
    ic3_saved_close(&m->saved, m->mem);
    m->has_ic3 = true;
    return true;
}

static enum sat_answer search_by_frames(struct engine_portfolio *m, struct sat_goal *g)
{
    if (m->has_ic3 && (m->ic3.step.cnf.is_broken || m->ic3.lift.cnf.is_broken || m->ic3.start.cnf.is_broken)) {
        ic3_close(&m->ic3);
        m->has_ic3 = false;
    }
    if (!m->has_ic3 && !open_ic3(m))
        return SAT_STOPPED;
    tell(m, SAT_IC3, m->ic3.frames.count);
    enum sat_answer answer = ic3_check(&m->ic3, g->bad);
    g->by = SAT_IC3;
    if (answer == SAT_FAILS) {
        ic3_read_trace(&m->ic3, g->bad, &m->trace);
        m->has_trace = true;
    }
    return answer;
}

// ---- Turns ----------------------------------------------------------------------------------------------------------

static bool is_over(struct engine_portfolio *m, double deadline)
{
    sat_watch_begin(m->watch, deadline, 0);
    return sat_watch_stops(m->watch) || !sat_has_memory(m->watch, m->mem);
}

enum sat_answer engine_portfolio_decide(struct engine_portfolio *m, struct sat_goal *g, unsigned methods,
                                        double deadline)
{
    unsigned deeper = methods & (SAT_BMC | SAT_INDUCTION);
    double turn = deeper && methods & SAT_IC3 ? FIRST_TURN : 0;
    enum sat_answer answer = g->answer;
    engine_portfolio_drop_trace(m);
    for (; answer == SAT_OPEN || answer == SAT_STOPPED; turn *= LONGER_TURNS) {
        if (is_over(m, deadline))
            return SAT_STOPPED;
        sat_watch_begin(m->watch, deadline, turn);
        if (deeper && !g->is_exhausted)
            answer = search_deeper(m, g, deeper);
        if ((answer == SAT_HOLDS || answer == SAT_FAILS) || (!(methods & SAT_IC3) && g->is_exhausted))
            break;
        if (!(methods & SAT_IC3))
            continue;
        sat_watch_begin(m->watch, deadline, turn * PART_OF_LEAP);
        if (deeper && !g->is_exhausted)
            answer = leap(m, g);
        if (answer == SAT_FAILS)
            break;
        sat_watch_begin(m->watch, deadline, g->is_exhausted ? 0 : turn * PART_OF_IC3);
        answer = search_by_frames(m, g);
    }
    g->answer = answer == SAT_HOLDS ? SAT_HOLDS : SAT_OPEN; // a counterexample is made anew for who asks again
    return answer;
}
