#include "run/every_size/counter_proof.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "murphi/print.h"
#include "murphi/size_fragment.h"
#include "reduce/counter/counter.h"
#include "run/every_size/sized_input.h"
#include "run/portfolio.h"

enum { FIRST_THRESHOLD = 2, LAST_THRESHOLD = 3, MOST_ELEMENTS_READ = 16, MOST_ATTEMPTS = 6 };

struct counter_proof {
    struct run *run;
    struct mem *mem;
    struct arena *arena;
    struct size_proof_setup setup;
    struct counter_goal *goals;
    struct size_need *needs; // by goal: what its condition needs
    size_t count;
    struct size_classes classes; // of the example
    const char *names[SIZE_MOST_CLASSES];
    uint64_t least; // size of a class of the example
    // Elements that are needed to see a step, an error, that no rule is enabled; and for start states.
    uint32_t for_steps, for_errors, for_disabled, for_starts;
    struct size_refusal errors, disabled; // why no number is enough
    value threshold;
};

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

static struct cause explain(struct counter_proof *p, const struct size_refusal *refusal)
{
    return cause_keep(size_refusal_cause(&p->setup.example->murphi, refusal), p->arena);
}

static bool is_over(const struct counter_proof *p)
{
    return watch_is_interrupted(p->run) || (p->setup.deadline > 0 && clock_now() > p->setup.deadline);
}

// ---- The text -------------------------------------------------------------------------------------------------------

static uint32_t more(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static struct cause find_needs(struct counter_proof *p)
{
    const struct murphi_tree *tree = &p->setup.example->murphi;
    for (const struct murphi_rule *rule = tree->rules; rule; rule = rule->next) {
        struct size_need need;
        struct size_refusal refusal;
        bool is_fairness = rule->kind == MURPHI_JUSTICE || rule->kind == MURPHI_COMPASSION; // which may go wrong
        if (rule->kind != MURPHI_RULE && rule->kind != MURPHI_STARTSTATE && !is_fairness)
            continue;
        bool good = murphi_size_need(tree, p->classes.at, p->classes.count, rule, &need, &refusal);
        if (!good && !is_fairness)
            return explain(p, &refusal);
        if (!good)
            need.errors = refusal;
        p->for_errors = more(p->for_errors, need.parameters + need.for_errors);
        if (!p->errors.cause.code)
            p->errors = need.errors;
        if (is_fairness)
            continue;
        if (rule->kind == MURPHI_STARTSTATE) {
            p->for_starts = more(p->for_starts, need.parameters + need.witnesses);
            continue;
        }
        p->for_steps = more(p->for_steps, need.parameters + need.witnesses);
        p->for_disabled = more(p->for_disabled, need.parameters + need.witnesses + need.for_disabled);
        if (!p->disabled.cause.code)
            p->disabled = need.disabled;
    }
    return cause_of(CAUSE_NONE);
}

static struct cause find_classes(struct counter_proof *p)
{
    const struct murphi_tree *tree = &p->setup.example->murphi;
    struct size_refusal refusal;
    if (!murphi_sized_classes(tree, p->setup.constant, &p->classes, &refusal))
        return refusal.cause.code ? explain(p, &refusal) : cause_of(CAUSE_SIZE_NO_CONSTANT);
    if (p->classes.shrinking.cause.code)
        return explain(p, &p->classes.shrinking);
    p->least = UINT64_MAX;
    for (size_t i = 0; i < p->classes.count; i++)
        p->least = murphi_size(p->classes.at[i]) < p->least ? murphi_size(p->classes.at[i]) : p->least;
    return cause_of(CAUSE_NONE);
}

static const struct murphi_rule *rule_of(const struct murphi_tree *tree, goal_id goal)
{
    for (const struct murphi_rule *rule = tree->rules; rule; rule = rule->next)
        if (murphi_invariant_of(rule) && murphi_goal_of(rule) == goal)
            return rule;
    return NULL;
}

static enum property_kind kind_of(const struct counter_proof *p, size_t goal)
{
    const struct model *m = p->setup.example->model;
    return model_property(m, model_find_goal(m, p->goals[goal].goal))->kind;
}

// Whether something can go wrong in a condition itself.
static bool has_fault(const struct model *m, goal_id goal)
{
    for (size_t i = 0; i < model_fault_count(m); i++)
        if (model_fault(m, i)->goal == goal)
            return true;
    return false;
}

static void refuse_all(struct counter_proof *p, struct cause why)
{
    for (size_t i = 0; i < p->count; i++) {
        enum property_kind kind = kind_of(p, i);
        bool is_safety =
            kind == PROPERTY_FAULT || kind == PROPERTY_DEADLOCK || rule_of(&p->setup.example->murphi, p->goals[i].goal);
        if (!p->goals[i].holds && !p->goals[i].why.code)
            p->goals[i].why = is_safety ? why : cause_of(CAUSE_SIZE_KIND_FOR_COUNTERS);
    }
}

// How many elements a property needs besides those of steps; false if it is none that is proved like this.
static bool property_need(struct counter_proof *p, struct counter_goal *g, uint32_t *need)
{
    const struct model *m = p->setup.example->model;
    const struct property *property = model_property(m, model_find_goal(m, g->goal));
    const struct murphi_rule *rule = rule_of(&p->setup.example->murphi, g->goal);
    const struct size_refusal *refused = NULL;
    struct size_need *own = &p->needs[g - p->goals];
    struct size_refusal refusal;
    *own = (struct size_need){0};
    switch (property->kind) {
    case PROPERTY_FAULT:
        refused = &p->errors;
        *need = p->for_errors;
        break;
    case PROPERTY_DEADLOCK:
        refused = p->errors.cause.code ? &p->errors : &p->disabled;
        *need = more(p->for_disabled, p->for_errors);
        break;
    default:
        if (!rule) {
            g->why = cause_of(CAUSE_SIZE_KIND_FOR_COUNTERS);
            return false;
        }
        if (!murphi_size_need(&p->setup.example->murphi, p->classes.at, p->classes.count, rule, own, &refusal))
            refused = &refusal;
        *need = own->parameters + own->witnesses;
    }
    if (refused && refused->cause.code)
        g->why = explain(p, refused);
    return !refused || !refused->cause.code;
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

static size_t find_faults(const struct model *m)
{
    for (size_t i = 0; i < model_property_count(m); i++)
        if (model_property(m, i)->kind == PROPERTY_FAULT)
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
        if (is_asked[i] && number == SIZE_MAX && kind_of(p, i) != PROPERTY_FAULT) {
            is_asked[i] = false;
            p->goals[i].why = cause_of(CAUSE_SIZE_NOT_OF_ALL);
        }
        if (number == SIZE_MAX) // nothing can go wrong
            continue;
        has_deadlock |= kind_of(p, i) == PROPERTY_DEADLOCK;
        array_push(p->mem, &s->properties, number);
        array_push(p->mem, &s->goal_of, i);
    }
    if (!has_deadlock || find_faults(m) == SIZE_MAX)
        return;
    array_push(p->mem, &s->properties, find_faults(m));
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
    if (s->counters && model_fault_count(counter_model(s->counters)) != model_fault_count(s->input.per_orbit)) {
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

// Decides all of it. Gives how many states the counters have, if that is asked for and known.
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
    if (counts && !is_over(p))
        states = count_states(s, engine);
    portfolio_free(engine);
    return states;
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

static bool has_no_fault(const struct counter_search *s)
{
    size_t faults = find_faults(s->input.per_orbit);
    for (size_t i = 0; i < s->properties.count; i++)
        if (s->properties.at[i] == faults)
            return counter_property(s->counters, i) != SIZE_MAX &&
                   verdict_of(s, counter_property(s->counters, i)) == VERDICT_HOLDS;
    return faults == SIZE_MAX && model_fault_count(s->input.per_orbit) == 0;
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
    if (property->kind == PROPERTY_DEADLOCK && !has_no_fault(s))
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
        if (!is_asked[i] || !has_fault(s->input.per_orbit, p->goals[i].goal))
            continue;
        *for_properties = more(*for_properties, need->parameters + need->for_errors);
        is_asked[i] = !need->errors.cause.code;
        if (need->errors.cause.code)
            p->goals[i].why = explain(p, &need->errors);
    }
}

// From how many elements on the counters are those of all sizes. That some rule is enabled is found for components
// that are named.
static uint32_t needed_elements(const struct counter_proof *p, const struct counter_reduction *counters,
                                uint32_t for_properties, const bool *is_asked)
{
    struct counter_need need = counter_need(counters);
    for (size_t i = 0; i < p->count; i++)
        if (is_asked[i] && kind_of(p, i) == PROPERTY_DEADLOCK)
            for_properties = more(for_properties, need.named);
    uint32_t seen = more(p->for_steps, for_properties) + need.pointers + need.predicates + need.dependent + 1;
    return more(more(seen, need.named + 2), p->for_starts + (uint32_t)p->threshold);
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
    uint32_t guess = more(p->for_steps, for_properties) + 2;
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
        is_asked[i] = !p->goals[i].holds && property_need(p, &p->goals[i], &need);
        if (is_asked[i])
            for_properties = more(for_properties, need);
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
    struct cause why = find_classes(&p);
    if (!why.code)
        why = find_needs(&p);
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
    refuse_all(&p, why.code ? why : cause_of(CAUSE_OUT_OF_TIME));
}
