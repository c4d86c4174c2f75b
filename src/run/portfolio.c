// Deciding properties, group by group: which comes when, and how much of the time it gets.
#include "run/portfolio_parts.h"

#include <assert.h>
#include <string.h>

#include "base/clock.h"

// A search for reachable states that took less than this took no time.
#define CHEAP_SECONDS 0.1
// Less than so many times what a property had is not worth another try.
#define WORTH_MORE 1.1
// Of the time of all properties of a group, so much may go into the first one, with what they share.
#define PART_FOR_FIRST 0.7

static double time_left(const struct portfolio *e)
{
    double left = e->deadline - clock_now();
    return left > 0 ? left : 0;
}

// ---- One property ---------------------------------------------------------------------------------------------------

void portfolio_note_try(struct portfolio *e, size_t place)
{
    e->properties[place].is_refuted |= e->properties[place].result.is_refuted;
}

void portfolio_finish(struct portfolio *e, size_t place)
{
    struct state_of_property *p = &e->properties[place];
    p->is_done = true;
    p->ran_out = false;
    p->result.is_refuted = p->is_refuted && p->result.verdict == VERDICT_UNDECIDED;
    if (p->is_refuted && p->result.verdict == VERDICT_HOLDS) {
        log_error(&e->run->log, "property %zu: one method says that it fails, another one that it holds",
                  p->result.property + 1);
        p->result.verdict = VERDICT_UNDECIDED;
        p->result.cause = cause_of(CAUSE_CONTRADICTION);
    }
    e->setup.decided(e->setup.context, place, &p->result);
}

static struct cone_group *full_group(struct portfolio *e)
{
    for (size_t i = 0; i < e->groups.count; i++)
        if (e->groups.at[i].is_full)
            return &e->groups.at[i];
    return NULL;
}

static void check_with(struct portfolio *e, struct cone_group *group, size_t place, double deadline)
{
    struct state_of_property *p = &e->properties[place];
    bdd_backend_use(&e->bdd, group, deadline);
    if (bdd_backend_check(&e->bdd, place, &p->result))
        return;
    p->wants_full = true;
    array_push(e->mem, &full_group(e)->members, place);
    log_verbose(&e->run->log, "property %zu is checked again with all variables, for a trace of all",
                p->result.property + 1);
}

static void try_property(struct portfolio *e, struct cone_group *group, size_t place, double share)
{
    struct state_of_property *p = &e->properties[place];
    double deadline = e->deadline > 0 ? clock_now() + share : 0;
    bool wanted_full = p->wants_full;
    if (run_is_interrupted(e->run))
        p->result = (struct result){
            .property = e->setup.wanted[place], .verdict = VERDICT_UNDECIDED, .cause = cause_of(CAUSE_INTERRUPTED)};
    else
        check_with(e, group, place, deadline);
    portfolio_note_try(e, place);
    bool late = deadline > 0 && clock_now() > deadline && p->result.verdict == VERDICT_UNDECIDED;
    p->had = share;
    p->ran_out = late && !run_is_interrupted(e->run);
    bool is_lacking = p->result.verdict == VERDICT_UNDECIDED && bdd_backend_lacks_variables(&e->bdd);
    if (is_lacking && e->setup.job->engine == JOB_ENGINE_AUTO && !run_is_interrupted(e->run)) {
        p->ran_out = false;
        p->lacking = p->result.cause;
        return; // what can be done is up to the explicit engine
    }
    if (!p->ran_out && p->wants_full == wanted_full)
        portfolio_finish(e, place);
}

// ---- All of them ----------------------------------------------------------------------------------------------------

bool portfolio_is_waiting(const struct portfolio *e, size_t place)
{
    return !e->properties[place].is_done && !e->properties[place].ran_out;
}

size_t portfolio_waiting(const struct portfolio *e)
{
    size_t count = 0;
    for (size_t i = 0; i < e->setup.wanted_count; i++)
        count += portfolio_is_waiting(e, i);
    return count;
}

size_t portfolio_lacking(const struct portfolio *e)
{
    size_t count = 0;
    for (size_t i = 0; i < e->setup.wanted_count; i++)
        count += portfolio_is_waiting(e, i) && e->properties[i].lacking.code;
    return count;
}

static size_t waiting_in(const struct portfolio *e, const struct cone_group *group)
{
    size_t count = 0;
    for (size_t i = 0; i < group->members.count; i++)
        count += portfolio_is_waiting(e, group->members.at[i]);
    return count;
}

static size_t copied(const struct portfolio *e, size_t place)
{
    return e->setup.copied ? e->setup.copied(e->setup.context, place) : place;
}

static size_t waiting_copies(const struct portfolio *e, size_t place)
{
    size_t count = 0;
    for (size_t i = 0; i < e->setup.wanted_count; i++)
        count += portfolio_is_waiting(e, i) && copied(e, i) == copied(e, place);
    return count;
}

// Of what is left, the first property of a group may take more than one part: most of what all of the group have, since
// finding the reachable states serves them all; so may the first copy of a property, since its fixpoints serve the
// others. The lead leaves half to those that try with less.
static double share_of(const struct portfolio *e, const struct cone_group *group, size_t place, bool is_first)
{
    bool leads = e->has_lead && group == e->groups.at;
    double all = (double)portfolio_waiting(e), share = 1 / all;
    if (e->setup.copied && e->boosted_copies != copied(e, place))
        share = (double)waiting_copies(e, place) / all * PART_FOR_FIRST;
    double most = (double)waiting_in(e, group) / all * PART_FOR_FIRST;
    share = share < 1 / all ? 1 / all : share;
    share = is_first && most > share ? most : share;
    return time_left(e) * (leads && share > 0.5 ? 0.5 : share);
}

bool portfolio_is_over(struct portfolio *e)
{
    return e->setup.is_pointless(e->setup.context);
}

static void try_members(struct portfolio *e, const struct cone_group *members, struct cone_group *group)
{
    for (size_t i = 0; i < members->members.count && !portfolio_is_over(e); i++) {
        size_t place = members->members.at[i];
        bool is_first = e->boosted != group && !bdd_backend_knows_reachable(&e->bdd, group);
        if (!portfolio_is_waiting(e, place) || e->properties[place].lacking.code ||
            (e->properties[place].wants_full && !group->is_full))
            continue;
        double share = e->deadline > 0 ? share_of(e, group, place, is_first) : 0;
        try_property(e, group, place, share);
        e->boosted = group;
        e->boosted_copies = copied(e, place);
    }
}

// A checker that knows the reachable states goes on with other groups that it has the variables for: with those that
// would not save much by a search of their own, and with all if its own search took no time.
static void try_included(struct portfolio *e, struct cone_group *group)
{
    if (!bdd_backend_knows_reachable(&e->bdd, group))
        return;
    bool is_cheap = clock_now() - e->bdd.opened < CHEAP_SECONDS;
    for (size_t i = 0; i < e->groups.count; i++) {
        const struct cone_group *other = &e->groups.at[i];
        if ((is_cheap || other->bits * 4 > group->bits * 3) && cone_groups_include(group, other, e->model))
            try_members(e, other, group);
    }
}

static struct cone_group *group_of(struct portfolio *e, size_t place)
{
    if (e->properties[place].wants_full)
        return full_group(e);
    for (size_t i = e->groups.count; i-- > 0;) // where there is a group of all, those by variables come behind it
        for (size_t k = 0; k < e->groups.at[i].members.count; k++)
            if (e->groups.at[i].members.at[k] == place)
                return &e->groups.at[i];
    return NULL;
}

// The next property that is worth another try, those of the open group first; SIZE_MAX if there is none.
static size_t next_to_retry(struct portfolio *e)
{
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < e->setup.wanted_count; i++) {
        const struct state_of_property *p = &e->properties[i];
        if (!p->ran_out || p->had * WORTH_MORE >= time_left(e))
            continue;
        if (group_of(e, i) == e->bdd.group)
            return i;
        best = best == SIZE_MAX ? i : best;
    }
    return best;
}

static size_t out_of_time(const struct portfolio *e)
{
    size_t count = 0;
    for (size_t i = 0; i < e->setup.wanted_count; i++)
        count += e->properties[i].ran_out;
    return count;
}

void portfolio_retry(struct portfolio *e)
{
    for (size_t place; (place = next_to_retry(e)) != SIZE_MAX && !portfolio_is_over(e);) {
        double share = time_left(e) / (double)out_of_time(e);
        if (share < e->properties[place].had * WORTH_MORE)
            share = time_left(e);
        log_verbose(&e->run->log, "property %zu gets another %.2f s", e->setup.wanted[place] + 1, share);
        try_property(e, group_of(e, place), place, share);
        if (portfolio_is_waiting(e, place) && !e->properties[place].lacking.code) // for the full model, as it found
            try_property(e, full_group(e), place, time_left(e));
    }
    for (size_t i = 0; i < e->setup.wanted_count; i++)
        if (e->properties[i].ran_out)
            portfolio_finish(e, i);
}

void portfolio_set_aside(struct portfolio *e)
{
    for (size_t i = 0; i < e->setup.wanted_count; i++) {
        const struct property *p = model_property(e->model, e->setup.wanted[i]);
        if (e->properties[i].is_done)
            continue;
        e->properties[i].result = (struct result){.property = e->setup.wanted[i],
                                                  .verdict = VERDICT_UNDECIDED,
                                                  .cause = cause_with_text(CAUSE_UNSUPPORTED, p->unsupported)};
        if (p->refuted) {
            e->properties[i].result.verdict = VERDICT_FAILS;
            e->properties[i].result.fault = p->refuted;
        }
        if (p->unsupported || p->refuted)
            portfolio_finish(e, i);
    }
}

// What the lead had no time for is tried in the other groups.
void portfolio_end_lead(struct portfolio *e)
{
    for (size_t i = 0; i < e->setup.wanted_count; i++)
        e->properties[i].ran_out = false;
}

// ---- With decision diagrams -----------------------------------------------------------------------------------------

void portfolio_try_diagrams(struct portfolio *e)
{
    e->boosted_copies = SIZE_MAX;
    for (size_t i = 0; i < e->groups.count; i++) {
        try_members(e, &e->groups.at[i], &e->groups.at[i]);
        try_included(e, &e->groups.at[i]);
        if (i == 0 && e->has_lead)
            portfolio_end_lead(e);
    }
    try_members(e, full_group(e), full_group(e)); // those that found that they want it
}

// ---- What else is asked for -----------------------------------------------------------------------------------------

// The explicit engine knows the number at once if it has seen all states.
static bool count_one_by_one(struct portfolio *e, mpz_t orbits, mpz_t states, struct cause *cause)
{
    bool alone = portfolio_is_explicit(e);
    if (!explicit_backend_is_used(&e->explicit_states) && !alone && !explicit_backend_is_saved(&e->explicit_states))
        return false;
    return explicit_backend_count_states(&e->explicit_states, e->deadline, !alone, orbits, states, cause);
}

// Where the states of a model with symmetries are few, orbits are told whichever method has decided its properties:
// what was decided where must not matter.
#define FEW_STATES 100000

static void count_orbits_of_few(struct portfolio *e, mpz_t orbits, const mpz_t states)
{
    struct cause cause;
    mpz_t all, same;
    if (!e->setup.symmetry || e->setup.job->engine != JOB_ENGINE_AUTO || mpz_cmp_ui(states, FEW_STATES) > 0)
        return;
    mpz_init(all);
    mpz_init(same);
    if (explicit_backend_count_states(&e->explicit_states, e->deadline, false, all, same, &cause)) {
        assert(mpz_cmp(same, states) == 0);
        mpz_set(orbits, all);
    }
    mpz_clear(all);
    mpz_clear(same);
}

// Where nobody has looked for states yet, it is not known which engine suits the model, as for properties.
#define FIRST_TURN_OF_COUNTING 0.25 // seconds
#define LONGER_TURNS_OF_COUNTING 4

static bool is_over(const struct portfolio *e)
{
    return run_is_interrupted(e->run) || (e->deadline > 0 && clock_now() > e->deadline);
}

static double end_of_turn(const struct portfolio *e, double seconds)
{
    double until = clock_now() + seconds;
    return e->deadline > 0 && e->deadline < until ? e->deadline : until;
}

static bool count_in_turns(struct portfolio *e, mpz_t orbits, mpz_t states, struct cause *cause)
{
    for (double turn = FIRST_TURN_OF_COUNTING;; turn *= LONGER_TURNS_OF_COUNTING) {
        double until = end_of_turn(e, turn);
        if (explicit_backend_count_states(&e->explicit_states, until, false, orbits, states, cause))
            return true;
        if (is_over(e))
            return false;
        bool is_last = clock_now() < until; // it was not for want of time
        bdd_backend_use(&e->bdd, full_group(e), is_last ? e->deadline : end_of_turn(e, turn));
        bool good = bdd_backend_count_states(&e->bdd, cause);
        mpz_set(orbits, e->bdd.states);
        mpz_set(states, e->bdd.states);
        if (good)
            count_orbits_of_few(e, orbits, states);
        if (good || is_last || is_over(e))
            return good;
    }
}

static bool is_fresh(const struct portfolio *e)
{
    return e->setup.job->engine == JOB_ENGINE_AUTO && e->setup.job->symmetry <= JOB_SYMMETRY_COUNTERS &&
           model_start_count(e->model) > 0 && !e->setup.counters && !e->bdd.states_are_known &&
           !explicit_backend_is_used(&e->explicit_states) && !explicit_backend_is_saved(&e->explicit_states) &&
           !quotient_backend_are_used(&e->orbits);
}

bool portfolio_count_states(struct portfolio *e, mpz_t orbits, mpz_t states, struct cause *cause)
{
    if (is_fresh(e))
        return count_in_turns(e, orbits, states, cause);
    if (portfolio_uses_orbits(e))
        return quotient_backend_count_states(&e->orbits, e->deadline, orbits, states, cause);
    bool counted = count_one_by_one(e, orbits, states, cause);
    if (counted || portfolio_is_explicit(e))
        return counted;
    // There are many permutations then, and states would be too many where orbits are not.
    if (quotient_backend_are_used(&e->orbits) &&
        quotient_backend_count_states(&e->orbits, e->deadline, orbits, states, cause))
        return true;
    if (!e->bdd.states_are_known || e->setup.counters)
        bdd_backend_use(&e->bdd, full_group(e), e->deadline);
    bool good = bdd_backend_count_states(&e->bdd, cause);
    mpz_set(orbits, e->bdd.states);
    mpz_set(states, orbits);
    if (good)
        count_orbits_of_few(e, orbits, states);
    return good && (!e->setup.counters || bdd_backend_sum_weights(&e->bdd, e->setup.counters, states, cause));
}

bool portfolio_count_states_where(struct portfolio *e, expr condition, mpz_t states, struct cause *cause)
{
    bool alone = portfolio_is_explicit(e), is_used = explicit_backend_is_used(&e->explicit_states) || alone;
    bool counted = is_used && explicit_backend_count_states_where(&e->explicit_states, e->deadline, !alone, condition,
                                                                  states, cause);
    if (counted || alone)
        return counted;
    bdd_backend_use(&e->bdd, full_group(e), e->deadline);
    return bdd_backend_count_states_where(&e->bdd, condition, states, cause);
}

void portfolio_count_members(struct portfolio *e, const expr *conditions, size_t count, mpz_t *orbits, mpz_t *states,
                             bool *known, struct cause *cause)
{
    if (portfolio_is_explicit(e)) {
        explicit_backend_count_members(&e->explicit_states, e->deadline, orbits, states, known, cause);
        return;
    }
    for (size_t i = 0; i < count; i++)
        known[i] =
            quotient_backend_count_states_where(&e->orbits, e->deadline, conditions[i], orbits[i], states[i], cause);
}

// Where no property needed a checker, one is made for this.
static void see_to_checker(struct portfolio *e)
{
    if (!e->bdd.group && e->bdd.statistics.checkers == 0 && !explicit_backend_is_used(&e->explicit_states) &&
        !portfolio_uses_orbits(e))
        bdd_backend_use(&e->bdd, full_group(e), e->deadline);
}

static void add_warnings_of_states(struct portfolio *e)
{
    struct model_warnings w;
    if (explicit_backend_is_used(&e->explicit_states) || portfolio_is_explicit(e)) {
        explicit_backend_find_warnings(&e->explicit_states, watch_time_for_warnings(e->setup.started, e->deadline), &w);
        bdd_backend_note_warnings(&e->bdd, &w);
    }
    quotient_backend_find_warnings(&e->orbits, &w);
    bdd_backend_note_warnings(&e->bdd, &w);
}

const struct model_warnings *portfolio_warnings(struct portfolio *e)
{
    if (!portfolio_is_explicit(e))
        see_to_checker(e);
    add_warnings_of_states(e);
    // What was decided one by one is not worth another search.
    bool is_cheap =
        !explicit_backend_is_used(&e->explicit_states) || bdd_backend_knows_reachable(&e->bdd, e->bdd.group);
    if (e->bdd.group && is_cheap)
        bdd_backend_collect_warnings(&e->bdd);
    return &e->bdd.warnings;
}

void portfolio_get_statistics(struct portfolio *e, struct portfolio_statistics *statistics)
{
    if (portfolio_uses_orbits(e)) {
        *statistics = (struct portfolio_statistics){.checkers = 1};
        quotient_backend_get_statistics(&e->orbits, &statistics->check, &statistics->diagrams);
        return;
    }
    see_to_checker(e);
    *statistics = e->bdd.statistics;
    if (e->bdd.group)
        bdd_backend_add_statistics(&e->bdd, statistics);
}

bool portfolio_get_explicit_statistics(const struct portfolio *e, struct explicit_statistics *statistics)
{
    bool is_used = explicit_backend_is_used(&e->explicit_states);
    if (is_used)
        explicit_backend_get_statistics(&e->explicit_states, statistics);
    return is_used;
}

const cell_id *portfolio_order(struct portfolio *e, size_t *count)
{
    bdd_backend_use(&e->bdd, full_group(e), e->deadline);
    return checker_order(e->bdd.checker, count);
}

// ---- Another question -----------------------------------------------------------------------------------------------

void portfolio_ask_again(struct portfolio *e, double started, double deadline)
{
    e->setup.started = started;
    e->setup.deadline = e->deadline = e->bdd.deadline = deadline;
    e->boosted = NULL;
    for (size_t i = 0; i < e->setup.wanted_count; i++)
        e->properties[i] = (struct state_of_property){0};
    bdd_backend_renew(&e->bdd);
}

// ---- Making ---------------------------------------------------------------------------------------------------------

static void add_all(struct portfolio *e, struct cone_group *group)
{
    for (size_t i = 0; i < e->setup.wanted_count; i++)
        array_push(e->mem, &group->members, i);
}

// Counting the states needs a search with all variables, which may then serve the properties, too: that is the lead.
static void plan_groups(struct portfolio *e)
{
    if (!e->setup.is_reduced || model_start_count(e->model) > 0) { // what starts set belongs together
        add_all(e, cone_groups_add_full(&e->groups, e->model, e->mem));
        return;
    }
    e->dependence = dependence_new(e->model, e->setup.values_are_proved, e->mem);
    cone_groups_plan(&e->groups, e->dependence, e->model, e->setup.wanted, e->setup.wanted_count, e->mem);
    struct cone_group *full = full_group(e);
    if (!full)
        full = cone_groups_add_full(&e->groups, e->model, e->mem);
    e->has_lead = e->setup.counts_states && e->groups.count > 1;
    if (e->has_lead) {
        struct cone_group lead = *full;
        memmove(e->groups.at + 1, e->groups.at, (size_t)(full - e->groups.at) * sizeof *full);
        lead.members.count = 0;
        e->groups.at[0] = lead;
        add_all(e, &e->groups.at[0]);
    }
}

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

struct portfolio *portfolio_new(struct run *run, const struct portfolio_setup *setup)
{
    struct portfolio *e = mem_zalloc(&run->mem, sizeof *e);
    *e = (struct portfolio){.run = run, .mem = &run->mem, .model = setup->model, .setup = *setup};
    e->deadline = setup->deadline;
    e->properties = mem_zalloc(e->mem, (setup->wanted_count + 1) * sizeof *e->properties);
    plan_groups(e);
    e->bdd = (struct bdd_backend){.run = run,
                                  .mem = e->mem,
                                  .model = e->model,
                                  .setup = &e->setup,
                                  .dependence = e->dependence,
                                  .groups = &e->groups,
                                  .deadline = e->deadline};
    if (setup->instances)
        e->instances = *setup->instances;
    else
        property_instances_open(&e->instances, e->model, setup->symmetry, setup->wanted, setup->wanted_count, e->mem);
    explicit_backend_open(&e->explicit_states, run, setup->job, e->model, &e->instances, setup->counters);
    e->explicit_states.members = setup->members;
    e->explicit_states.member_count = setup->member_count;
    quotient_backend_open(&e->orbits, run, setup->job, e->model, &e->instances, search_of(setup->job));
    e->orbits.wants_run = setup->wants_run;
    e->orbits.context = setup->context;
    e->orbits.all_first = setup->instances; // copies of one property for many sizes
    bdd_backend_open(&e->bdd);
    return e;
}

void portfolio_free(struct portfolio *e)
{
    if (!e)
        return;
    bdd_backend_close(&e->bdd);
    explicit_backend_close(&e->explicit_states);
    quotient_backend_close(&e->orbits);
    property_instances_close(&e->instances);
    cone_groups_free(&e->groups, e->model, e->mem);
    dependence_free(e->dependence);
    mem_free(e->mem, e->properties, (e->setup.wanted_count + 1) * sizeof *e->properties);
    mem_free(e->mem, e, sizeof *e);
}
