#include "run/every_size/counter_proof_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "murphi/print.h"
#include "reduce/counter/counter.h"
#include "run/every_size/sized_input.h"
#include "run/portfolio.h"

enum { FIRST_THRESHOLD = 2, LAST_THRESHOLD = 3, MOST_ELEMENTS_READ = 16, MOST_ATTEMPTS = 6 };

// What is open in one model of counters, by number of its property.
struct counter_search {
    struct counter_proof *p;
    struct input input;
    bool is_open;
    struct counter_reduction *counters;
    ARRAY(size_t) properties;     // of the model per orbit, that are asked for
    ARRAY(size_t) goal_of;        // by these: which goal; SIZE_MAX: it is the proof's own
    ARRAY(size_t) wanted;         // of the counter model
    ARRAY(enum verdict) verdicts; // by goal index in `wanted`
    ARRAY(struct method) methods; // likewise
    uint32_t needed;              // elements of each class
};

static const char *keep(struct counter_proof *p, struct str *text)
{
    const char *kept = arena_copy(p->arena, str_text(text), text->count);
    str_free(p->mem, text);
    return kept;
}

static bool is_over(const struct counter_proof *p)
{
    return watch_is_interrupted(p->run) || (p->setup.deadline > 0 && clock_now() > p->setup.deadline);
}

// ---- Models of counters ---------------------------------------------------------------------------------------------

static void close_search(struct counter_search *s)
{
    struct counter_proof *p = s->p;
    counter_free(s->counters);
    if (s->is_open)
        input_close(p->run, &s->input);
    array_free(p->mem, &s->properties);
    array_free(p->mem, &s->goal_of);
    array_free(p->mem, &s->wanted);
    array_free(p->mem, &s->verdicts);
    array_free(p->mem, &s->methods);
    *s = (struct counter_search){.p = p};
}

static size_t find_runtime_errors(const struct model *m)
{
    for (size_t i = 0; i < model_property_count(m); i++)
        if (model_property(m, i)->kind == PROPERTY_RUNTIME_ERROR)
            return i;
    return SIZE_MAX;
}

// That no rule is enabled means what it says where no rule has a run-time error.
static void ask(struct counter_search *s, bool *is_asked)
{
    struct counter_proof *p = s->p;
    const struct model *m = s->input.per_orbit;
    bool has_deadlock = false;
    for (size_t i = 0; i < p->count; i++) {
        size_t number = is_asked[i] ? model_find_goal(m, p->goals[i].goal) : SIZE_MAX;
        if (is_asked[i] && number == SIZE_MAX && counter_proof_kind_of(p, i) != PROPERTY_RUNTIME_ERROR) {
            is_asked[i] = false;
            p->goals[i].why = cause_of(CAUSE_SIZE_NOT_OF_ALL);
        }
        if (number == SIZE_MAX) // nothing can go wrong
            continue;
        has_deadlock |= counter_proof_kind_of(p, i) == PROPERTY_DEADLOCK;
        array_push(p->mem, &s->properties, number);
        array_push(p->mem, &s->goal_of, i);
    }
    if (!has_deadlock || find_runtime_errors(m) == SIZE_MAX)
        return;
    array_push(p->mem, &s->properties, find_runtime_errors(m));
    array_push(p->mem, &s->goal_of, SIZE_MAX);
}

static bool has_sizes(const struct counter_proof *p, const struct murphi_tree *tree, struct size_classes *classes)
{
    struct size_refusal refusal;
    return murphi_sized_classes(tree, p->setup.constant, classes, &refusal) && classes->count == p->classes.count;
}

static uint64_t smallest(const struct size_classes *classes)
{
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; i < classes->count; i++)
        least = murphi_size(classes->at[i]) < least ? murphi_size(classes->at[i]) : least;
    return least;
}

// The counters of the model with this value of the constant. False, with why, if there are none.
static bool open_search(struct counter_search *s, int64_t constant, bool *is_asked, uint64_t *elements,
                        struct cause *why)
{
    struct counter_proof *p = s->p;
    struct size_classes classes;
    struct counter_saturation saturation = {.class_count = p->classes.count, .threshold = p->threshold};
    const char *names[SIZE_MOST_CLASSES];
    s->is_open = true;
    if (!sized_input_open(p->run, p->arena, p->setup.job, p->setup.constant, constant, &s->input) ||
        !s->input.per_orbit || !has_sizes(p, &s->input.murphi, &classes)) {
        struct str number = {0};
        str_add(p->mem, &number, "%" PRId64, constant);
        *why = (struct cause){CAUSE_SIZE_NO_MODEL_FOR,
                              .texts = {p->setup.constant, arena_copy(p->arena, number.at, number.count)}};
        str_free(p->mem, &number);
        return false;
    }
    *elements = smallest(&classes);
    for (size_t i = 0; i < classes.count; i++) {
        struct str name = {0};
        if (classes.at[i]->is_inferred)
            str_add(p->mem, &name, "%s", classes.at[i]->label);
        else
            murphi_print_type(p->mem, &name, classes.at[i]);
        names[i] = keep(p, &name);
    }
    saturation.classes = names;
    ask(s, is_asked);
    s->counters = counter_saturate_while(s->input.per_orbit, s->properties.at, s->properties.count, &saturation,
                                         COUNTER_SEEN_LOCALS, watch_reading, p->run, p->mem, why);
    if (s->counters &&
        model_runtime_error_count(counter_model(s->counters)) != model_runtime_error_count(s->input.per_orbit)) {
        *why = cause_of(CAUSE_SIZE_HIDDEN_ERROR);
        return false;
    }
    return s->counters;
}

// ---- The search -----------------------------------------------------------------------------------------------------

static void take(void *context, size_t goal_index, struct result *result)
{
    struct counter_search *s = context;
    s->verdicts.at[goal_index] = result->verdict;
    s->methods.at[goal_index] = result->method;
    method_reduce(&s->methods.at[goal_index], REDUCTION_COUNTERS);
    if (result->has_trace)
        trace_close(&result->trace, s->p->mem);
}

static bool is_pointless(void *context)
{
    const struct counter_search *s = context;
    return run_is_lost(s->p->run);
}

static const char *count_states(struct counter_search *s, struct portfolio *engine)
{
    struct cause cause;
    const char *text = NULL;
    mpz_t orbits, states;
    mpz_init(orbits);
    mpz_init(states);
    if (portfolio_count_states(engine, orbits, states, &cause)) {
        char *digits = mpz_get_str(NULL, 10, states);
        text = arena_copy(s->p->arena, digits, strlen(digits));
        free(digits);
    }
    mpz_clear(orbits);
    mpz_clear(states);
    return text;
}

static enum verdict verdict_of(const struct counter_search *s, size_t property)
{
    for (size_t i = 0; i < s->wanted.count; i++)
        if (s->wanted.at[i] == property)
            return s->verdicts.at[i];
    return VERDICT_UNDECIDED;
}

static bool is_complete(const struct counter_search *s)
{
    size_t completeness = counter_completeness(s->counters);
    return completeness == SIZE_MAX || verdict_of(s, completeness) == VERDICT_HOLDS;
}

// States are counted only of what may be a proof: of counters that are not complete they can be very many.
static bool is_worth_counting(const struct counter_search *s)
{
    bool holds = false;
    for (size_t i = 0; i < s->properties.count; i++) {
        size_t property = counter_property(s->counters, i);
        holds |= property != SIZE_MAX && verdict_of(s, property) == VERDICT_HOLDS;
    }
    return holds && is_complete(s);
}

// Decides all of it. Gives how many states the counters have, if that is asked for, of use, and known.
static const char *search(struct counter_search *s, bool counts)
{
    struct counter_proof *p = s->p;
    struct job job = *p->setup.job;
    size_t completeness = counter_completeness(s->counters);
    const char *states = NULL;
    if (completeness != SIZE_MAX)
        array_push(p->mem, &s->wanted, completeness);
    for (size_t i = 0; i < s->properties.count; i++)
        if (counter_property(s->counters, i) != SIZE_MAX)
            array_push(p->mem, &s->wanted, counter_property(s->counters, i));
    for (size_t i = 0; i < s->wanted.count; i++) {
        array_push(p->mem, &s->verdicts, VERDICT_UNDECIDED);
        array_push(p->mem, &s->methods, (struct method){0});
    }
    job.trace = job.vacuity = false;
    job.is_terse = true;
    const struct portfolio_setup setup = {.job = &job,
                                          .model = counter_model(s->counters),
                                          .are_counters = true,
                                          .wanted = s->wanted.at,
                                          .wanted_count = s->wanted.count,
                                          .started = clock_now(),
                                          .deadline = p->setup.deadline,
                                          .counts_states = counts,
                                          .decided = take,
                                          .is_pointless = is_pointless,
                                          .context = s};
    struct portfolio *engine = portfolio_new(p->run, &setup);
    portfolio_decide_all(engine);
    if (counts && is_worth_counting(s) && !is_over(p))
        states = count_states(s, engine);
    portfolio_free(engine);
    return states;
}

static bool has_no_runtime_error(const struct counter_search *s)
{
    size_t runtime_errors = find_runtime_errors(s->input.per_orbit);
    for (size_t i = 0; i < s->properties.count; i++)
        if (s->properties.at[i] == runtime_errors)
            return counter_property(s->counters, i) != SIZE_MAX &&
                   verdict_of(s, counter_property(s->counters, i)) == VERDICT_HOLDS;
    return runtime_errors == SIZE_MAX && model_runtime_error_count(s->input.per_orbit) == 0;
}

// None: it holds for the counters. Else why that is not so, or not known.
static struct cause objection(struct counter_search *s, size_t i)
{
    struct counter_proof *p = s->p;
    const struct property *property = model_property(s->input.per_orbit, s->properties.at[i]);
    size_t number = counter_property(s->counters, i);
    if (property->refuted || property->unsupported)
        return cause_of(CAUSE_SIZE_KNOWN_TO_FAIL);
    if (number == SIZE_MAX) { // none would be a proof
        struct cause why = cause_keep(*counter_refusal(s->counters, i), p->arena);
        return why.code ? why : cause_of(CAUSE_NOT_KNOWN);
    }
    if (!is_complete(s))
        return cause_of(is_over(p) ? CAUSE_OUT_OF_TIME : CAUSE_SIZE_MORE_LOCALS);
    if (verdict_of(s, number) == VERDICT_UNDECIDED)
        return cause_of(is_over(p) ? CAUSE_OUT_OF_TIME : CAUSE_SIZE_GIVEN_UP);
    if (verdict_of(s, number) != VERDICT_HOLDS)
        return cause_of(CAUSE_SIZE_FAILS_SATURATED);
    if (property->kind == PROPERTY_DEADLOCK && counter_need(s->counters).dependent)
        return cause_of(CAUSE_SIZE_DEPENDENT);
    if (property->kind == PROPERTY_DEADLOCK && !has_no_runtime_error(s))
        return cause_of(CAUSE_SIZE_ERRORS_OPEN);
    return cause_of(CAUSE_NONE);
}

// ---- All sizes ------------------------------------------------------------------------------------------------------

// Where something can go wrong in a condition itself, that has to be seen, too.
static void see_errors(struct counter_search *s, bool *is_asked, uint32_t *for_properties)
{
    struct counter_proof *p = s->p;
    for (size_t i = 0; i < p->count; i++) {
        const struct size_need *need = &p->needs[i];
        if (!is_asked[i] || !counter_proof_has_runtime_error(s->input.per_orbit, p->goals[i].goal))
            continue;
        *for_properties = counter_proof_more(*for_properties, need->parameters + need->for_errors);
        is_asked[i] = !need->errors.cause.code;
        if (need->errors.cause.code)
            p->goals[i].why = counter_proof_explain(p, &need->errors);
    }
}

// From how many elements on the counters are those of all sizes. That some rule is enabled is found for components
// that are named.
static uint32_t needed_elements(const struct counter_proof *p, const struct counter_reduction *counters,
                                uint32_t for_properties, const bool *is_asked)
{
    struct counter_need need = counter_need(counters);
    for (size_t i = 0; i < p->count; i++)
        if (is_asked[i] && counter_proof_kind_of(p, i) == PROPERTY_DEADLOCK)
            for_properties = counter_proof_more(for_properties, need.named);
    uint32_t seen =
        counter_proof_more(p->for_steps, for_properties) + need.pointers + need.predicates + need.dependent + 1;
    return counter_proof_more(counter_proof_more(seen, need.named + 2), p->for_starts + (uint32_t)p->threshold);
}

// One size that is too small for that, by its own counters.
static void check_size(struct counter_proof *p, int64_t constant, bool *is_asked)
{
    struct counter_search s = {.p = p};
    struct cause why = {0};
    uint64_t elements;
    bool good = open_search(&s, constant, is_asked, &elements, &why);
    if (good)
        search(&s, false);
    for (size_t i = 0; i < p->count; i++) {
        struct cause against = cause_of(good ? CAUSE_NONE : CAUSE_SIZE_BETWEEN);
        for (size_t k = 0; k < s.properties.count && good; k++)
            if (s.goal_of.at[k] == i)
                against = objection(&s, k);
        if (!is_asked[i] || !against.code)
            continue;
        is_asked[i] = false;
        p->goals[i].why = against;
    }
    close_search(&s);
}

// The counters of a size that is large enough, which is found from what they need.
static bool open_large(struct counter_search *s, bool *is_asked, uint32_t for_properties, int64_t searched,
                       int64_t *constant, uint64_t *elements, struct cause *why)
{
    struct counter_proof *p = s->p;
    uint32_t guess = counter_proof_more(p->for_steps, for_properties) + 2;
    for (unsigned i = 0; i < MOST_ATTEMPTS && guess <= MOST_ELEMENTS_READ; i++) {
        *constant = p->setup.example_size + (int64_t)guess - (int64_t)p->least;
        if (*constant <= searched)
            *constant = searched + 1;
        if (!open_search(s, *constant, is_asked, elements, why))
            return false;
        see_errors(s, is_asked, &for_properties);
        guess = needed_elements(p, s->counters, for_properties, is_asked);
        if (guess <= *elements)
            return true;
        close_search(s);
    }
    *why = cause_of(CAUSE_SIZE_MANY_AT_A_TIME);
    return false;
}

// What the counters reach, where something was proved with them.
static const struct counter_invariants *find_invariants(struct counter_search *s, const bool *is_asked,
                                                        uint64_t elements)
{
    struct counter_proof *p = s->p;
    struct counter_invariants *invariants = arena_alloc(p->arena, sizeof *invariants);
    bool has_any = false;
    for (size_t i = 0; i < p->count; i++)
        has_any |= is_asked[i];
    if (!has_any || !p->setup.wants_invariants)
        return NULL;
    counter_invariants_find(p->run, s->counters, elements, sized_prefix(p->run, p->arena, &p->setup.example->murphi),
                            p->setup.deadline, p->arena, invariants);
    return invariants;
}

// Tries what is not known yet with one threshold.
static void try_threshold(struct counter_proof *p, int64_t searched)
{
    struct counter_search s = {.p = p};
    struct cause why = {0};
    bool *is_asked = arena_alloc(p->arena, p->count + 1);
    uint32_t for_properties = 0, any = 0;
    int64_t constant;
    uint64_t elements;
    for (size_t i = 0; i < p->count; i++) {
        uint32_t need;
        if (p->goals[i].holds)
            p->goals[i].why = cause_of(CAUSE_NONE);
        is_asked[i] = !p->goals[i].holds && counter_proof_property_need(p, &p->goals[i], &need);
        if (is_asked[i])
            for_properties = counter_proof_more(for_properties, need);
        any += is_asked[i];
    }
    if (any && open_large(&s, is_asked, for_properties, searched, &constant, &elements, &why)) {
        const char *states = search(&s, true);
        for (size_t k = 0; k < s.properties.count; k++) {
            size_t i = s.goal_of.at[k];
            if (i == SIZE_MAX || !is_asked[i])
                continue;
            struct cause against = objection(&s, k);
            is_asked[i] = !against.code;
            p->goals[i].why = against;
            for (size_t at = 0; at < s.wanted.count; at++)
                if (s.wanted.at[at] == counter_property(s.counters, k))
                    p->goals[i].by = s.methods.at[at];
        }
        const struct counter_invariants *invariants = find_invariants(&s, is_asked, elements);
        close_search(&s);
        for (int64_t at = searched + 1; at < constant && !is_over(p); at++)
            check_size(p, at, is_asked);
        for (size_t i = 0; i < p->count && !is_over(p); i++)
            if (is_asked[i]) {
                p->goals[i].holds = true;
                p->goals[i].threshold = (uint64_t)p->threshold;
                p->goals[i].elements = elements;
                p->goals[i].states = states;
                p->goals[i].invariants = invariants;
            }
    } else if (any) {
        for (size_t i = 0; i < p->count; i++)
            if (is_asked[i])
                p->goals[i].why = why.code ? cause_keep(why, p->arena) : cause_of(CAUSE_OUT_OF_TIME);
    }
    close_search(&s);
}

static bool is_done(const struct counter_proof *p)
{
    for (size_t i = 0; i < p->count; i++)
        if (!p->goals[i].holds)
            return false;
    return true;
}

void counter_proof_decide(struct run *run, const struct size_proof_setup *setup, int64_t searched,
                          struct counter_goal *goals, size_t count, struct arena *arena)
{
    struct counter_proof p = {
        .run = run, .mem = &run->mem, .arena = arena, .setup = *setup, .goals = goals, .count = count};
    struct job job = *setup->job;
    p.needs = arena_alloc(arena, (count + 1) * sizeof *p.needs);
    job.always_are_invariants = true;
    p.setup.job = &job;
    struct watch watch = run->watch;
    struct checkpoint *checkpoint = run->checkpoint;
    struct cause why = counter_proof_find_classes(&p);
    if (!why.code)
        why = counter_proof_find_needs(&p);
    // It is a search of its own: neither its time nor what it stores is that of the run.
    run->checkpoint = NULL;
    if (setup->deadline > 0)
        run->watch.deadline = setup->deadline;
    for (p.threshold = FIRST_THRESHOLD; !why.code && p.threshold <= LAST_THRESHOLD && !is_done(&p) && !is_over(&p);
         p.threshold++)
        try_threshold(&p, searched);
    enum cause_code stopped = run->watch.stopped;
    watch.has_told_of_interrupt = run->watch.has_told_of_interrupt;
    run->watch = watch;
    if (stopped == CAUSE_INTERRUPTED)
        run->watch.stopped = stopped;
    run->checkpoint = checkpoint;
    counter_proof_refuse_all(&p, why.code ? why : cause_of(CAUSE_OUT_OF_TIME));
}
