// Which backend decides the goals of a model: one that was chosen, or several in turns (portfolio_turns.c). What else
// is asked for comes from those that have worked.
#include "base/clock.h"
#include "run/portfolio_parts.h"

#define LARGE_GROUP 24
// What explicit search decides within so many looks at the clock, after 256 states each, is easy: that takes about 0.2
// s, which is what a wrong first choice may cost.
#define EASY_LOOKS 400

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

// ---- All of them ----------------------------------------------------------------------------------------------------

static void decide_by(struct portfolio *e, struct backend *backend)
{
    backend_decide(backend, &e->goals, e->setup.deadline);
    goals_finish_all(&e->goals);
}

void portfolio_decide_all(struct portfolio *e)
{
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
    portfolio_decide_in_turns(e);
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

// All that was decided was decided by BDDs: if explicit search has begun, it is not near its end.
static bool have_bdds_decided(const struct portfolio *e)
{
    bool have_decided = false;
    for (size_t i = 0; i < e->goals.count; i++) {
        enum backend_kind by = e->goals.at[i].result.method.backend;
        if (by == BACKEND_EXPLICIT || by == BACKEND_EXPLICIT_QUOTIENT)
            return false;
        have_decided |= by == BACKEND_BDD;
    }
    return have_decided;
}

const struct model_warnings *portfolio_warnings(struct portfolio *e)
{
    struct model_warnings w;
    bool is_explicit =
        portfolio_is_explicit(e) || (explicit_backend_has_searched(&e->explicit_states) && !have_bdds_decided(e));
    // Where every state has a step, reachable or not, SAT engines see it without a search.
    backend_find_warnings(&e->sat.base, portfolio_end_of_turn(e, PORTFOLIO_EASY_SECONDS), &w);
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
    if (!is_explicit && portfolio_may_use_sat(e) && !model_ends_stay(e->setup.model) && !e->bdd.warnings.known &&
        e->setup.job->reachable != CHECK_REACHABLE_OFF && !run_is_interrupted(e->run)) {
        backend_find_warnings(&e->explicit_states.base, portfolio_end_of_turn(e, PORTFOLIO_EASY_SECONDS), &w);
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

void portfolio_add_statistics(struct portfolio *e, struct backend_statistics *statistics)
{
    struct backend *const backends[] = {&e->sat.base, &e->explicit_states.base, &e->quotient.base, &e->bdd.base};
    for (size_t i = 0; i < sizeof backends / sizeof *backends; i++)
        if (backend_is_begun(backends[i]))
            backend_add_statistics(backends[i], statistics);
}

void portfolio_get_statistics(struct portfolio *e, struct backend_statistics *statistics)
{
    *statistics = (struct backend_statistics){0};
    if (!job_is_sat(e->setup.job) && !portfolio_is_explicit(e) && !e->setup.is_pointless(e->setup.context))
        see_to_checker(e);
    portfolio_add_statistics(e, statistics);
}

uint64_t portfolio_steps(const struct portfolio *e)
{
    struct backend_statistics all = {0};
    backend_add_statistics((struct backend *)&e->explicit_states.base, &all);
    return all.states.transitions;
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
    setup.let_others_work = NULL;
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
