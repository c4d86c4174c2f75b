// One size after the other, each with the symmetry reductions that a single model has (seed 001, section 8.1, compares
// with this).
//
// Sizes with many symmetric components have far more states than orbits, and what all of them cost separately with
// symmetries may be less than what the largest costs without. Small sizes come first: where time is short, they are
// what is decided, and a trace is shown for the smallest size that fails.
#include "base/clock.h"
#include "run/family/family_run.h"

// ---- What is asked for ----------------------------------------------------------------------------------------------

static bool fails_below(const struct family_outcome *o, size_t member)
{
    for (size_t i = 0; i < member; i++)
        if (o->is_known[i] && o->verdicts[i] == VERDICT_FAILS)
            return true;
    return false;
}

// Where every size is asked for, it is the smallest one that fails which is told: larger ones need not be searched.
static bool is_settled(const struct families *f, const struct family_outcome *o, size_t member)
{
    return f->is_unbounded && !f->has_shown && (fails_below(o, member) || (o->failing && member >= o->failing));
}

size_t family_ask_size(struct families *f, size_t member)
{
    const struct model *leader = f->members[f->leader].model;
    size_t open = 0;
    for (size_t i = 0; i < f->outcomes.count; i++) {
        struct family_outcome *o = &f->outcomes.at[i];
        size_t number = family_number_in(leader, o->property, f->members[member].model);
        if (o->is_known[member] && !o->is_of_size[member])
            continue;
        if (is_settled(f, o, member)) {
            o->open -= !o->is_known[member];
            o->is_known[member] = true;
            o->verdicts[member] = VERDICT_UNDECIDED;
            continue;
        }
        if (number == SIZE_MAX) {
            if (!o->is_known[member])
                family_note_holding(o, member);
            continue;
        }
        array_push(f->mem, &f->wanted, number);
        array_push(f->mem, &f->asked, ((struct family_asked){i, member}));
        open += !o->is_known[member];
    }
    return open;
}

static bool is_known(const struct families *f, size_t goal_index)
{
    struct family_asked asked = f->asked.at[goal_index];
    return f->outcomes.at[asked.outcome].is_known[asked.member];
}

static bool *known_places(struct families *f)
{
    bool *known = arena_alloc(&f->arena, f->asked.count + 1);
    for (size_t i = 0; i < f->asked.count; i++)
        known[i] = is_known(f, i);
    return known;
}

static void take_result(void *context, size_t goal_index, struct result *result)
{
    struct families *f = context;
    struct family_asked asked = f->asked.at[goal_index];
    if (is_known(f, goal_index)) {
        if (result->has_trace)
            trace_close(&result->trace, f->mem);
        return;
    }
    f->run->watch.decided++;
    f->is_hard |= result->method.backend >= BACKEND_DYNAMIC && result->method.backend <= BACKEND_COMPONENTWISE_STATES;
    f->outcomes.at[asked.outcome].is_of_size[asked.member] = result->verdict != VERDICT_UNDECIDED;
    family_take(f, &f->outcomes.at[asked.outcome], asked.member, result);
}

bool family_is_pointless(void *context)
{
    const struct families *f = context;
    return run_is_lost(f->run);
}

// ---- One size -------------------------------------------------------------------------------------------------------

// Runs of a size are made if it is the one that was chosen, or the first in which some property may fail.
static bool wants_traces(const struct families *f, size_t member)
{
    if (f->has_shown)
        return f->members[member].size == f->shown;
    for (size_t i = 0; i < f->outcomes.count; i++)
        if (!fails_below(&f->outcomes.at[i], member))
            return true;
    return false;
}

static void count_states(struct families *f, size_t member)
{
    struct cause cause = {0};
    mpz_t orbits, states;
    mpz_init(orbits);
    mpz_init(states);
    if (strategy_count_states(f->strategy, orbits, states, &cause))
        family_note_states(f, member, states, orbits);
    else
        family_lack_states(f, member, cause);
    mpz_clear(orbits);
    mpz_clear(states);
}

bool family_has_several(const struct model *m)
{
    for (size_t i = 0; i < model_class_count(m); i++)
        if (model_class(m, i)->size > 1)
            return true;
    return model_class_count(m) == 0; // what is found or stated is there in any size
}

struct portfolio_setup family_setup_of_size(const struct families *f)
{
    return (struct portfolio_setup){
        .job = f->job,
        .started = f->started,
        .deadline = job_deadline(f->job, f->started),
        .is_reduced = f->job->cone,
        .is_hard = f->is_hard,
        .is_pointless = family_is_pointless,
    };
}

void family_look_at(struct families *f, size_t member, const struct portfolio_setup *setup)
{
    struct portfolio_setup own = *setup;
    struct job *job = family_copy_job(f, setup->job);
    own.job = job;
    job->is_terse = !wants_traces(f, member);
    job->trace &= !job->is_terse;
    if (!family_has_several(f->members[member].model)) // there is nothing to count, and nothing to be reduced
        job->symmetry = JOB_SYMMETRY_OFF;
    family_begin_size(f, member);
    f->strategy = strategy_new(f->run, f->inputs[member], &own);
    strategy_decide_all(f->strategy);
}

bool family_is_for_failures(const struct families *f)
{
    for (size_t i = 0; i < f->asked.count; i++)
        if (!is_known(f, i) && f->outcomes.at[f->asked.at[i].outcome].is_proved)
            return false;
    return f->search_end > 0;
}

static void check_size(struct families *f, size_t member)
{
    struct portfolio_setup setup = family_setup_of_size(f);
    if (family_is_for_failures(f))
        setup.deadline = f->search_end;
    setup.wanted = f->wanted.at;
    setup.wanted_count = f->wanted.count;
    setup.is_known = known_places(f);
    setup.counts_states = f->job->states && !f->reachable[member];
    setup.decided = take_result;
    setup.refuted = family_note_refuted;
    setup.context = f;
    family_look_at(f, member, &setup);
    if (setup.counts_states)
        count_states(f, member);
    if (family_minds_fairness(f, member))
        family_note_warnings(f, member, strategy_warnings(f->strategy));
    family_end_size(f, member);
}

// Models of sizes of which no trace is shown are not needed any more.
static void close_model(struct families *f, size_t member)
{
    bool is_needed = member == f->leader || family_may_sort(f);
    for (size_t i = 0; i < f->outcomes.count; i++)
        is_needed |= f->outcomes.at[i].result.has_trace && f->outcomes.at[i].traced == member;
    if (is_needed || !f->is_open[member])
        return;
    input_close(f->run, f->inputs[member]);
    f->is_open[member] = false;
}

static void close_size(struct families *f, size_t member)
{
    strategy_free(f->strategy);
    f->strategy = NULL;
    close_model(f, member);
}

static void give_up(struct families *f, size_t member, struct cause cause)
{
    for (size_t i = 0; i < f->asked.count; i++)
        if (!is_known(f, i))
            take_result(f, i, &(struct result){.verdict = VERDICT_UNDECIDED, .cause = cause});
    if (f->job->states)
        family_lack_states(f, member, cause);
}

bool family_wants_states(const struct families *f)
{
    for (size_t i = 0; i < f->count && f->job->states; i++)
        if (!f->reachable[i])
            return true;
    return false;
}

bool family_is_something_left(const struct families *f)
{
    for (size_t i = 0; i < f->outcomes.count; i++)
        if (f->outcomes.at[i].open > 0)
            return true;
    return family_wants_states(f);
}

// What single sizes have taken: the last one, the one before, all of them.
struct size_work {
    double before, last, all;          // seconds
    uint64_t steps_before, steps_last; // of explicit-state searches
};

// What the next sizes will take, if it goes on as with the last two: each so many times as long as the one before.
// Beyond a few sizes that is no guess any more.
#define MOST_GROWTH 3.0
#define MOST_AHEAD 4
#define LEAST_SECONDS 0.005 // what takes less tells nothing

// How many times as much the last size has taken. Steps are counted the same on any machine; how long some hundredths
// of a second take is chance.
static double growth_of(const struct size_work *s)
{
    double before = s->before > LEAST_SECONDS ? s->before : LEAST_SECONDS;
    double growth =
        s->steps_before && s->steps_last ? (double)s->steps_last / (double)s->steps_before : s->last / before;
    return growth < 1 ? 1 : growth > MOST_GROWTH ? MOST_GROWTH : growth;
}

static double seconds_left(const struct size_work *s, size_t sizes)
{
    double growth = growth_of(s), all = 0, next = s->last;
    for (size_t i = 0; i < sizes && i < MOST_AHEAD; i++)
        all += next *= growth;
    return all;
}

// All sizes that are left may take as long together as the largest of them. That is tried for a quarter more time than
// they would take one after the other: the forecast is rough, a search that is stopped just before its end is lost, and
// one that ends has at worst taken that quarter more. It has no more than some times as long as all sizes so far.
#define PART 1.25
#define TIMES_ALL 100
#define LEAST_TOGETHER 0.12 // seconds; for less it is not worth it
#define LEAST_LAST 0.008    // seconds that the last size took; from less nothing can be forecast
#define MOST_TOGETHER 60.0
#define MOST_TRIES 2
#define LONGER_TRY 4 // times as long as the one before, at the least

static void sort_the_rest(struct families *f, size_t first, const struct size_work *s)
{
    double seconds = PART * seconds_left(s, f->count - first), most = TIMES_ALL * s->all;
    most = most < MOST_TOGETHER ? most : MOST_TOGETHER;
    seconds = seconds < most ? seconds : most;
    if (!family_may_sort(f) || first + 1 >= f->count || s->last < LEAST_LAST || seconds < LEAST_TOGETHER ||
        seconds < LONGER_TRY * f->sorted_for)
        return;
    if (f->strategy)
        close_size(f, f->last);
    family_sort_for(f, seconds);
    for (size_t i = 0; i < first && f->sort_tries == 0 && family_is_something_left(f); i++)
        close_model(f, i);
}

static bool is_left_of_size(const struct families *f, size_t member)
{
    for (size_t i = 0; i < f->outcomes.count; i++)
        if (!f->outcomes.at[i].is_known[member])
            return true;
    return f->job->states && !f->reachable[member];
}

void family_check_rest(struct families *f)
{
    struct size_work took = {0};
    if (f->job->jobs > 1) {
        family_check_rest_in_processes(f);
        return;
    }
    for (size_t i = 0; i < f->count; i++) {
        enum cause_code end = family_is_pointless(f) ? CAUSE_OUTPUT_LOST : family_end_of_work(f, 1);
        if (!end)
            sort_the_rest(f, i, &took);
        bool is_made = end || !is_left_of_size(f, i) || family_need(f, i); // before its properties are asked for
        f->wanted.count = f->asked.count = 0;
        size_t open = family_ask_size(f, i);
        family_report(f); // what needs no search
        if (!end && family_is_for_failures(f) && clock_now() > f->search_end)
            end = CAUSE_OUT_OF_TIME;
        if (end) {
            give_up(f, i, cause_of(end));
            continue;
        }
        if (open == 0 && (!f->job->states || f->reachable[i]))
            continue;
        if (!is_made) {
            give_up(f, i, cause_of(f->run->watch.stopped ? f->run->watch.stopped : CAUSE_NOT_KNOWN));
            continue;
        }
        if (f->strategy)
            close_size(f, f->last);
        double begun = clock_now();
        check_size(f, i);
        took.before = took.last;
        took.last = clock_now() - begun;
        took.all += took.last;
        took.steps_before = took.steps_last;
        took.steps_last = strategy_steps(f->strategy);
    }
}

// ---- Small families -------------------------------------------------------------------------------------------------

static void throw_away(void *context, size_t goal_index, struct result *result)
{
    struct families *f = context;
    (void)goal_index;
    if (result->has_trace)
        trace_close(&result->trace, f->mem);
}

// Whether explicit search decides with little work what is asked of a size; or, with a deadline, whether all methods do
// so until then. What is found is not kept.
static bool try_size(struct families *f, size_t member, double deadline,
                     void (*decided)(void *, size_t, struct result *))
{
    struct job *job = family_copy_job(f, f->job);
    if (job->symmetry != JOB_SYMMETRY_AUTO || job->engine != JOB_ENGINE_AUTO || job->states)
        return false;
    f->wanted.count = f->asked.count = 0;
    family_ask_size(f, member);
    bool *known = known_places(f);
    size_t open = 0;
    for (size_t i = 0; i < f->asked.count; i++) {
        known[i] |= f->outcomes.at[f->asked.at[i].outcome].failing > 0;
        open += !known[i];
    }
    if (open == 0)
        return true;
    struct portfolio_setup setup = family_setup_of_size(f);
    job->trace = false;
    job->is_terse = true;
    setup.job = job;
    setup.wanted = f->wanted.at;
    setup.wanted_count = f->wanted.count;
    setup.is_known = known;
    setup.decided = decided;
    setup.context = f;
    if (deadline > 0)
        setup.deadline = deadline;
    family_begin_size(f, member);
    struct strategy *strategy = strategy_new(f->run, f->inputs[member], &setup);
    bool is_done = deadline == 0 && strategy_try_easy(strategy);
    if (deadline > 0) {
        strategy_decide_all(strategy);
        is_done = clock_now() < deadline;
    }
    strategy_free(strategy);
    f->members[member].model = f->inputs[member]->model; // it may have been made anew
    return is_done;
}

static void note_early(void *context, size_t goal_index, struct result *result)
{
    struct families *f = context;
    struct family_asked asked = f->asked.at[goal_index];
    struct family_outcome *o = &f->outcomes.at[asked.outcome];
    if (result->verdict == VERDICT_FAILS) {
        o->fails_early = true;
        o->failing = asked.member + 1;
    }
    throw_away(context, goal_index, result);
}

void family_refute_early(struct families *f, double deadline)
{
    for (size_t i = 0; i < f->count && f->by_sizes; i++)
        if (!try_size(f, i, 0, note_early) && !try_size(f, i, deadline, note_early))
            return;
}

// Where the largest size is decided with little work, the others are with less, and no counters need to be made: sizes
// are told from the smallest up. But where one reading is enough for the counters of many sizes, to read each of them
// is more work than that.
#define MANY_SIZES 8

static bool largest_is_easy(struct families *f)
{
    f->wanted.count = f->asked.count = 0;
    return f->count > 1 && !(f->present && f->count > MANY_SIZES) && family_ask_size(f, f->count - 1) > 0 &&
           try_size(f, f->count - 1, 0, throw_away);
}

// Of what is left, each property is known to fail in a small size: only that one is wanted, and its counterexample.
static bool only_failures_are_left(const struct families *f)
{
    for (size_t i = 0; i < f->outcomes.count; i++)
        if (f->outcomes.at[i].open > 0 && !f->outcomes.at[i].failing)
            return false;
    return f->is_unbounded && !f->has_shown && !family_wants_states(f);
}

void family_check_sizes(struct families *f)
{
    watch_begin(f->run, f->outcomes.count * f->count);
    f->run->watch.decided = f->handed_out;
    if (!only_failures_are_left(f) && !largest_is_easy(f)) {
        f->sort_tries = MOST_TRIES;
        family_count_together(f);
        family_sort_together(f);
    }
    family_check_rest(f);
}
