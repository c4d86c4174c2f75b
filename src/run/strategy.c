#include "run/strategy.h"

#include <string.h>

#include "base/clock.h"
#include "report/cause_words.h"
#include "run/architectural_run.h"
#include "run/counter_backend.h"
#include "run/fair_goals.h"
#include "run/onthefly_backend.h"
#include "run/property_symmetry.h"

struct strategy {
    struct run *run;
    struct mem *mem;
    struct input *input;
    struct portfolio_setup given; // results pass through here, so that it is known by what they were found
    struct portfolio_setup setup;
    struct counter_backend counting;
    struct architectural architectural;
    struct counter_backend symmetrised; // of rings, where nobody asked for architectural symmetry

    ARRAY(size_t) left;         // places that are left to the model itself
    ARRAY(size_t) plain_places; // that `plain` is for: these, or all where others may be asked for later
    ARRAY(size_t) plain_properties;
    struct symmetry *symmetry;                // of the model; NULL: not used
    struct portfolio *plain;                  // on the model, made when it is needed
    bool plain_is_asked;                      // for what is left, in this call of strategy_decide_all
    bool is_broken;                           // the model could not be made
    struct onthefly_backend *representatives; // chosen on the fly; NULL: not asked for

    struct property_symmetry following; // properties that symmetries of a model without classes give for nothing

    struct fair_goals fair; // what depends on fairness of rules; is known for all others

    const bool *given_known;        // by place
    bool *is_known;                 // by place: or left to fair_goals
    bool has_others;                // there is something that is not
    bool *is_done;                  // likewise
    bool was_easy;                  // explicit search has decided all in no time
    struct method_summary by;       // what the results come from
    struct model_warnings warnings; // of counters
    struct str text, remark;
};

static bool has_classes(const struct model *m)
{
    for (size_t i = 0; i < model_class_count(m); i++)
        if (model_class(m, i)->size > 1)
            return true;
    return false;
}

static bool has_usable_classes(const struct model *m)
{
    for (size_t i = 0; i < model_class_count(m); i++)
        if (model_class(m, i)->size > 1 && !model_class(m, i)->obstacle)
            return true;
    return false;
}

// ---- The model itself -----------------------------------------------------------------------------------------------

static void give_up(struct strategy *p, size_t place, struct cause cause)
{
    struct result result = {.property = p->setup.wanted[place], .verdict = VERDICT_UNDECIDED, .cause = cause};
    p->setup.decided(p->setup.context, place, &result);
}

static void take_plain(void *context, size_t place, struct result *result)
{
    struct strategy *p = context;
    size_t wanted = p->plain_places.at[place];
    p->is_done[wanted] = true;
    property_symmetry_hand_on(&p->following, wanted, result, p->setup.decided, p->setup.context); // copies of it
    p->setup.decided(p->setup.context, wanted, result);
}

static bool is_pointless(void *context)
{
    struct strategy *p = context;
    return p->given.is_pointless(p->given.context);
}

static void note_decided(void *context, size_t place, struct result *result)
{
    struct strategy *p = context;
    method_summary_note(&p->by, result);
    p->given.decided(p->given.context, place, result);
}

static void note_refuted(void *context, size_t place)
{
    const struct strategy *p = context;
    p->given.refuted(p->given.context, place);
}

static bool wants_run(void *context, size_t place)
{
    const struct strategy *p = context;
    return p->given.wants_run(p->given.context, place);
}

static size_t copied(void *context, size_t place)
{
    const struct strategy *p = context;
    return p->given.copied(p->given.context, place);
}

static void pass_results_through(struct strategy *p)
{
    p->setup.decided = note_decided;
    p->setup.refuted = p->given.refuted ? note_refuted : NULL;
    p->setup.is_pointless = is_pointless;
    p->setup.wants_run = p->given.wants_run ? wants_run : NULL;
    p->setup.copied = p->given.copied ? copied : NULL;
    p->setup.context = p;
}

static bool wants_symmetry(const struct strategy *p)
{
    return p->setup.job->symmetry != JOB_SYMMETRY_OFF && has_usable_classes(p->input->model);
}

static void open_plain(struct strategy *p)
{
    if (wants_symmetry(p))
        p->symmetry = symmetry_new(p->input->model, p->mem);
    size_t count = p->setup.is_lasting ? p->setup.wanted_count : p->left.count;
    for (size_t i = 0; i < count; i++) {
        size_t place = p->setup.is_lasting ? i : p->left.at[i];
        array_push(p->mem, &p->plain_places, place);
        array_push(p->mem, &p->plain_properties, p->setup.wanted[place]);
    }
    struct portfolio_setup setup = p->setup;
    setup.model = p->input->model;
    setup.values_are_proved = p->input->values_are_proved;
    setup.symmetry = p->symmetry;
    setup.wanted = p->plain_properties.at;
    setup.wanted_count = p->plain_properties.count;
    setup.decided = take_plain;
    setup.refuted = NULL;
    setup.is_pointless = is_pointless;
    setup.context = p;
    p->plain = portfolio_new(p->run, &setup);
}

static bool is_left(const struct strategy *p, size_t place)
{
    for (size_t i = 0; i < p->left.count; i++)
        if (p->left.at[i] == place)
            return true;
    return false;
}

// What others set aside is not done.
static void ask_plain(struct strategy *p)
{
    for (size_t i = 0; i < p->plain_places.count; i++) {
        size_t place = p->plain_places.at[i];
        if ((p->setup.is_known && p->setup.is_known[place]) || (p->setup.is_lasting && !is_left(p, place)))
            portfolio_forget(p->plain, i);
    }
    p->plain_is_asked = true;
}

static void forget_plain(struct strategy *p, size_t place)
{
    for (size_t i = 0; i < p->plain_places.count; i++)
        if (p->plain_places.at[i] == place)
            portfolio_forget(p->plain, i);
}

static struct portfolio *plain_engine(struct strategy *p)
{
    if (p->plain_is_asked || p->is_broken)
        return p->plain;
    if (p->plain)
        portfolio_ask_again(p->plain, p->setup.started, p->setup.deadline);
    else {
        p->is_broken = !input_lower_fully(p->run, p->input);
        if (p->is_broken)
            return NULL;
        open_plain(p);
    }
    ask_plain(p);
    return p->plain;
}

static struct cause why_broken(const struct strategy *p)
{
    return cause_of(p->run->watch.stopped ? p->run->watch.stopped : CAUSE_MODEL_NOT_BUILT);
}

static void decide_left(struct strategy *p)
{
    if (p->left.count == 0)
        return;
    struct portfolio *plain = plain_engine(p);
    if (plain)
        portfolio_decide_all(plain);
    for (size_t i = 0; i < p->left.count && !plain; i++)
        give_up(p, p->left.at[i], why_broken(p));
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static void leave_all(struct strategy *p)
{
    for (size_t i = 0; i < p->setup.wanted_count; i++)
        if (!property_symmetry_is_led(&p->following, i))
            array_push(p->mem, &p->left, i);
}

static bool wants_counters(const struct strategy *p)
{
    unsigned choice = p->setup.job->symmetry;
    return choice == JOB_SYMMETRY_COUNTERS || (choice == JOB_SYMMETRY_AUTO && p->input->per_orbit);
}

// Small models with few states are decided before counters would be made.
#define SMALL_MODEL 1e4 // instances of rules times cells
#define EASY_SECONDS 0.5
#define EASY_SECONDS_FOR_RINGS 0.1

static double size_of(const struct strategy *p)
{
    return murphi_instance_count(&p->input->murphi) * (double)model_cell_count(p->input->model);
}

static bool is_small(const struct strategy *p)
{
    return size_of(p) <= SMALL_MODEL;
}

static bool all_are_done(const struct strategy *p)
{
    for (size_t i = 0; i < p->setup.wanted_count; i++)
        if (!p->is_done[i])
            return false;
    return true;
}

static void decide_easy(struct strategy *p, double seconds)
{
    leave_all(p);
    struct portfolio *plain = plain_engine(p);
    if (!plain) { // counters may do without it
        p->left.count = 0;
        return;
    }
    portfolio_decide_easy(plain, seconds);
    p->was_easy = all_are_done(p);
}

static void decide_by_counters(struct strategy *p)
{
    counter_backend_decide(&p->counting, p->is_done, p->setup.job->symmetry == JOB_SYMMETRY_COUNTERS);
    if (!p->plain_is_asked) {
        for (size_t i = 0; i < p->counting.left.count; i++)
            array_push(p->mem, &p->left, p->counting.left.at[i]);
        return;
    }
    for (size_t i = 0; i < p->plain_places.count; i++) {
        bool is_left = false;
        for (size_t k = 0; k < p->counting.left.count; k++)
            is_left |= p->counting.left.at[k] == p->plain_places.at[i];
        if (!is_left)
            portfolio_forget(p->plain, i);
    }
}

static bool wants_representatives(const struct strategy *p)
{
    return p->setup.job->symmetry >= JOB_SYMMETRY_ONTHEFLY;
}

// Somebody has stated symmetries or hints, and will want them to be used.
static bool is_told(const struct input *input)
{
    return input->generators.count > 0 || model_hint_count(input->model) > 0;
}

static void close_representatives(struct strategy *p)
{
    if (p->representatives)
        backend_close(onthefly_backend_base(p->representatives));
    p->representatives = NULL;
}

// Decides what it can; the rest waits.
static void decide_by_representatives(struct strategy *p, struct goals *goals, double deadline)
{
    if (!p->representatives || !onthefly_backend_ask_again(p->representatives, p->setup.is_known, p->setup.started)) {
        close_representatives(p);
        p->representatives = onthefly_backend_new(p->run, p->input, &p->setup, deadline);
    }
    goals_open(goals, p->run, &p->setup);
    for (size_t i = 0; i < goals->count; i++)
        goals->at[i] = (struct goal){.is_done = p->setup.is_known && p->setup.is_known[i],
                                     .result = {.property = p->setup.wanted[i], .verdict = VERDICT_UNDECIDED}};
    backend_decide(onthefly_backend_base(p->representatives), goals, deadline);
}

// For half of the time, or a minute; what is undecided then is left to the model as it is.
static void try_representatives(struct strategy *p)
{
    struct goals goals;
    double now = clock_now(), end = p->setup.deadline;
    if (!input_lower_fully(p->run, p->input)) {
        leave_all(p);
        return;
    }
    decide_by_representatives(p, &goals, end > 0 ? (now + end) / 2 : now + 60);
    for (size_t i = 0; i < goals.count; i++) {
        if (!goals_is_waiting(&goals, i))
            continue;
        if (goals.at[i].is_refuted && p->setup.refuted)
            p->setup.refuted(p->setup.context, i);
        array_push(p->mem, &p->left, i);
    }
    goals_close(&goals);
}

static bool is_architectural(const struct strategy *p)
{
    return p->setup.job->symmetry == JOB_SYMMETRY_ARCHITECTURAL;
}

static void decide_by_architecture(struct strategy *p)
{
    architectural_decide(&p->architectural, &p->counting, p->is_done);
    for (size_t i = 0; i < p->counting.left.count; i++)
        array_push(p->mem, &p->left, p->counting.left.at[i]);
}

// ---- Rings ----------------------------------------------------------------------------------------------------------
// Rotations are few, and a quotient by them has nearly as many states as the ring has components to the power of their
// states. Where the rules show that all permutations count for what can be reached (seed 002), counters are few. So
// that is tried before the other methods take their turns, for a moment.
#define SECONDS_FOR_RINGS 5.0
#define PART_FOR_RINGS 4 // of the time that is left
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
           size_of(p) <= LARGEST_OF_RANGES;
}

static bool tries_architecture(const struct strategy *p)
{
    return p->setup.job->symmetry == JOB_SYMMETRY_AUTO && p->setup.job->engine == JOB_ENGINE_AUTO && !p->was_easy &&
           !all_are_done(p) && !p->input->smv && !p->counting.counters &&
           (has_large_ring(p->input->model) || has_large_ranges(p));
}

// A model that took long to read takes long to look at.
static double end_for_rings(const struct strategy *p)
{
    double now = clock_now(), end = p->setup.deadline, seconds = 2 * (now - p->setup.started);
    double least = has_large_ring(p->input->model) ? SECONDS_FOR_RINGS : SECONDS_FOR_RANGES;
    seconds = seconds > least ? seconds : least;
    return end > now && (end - now) / PART_FOR_RINGS < seconds ? now + (end - now) / PART_FOR_RINGS : now + seconds;
}

// What is decided so is not left any more.
static void try_architecture(struct strategy *p)
{
    size_t count = p->setup.wanted_count, kept = 0;
    double end = p->setup.deadline;
    if (!input_lower_fully(p->run, p->input) ||
        (has_large_ranges(p) && !input_lower_ranges(p->run, p->input, LEAST_RING)))
        return;
    p->architectural.model = p->input->of_ranges;
    bool *is_done = mem_alloc(p->mem, (count + 1) * sizeof *is_done);
    for (size_t i = 0; i < count; i++)
        is_done[i] = p->is_done[i] || !is_left(p, i);
    p->setup.deadline = end_for_rings(p);
    p->architectural.is_optional = true;
    architectural_decide(&p->architectural, &p->symmetrised, is_done);
    p->setup.deadline = end;
    for (size_t i = 0; i < p->left.count; i++) {
        size_t place = p->left.at[i];
        bool is_still_left = p->is_done[place];
        for (size_t k = 0; k < p->symmetrised.left.count; k++)
            is_still_left |= p->symmetrised.left.at[k] == place;
        if (is_still_left)
            p->left.at[kept++] = place;
        else if (p->plain_is_asked)
            forget_plain(p, place);
    }
    p->left.count = kept;
    mem_free(p->mem, is_done, (count + 1) * sizeof *is_done);
}

bool strategy_look_for_followers(const struct job *job, const struct input *input)
{
    return job->symmetry == JOB_SYMMETRY_AUTO && !is_told(input) && !has_classes(input->model);
}

static void give_up_all(struct strategy *p)
{
    for (size_t i = 0; i < p->setup.wanted_count; i++)
        if (!p->setup.is_known || !p->setup.is_known[i])
            give_up(p, i, why_broken(p));
}

static void decide_others(struct strategy *p)
{
    if (wants_representatives(p)) {
        if (!input_lower_fully(p->run, p->input)) {
            give_up_all(p);
            return;
        }
        struct goals goals;
        decide_by_representatives(p, &goals, p->setup.deadline);
        if (!goals_are_over(&goals))
            goals_finish_all(&goals);
        goals_close(&goals);
        return;
    }
    if (p->setup.job->symmetry == JOB_SYMMETRY_AUTO && is_told(p->input)) {
        try_representatives(p);
        decide_left(p);
        return;
    }
    if (strategy_look_for_followers(p->setup.job, p->input) && !p->setup.is_share)
        property_symmetry_open(&p->following, p->run, p->input->model, p->setup.wanted, p->setup.wanted_count);
    property_symmetry_release(&p->following, p->setup.is_known);
    if (is_architectural(p))
        decide_by_architecture(p);
    else if (!wants_counters(p) && tries_architecture(p) && (is_small(p) || has_large_ranges(p)))
        decide_easy(p, EASY_SECONDS_FOR_RINGS);
    else if (!wants_counters(p))
        leave_all(p);
    else {
        if (p->setup.job->symmetry == JOB_SYMMETRY_AUTO && is_small(p) && p->setup.job->engine != JOB_ENGINE_SYMBOLIC)
            decide_easy(p, EASY_SECONDS);
        if (!p->was_easy)
            decide_by_counters(p);
    }
    if (tries_architecture(p))
        try_architecture(p);
    decide_left(p);
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

// By place: what is known, and what is left to fair_goals.
static void note_known(struct strategy *p, const bool *is_known)
{
    size_t count = p->setup.wanted_count;
    p->given_known = p->fair.is_known = is_known;
    for (size_t i = 0; i < count; i++)
        p->is_done[i] = is_known && is_known[i];
    for (size_t i = 0; i < p->fair.goal_indices.count; i++)
        p->is_done[p->fair.goal_indices.at[i]] = true;
    memcpy(p->is_known, p->is_done, count * sizeof *p->is_known);
    p->setup.is_known = p->fair.goal_indices.count ? p->is_known : is_known;
}

struct strategy *strategy_new(struct run *run, struct input *input, const struct portfolio_setup *setup)
{
    struct strategy *p = mem_zalloc(&run->mem, sizeof *p);
    *p = (struct strategy){.run = run, .mem = &run->mem, .input = input, .given = *setup, .setup = *setup};
    pass_results_through(p);
    p->is_done = mem_zalloc(p->mem, (setup->wanted_count + 1) * sizeof *p->is_done);
    p->is_known = mem_zalloc(p->mem, (setup->wanted_count + 1) * sizeof *p->is_known);
    fair_goals_open(&p->fair, run, input, setup);
    note_known(p, setup->is_known);
    p->fair.setup = &p->setup;
    counter_backend_open(&p->counting, run, input, &p->setup);
    counter_backend_open(&p->symmetrised, run, input, &p->setup);
    architectural_open(&p->architectural, run, input, &p->setup);
    return p;
}

// What architectural symmetry finds is not kept.
void strategy_ask_again(struct strategy *p, const bool *is_known, double started, double deadline)
{
    p->setup.started = started;
    p->setup.deadline = deadline;
    p->left.count = p->counting.left.count = 0;
    p->plain_is_asked = p->was_easy = p->is_broken = false;
    p->by = (struct method_summary){0};
    note_known(p, is_known);
    property_symmetry_close(&p->following);
    p->following = (struct property_symmetry){0};
    counter_backend_close(&p->symmetrised);
    architectural_close(&p->architectural);
    counter_backend_open(&p->symmetrised, p->run, p->input, &p->setup);
    architectural_open(&p->architectural, p->run, p->input, &p->setup);
    if (!is_architectural(p))
        return;
    counter_backend_close(&p->counting);
    counter_backend_open(&p->counting, p->run, p->input, &p->setup);
}

void strategy_free(struct strategy *p)
{
    if (!p)
        return;
    counter_backend_close(&p->counting);
    counter_backend_close(&p->symmetrised);
    property_symmetry_close(&p->following);
    close_representatives(p);
    architectural_close(&p->architectural);
    portfolio_free(p->plain);
    fair_goals_close(&p->fair);
    mem_free(p->mem, p->is_known, (p->setup.wanted_count + 1) * sizeof *p->is_known);
    mem_free(p->mem, p->is_done, (p->setup.wanted_count + 1) * sizeof *p->is_done);
    symmetry_free(p->symmetry);
    array_free(p->mem, &p->left);
    array_free(p->mem, &p->plain_places);
    array_free(p->mem, &p->plain_properties);
    str_free(p->mem, &p->text);
    str_free(p->mem, &p->remark);
    mem_free(p->mem, p, sizeof *p);
}

// ---- What else is asked for -----------------------------------------------------------------------------------------

static bool is_something_left(const struct strategy *p)
{
    for (size_t i = 0; i < p->left.count; i++)
        if (!p->is_done[p->left.at[i]])
            return true;
    return false;
}

// Counters that are all that was needed, of the model or of the symmetrised one; NULL: there are none.
static const struct counter_backend *sufficient_counters(const struct strategy *p)
{
    if (p->symmetrised.engine && !is_something_left(p))
        return &p->symmetrised;
    return p->counting.engine && !p->plain ? &p->counting : NULL;
}

static struct portfolio *engine_for_rest(struct strategy *p)
{
    const struct counter_backend *counters = sufficient_counters(p);
    if (!p->has_others && !p->plain && p->fair.engine)
        return p->fair.engine;
    return counters ? counters->engine : plain_engine(p);
}

bool strategy_are_orbits(const struct strategy *p)
{
    return !p->representatives || p->plain || p->setup.job->symmetry == JOB_SYMMETRY_ORBIT_XI;
}

// Whether what is counted has the states of the model.
static bool has_all_states(const struct strategy *p)
{
    const struct architecture *a = p->architectural.architecture;
    return !a || architecture_knows_states(a);
}

// Counters know all states if none of them is missing.
bool strategy_count_states(struct strategy *p, mpz_t orbits, mpz_t states, struct cause *cause)
{
    if (p->representatives && !p->plain)
        return backend_count(onthefly_backend_base(p->representatives), p->setup.deadline, orbits, states, cause);
    bool by_counters = p->counting.engine && p->counting.is_complete && has_all_states(p);
    struct portfolio *engine = by_counters ? p->counting.engine : plain_engine(p);
    *cause = why_broken(p);
    return engine && portfolio_count_states(engine, orbits, states, cause);
}

// States of counters are none of the model's. Where some are missing, nothing is known of the model.
static const struct model_warnings *warnings_of_counters(struct strategy *p, const struct counter_backend *counters)
{
    if (counters->is_complete && has_all_states(p))
        model_warnings_add(&p->warnings, portfolio_warnings(counters->engine));
    return &p->warnings;
}

const struct model_warnings *strategy_warnings(struct strategy *p)
{
    if (p->representatives && !p->plain) {
        double end = watch_time_for_warnings(p->setup.started, p->setup.deadline);
        backend_find_warnings(onthefly_backend_base(p->representatives), end, &p->warnings);
        return &p->warnings;
    }
    const struct counter_backend *counters = sufficient_counters(p);
    struct portfolio *engine = engine_for_rest(p);
    if (counters && engine == counters->engine)
        return warnings_of_counters(p, counters);
    return engine ? portfolio_warnings(engine) : &p->warnings;
}

void strategy_get_statistics(struct strategy *p, struct backend_statistics *statistics)
{
    *statistics = (struct backend_statistics){0};
    if (p->representatives && !p->plain) {
        backend_add_statistics(onthefly_backend_base(p->representatives), statistics);
        return;
    }
    struct portfolio *engine = engine_for_rest(p);
    if (engine)
        portfolio_get_statistics(engine, statistics);
}

const cell_id *strategy_order(struct strategy *p, size_t *count)
{
    if (p->representatives && !p->plain)
        return onthefly_backend_order(p->representatives, count);
    return portfolio_order(plain_engine(p), count);
}

// ---- In words -------------------------------------------------------------------------------------------------------

static bool is_counted(const struct strategy *p)
{
    return p->counting.counters && p->counting.is_complete;
}

static void add_classes(struct strategy *p, struct str *out, bool usable)
{
    const struct model *m = p->input->model;
    const char *before = "";
    for (size_t i = 0; i < model_class_count(m); i++) {
        const struct component_class *class = model_class(m, i);
        if (class->size < 2 || !class->obstacle != usable)
            continue;
        str_add(p->mem, out, "%s%s", before, class->name);
        if (class->obstacle)
            str_add(p->mem, out, " (%s)", class->obstacle);
        before = ", ";
    }
}

#define NOT_COUNTED "counter abstraction not applicable: "

// What counters have not decided was checked in other ways.
static void add_architecture(struct strategy *p)
{
    const struct architectural *d = &p->architectural;
    if (!d->architecture) {
        str_add(p->mem, &p->text, "architectural symmetry not applicable: %s",
                d->refusal.count ? str_text(&d->refusal) : "the properties depend on fairness of rules");
        return;
    }
    str_add(p->mem, &p->text, "architectural, of %s (%s): ", architecture_class(d->architecture),
            architectural_text(d));
    if (is_counted(p))
        str_add(p->mem, &p->text, "%s%s%s", method_reduction_name(REDUCTION_COUNTERS),
                d->engine ? "; for properties of single components, " : "",
                d->engine ? method_backend_name(BACKEND_EXPLICIT_QUOTIENT) : "");
    else
        str_add(p->mem, &p->text, "%s%s" NOT_COUNTED "%s",
                d->engine ? method_backend_name(BACKEND_EXPLICIT_QUOTIENT) : "", d->engine ? "; " : "",
                p->counting.counters ? cause_words(CAUSE_UNKNOWN_LOCAL_STATES) : str_text(&p->counting.refusal));
}

// Classes that only architectural symmetry has a use for, where it decided something.
static bool is_by_ranges(const struct strategy *p)
{
    return p->architectural.model && p->architectural.architecture && p->by.by_reduction[REDUCTION_ARCHITECTURE];
}

// What is said before the methods, and whether they are to be named.
static bool add_symmetry(struct strategy *p)
{
    const struct model *m = p->input->model;
    if (p->following.count)
        property_symmetry_add_text(&p->following, p->setup.wanted_count, &p->text);
    if (!has_classes(m))
        return is_by_ranges(p);
    if (p->following.count)
        str_add(p->mem, &p->text, "; ");
    if (is_architectural(p)) {
        add_architecture(p);
        return false;
    }
    bool is_usable = has_usable_classes(m), is_off = p->setup.job->symmetry == JOB_SYMMETRY_OFF;
    if (is_usable && !is_off)
        return true;
    str_add(p->mem, &p->text, is_usable ? "off for " : "not applicable: ");
    add_classes(p, &p->text, is_usable);
    return false;
}

static void add_remark(struct strategy *p)
{
    if (is_by_ranges(p))
        str_add(p->mem, &p->remark, "%s", architecture_class(p->architectural.architecture));
    add_classes(p, &p->remark, true);
    if (p->counting.counters && !is_counted(p))
        str_add(p->mem, &p->remark, "; " NOT_COUNTED "%s", cause_words(CAUSE_UNKNOWN_LOCAL_STATES));
    else if (p->counting.refusal.count)
        str_add(p->mem, &p->remark, "; " NOT_COUNTED "%s", str_text(&p->counting.refusal));
}

struct method_summary strategy_summary(struct strategy *p)
{
    struct method_summary summary = p->by;
    str_clear(&p->text);
    str_clear(&p->remark);
    if (p->representatives) {
        summary.before = onthefly_backend_text(p->representatives);
        return summary;
    }
    if (add_symmetry(p)) {
        add_remark(p);
        summary.after = str_text(&p->remark);
    }
    summary.before = p->text.count || summary.after ? str_text(&p->text) : NULL;
    return summary;
}
