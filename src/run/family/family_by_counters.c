// Counters for all sizes together: the counter models of the single sizes as a family of their own.
//
// Permutations keep the size of a state, so that the quotient of the aggregate is the aggregate of the quotients: each
// size is reduced by itself (reduce/counter/counter.h), and one model is made of all that come out. A trace of it is
// one of the counter model of its size, and that becomes one of components, which is judged as any other. What counters
// cannot decide is left to single sizes.
//
// Properties of single components come after that: in each size, those that they are about are tracked beside the
// counters of the others (run/tracked_backend.h).
//
// With architectural symmetry, what is counted is the symmetrised model of each size for which the rules show that
// there is one; the other sizes are left. A trace is connected in its size.
#include "report/cause_words.h"
#include "run/family/family_run.h"

#include <inttypes.h>
#include <string.h>

#include "base/clock.h"
#include "run/architecture_backend.h"
#include "run/lifting.h"
#include "run/tracked_backend.h"

#define MOST_FAILURES 5
#define MOST_SECONDS 60 // for all sizes together; at most half of the time that there is

struct family_counters {
    size_t member;
    struct architecture *architecture; // NULL: it is the member itself that is symmetric
    struct model *model;               // that is counted
    struct model *own;                 // the same if it was made for that; NULL: it was not
    struct counter_reduction *of;
    size_t *properties; // by outcome: its property in the counter model; SIZE_MAX: none
};

void family_drop_counters(struct families *f)
{
    family_free(f->family);
    f->family = NULL;
    for (size_t i = 0; i < f->counted; i++) {
        counter_free(f->counters[i].of);
        architecture_free(f->counters[i].architecture);
        model_free(f->counters[i].own);
    }
    f->counted = 0;
}

// ---- Each size by itself --------------------------------------------------------------------------------------------

static bool is_architectural(const struct families *f)
{
    return f->job->symmetry == JOB_SYMMETRY_ARCHITECTURAL;
}

static void tell_uncounted(struct families *f, const struct family_counters *c, const char *what, struct cause why_not)
{
    struct str size = {0};
    size_add_text(f->grid, f->members[c->member].size, f->mem, &size);
    cause_log(&f->run->log, LOG_VERBOSE, why_not, f->mem, "%s = %s: %s", f->name, str_text(&size), what);
    str_free(f->mem, &size);
}

static size_t number_of(const struct families *f, const struct family_counters *c, size_t outcome)
{
    return family_number_in(f->members[f->leader].model, f->outcomes.at[outcome].property, f->members[c->member].model);
}

static bool tracks_same(const struct families *f, const struct model *per_orbit, size_t property)
{
    size_t bytes = model_class_count(per_orbit) * sizeof *f->tracked;
    uint32_t *tracked = mem_alloc(f->mem, bytes);
    bool is_same = tracked_elements_of(per_orbit, property, tracked) && memcmp(tracked, f->tracked, bytes) == 0;
    mem_free(f->mem, tracked, bytes);
    return is_same;
}

// Some property is asked for that tracks these components. In small sizes, too few would be left.
static struct model *find_tracked(struct families *f, struct family_counters *c)
{
    struct input *input = f->inputs[c->member];
    for (size_t i = 0; i < f->outcomes.count; i++) {
        size_t number = number_of(f, c, i);
        if (number == SIZE_MAX || f->outcomes.at[i].is_known[c->member] || !tracks_same(f, input->per_orbit, number))
            continue;
        c->own = input_lower_tracked(f->run, input, f->tracked);
        return c->own;
    }
    return NULL;
}

// The model whose components are counted; NULL if there is none.
static struct model *find_counted(struct families *f, struct family_counters *c,
                                  const struct architecture_options *options)
{
    struct cause why_not = {0};
    if (!family_has_several(f->members[c->member].model))
        return NULL;
    if (f->tracked)
        return find_tracked(f, c);
    if (!is_architectural(f))
        return f->inputs[c->member]->per_orbit;
    c->architecture = architecture_new(f->inputs[c->member]->model, options, f->mem, &f->arena, &why_not);
    if (!c->architecture) {
        tell_uncounted(f, c, "architectural symmetry not applicable", why_not);
        return NULL;
    }
    const char *name = architecture_class(c->architecture);
    if (!f->architectural_class)
        f->architectural_class = arena_copy(&f->arena, name, strlen(name));
    return architecture_model(c->architecture);
}

// From the largest size down. Those that have nothing to be counted are left out. Where the largest ones have no
// architectural symmetry, the others will hardly have one.
static void open_counters(struct families *f)
{
    struct architecture_options *options = arena_alloc(&f->arena, sizeof *options);
    *options = architecture_backend_options(f->run, f->job->time_limit);
    options->only_rules = true;
    f->counters = arena_alloc(&f->arena, f->count * sizeof *f->counters);
    for (size_t i = f->count;
         i-- > 0 && !family_end_of_work(f, 0.5) && (f->counted || f->count - i <= MOST_FAILURES);) {
        struct family_counters *c = &f->counters[f->counted];
        *c = (struct family_counters){.member = i};
        c->model = find_counted(f, c, options);
        f->counted += c->model != NULL;
    }
}

// A property that has no architectural symmetry in some size is left to single sizes in all of them, and one that
// tracks other components is not asked now.
static bool is_refused(const struct families *f, size_t outcome)
{
    const struct family_outcome *o = &f->outcomes.at[outcome];
    if (f->tracked)
        return !tracks_same(f, f->inputs[f->leader]->per_orbit, o->property);
    for (size_t i = 0; i < f->counted; i++) {
        size_t number = number_of(f, &f->counters[i], outcome);
        const struct architecture *a = f->counters[i].architecture;
        if (a && number != SIZE_MAX && (architecture_refusal(a, number) || architecture_follows(a, number)))
            return true;
    }
    return false;
}

// As long as no counters are missing: what holds then holds, and needs no property of its own to be so.
static bool reduce(struct families *f, struct family_counters *c, const bool *is_left)
{
    struct cause why_not = {0};
    f->wanted.count = 0;
    c->properties = arena_alloc(&f->arena, (f->outcomes.count + 1) * sizeof *c->properties);
    for (size_t i = 0; i < f->outcomes.count; i++) {
        size_t number = is_left[i] ? SIZE_MAX : number_of(f, c, i);
        c->properties[i] = number == SIZE_MAX ? SIZE_MAX : f->wanted.count;
        if (number != SIZE_MAX)
            array_push(f->mem, &f->wanted, number);
    }
    c->of = counter_reduce_while(c->model, f->wanted.at, f->wanted.count, COUNTER_EXACT_LOCALS, watch_reading, f->run,
                                 f->mem, &why_not);
    for (size_t i = 0; i < f->outcomes.count && c->of; i++)
        c->properties[i] = c->properties[i] == SIZE_MAX ? SIZE_MAX : counter_property(c->of, c->properties[i]);
    if (!c->of)
        tell_uncounted(f, c, "counter abstraction not applicable", why_not);
    return c->of;
}

// Where one size cannot be counted, others cannot either, as a rule: so it begins with the largest. Gives whether there
// are several.
static bool reduce_all(struct families *f)
{
    bool *is_left = arena_alloc(&f->arena, f->outcomes.count + 1), good = true;
    open_counters(f);
    for (size_t i = 0; i < f->outcomes.count; i++)
        is_left[i] = is_refused(f, i);
    for (size_t i = 0; i < f->counted && good; i++)
        good = !family_end_of_work(f, 0.75) && reduce(f, &f->counters[i], is_left);
    for (size_t i = 0; i < f->counted / 2; i++) { // by ascending size
        struct family_counters held = f->counters[i];
        f->counters[i] = f->counters[f->counted - 1 - i];
        f->counters[f->counted - 1 - i] = held;
    }
    return good && f->counted > 1;
}

// ---- All together ---------------------------------------------------------------------------------------------------

static bool make_family(struct families *f)
{
    size_t count = f->counted;
    struct family_member *members = mem_alloc(f->mem, count * sizeof *members);
    struct cause why_not = {0};
    for (size_t i = 0; i < count; i++) {
        const struct family_counters *c = &f->counters[i];
        members[i] = (struct family_member){counter_model(c->of), f->members[c->member].size};
    }
    f->family = family_new(members, count, FAMILY_DEADLOCK_AS_STATED, &(struct family_limit){family_is_late, f}, f->mem,
                           &why_not);
    if (!f->family)
        cause_log(&f->run->log, LOG_VERBOSE, why_not, f->mem, "counters of all sizes are not joined");
    mem_free(f->mem, members, count * sizeof *members);
    return f->family;
}

// The number of an outcome's property in the member of the counter family that leads; SIZE_MAX: it is not counted.
static void ask(struct families *f)
{
    size_t leader = family_leader(f->family);
    f->wanted.count = f->asked.count = 0;
    for (size_t i = 0; i < f->outcomes.count; i++) {
        size_t property = f->counters[leader].properties[i];
        for (size_t k = 0; k < f->counted && property != SIZE_MAX; k++) {
            size_t copy = family_copy_of(f->family, property, k);
            if (copy == SIZE_MAX || family_property_of(f->family, property, k) != f->counters[k].properties[i] ||
                f->outcomes.at[i].is_known[f->counters[k].member])
                continue;
            array_push(f->mem, &f->wanted, copy);
            array_push(f->mem, &f->asked, ((struct family_asked){i, f->counters[k].member}));
        }
    }
}

// ---- Results --------------------------------------------------------------------------------------------------------

static size_t place_of(const struct families *f, size_t member)
{
    size_t place = 0;
    while (f->counters[place].member != member)
        place++;
    return place;
}

// False if it is too long, or one of a model that is not made; single sizes know what to do then.
static bool lift(struct families *f, struct family_asked asked, struct result *result)
{
    struct reduction_stack stack;
    size_t place = place_of(f, asked.member);
    const struct family_counters *c = &f->counters[place];
    counter_backend_stack(&stack, f->inputs[c->member], c->architecture, c->model, c->of, f->mem);
    reduction_stack_push(&stack, family_layer(f->family, place));
    return !lifting_is_refused(lifting_lift(f->run, &stack, number_of(f, c, asked.outcome), result));
}

static void take_result(void *context, size_t goal_index, struct result *result)
{
    struct families *f = context;
    struct family_asked asked = f->asked.at[goal_index];
    if (result->is_refuted || result->has_trace) // before it is lifted: the model of that size may be too large
        family_note_refuted(f, goal_index);
    if (result->verdict == VERDICT_UNDECIDED && !cause_is_wrong_answer(result->cause))
        return;
    if (result->has_trace && !family_wants_trace(f, goal_index)) { // it is not worth being lifted
        trace_close(&result->trace, f->mem);
        result->has_trace = false;
    }
    if (!lift(f, asked, result))
        return;
    if (f->tracked)
        method_reduce(&result->method, REDUCTION_TRACKED);
    f->run->watch.decided++;
    f->has_counted = true;
    family_take(f, &f->outcomes.at[asked.outcome], asked.member, result);
}

static bool counts(const struct families *f)
{
    unsigned choice = f->job->symmetry;
    return !f->job->states && f->count > 1 &&
           (choice == JOB_SYMMETRY_AUTO || choice == JOB_SYMMETRY_COUNTERS || choice == JOB_SYMMETRY_ARCHITECTURAL);
}

static void begin(struct families *f)
{
    size_t *members = arena_alloc(&f->arena, f->counted * sizeof *members);
    for (size_t i = 0; i < f->counted; i++)
        members[i] = f->counters[i].member;
    family_begin_counted(f, members, f->counted);
}

// False if there is nothing to be searched so.
static bool count_once(struct families *f)
{
    bool good = reduce_all(f) && make_family(f);
    if (good) {
        ask(f);
        struct portfolio_setup setup = family_setup(f, take_result);
        setup.are_counters = true;
        setup.copied = family_outcome_of;
        setup.deadline = setup.deadline > 0 ? (setup.deadline + clock_now()) / 2 : clock_now() + MOST_SECONDS;
        begin(f);
        family_decide_together(f, &setup, NULL);
    } else {
        family_drop_counters(f);
    }
    return good;
}

// Properties that track the same components are decided in one search; each is tried once.
static void track_together(struct families *f)
{
    const struct model *m = f->inputs[f->leader]->per_orbit;
    bool *is_tried = arena_alloc(&f->arena, f->outcomes.count + 1);
    uint32_t *tracked = arena_alloc(&f->arena, (m ? model_class_count(m) + 1 : 1) * sizeof *tracked);
    for (size_t i = 0; i < f->outcomes.count && m && !family_is_pointless(f) && !family_end_of_work(f, 0.5); i++) {
        if (is_tried[i] || f->outcomes.at[i].open == 0 || !tracked_elements_of(m, f->outcomes.at[i].property, tracked))
            continue;
        f->tracked = tracked;
        for (size_t k = i; k < f->outcomes.count; k++)
            is_tried[k] |= tracks_same(f, m, f->outcomes.at[k].property);
        family_leave_engine(f);
        family_drop_counters(f);
        count_once(f);
    }
}

void family_count_together(struct families *f)
{
    f->tracked = NULL;
    if (!counts(f) || !family_is_something_left(f))
        return;
    if (f->present && (family_count_at_once(f) || f->has_unseen_locals))
        return;
    if (family_need_all(f) && count_once(f) && !is_architectural(f))
        track_together(f);
}
