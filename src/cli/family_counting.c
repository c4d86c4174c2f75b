// Counters for all sizes together: the counter models of the single sizes as a family of their own.
//
// Permutations keep the size of a state, so that the quotient of the aggregate is the aggregate of the quotients: each
// size is reduced by itself (reduce/counter.h), and one model is made of all that come out. A run of it is one of the
// counter model of its size, and that becomes one of components, which is judged as any other. What counters cannot
// decide is left to single sizes.
#include "cli/family_parts.h"

#include <inttypes.h>

#include "base/clock.h"
#include "cli/counting.h"

#define MOST_SECONDS 60 // for all sizes together; at most half of the time that there is

struct family_counters {
    struct counter_reduction *of; // NULL: it is not counted
    size_t *places;               // by outcome: its property in the counter model; SIZE_MAX: none
};

void family_drop_counters(struct families *f)
{
    family_free(f->family);
    f->family = NULL;
    for (size_t i = 0; f->counters && i < f->count; i++)
        counter_free(f->counters[i].of);
    f->counters = NULL;
}

// ---- Each size by itself --------------------------------------------------------------------------------------------

// As long as no counters are missing: what holds then holds, and needs no property of its own to be so.
static bool reduce(struct families *f, size_t member)
{
    struct family_counters *c = &f->counters[member];
    const struct model *leader = f->members[f->leader].model;
    struct str why_not = {0};
    f->wanted.count = 0;
    c->places = arena_alloc(&f->arena, (f->outcomes.count + 1) * sizeof *c->places);
    for (size_t i = 0; i < f->outcomes.count; i++) {
        size_t number = family_number_in(leader, f->outcomes.at[i].property, f->members[member].model);
        c->places[i] = number == SIZE_MAX ? SIZE_MAX : f->wanted.count;
        if (number != SIZE_MAX)
            array_push(f->mem, &f->wanted, number);
    }
    c->of = counter_reduce_while(f->inputs[member].per_orbit, f->wanted.at, f->wanted.count, true, watch_reading,
                                 f->cli, f->mem, &why_not);
    for (size_t i = 0; i < f->outcomes.count && c->of; i++)
        c->places[i] = c->places[i] == SIZE_MAX ? SIZE_MAX : counter_property(c->of, c->places[i]);
    if (!c->of)
        log_verbose(&f->cli->log, "%s = %" PRId64 ": no counters: %s", f->name, f->members[member].size,
                    str_text(&why_not));
    str_free(f->mem, &why_not);
    return c->of && counter_completeness(c->of) == SIZE_MAX;
}

// Sizes that have nothing to be counted are the small ones, and are left out.
static size_t reduce_all(struct families *f)
{
    size_t first = f->count;
    f->counters = arena_alloc(&f->arena, f->count * sizeof *f->counters);
    while (first > 0 && f->inputs[first - 1].per_orbit && family_has_several(f->members[first - 1].model) &&
           !family_end_of_work(f, 0.75)) {
        if (!reduce(f, first - 1))
            return f->count;
        first--;
    }
    return first;
}

// ---- All together ---------------------------------------------------------------------------------------------------

static bool make_family(struct families *f, size_t first)
{
    size_t count = f->count - first;
    struct family_member *members = mem_alloc(f->mem, count * sizeof *members);
    struct str why_not = {0};
    for (size_t i = 0; i < count; i++)
        members[i] = (struct family_member){counter_model(f->counters[first + i].of), f->members[first + i].size};
    f->family = family_new(members, count, FAMILY_DEADLOCK_AS_STATED, &(struct family_limit){family_is_late, f}, f->mem,
                           &why_not);
    if (!f->family)
        log_verbose(&f->cli->log, "counters are not put together: %s", str_text(&why_not));
    str_free(f->mem, &why_not);
    mem_free(f->mem, members, count * sizeof *members);
    return f->family;
}

// The number of an outcome's property in the member of the counter family that leads; SIZE_MAX: it is not counted.
static void ask(struct families *f, size_t first)
{
    size_t leader = family_leader(f->family);
    f->wanted.count = f->asked.count = 0;
    for (size_t i = 0; i < f->outcomes.count; i++) {
        size_t property = f->counters[first + leader].places[i];
        for (size_t k = 0; k < f->count - first && property != SIZE_MAX; k++) {
            size_t copy = family_copy_of(f->family, property, k);
            if (copy == SIZE_MAX || family_property_of(f->family, property, k) != f->counters[first + k].places[i])
                continue;
            array_push(f->mem, &f->wanted, copy);
            array_push(f->mem, &f->asked, ((struct family_asked){i, first + k}));
        }
    }
}

// ---- Results --------------------------------------------------------------------------------------------------------

// False if it is too long, or one of a model that is not made; single sizes know what to do then.
static bool lift(struct families *f, size_t member, struct result *result)
{
    struct trace counted, lifted;
    struct input *input = &f->inputs[member];
    family_project(f->family, &result->trace, member - f->counted_from, &counted);
    trace_close(&result->trace, f->mem);
    result->has_trace = false;
    enum counter_lift how = COUNTER_TOO_LONG;
    if (murphi_instance_count(&input->murphi) <= COUNTING_MOST_INSTANCES && input_lower_fully(f->cli, input))
        how = counter_lift(f->counters[member].of, &counted, input->model, &lifted);
    trace_close(&counted, f->mem);
    if (how == COUNTER_NOT_A_RUN) {
        result->verdict = VERDICT_UNDECIDED;
        result->reason = engine_internal_error;
    }
    result->has_trace = how == COUNTER_LIFTED;
    if (result->has_trace)
        result->trace = lifted;
    return how != COUNTER_TOO_LONG;
}

static void take_result(void *context, size_t place, struct result *result)
{
    struct families *f = context;
    struct family_asked asked = f->asked.at[place];
    if (result->verdict == VERDICT_UNDECIDED && result->reason != engine_internal_error)
        return;
    if (result->has_trace && !family_wants_run(f, place)) { // it is not worth being lifted
        trace_close(&result->trace, f->mem);
        result->has_trace = false;
    }
    if (result->has_trace && !lift(f, asked.member, result))
        return;
    f->cli->watch.decided++;
    f->has_counted = true;
    family_take(f, &f->outcomes.at[asked.outcome], asked.member, result);
}

void family_count_together(struct families *f)
{
    const struct cli_options *o = &f->cli->options;
    f->counted_from = f->count;
    if (o->states || f->count < 2 || (o->symmetry != CLI_SYMMETRY_AUTO && o->symmetry != CLI_SYMMETRY_COUNTERS))
        return;
    size_t first = reduce_all(f);
    if (first + 1 < f->count && make_family(f, first)) {
        f->counted_from = first;
        ask(f, first);
        struct engine_setup setup = family_setup(f, take_result);
        double given = o->time_limit, spent = clock_now() - f->started;
        f->cli->options.time_limit = given > 0 ? (given + spent) / 2 : spent + MOST_SECONDS;
        f->engine = engine_new(f->cli, &setup);
        engine_decide_all(f->engine);
        f->cli->options.time_limit = given;
    } else {
        family_drop_counters(f);
    }
}
