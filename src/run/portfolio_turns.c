// Which backend of a portfolio works when, and for how long. Nobody knows beforehand which one is the best for a model;
// so they work in turns, each for longer than before, and go on from where they stopped. What the best of them takes is
// then a fixed part of what all take.
#include "base/clock.h"
#include "run/native_backend.h"
#include "run/portfolio_parts.h"
#include "run/too_large.h"
#include "run/turns.h"

// So many times as long is the turn of the backend that is more likely to get there: BDDs with counters, which are few,
// and have large values; explicit search where symmetries leave it fewer states, for which BDDs have no use then.
#define FAVOUR_WITH_COUNTERS 20
#define FAVOUR_WITH_SYMMETRY 4
// Symbolic quotients are seldom the slower ones where a group is large: explicit search has half as long beside them,
// and turns grow slowly, so that what it takes is no more than half of what they take.
#define FAVOUR_OF_QUOTIENT 2
#define LONGER_TURNS_OF_QUOTIENT 2
// A model whose rules are searched by the tree is large, of which BDDs can seldom make use: they have a small part of
// the time.
#define FAVOUR_WITH_TREE 8
// Steps of a model of all sizes ask for the size again and again, which costs explicit search much, and BDDs little:
// its first turn is a quarter as long, theirs four times. With counters they are favoured anyway.
#define FAVOUR_IN_FAMILIES 4

// Explicit search and most fixpoints of BDDs go on from where they stopped, so that rounds may be many and short.
#define LONGER_ROUNDS 2

// What BDDs have not decided in so many seconds may be for SAT engines: besides explicit search, which has its turns
// then, and where that has none. There failures near the initial states and small invariants are found soon.
#define FIRST_SAT_TURN 4.0
#define FIRST_SAT_ROUND 2.0 // of the rounds besides explicit search
#define EARLY_SECONDS 0.5
#define EARLY_SECONDS_IN_CIRCUITS 0.15
#define TURN_OF_SAT 0.8             // of that of BDDs before it
#define TURN_OF_SAT_IN_CIRCUITS 3.0 // which are seldom made with an eye on diagrams
#define WORTH_A_ROUND 0.2           // of a turn of BDDs: if so much is left, it is used
#define TURN_OF_STATES 0.2          // for short explicit searches
#define LOOKS_PER_SECOND 10000      // of these searches: more than they take in most models

// Methods that have no turns of their own here had some seconds before. What they have not decided in these gets a
// part of each round that is long.
#define FIRST_ROUND_OF_OTHERS 2.0 // a turn of BDDs, in seconds
#define TURN_OF_OTHERS 0.5        // of that

// ---- Turns ----------------------------------------------------------------------------------------------------------

double portfolio_end_of_turn(const struct portfolio *e, double seconds)
{
    double end = e->setup.deadline, until = clock_now() + seconds;
    return end > 0 && end < until ? end : until;
}

static bool is_late(const struct portfolio *e)
{
    return e->setup.deadline > 0 && clock_now() >= e->setup.deadline;
}

static bool has_work(const struct portfolio *e)
{
    return goals_waiting(&e->goals) > 0 && !goals_are_over(&e->goals);
}

static bool search_lowered(struct portfolio *e, double seconds)
{
    return turn_take(&e->explicit_states.base, &e->explicit_states, &e->goals, seconds, e->setup.deadline);
}

// Explicit search: what can be searched by the tree is; the rest has its own turn.
static bool search_states(struct portfolio *e, double seconds)
{
    struct native_backend *native = e->setup.native;
    if (!native)
        return search_lowered(e, seconds);
    bool is_hopeful = turn_take(&native->base, &native->states, &e->goals, seconds, e->setup.deadline);
    bool *is_left = mem_zalloc(e->mem, e->goals.count + 1);
    for (size_t i = 0; i < e->goals.count; i++) {
        is_left[i] = !e->explicit_states.cannot[i] && native_backend_takes(native, e->setup.wanted[i]);
        e->explicit_states.cannot[i] |= is_left[i];
    }
    is_hopeful |= search_lowered(e, seconds);
    for (size_t i = 0; i < e->goals.count; i++)
        e->explicit_states.cannot[i] &= !is_left[i];
    mem_free(e->mem, is_left, e->goals.count + 1);
    return is_hopeful;
}

// SAT engines are asked besides BDDs where nobody has chosen an engine. A family's properties are each about some of
// its states, and stay with the engines that know of that.
bool portfolio_may_use_sat(const struct portfolio *e)
{
    return e->setup.job->engine == JOB_ENGINE_AUTO && !e->setup.members && !e->setup.instances && !e->setup.copied;
}

static bool use_sat(struct portfolio *e, const char *why, double seconds)
{
    if (!portfolio_may_use_sat(e) || !has_work(e))
        return false;
    sat_backend_leave_others(&e->sat);
    log_verbose(&e->run->log, "%s: SAT engines (bounded model checking, k-induction, IC3) for %.3g s", why, seconds);
    return backend_decide(&e->sat.base, &e->goals, portfolio_end_of_turn(e, seconds));
}

// Gives whether more rounds may help them.
static bool let_others_work(struct portfolio *e, double turn)
{
    if (!e->setup.let_others_work || !has_work(e) || run_is_interrupted(e->run))
        return false;
    return e->setup.let_others_work(e->setup.context, turn < FIRST_ROUND_OF_OTHERS ? 0 : turn * TURN_OF_OTHERS);
}

// So many times as long are its turns where the rules are searched by the tree.
static double favour_of_tree(const struct portfolio *e)
{
    return e->setup.native ? FAVOUR_WITH_TREE : 1;
}

// With symmetries: symbolic and explicit quotient. What is easy for explicit search comes first, then the symbolic one
// has its turn. What neither can decide is left.
static void alternate_quotients(struct portfolio *e)
{
    bool is_hopeful = true;
    if (!explicit_backend_has_searched(&e->explicit_states) && !e->setup.native && !e->setup.is_hard)
        portfolio_decide_easy(e, PORTFOLIO_EASY_SECONDS);
    for (double turn = FIRST_TURN * FAVOUR_WITH_SYMMETRY; is_hopeful && has_work(e) && !run_is_interrupted(e->run);
         turn *= LONGER_TURNS_OF_QUOTIENT) {
        is_hopeful = backend_decide(&e->quotient.base, &e->goals, portfolio_end_of_turn(e, turn));
        is_hopeful |= search_states(e, e->setup.native ? turn * FAVOUR_WITH_TREE : turn / FAVOUR_OF_QUOTIENT);
        is_hopeful |= let_others_work(e, turn);
        is_hopeful &= !is_late(e);
    }
}

// Of counters, one of the two often needs no time at all. So there is a round of short turns first, where explicit
// search has so many looks at the clock, and BDDs so many seconds.
#define LOOKS_OF_TRIAL 80
#define SECONDS_OF_TRIAL 1.0

static void begin_rounds(struct portfolio *e)
{
    struct portfolio_rounds *r = &e->rounds;
    bool has_counters = e->setup.counters || e->setup.are_counters;
    *r = (struct portfolio_rounds){.is_begun = true, .is_trial = has_counters, .is_hopeful = true, .share = 1};
    r->states = FIRST_TURN * favour_of_tree(e);
    r->bdds = FIRST_TURN;
    if (has_counters)
        r->bdds *= FAVOUR_WITH_COUNTERS;
    if (e->setup.symmetry)
        r->states *= FAVOUR_WITH_SYMMETRY;
    if (e->setup.copied && !has_counters) {
        r->states /= FAVOUR_IN_FAMILIES;
        r->bdds *= FAVOUR_IN_FAMILIES;
    }
    r->left = r->is_trial ? SECONDS_OF_TRIAL : r->bdds;
}

static void begin_next_round(struct portfolio_rounds *r)
{
    if (!r->is_trial) {
        r->states *= LONGER_ROUNDS;
        r->bdds *= LONGER_ROUNDS;
    }
    r->left = r->bdds;
    r->is_trial = r->are_bdds_next = false;
}

// Where the machine has other work to do, a turn of BDDs is longer by the clock, as one of explicit search is
// (turns.c): what they can get done in it should not depend on that.
#define LEAST_SHARE 0.0625
#define LEAST_MEASURED 0.02 // seconds

static void take_turn_of_states(struct portfolio *e)
{
    struct portfolio_rounds *r = &e->rounds;
    double sat_turn = r->states / favour_of_tree(e);
    r->are_bdds_next = true;
    if (r->is_trial) {
        explicit_backend_decide_easy(&e->explicit_states, &e->goals, LOOKS_OF_TRIAL, FIRST_TURN, e->setup.deadline);
        return;
    }
    r->is_hopeful = search_states(e, r->states);
    if (sat_turn >= FIRST_SAT_ROUND)
        r->is_hopeful |= use_sat(e, "not decided by BDDs and explicit-state search so far", sat_turn);
    r->is_hopeful |= let_others_work(e, sat_turn);
}

// A turn of BDDs. Where many goals were decided by what a few of them had found, others before them ran out of parts of
// it that were small: these share what is left.
static bool search_sets(struct portfolio *e, double until)
{
    double least = (until - clock_now()) * WORTH_A_ROUND;
    bool is_of_use = backend_decide(&e->bdd.base, &e->goals, until);
    while (is_of_use && goals_out_of_time(&e->goals) > 0 && until - clock_now() > least &&
           !run_is_interrupted(e->run)) {
        goals_begin_round(&e->goals);
        is_of_use = backend_decide(&e->bdd.base, &e->goals, until);
    }
    goals_begin_round(&e->goals);
    return is_of_use;
}

// The last turn of the BDDs has no end but that of all work. What has to stop in a turn goes on with what is left of
// it.
static void alternate_bdd_and_explicit(struct portfolio *e)
{
    struct portfolio_rounds *r = &e->rounds;
    double end = e->setup.deadline;
    if (!r->is_begun)
        begin_rounds(e);
    for (bool is_last = false; !is_last && has_work(e);) {
        double begun = clock_now(), worked = clock_process();
        if (!r->are_bdds_next)
            take_turn_of_states(e);
        double now = clock_now(), taken = now - begun;
        if (taken > LEAST_MEASURED)
            r->share = (clock_process() - worked) / taken;
        r->share = r->share > 1 ? 1 : r->share < LEAST_SHARE ? LEAST_SHARE : r->share;
        double until = now + r->left / r->share;
        is_last = !r->is_hopeful || run_is_interrupted(e->run) || (end > 0 && until >= end);
        bool is_of_use = is_last ? backend_decide(&e->bdd.base, &e->goals, end) : search_sets(e, until);
        r->left -= (clock_now() - now) * r->share;
        if (!is_last)
            begin_next_round(r);
        is_last |= !is_of_use;
    }
}

// A short search: of thousands of variables few states may be reachable, or millions on paths that are as long.
static void look_for_few_states(struct portfolio *e, double seconds)
{
    if (!portfolio_may_use_sat(e) || !has_work(e))
        return;
    log_verbose(&e->run->log, "not decided by BDDs so far: a short explicit-state search");
    goals_settle_known(&e->goals);
    explicit_backend_decide_easy(&e->explicit_states, &e->goals, (size_t)(seconds * LOOKS_PER_SECOND), seconds,
                                 e->setup.deadline);
}

// Where explicit search has no turns of its own: BDDs have the first half of any time, and SAT engines most of the
// rest. What these do not take is left to BDDs.
static void alternate_bdd_and_sat(struct portfolio *e)
{
    double end = e->setup.deadline, part = e->setup.is_circuit ? TURN_OF_SAT_IN_CIRCUITS : TURN_OF_SAT;
    double early = e->setup.is_circuit ? EARLY_SECONDS_IN_CIRCUITS : EARLY_SECONDS;
    bool is_hopeful = portfolio_may_use_sat(e);
    for (double turn = early; has_work(e); turn *= LONGER_TURNS) {
        double until = clock_now() + turn;
        bool is_last = !is_hopeful || run_is_interrupted(e->run) || (end > 0 && until >= end);
        if (is_last)
            backend_decide(&e->bdd.base, &e->goals, end);
        if (is_last || !search_sets(e, until))
            return;
        if (turn > early) // else SAT engines may have it before the states are so much as laid out
            look_for_few_states(e, turn * TURN_OF_STATES);
        is_hopeful = use_sat(e, "not decided by BDDs so far", turn * part);
        if (turn <= early)
            look_for_few_states(e, turn * TURN_OF_STATES);
        if (has_work(e))
            goals_begin_round(&e->goals);
    }
}

// ---- The rest -------------------------------------------------------------------------------------------------------

// What lacked variables for BDDs, and was not decided by explicit search either, tells of both. What lacked memory may
// have more time.
static void tell_of_both(struct portfolio *e, size_t goal)
{
    struct cause *cause = &e->goals.at[goal].result.cause, lacking = e->bdd.goals[goal].lacking;
    if (!lacking.code || !cause->code)
        return;
    if (run_is_interrupted(e->run))
        *cause = cause_of(CAUSE_INTERRUPTED);
    else if (lacking.code == CAUSE_OUT_OF_MEMORY)
        *cause = cause->code == CAUSE_OUT_OF_TIME ? *cause : lacking;
    else if (cause->code != lacking.code) {
        lacking.by_explicit = cause->code;
        *cause = lacking;
    }
}

// SAT engines and explicit search in turns, until a time (0: none).
static void decide_without_bdd(struct portfolio *e, const char *why, double until)
{
    bool is_hopeful = portfolio_may_use_sat(e);
    for (double turn = FIRST_SAT_TURN; is_hopeful && has_work(e); turn *= LONGER_TURNS) {
        double now = clock_now(), left = until > 0 ? until - now : turn;
        if (left <= 0 || run_is_interrupted(e->run))
            break;
        is_hopeful = use_sat(e, why, left / 2 < turn ? left / 2 : turn);
        double end = clock_now() + turn;
        if (is_hopeful && has_work(e) && (until <= 0 || end < until))
            backend_decide(&e->explicit_states.base, &e->goals, end);
        is_hopeful |= let_others_work(e, turn);
    }
    if (has_work(e))
        backend_decide(&e->explicit_states.base, &e->goals, until);
}

// What BDDs lack variables or memory for has its part of the time, and more if the others need none. The memory that
// they had may be enough for who had too little beside them.
static void decide_lacking(struct portfolio *e)
{
    size_t lacking = bdd_backend_lacking(&e->bdd, &e->goals), others = goals_out_of_time(&e->goals);
    double until = 0, now = clock_now(), end = e->setup.deadline;
    if (lacking == 0)
        return;
    if (end > 0)
        until = now + (end - now) * (double)lacking / (double)(lacking + others);
    bool lacks_memory = bdd_backend_gives_way(&e->bdd, &e->goals);
    if (lacks_memory)
        sat_backend_ask_again(&e->sat);
    const char *why = lacks_memory ? "out of memory in BDDs" : "too many variables for BDDs";
    log_verbose(&e->run->log, "%s in %zu properties: explicit-state search", why, lacking);
    decide_without_bdd(e, why, until);
    for (size_t i = 0; i < e->goals.count; i++)
        if (goals_is_waiting(&e->goals, i))
            tell_of_both(e, i);
}

static void decide_rest(struct portfolio *e)
{
    decide_lacking(e);
    bdd_backend_retry(&e->bdd, &e->goals, e->setup.deadline);
    for (size_t i = 0; i < e->goals.count; i++)
        if (goals_is_waiting(&e->goals, i) && e->bdd.goals[i].lacking.code)
            goals_finish(&e->goals, i);
}

void portfolio_decide_in_turns(struct portfolio *e)
{
    bool is_large = e->setup.symmetry && portfolio_is_large_group(e->setup.symmetry);
    bool is_automatic = e->setup.job->engine == JOB_ENGINE_AUTO && model_start_count(e->setup.model) > 0;
    if (is_large && is_automatic)
        alternate_quotients(e);
    else if (is_large)
        backend_decide(&e->quotient.base, &e->goals, e->setup.deadline);
    if (is_automatic)
        alternate_bdd_and_explicit(e);
    else
        alternate_bdd_and_sat(e);
    decide_rest(e);
}
