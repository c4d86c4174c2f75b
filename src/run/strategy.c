#include "run/strategy_parts.h"

#include <string.h>

#include "base/clock.h"
#include "run/turns.h"

// ---- Results --------------------------------------------------------------------------------------------------------

static void hand_out(struct strategy *p, size_t goal_index, struct result *result)
{
    method_summary_note(&p->by, result);
    p->given.decided(p->given.context, goal_index, result);
}

static void take_follower(void *context, size_t goal_index, struct result *result)
{
    hand_out(context, goal_index, result);
}

static void note_decided(void *context, size_t goal_index, struct result *result)
{
    struct strategy *p = context;
    property_symmetry_hand_on(&p->property_symmetry, goal_index, result, take_follower, p); // copies of it
    hand_out(p, goal_index, result);
}

static void note_refuted(void *context, size_t goal_index)
{
    const struct strategy *p = context;
    p->given.refuted(p->given.context, goal_index);
}

static bool is_pointless(void *context)
{
    const struct strategy *p = context;
    return p->given.is_pointless(p->given.context);
}

// ---- Counters -------------------------------------------------------------------------------------------------------

static bool wants_counters(const struct strategy *p)
{
    unsigned choice = p->setup.job->symmetry;
    return choice == JOB_SYMMETRY_COUNTERS || (choice == JOB_SYMMETRY_AUTO && p->input->per_orbit);
}

// Small models with few states are decided before counters would be made.
#define SMALL_MODEL 1e4 // instances of rules times cells
#define EASY_SECONDS 0.5
#define EASY_SECONDS_FOR_RINGS 0.1

static double size_of(const struct input *input)
{
    return murphi_instance_count(&input->murphi) * (double)model_cell_count(input->model);
}

bool strategy_is_small(const struct input *input)
{
    return size_of(input) <= SMALL_MODEL;
}

static bool is_small(const struct strategy *p)
{
    return strategy_is_small(p->input);
}

bool strategy_may_be_easy(const struct strategy *p)
{
    return p->setup.job->symmetry == JOB_SYMMETRY_AUTO && p->setup.job->engine != JOB_ENGINE_SYMBOLIC &&
           !job_is_sat(p->setup.job) && is_small(p);
}

static bool tries_easy_first(const struct strategy *p)
{
    return strategy_may_be_easy(p) && !p->setup.is_hard;
}

// Properties of single components have counters that are larger by what one component can be in. Where others can be
// asked, they have half of the time, or a minute.
static void decide_by_tracking(struct strategy *p)
{
    double now = clock_now(), end = p->setup.deadline;
    bool is_alone = p->setup.job->symmetry == JOB_SYMMETRY_COUNTERS;
    if (!p->counting.counters || goals_waiting(&p->goals) == 0)
        return;
    if (!is_alone)
        end = end > 0 ? (now + end) / 2 : now + 60;
    backend_decide(&p->tracked.base, &p->goals, end);
}

// ---- Counters, and proofs for every size ----------------------------------------------------------------------------

// Components with few local states are counted in a moment, which tells more than a proof does. Where they have many,
// it may be less work to prove a property for every size. So the two work in turns, each for longer than before.
#define PART_FOR_SIZES 4 // of the time that is left
#define FAVOUR_OF_COUNTERS 2
#define LARGE_SIZE 8 // smaller ones are searched first: that tells whether something is vacuous, too

static bool wants_proofs(const struct strategy *p, int64_t least)
{
    return p->setup.job->symmetry == JOB_SYMMETRY_AUTO && p->setup.job->engine == JOB_ENGINE_AUTO &&
           size_backend_applies(&p->sizes, least);
}

// Gives whether more time may help.
static bool try_sizes(struct strategy *p, int64_t least, double seconds)
{
    double now = clock_now(), end = p->setup.deadline;
    if (!wants_proofs(p, least) || goals_waiting(&p->goals) == 0)
        return false;
    if (end > 0 && (end - now) / PART_FOR_SIZES < seconds)
        seconds = (end - now) / PART_FOR_SIZES;
    p->is_proving = turn_take(&p->sizes.base, NULL, &p->goals, seconds, end);
    strategy_forget_done(p);
    return p->is_proving;
}

bool strategy_prove_on(void *context, double seconds)
{
    struct strategy *p = context;
    if (p->is_proving && seconds > 0)
        p->is_proving = try_sizes(p, 0, seconds);
    return p->is_proving;
}

static void alternate_counters_and_sizes(struct strategy *p)
{
    double end = p->setup.deadline;
    bool is_proving = wants_proofs(p, LARGE_SIZE), is_counting = true;
    for (double turn = FIRST_TURN; goals_waiting(&p->goals) && is_counting; turn *= LONGER_TURNS) {
        double until = clock_now() + FAVOUR_OF_COUNTERS * turn;
        bool is_last = !is_proving || run_is_interrupted(p->run) || (end > 0 && until >= end);
        is_counting = backend_decide(&p->counting.base, &p->goals, is_last ? end : until) && !is_last;
        if (is_counting)
            is_proving = try_sizes(p, LARGE_SIZE, turn);
    }
}

// For what counters leave, before larger and larger searches take their turns.
#define SECONDS_FOR_SIZES 1.0

// Where counters were asked for, what they leave is undecided; but for what they refute without a trace of the model.
static void decide_by_counters(struct strategy *p)
{
    alternate_counters_and_sizes(p);
    decide_by_tracking(p);
    for (size_t i = 0; i < p->goals.count && p->setup.job->symmetry == JOB_SYMMETRY_COUNTERS; i++)
        if (goals_is_waiting(&p->goals, i) && p->goals.at[i].result.cause.code)
            goals_finish(&p->goals, i);
    strategy_forget_done(p);
}

// ---- Representatives on the fly -------------------------------------------------------------------------------------

static bool wants_representatives(const struct strategy *p)
{
    return p->setup.job->symmetry >= JOB_SYMMETRY_ONTHEFLY;
}

// Somebody has stated symmetries or hints, and will want them to be used.
bool strategy_is_told(const struct input *input)
{
    return input->generators.count > 0 || model_hint_count(input->model) > 0;
}

// They are for symbolic search; explicit search that was asked for does without.
static bool uses_what_is_told(const struct strategy *p)
{
    return p->setup.job->symmetry == JOB_SYMMETRY_AUTO && p->setup.job->engine != JOB_ENGINE_EXPLICIT &&
           !job_is_sat(p->setup.job) && strategy_is_told(p->input);
}

static void close_representatives(struct strategy *p)
{
    if (p->representatives)
        backend_close(onthefly_backend_base(p->representatives));
    p->representatives = NULL;
}

// Decides what it can; the rest waits.
static void decide_by_representatives(struct strategy *p, double deadline)
{
    if (!p->representatives || !onthefly_backend_ask_again(p->representatives, p->setup.is_known, p->setup.started)) {
        close_representatives(p);
        p->representatives = onthefly_backend_new(p->run, p->input, &p->setup, deadline);
    }
    backend_decide(onthefly_backend_base(p->representatives), &p->goals, deadline);
}

// They alone.
static void decide_all_by_representatives(struct strategy *p)
{
    if (!input_lower_fully(p->run, p->input)) {
        for (size_t i = 0; i < p->goals.count; i++)
            if (goals_is_waiting(&p->goals, i))
                goals_give_up(&p->goals, i, strategy_why_broken(p));
        return;
    }
    decide_by_representatives(p, p->setup.deadline);
    if (!goals_are_over(&p->goals))
        goals_finish_all(&p->goals);
}

// For half of the time, or a minute; what is undecided then is left to the model as it is.
static void try_representatives(struct strategy *p)
{
    double now = clock_now(), end = p->setup.deadline;
    if (!input_lower_fully(p->run, p->input))
        return;
    decide_by_representatives(p, end > 0 ? (now + end) / 2 : now + 60);
    for (size_t i = 0; i < p->goals.count; i++)
        if (goals_is_waiting(&p->goals, i) && p->goals.at[i].is_refuted)
            goals_note_refuted(&p->goals, i);
}

// ---- Architectural symmetry -----------------------------------------------------------------------------------------

bool strategy_is_architectural(const struct strategy *p)
{
    return p->setup.job->symmetry == JOB_SYMMETRY_ARCHITECTURAL;
}

// Rotations are few, and a quotient by them has nearly as many states as the ring has components to the power of their
// states. Where the rules show that all permutations count for what can be reached (seed 002), counters are few. So
// that is tried before the other methods take their turns, for a moment.
#define SECONDS_FOR_RINGS 5.0
#define PART_FOR_RINGS 2 // of the time that is left
#define LOOK_AT_RINGS 4  // times as long as the model took to be read
#define LEAST_RING 4     // elements

static bool has_large_ring(const struct model *m)
{
    for (size_t i = 0; i < model_class_count(m); i++)
        if (model_class(m, i)->is_ring && model_class(m, i)->size >= LEAST_RING && !model_class(m, i)->obstacle)
            return true;
    return false;
}

// Ranges of numbers may be rings, too; nothing says so. So little time is spent on them, and small models come first.
#define SECONDS_FOR_RANGES 1.0
#define PART_FOR_RANGES 4
#define LOOK_AT_RANGES 2
#define LARGEST_OF_RANGES 1e6 // instances of rules times cells

static bool has_written_classes(const struct model *m)
{
    for (size_t i = 0; i < model_class_count(m); i++)
        if (model_class(m, i)->size > 1 && !model_class(m, i)->is_inferred)
            return true;
    return false;
}

static bool has_large_ranges(const struct strategy *p)
{
    return !has_written_classes(p->input->model) && input_has_ranges(p->input, LEAST_RING) &&
           size_of(p->input) <= LARGEST_OF_RANGES;
}

static bool tries_architecture(const struct strategy *p)
{
    return p->setup.job->symmetry == JOB_SYMMETRY_AUTO && p->setup.job->engine == JOB_ENGINE_AUTO && !p->was_easy &&
           goals_waiting(&p->goals) > 0 && p->input->language == JOB_LANGUAGE_MURPHI && !p->counting.counters &&
           (has_large_ring(p->input->model) || has_large_ranges(p));
}

// A model that took long to read takes long to look at.
static double end_for_rings(const struct strategy *p)
{
    bool is_ring = has_large_ring(p->input->model);
    double now = clock_now(), end = p->setup.deadline;
    double seconds = (is_ring ? LOOK_AT_RINGS : LOOK_AT_RANGES) * (now - p->setup.started);
    double least = is_ring ? SECONDS_FOR_RINGS : SECONDS_FOR_RANGES;
    double most = (end - now) / (is_ring ? PART_FOR_RINGS : PART_FOR_RANGES);
    seconds = seconds > least ? seconds : least;
    return now + (end > now && most < seconds ? most : seconds);
}

static void try_architecture(struct strategy *p)
{
    if (!input_lower_fully(p->run, p->input) ||
        (has_large_ranges(p) && !input_lower_ranges(p->run, p->input, LEAST_RING)))
        return;
    p->architecture.model = p->input->of_ranges;
    p->architecture.is_optional = true;
    backend_decide(&p->architecture.base, &p->goals, end_for_rings(p));
    strategy_forget_done(p);
}

// ---- All of it ------------------------------------------------------------------------------------------------------

bool strategy_look_for_followers(const struct job *job, const struct input *input)
{
    return job->symmetry == JOB_SYMMETRY_AUTO && !strategy_is_told(input) && !strategy_has_classes(input->model);
}

// What follows from others is not asked for.
static void find_followers(struct strategy *p)
{
    if (strategy_look_for_followers(p->setup.job, p->input) && !p->setup.is_share)
        property_symmetry_open(&p->property_symmetry, p->run, p->input->model, p->setup.wanted, p->setup.wanted_count);
    property_symmetry_release(&p->property_symmetry, p->setup.is_known);
    for (size_t i = 0; i < p->goals.count; i++)
        p->goals.at[i].is_done |= property_symmetry_is_led(&p->property_symmetry, i);
}

// What is not so easy that a short search decides it; large ones had their time.
static void decide_small_sizes(struct strategy *p)
{
    if (!wants_proofs(p, 0) || wants_proofs(p, LARGE_SIZE) || goals_waiting(&p->goals) == 0)
        return;
    if (!p->native.native)
        strategy_decide_easy(p, EASY_SECONDS);
    try_sizes(p, 0, SECONDS_FOR_SIZES);
}

static void decide_others(struct strategy *p)
{
    if (wants_representatives(p)) {
        decide_all_by_representatives(p);
        return;
    }
    if (uses_what_is_told(p)) {
        try_representatives(p);
        strategy_decide_plain(p);
        return;
    }
    find_followers(p);
    if (strategy_is_architectural(p))
        backend_decide(&p->architecture.base, &p->goals, p->setup.deadline);
    else if (wants_counters(p)) {
        if (tries_easy_first(p))
            strategy_decide_easy(p, EASY_SECONDS);
        if (!p->was_easy)
            decide_by_counters(p);
    } else if (tries_architecture(p) && (is_small(p) || has_large_ranges(p)))
        strategy_decide_easy(p, EASY_SECONDS_FOR_RINGS);
    if (tries_architecture(p))
        try_architecture(p);
    try_sizes(p, LARGE_SIZE, SECONDS_FOR_SIZES);
    strategy_decide_native(p);
    decide_small_sizes(p);
    strategy_decide_plain(p);
}

// Those that depend on fairness of rules have their part of the time.
void strategy_decide_all(struct strategy *p)
{
    size_t all = 0, fair = fair_goals_asked(&p->fair);
    double now = clock_now(), end = p->setup.deadline;
    for (size_t i = 0; i < p->setup.wanted_count; i++)
        all += !p->given_known || !p->given_known[i];
    p->has_others = all > fair || fair == 0;
    if (end > now && fair > 0)
        p->setup.deadline = now + (end - now) * (double)(all - fair) / (double)all;
    if (p->has_others)
        decide_others(p);
    p->setup.deadline = end;
    fair_goals_decide(&p->fair);
}

bool strategy_try_easy(struct strategy *p)
{
    if (!tries_easy_first(p) || fair_goals_asked(&p->fair) > 0 || strategy_is_told(p->input))
        return false;
    strategy_decide_easy(p, EASY_SECONDS);
    return p->was_easy;
}

// ---- With other processes -------------------------------------------------------------------------------------------

static void open_shared(void *context, uint32_t backend, uint32_t group)
{
    struct strategy *p = context;
    if (backend == SHARED_NATIVE && p->native.native)
        explicit_backend_open_shared(&p->native.states, group);
    else if (backend == SHARED_PLAIN && strategy_plain(p))
        portfolio_open_shared(p->plain, group);
}

void strategy_serve(struct strategy *p)
{
    p->run->ranks->open = open_shared;
    p->run->ranks->context = p;
    rank_engines_serve(p->run->ranks);
}

// ---- Making ---------------------------------------------------------------------------------------------------------

// By place: what is known, and what is left to fair_goals.
static void note_known(struct strategy *p, const bool *is_known)
{
    size_t count = p->setup.wanted_count;
    p->given_known = p->fair.is_known = is_known;
    for (size_t i = 0; i < count; i++)
        p->is_known[i] = is_known && is_known[i];
    for (size_t i = 0; i < p->fair.goal_indices.count; i++)
        p->is_known[p->fair.goal_indices.at[i]] = true;
    for (size_t i = 0; i < count; i++)
        p->goals.at[i] = (struct goal){.is_done = p->is_known[i],
                                       .result = {.property = p->setup.wanted[i], .verdict = VERDICT_UNDECIDED}};
    p->setup.is_known = p->fair.goal_indices.count ? p->is_known : is_known;
}

struct strategy *strategy_new(struct run *run, struct input *input, const struct portfolio_setup *setup)
{
    struct strategy *p = mem_zalloc(&run->mem, sizeof *p);
    *p = (struct strategy){.run = run, .mem = &run->mem, .input = input, .given = *setup, .setup = *setup};
    p->setup.decided = note_decided;
    p->setup.refuted = setup->refuted ? note_refuted : NULL;
    p->setup.is_pointless = is_pointless;
    p->setup.context = p;
    p->setup.is_circuit = input->language == JOB_LANGUAGE_AIGER || input->language == JOB_LANGUAGE_BTOR2;
    p->is_known = mem_zalloc(p->mem, (setup->wanted_count + 1) * sizeof *p->is_known);
    goals_open(&p->goals, run, &p->setup);
    fair_goals_open(&p->fair, run, input, setup);
    note_known(p, setup->is_known);
    p->fair.setup = &p->setup;
    native_backend_open(&p->native, run, setup->job, input);
    p->native.states.shared_as = run->ranks ? 1 + SHARED_NATIVE : 0;
    counter_backend_open(&p->counting, run, input, &p->setup);
    tracked_backend_open(&p->tracked, run, input, &p->setup);
    architecture_backend_open(&p->architecture, run, input, &p->setup);
    size_backend_open(&p->sizes, run, input, &p->setup);
    return p;
}

// What architectural symmetry finds is not kept.
void strategy_ask_again(struct strategy *p, const bool *is_known, double started, double deadline)
{
    p->setup.started = started;
    p->setup.deadline = deadline;
    p->plain_is_asked = p->plain_is_needed = p->was_easy = p->is_broken = false;
    p->by = (struct method_summary){0};
    note_known(p, is_known);
    if (p->native.native)
        native_backend_ask_again(&p->native);
    property_symmetry_close(&p->property_symmetry);
    p->property_symmetry = (struct property_symmetry){0};
    backend_close(&p->architecture.base);
    architecture_backend_open(&p->architecture, p->run, p->input, &p->setup);
}

void strategy_free(struct strategy *p)
{
    if (!p)
        return;
    backend_close(&p->counting.base);
    backend_close(&p->tracked.base);
    backend_close(&p->architecture.base);
    backend_close(&p->sizes.base);
    property_symmetry_close(&p->property_symmetry);
    close_representatives(p);
    portfolio_free(p->plain);
    backend_close(&p->native.base);
    fair_goals_close(&p->fair);
    goals_close(&p->goals);
    mem_free(p->mem, p->is_known, (p->setup.wanted_count + 1) * sizeof *p->is_known);
    symmetry_free(p->symmetry);
    array_free(p->mem, &p->plain_goal_indices);
    array_free(p->mem, &p->plain_properties);
    str_free(p->mem, &p->text);
    str_free(p->mem, &p->remark);
    mem_free(p->mem, p, sizeof *p);
}
