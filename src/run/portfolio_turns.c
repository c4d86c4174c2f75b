// Which engine decides, and for how long: diagrams, states or orbits one by one, sets of representatives.
#include "base/clock.h"
#include "run/portfolio_parts.h"
#include "run/too_large.h"

// How long an engine works before it is the other one's turn, in seconds, and how much longer every next time.
#define FIRST_TURN 0.25
#define LONGER_TURNS 4
// So many times as long is the turn of the one that is more likely to get there: diagrams with counters, which are few,
// and have large values; states one by one where symmetries make them fewer, for which diagrams have no use then.
#define FAVOUR_WITH_COUNTERS 20
#define FAVOUR_WITH_SYMMETRY 4
#define LARGE_GROUP 24

// ---- Orbits, one by one and as sets ---------------------------------------------------------------------------------

bool portfolio_uses_orbits(const struct portfolio *e)
{
    return e->setup.symmetry && e->setup.job->symmetry >= JOB_SYMMETRY_DYNAMIC;
}

static bool check_in(struct portfolio *e, enum orbit_way way, size_t place, double deadline)
{
    struct result *result = &e->properties[place].result;
    return way == ONE_BY_ONE ? explicit_backend_check(&e->explicit_states, place, deadline, result)
                             : quotient_backend_check(&e->orbits, place, deadline, result);
}

// Tries what waits until the deadline; says whether it makes sense to go on later.
static bool try_orbits(struct portfolio *e, enum orbit_way way, double deadline)
{
    bool hopeful = false;
    for (size_t i = 0; i < e->setup.wanted_count && !portfolio_is_over(e) && !run_is_interrupted(e->run); i++) {
        struct state_of_property *p = &e->properties[i];
        if (!portfolio_is_waiting(e, i) || p->cannot[way])
            continue;
        p->cannot[way] = !check_in(e, way, i, deadline);
        portfolio_note_try(e, i);
        if (p->result.verdict != VERDICT_UNDECIDED)
            portfolio_finish(e, i);
        else
            hopeful |= !p->cannot[way];
    }
    return hopeful;
}

// ---- In turns -------------------------------------------------------------------------------------------------------

// What nobody has begun with has no reason of its own.
static void finish_rest(struct portfolio *e)
{
    for (size_t i = 0; i < e->setup.wanted_count; i++) {
        struct state_of_property *p = &e->properties[i];
        if (p->is_done)
            continue;
        if (!p->result.cause.code && run_is_interrupted(e->run))
            p->result.cause = cause_of(CAUSE_INTERRUPTED);
        portfolio_finish(e, i);
    }
}

static double sooner(double end, double until)
{
    return end > 0 && end < until ? end : until;
}

// With symmetries: sets of representatives, and orbits one by one. Both go on from where they stopped. Sets come first,
// since what is easy one by one has been decided before. What neither can decide is left.
static void alternate_orbits(struct portfolio *e)
{
    double end = e->deadline, turn = FIRST_TURN * FAVOUR_WITH_SYMMETRY;
    bool hopeful = true;
    for (; hopeful && portfolio_waiting(e) > 0 && !portfolio_is_over(e) && !run_is_interrupted(e->run);
         turn *= LONGER_TURNS) {
        hopeful = try_orbits(e, AS_SETS, sooner(end, clock_now() + turn));
        hopeful |= try_orbits(e, ONE_BY_ONE, sooner(end, clock_now() + turn));
        hopeful &= end == 0 || clock_now() < end;
    }
}

// What diagrams lack variables for has its part of the time, and more if the others need none.
static void try_lacking(struct portfolio *e)
{
    size_t lacking = portfolio_lacking(e), others = 0;
    double until = 0, now = clock_now();
    for (size_t i = 0; i < e->setup.wanted_count; i++)
        others += e->properties[i].ran_out;
    if (lacking == 0)
        return;
    if (e->deadline > 0)
        until = now + (e->deadline - now) * (double)lacking / (double)(lacking + others);
    log_verbose(&e->run->log, "too many variables for BDDs in %zu properties: explicit-state search", lacking);
    try_orbits(e, ONE_BY_ONE, until);
    for (size_t i = 0; i < e->setup.wanted_count; i++) {
        struct state_of_property *p = &e->properties[i];
        if (!portfolio_is_waiting(e, i) || !p->lacking.code || !p->result.cause.code)
            continue;
        if (run_is_interrupted(e->run))
            p->result.cause = cause_of(CAUSE_INTERRUPTED);
        else if (p->result.cause.code != p->lacking.code) {
            enum cause_code by_explicit = p->result.cause.code;
            p->result.cause = p->lacking;
            p->result.cause.by_explicit = by_explicit;
        }
    }
}

static void end_turns(struct portfolio *e)
{
    try_lacking(e);
    portfolio_retry(e);
    for (size_t i = 0; i < e->setup.wanted_count; i++)
        if (portfolio_is_waiting(e, i) && e->properties[i].lacking.code)
            portfolio_finish(e, i);
}

// In turns, each for longer than before, so that it does not matter much which of the two is the one that suits the
// model. The last turn of the diagrams has no end but that of all work.
static void alternate(struct portfolio *e)
{
    double end = e->deadline, one_by_one = FIRST_TURN, diagrams = FIRST_TURN;
    if (e->setup.counters || e->setup.are_counters)
        diagrams *= FAVOUR_WITH_COUNTERS;
    if (e->setup.symmetry)
        one_by_one *= FAVOUR_WITH_SYMMETRY;
    for (bool last = false; !last && portfolio_waiting(e) > 0 && !portfolio_is_over(e);) {
        bool hopeful = try_orbits(e, ONE_BY_ONE, sooner(end, clock_now() + one_by_one));
        double until = clock_now() + diagrams;
        last = !hopeful || run_is_interrupted(e->run) || (end > 0 && until >= end);
        e->deadline = last ? end : until;
        portfolio_try_diagrams(e);
        e->deadline = end;
        if (!last)
            portfolio_end_lead(e);
        last |= portfolio_waiting(e) == portfolio_lacking(e);
        one_by_one *= LONGER_TURNS;
        diagrams *= LONGER_TURNS;
    }
    end_turns(e);
}

// Where a group is small, representatives are hardly fewer than states, and sorting them costs more than it saves.
bool portfolio_is_large_group(const struct symmetry *symmetry)
{
    mpz_t order;
    mpz_init(order);
    symmetry_order(symmetry, order);
    bool is_large = mpz_cmp_ui(order, LARGE_GROUP) >= 0;
    mpz_clear(order);
    return is_large;
}

bool portfolio_is_explicit(const struct portfolio *e)
{
    return e->setup.job->symmetry == JOB_SYMMETRY_EXPLICIT || e->setup.job->engine == JOB_ENGINE_EXPLICIT;
}

// The work is measured in looks at the clock, each after so many states, so that it does not depend on the machine what
// is easy; the time is only for what takes long all the same. Nothing is known of those that are left.
void portfolio_decide_easy(struct portfolio *e, size_t looks, double seconds)
{
    portfolio_set_aside(e);
    e->explicit_states.looks = looks;
    try_orbits(e, ONE_BY_ONE, sooner(e->deadline, clock_now() + seconds));
    e->explicit_states.looks = 0;
    for (size_t i = 0; i < e->setup.wanted_count; i++)
        if (!e->properties[i].is_done) {
            e->properties[i].cannot[ONE_BY_ONE] = false;
            e->properties[i].result.cause = cause_of(CAUSE_NONE);
        }
}

void portfolio_forget(struct portfolio *e, size_t place)
{
    e->properties[place].is_done = true;
}

void portfolio_decide_all(struct portfolio *e)
{
    bool is_large = e->setup.symmetry && portfolio_is_large_group(e->setup.symmetry);
    portfolio_set_aside(e);
    if (portfolio_uses_orbits(e)) {
        try_orbits(e, AS_SETS, e->deadline);
        finish_rest(e);
    } else if (portfolio_is_explicit(e)) {
        try_orbits(e, ONE_BY_ONE, e->deadline);
        finish_rest(e);
    } else if (e->setup.job->engine == JOB_ENGINE_AUTO && model_start_count(e->model) > 0) {
        if (is_large)
            alternate_orbits(e);
        alternate(e);
    } else {
        if (is_large)
            try_orbits(e, AS_SETS, e->deadline);
        portfolio_try_diagrams(e);
        end_turns(e);
    }
}
