// Which backend decides the goals of a model, and for how long. Nobody knows beforehand which one is the best for a
// model; so they work in turns, each for longer than before, and go on from where they stopped. What the best of them
// takes is then a fixed part of what all take.
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
// its first turn is half as long, theirs twice.
#define FAVOUR_IN_FAMILIES 2
#define LARGE_GROUP 24
// What explicit search decides within so many looks at the clock, after 256 states each, is easy: that takes about 0.2
// s, which is what a wrong first choice may cost.
#define EASY_LOOKS 400
#define EASY_SECONDS 0.5

// What BDDs have not decided in so many seconds may be for SAT engines: besides explicit search, which has its turns
// then, and where that has none. There failures near the initial states and small invariants are found soon.
#define FIRST_SAT_TURN 4.0
#define EARLY_SECONDS 0.5
#define TURN_OF_SAT 0.8             // of that of BDDs before it
#define TURN_OF_SAT_IN_CIRCUITS 2.0 // which are seldom made with an eye on diagrams
#define TURN_OF_STATES 0.2          // for short explicit searches

bool portfolio_is_symbolic_quotient(const struct portfolio *e)
{
    return e->setup.symmetry && e->setup.job->symmetry >= JOB_SYMMETRY_DYNAMIC;
}

bool portfolio_is_explicit(const struct portfolio *e)
{
    return e->setup.job->symmetry == JOB_SYMMETRY_EXPLICIT || e->setup.job->engine == JOB_ENGINE_EXPLICIT;
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

// ---- In turns -------------------------------------------------------------------------------------------------------

static double end_of_turn(const struct portfolio *e, double seconds)
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
static bool may_use_sat(const struct portfolio *e)
{
    return e->setup.job->engine == JOB_ENGINE_AUTO && !e->setup.members && !e->setup.instances && !e->setup.copied;
}

static bool use_sat(struct portfolio *e, const char *why, double seconds)
{
    if (!may_use_sat(e) || !has_work(e))
        return false;
    sat_backend_leave_others(&e->sat);
    log_verbose(&e->run->log, "%s: SAT engines (bounded model checking, k-induction, IC3) for %.3g s", why, seconds);
    return backend_decide(&e->sat.base, &e->goals, end_of_turn(e, seconds));
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
        portfolio_decide_easy(e, EASY_SECONDS);
    for (double turn = FIRST_TURN * FAVOUR_WITH_SYMMETRY; is_hopeful && has_work(e) && !run_is_interrupted(e->run);
         turn *= LONGER_TURNS_OF_QUOTIENT) {
        is_hopeful = backend_decide(&e->quotient.base, &e->goals, end_of_turn(e, turn));
        is_hopeful |= search_states(e, e->setup.native ? turn * FAVOUR_WITH_TREE : turn / FAVOUR_OF_QUOTIENT);
        is_hopeful &= !is_late(e);
    }
}

// Of counters, one of the two often needs no time at all. So there is a round of short turns first, where explicit
// search has so many looks at the clock.
#define LOOKS_OF_TRIAL 80

static void begin_rounds(struct portfolio *e)
{
    struct portfolio_rounds *r = &e->rounds;
    bool has_counters = e->setup.counters || e->setup.are_counters;
    *r = (struct portfolio_rounds){.is_begun = true, .is_trial = has_counters, .is_hopeful = true};
    r->states = FIRST_TURN * favour_of_tree(e);
    r->bdds = FIRST_TURN;
    if (has_counters)
        r->bdds *= FAVOUR_WITH_COUNTERS;
    if (e->setup.symmetry)
        r->states *= FAVOUR_WITH_SYMMETRY;
    if (e->setup.copied) {
        r->states /= FAVOUR_IN_FAMILIES;
        r->bdds *= FAVOUR_IN_FAMILIES;
    }
    r->left = r->is_trial ? FIRST_TURN : r->bdds;
}

static void begin_next_round(struct portfolio_rounds *r)
{
    if (!r->is_trial) {
        r->states *= LONGER_TURNS;
        r->bdds *= LONGER_TURNS;
    }
    r->left = r->bdds;
    r->is_trial = r->are_bdds_next = false;
}

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
    if (sat_turn >= FIRST_SAT_TURN)
        r->is_hopeful |= use_sat(e, "not decided by BDDs and explicit-state search so far", sat_turn);
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
        if (!r->are_bdds_next)
            take_turn_of_states(e);
        double now = clock_now(), until = now + r->left;
        is_last = !r->is_hopeful || run_is_interrupted(e->run) || (end > 0 && until >= end);
        bool is_of_use = backend_decide(&e->bdd.base, &e->goals, is_last ? end : until);
        r->left -= clock_now() - now;
        if (!is_last) {
            goals_begin_round(&e->goals);
            begin_next_round(r);
        }
        is_last |= !is_of_use;
    }
}

// A short search: of thousands of variables few states may be reachable.
static void look_for_few_states(struct portfolio *e, double seconds)
{
    if (!may_use_sat(e) || !has_work(e))
        return;
    log_verbose(&e->run->log, "not decided by SAT engines so far: a short explicit-state search");
    portfolio_decide_easy(e, seconds);
}

// Where explicit search has no turns of its own: BDDs have the first half of any time, and SAT engines most of the
// rest. What these do not take is left to BDDs.
static void alternate_bdd_and_sat(struct portfolio *e)
{
    double end = e->setup.deadline, part = e->setup.is_circuit ? TURN_OF_SAT_IN_CIRCUITS : TURN_OF_SAT;
    bool is_hopeful = may_use_sat(e);
    for (double turn = EARLY_SECONDS; has_work(e); turn *= LONGER_TURNS) {
        double until = clock_now() + turn;
        bool is_last = !is_hopeful || run_is_interrupted(e->run) || (end > 0 && until >= end);
        bool is_of_use = backend_decide(&e->bdd.base, &e->goals, is_last ? end : until);
        if (is_last || !is_of_use)
            return;
        goals_begin_round(&e->goals);
        is_hopeful = use_sat(e, "not decided by BDDs so far", turn * part);
        look_for_few_states(e, turn * TURN_OF_STATES);
        if (has_work(e))
            goals_begin_round(&e->goals);
    }
}

// ---- The rest -------------------------------------------------------------------------------------------------------

// What lacked variables for BDDs, and was not decided by explicit search either, tells of both.
static void tell_of_both(struct portfolio *e, size_t goal)
{
    struct cause *cause = &e->goals.at[goal].result.cause, lacking = e->bdd.goals[goal].lacking;
    if (!lacking.code || !cause->code)
        return;
    if (run_is_interrupted(e->run))
        *cause = cause_of(CAUSE_INTERRUPTED);
    else if (cause->code != lacking.code) {
        lacking.by_explicit = cause->code;
        *cause = lacking;
    }
}

// SAT engines and explicit search in turns, until a time (0: none).
static void decide_without_bdd(struct portfolio *e, double until)
{
    bool is_hopeful = may_use_sat(e);
    for (double turn = FIRST_SAT_TURN; is_hopeful && has_work(e); turn *= LONGER_TURNS) {
        double now = clock_now(), left = until > 0 ? until - now : turn;
        if (left <= 0 || run_is_interrupted(e->run))
            break;
        is_hopeful = use_sat(e, "too many variables for BDDs", left / 2 < turn ? left / 2 : turn);
        double end = clock_now() + turn;
        if (is_hopeful && has_work(e) && (until <= 0 || end < until))
            backend_decide(&e->explicit_states.base, &e->goals, end);
    }
    if (has_work(e))
        backend_decide(&e->explicit_states.base, &e->goals, until);
}

// What BDDs lack variables for has its part of the time, and more if the others need none.
static void decide_lacking(struct portfolio *e)
{
    size_t lacking = bdd_backend_lacking(&e->bdd, &e->goals), others = goals_out_of_time(&e->goals);
    double until = 0, now = clock_now(), end = e->setup.deadline;
    if (lacking == 0)
        return;
    if (end > 0)
        until = now + (end - now) * (double)lacking / (double)(lacking + others);
    log_verbose(&e->run->log, "too many variables for BDDs in %zu properties: explicit-state search", lacking);
    decide_without_bdd(e, until);
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

// ---- All of them ----------------------------------------------------------------------------------------------------

static void decide_by(struct portfolio *e, struct backend *backend)
{
    backend_decide(backend, &e->goals, e->setup.deadline);
    goals_finish_all(&e->goals);
}

void portfolio_decide_all(struct portfolio *e)
{
    bool is_large = e->setup.symmetry && portfolio_is_large_group(e->setup.symmetry);
    bool is_automatic = e->setup.job->engine == JOB_ENGINE_AUTO && model_start_count(e->setup.model) > 0;
    goals_settle_known(&e->goals);
    if (job_is_sat(e->setup.job)) {
        decide_by(e, &e->sat.base);
        return;
    }
    if (portfolio_is_symbolic_quotient(e)) {
        decide_by(e, &e->quotient.base);
        return;
    }
    if (portfolio_is_explicit(e)) {
        decide_by(e, &e->explicit_states.base);
        return;
    }
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

// The work is measured in looks at the clock, so that it does not depend on the machine what is easy; the time is only
// for what takes long all the same.
void portfolio_decide_easy(struct portfolio *e, double seconds)
{
    goals_settle_known(&e->goals);
    explicit_backend_decide_easy(&e->explicit_states, &e->goals, EASY_LOOKS, seconds, e->setup.deadline);
}

void portfolio_forget(struct portfolio *e, size_t goal)
{
    e->goals.at[goal].is_done = true;
}

void portfolio_ask_again(struct portfolio *e, double started, double deadline)
{
    e->rounds.is_begun &= started == e->setup.started; // it is the same question, for which there is more time
    e->setup.started = started;
    e->setup.deadline = deadline;
    goals_ask_again(&e->goals);
    bdd_backend_ask_again(&e->bdd, deadline);
    explicit_backend_ask_again(&e->explicit_states);
    quotient_backend_ask_again(&e->quotient);
    sat_backend_ask_again(&e->sat);
}

void portfolio_set_deadline(struct portfolio *e, double deadline)
{
    e->setup.deadline = deadline;
}

// ---- What else is asked for -----------------------------------------------------------------------------------------

// Where no property needed a search, a checker is made for what is told of the model.
static void see_to_checker(struct portfolio *e)
{
    if (!backend_is_begun(&e->bdd.base) && !explicit_backend_has_searched(&e->explicit_states) &&
        !portfolio_is_symbolic_quotient(e))
        bdd_backend_use_full(&e->bdd, e->setup.deadline);
}

// When what is known is enough, no more time is taken for it.
static double end_for_warnings(const struct portfolio *e, double end)
{
    return e->bdd.warnings.known ? clock_now() : end;
}

static void take_warnings(struct portfolio *e, struct backend *backend)
{
    struct model_warnings w;
    double end = watch_time_for_warnings(e->setup.started, e->setup.deadline);
    backend_find_warnings(backend, end_for_warnings(e, end), &w);
    bdd_backend_note_warnings(&e->bdd, &w);
}

const struct model_warnings *portfolio_warnings(struct portfolio *e)
{
    struct model_warnings w;
    bool is_explicit = portfolio_is_explicit(e) || explicit_backend_has_searched(&e->explicit_states);
    // Where every state has a step, reachable or not, SAT engines see it without a search.
    backend_find_warnings(&e->sat.base, end_of_turn(e, EASY_SECONDS), &w);
    if (job_is_sat(e->setup.job)) {
        e->bdd.warnings = w;
        return &e->bdd.warnings;
    }
    bdd_backend_note_warnings(&e->bdd, &w);
    if (!portfolio_is_explicit(e))
        see_to_checker(e);
    // BDDs that have found all states tell at once; what explicit search has decided is not worth another search.
    bool is_searched = bdd_backend_knows_reachable(&e->bdd, e->bdd.group);
    if (is_searched)
        backend_find_warnings(&e->bdd.base, e->setup.deadline, &w);
    if (is_explicit && !(is_searched && e->bdd.warnings.known))
        take_warnings(e, &e->explicit_states.base);
    take_warnings(e, &e->quotient.base);
    bool is_left = model_start_count(e->setup.model) == 0 && !e->bdd.warnings.known;
    if (!is_searched && (!is_explicit || is_left))
        backend_find_warnings(&e->bdd.base, end_for_warnings(e, e->setup.deadline), &w);
    // What SAT engines have decided says nothing of all states, which may be few.
    if (!is_explicit && may_use_sat(e) && !model_ends_stay(e->setup.model) && !e->bdd.warnings.known &&
        e->setup.job->reachable != CHECK_REACHABLE_OFF && !run_is_interrupted(e->run)) {
        backend_find_warnings(&e->explicit_states.base, end_of_turn(e, EASY_SECONDS), &w);
        bdd_backend_note_warnings(&e->bdd, &w);
    }
    return &e->bdd.warnings;
}

void portfolio_share(struct portfolio *e, uint32_t number)
{
    e->explicit_states.shared_as = 1 + number;
}

void portfolio_open_shared(struct portfolio *e, uint32_t group)
{
    explicit_backend_open_shared(&e->explicit_states, group);
}

void portfolio_get_statistics(struct portfolio *e, struct backend_statistics *statistics)
{
    *statistics = (struct backend_statistics){0};
    backend_add_statistics(&e->sat.base, statistics);
    if (job_is_sat(e->setup.job))
        return;
    if (!portfolio_is_explicit(e) && !e->setup.is_pointless(e->setup.context))
        see_to_checker(e);
    backend_add_statistics(&e->explicit_states.base, statistics);
    backend_add_statistics(portfolio_is_symbolic_quotient(e) ? &e->quotient.base : &e->bdd.base, statistics);
}

const cell_id *portfolio_order(struct portfolio *e, size_t *count)
{
    bdd_backend_use_full(&e->bdd, e->setup.deadline);
    return checker_order(e->bdd.checker, count);
}

// ---- Making ---------------------------------------------------------------------------------------------------------

static enum quotient_search search_of(const struct job *job)
{
    switch (job->symmetry) {
    case JOB_SYMMETRY_DYNAMIC:
        return QUOTIENT_DYNAMIC;
    case JOB_SYMMETRY_COMPONENTWISE:
        return QUOTIENT_COMPONENTWISE;
    default:
        return QUOTIENT_COMPONENTWISE_STATES;
    }
}

struct portfolio_setup portfolio_setup_of(const struct portfolio_setup *given, struct model *model,
                                          const struct symmetry *symmetry, const size_t *wanted, size_t wanted_count)
{
    struct portfolio_setup setup = *given;
    setup.model = model;
    setup.values_are_proved = false;
    setup.symmetry = symmetry;
    setup.wanted = wanted;
    setup.wanted_count = wanted_count;
    setup.order = NULL;
    setup.refuted = NULL;
    return setup;
}

struct portfolio *portfolio_new(struct run *run, const struct portfolio_setup *given)
{
    struct portfolio *e = mem_zalloc(&run->mem, sizeof *e);
    struct portfolio_setup *setup = &e->setup;
    *e = (struct portfolio){.run = run, .mem = &run->mem, .setup = *given};
    goals_open(&e->goals, run, setup);
    if (setup->instances)
        e->instances = *setup->instances;
    else
        property_instances_open(&e->instances, setup->model, setup->symmetry, setup->wanted, setup->wanted_count, false,
                                e->mem);
    // Conditions of fairness are followed, each by itself, so that groups may take them to each other.
    e->has_fair_instances = !setup->instances && setup->symmetry && model_has_fairness(setup->model);
    if (e->has_fair_instances)
        property_instances_open(&e->fair_instances, setup->model, setup->symmetry, setup->wanted, setup->wanted_count,
                                true, e->mem);
    bdd_backend_open(&e->bdd, run, setup);
    explicit_backend_open(&e->explicit_states, run, setup->job, setup->model,
                          e->has_fair_instances ? &e->fair_instances : &e->instances, setup->counters,
                          setup->wanted_count);
    e->explicit_states.members = setup->members;
    e->explicit_states.member_count = setup->member_count;
    quotient_backend_open(&e->quotient, run, setup->job, setup->model, &e->instances, search_of(setup->job),
                          setup->wanted_count);
    sat_backend_open(&e->sat, run, setup->job, setup->model, setup->wanted, setup->wanted_count);
    if (e->has_fair_instances)
        e->quotient.fair_instances = &e->fair_instances;
    e->quotient.wants_trace = setup->wants_trace;
    e->quotient.context = setup->context;
    e->quotient.all_first = setup->instances; // copies of one property for many sizes
    return e;
}

void portfolio_free(struct portfolio *e)
{
    if (!e)
        return;
    backend_close(&e->bdd.base);
    backend_close(&e->explicit_states.base);
    backend_close(&e->quotient.base);
    backend_close(&e->sat.base);
    property_instances_close(&e->instances);
    if (e->has_fair_instances)
        property_instances_close(&e->fair_instances);
    goals_close(&e->goals);
    mem_free(e->mem, e, sizeof *e);
}
