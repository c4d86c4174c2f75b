// A Murphi model for all values of a constant (seed 001; Theorem 6 is what makes one search answer for all sizes).
//
// Where symmetries help, one value is looked at after the other (family_by_size.c). Else there is one search for all:
// the model is lowered once for each value; reduce/family/family_aggregate.h makes one model of all of them, which the
// engine searches. Each property is asked for in each size by a copy of its own. A trace is turned into one of the
// instance that it belongs to, and replayed and judged there, before it is shown.
#include "run/family/family_run.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "encode/static_order.h"

// ---- What to check --------------------------------------------------------------------------------------------------

static void want(struct families *f, size_t property)
{
    size_t place = f->outcomes.count;
    for (size_t i = 0; i < f->outcomes.count; i++)
        if (f->outcomes.at[i].property == property)
            return;
    struct family_outcome outcome = {.property = property, .open = f->count};
    outcome.verdicts = arena_alloc(&f->arena, f->all * sizeof *outcome.verdicts);
    outcome.is_known = arena_alloc(&f->arena, f->all * sizeof *outcome.is_known);
    outcome.is_of_size = arena_alloc(&f->arena, f->all * sizeof *outcome.is_of_size);
    outcome.is_refuted = arena_alloc(&f->arena, f->all * sizeof *outcome.is_refuted);
    outcome.vacuous = arena_alloc(&f->arena, f->all * sizeof *outcome.vacuous);
    outcome.marks = arena_alloc(&f->arena, f->all * sizeof *outcome.marks);
    outcome.numbers = arena_alloc(&f->arena, f->all * sizeof *outcome.numbers);
    for (size_t i = 0; i < f->count; i++)
        outcome.numbers[i] = family_number_in(f->members[f->leader].model, property, f->members[i].model);
    array_push(f->mem, &f->outcomes, outcome);
    for (; place > 0 && f->outcomes.at[place - 1].property > property; place--) {
        f->outcomes.at[place] = f->outcomes.at[place - 1];
        f->outcomes.at[place - 1] = outcome;
    }
}

// As for a single model: those that are named and those that are given; without either, all of the file.
static bool select_properties(struct families *f)
{
    const struct job *o = f->job;
    const struct input *leader = f->inputs[f->leader];
    size_t all = model_property_count(leader->model), of_file = all - leader->formulas.count;
    f->property_count = all; // engines may add parts of them
    for (size_t i = 0; i < o->properties.count; i++) {
        size_t property;
        if (!input_find_property(f->run, leader, o->properties.at[i], &property))
            return false;
        want(f, property);
    }
    for (size_t i = (o->formulas.count || o->properties.count) && !f->asks_all ? of_file : 0; i < all; i++)
        want(f, i);
    return true;
}

void family_note_holding(struct family_outcome *o, size_t member)
{
    o->verdicts[member] = VERDICT_HOLDS;
    o->is_known[member] = true;
    o->open--;
}

static void ask(struct families *f)
{
    for (size_t i = 0; i < f->outcomes.count; i++) {
        struct family_outcome *o = &f->outcomes.at[i];
        for (size_t k = 0; k < f->count; k++) {
            size_t copy = family_copy_of(f->family, o->property, k);
            if (o->is_known[k])
                continue;
            if (copy == SIZE_MAX) {
                family_note_holding(o, k);
                continue;
            }
            array_push(f->mem, &f->wanted, copy);
            array_push(f->mem, &f->asked, ((struct family_asked){i, k}));
        }
    }
}

struct portfolio_setup family_setup(struct families *f,
                                    void (*decided)(void *families, size_t goal_index, struct result *))
{
    return (struct portfolio_setup){
        .job = f->job,
        .model = f->family ? family_model(f->family) : family_present_model(f),
        .wanted = f->wanted.at,
        .wanted_count = f->wanted.count,
        .started = f->started,
        .deadline = job_deadline(f->job, f->started),
        .counts_states = family_wants_states(f),
        .decided = decided,
        .is_pointless = family_is_pointless,
        .wants_trace = family_wants_trace,
        .context = f,
    };
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static bool is_late(void *context)
{
    struct run *run = context;
    return watch_is_interrupted(run) || (run->watch.deadline > 0 && clock_now() > run->watch.deadline);
}

struct job *family_copy_job(struct families *f, const struct job *job)
{
    struct job *copy = arena_alloc(&f->arena, sizeof *copy);
    *copy = *job;
    return copy;
}

// The order of the largest member's variables is good for the others, too; conditions on the size, which speak of all
// markers, would only hide what belongs together.
static const char **order_of_largest(struct families *f)
{
    struct model *m = f->members[f->count - 1].model;
    size_t cells = model_cell_count(m), bytes = (cells + 1) * sizeof(cell_id);
    cell_id *order = mem_alloc(f->mem, bytes);
    const char **names = arena_alloc(&f->arena, (cells + 1) * sizeof *names);
    order_compute(m, order, is_late, f->run, f->mem); // in time or not: the engine sees that, too
    for (size_t i = 0; i < cells; i++)
        names[i] = model_cell(m, order[i])->name;
    mem_free(f->mem, order, bytes);
    return names;
}

// With a limit, half of the time is left for single sizes, of which the small ones may be easy; so is all memory.
static void check_together(struct families *f)
{
    struct job *job = family_copy_job(f, f->job);
    if (f->present)
        family_ask_at_once(f);
    else
        ask(f);
    family_report(f); // what needs no search
    if (!family_is_something_left(f))
        return;
    struct portfolio_setup setup = family_setup(f, f->present ? family_take_at_once : family_take_result);
    setup.order = order_of_largest(f);
    if (f->present)
        setup.order = family_order_at_once(f, setup.order);
    setup.copied = family_outcome_of;
    // Steps that ask for the size look at all markers: no part of the system can be brought to its end by itself.
    setup.job = job;
    if (job->strategy == CHECK_STRATEGY_AUTO)
        job->strategy = CHECK_STRATEGY_CHAINING;
    if (setup.deadline > 0 && f->count > 1)
        setup.deadline = (setup.deadline + clock_now()) / 2;
    progress_begin(&f->run->progress, "checking");
    family_begin_together(f, "together", f->count);
    family_decide_together(f, &setup, family_count_states);
    if (family_is_something_left(f)) {
        family_leave_engine(f);
        family_check_rest(f);
    }
}

// What nobody has said anything of since the standard output was lost, or memory ran out: it is listed all the same.
void family_give_up_the_rest(struct families *f, struct cause cause)
{
    for (size_t i = 0; i < f->outcomes.count; i++)
        for (size_t k = 0; k < f->count; k++)
            if (!f->outcomes.at[i].is_known[k]) {
                struct result none = {.verdict = VERDICT_UNDECIDED, .cause = cause};
                family_take(f, &f->outcomes.at[i], k, &none);
            }
}

void family_check_all(struct families *f)
{
    family_hand_out(f);
    if (f->is_unbounded)
        family_prove_all(f);
    if (f->count == 0)
        family_report(f);
    else if (f->by_sizes)
        family_check_sizes(f);
    else
        check_together(f);
    if (family_is_pointless(f))
        family_give_up_the_rest(f, cause_of(CAUSE_OUTPUT_LOST));
    f->checkpoint_is_lost = !family_save(f);
    for (size_t i = f->count; i < f->all && f->job->states; i++)
        family_lack_states(f, i, cause_of(f->too_late));
}

bool family_open(struct families *f)
{
    f->started = clock_now();
    f->arena.mem = f->mem = &f->run->mem;
    progress_begin(&f->run->progress, "reading");
    bool good = family_read_options(f) && family_open_members(f) && family_find_properties(f);
    if (good)
        family_make(f);
    good = good && select_properties(f) && family_open_checkpoint(f);
    if (good)
        family_find_warnings(f);
    progress_end(&f->run->progress);
    return good;
}

void family_close(struct families *f)
{
    portfolio_free(f->engine);
    strategy_free(f->strategy);
    family_close_present(f);
    family_drop_counters(f);
    summary_close(&f->together);
    summary_close(&f->by_itself);
    family_close_checkpoint(f);
    for (size_t i = 0; i < f->outcomes.count; i++)
        if (f->outcomes.at[i].result.has_trace)
            trace_close(&f->outcomes.at[i].result.trace, f->mem);
    family_free(f->family);
    for (size_t i = 0; f->inputs && i < f->all; i++)
        if (f->is_open[i])
            input_close(f->run, f->inputs[i]);
    for (size_t i = 0; f->reachable && i < f->all; i++) {
        free(f->reachable[i]);
        free(f->orbits[i]);
    }
    str_free(f->mem, &f->invariants);
    free(f->sum);
    free(f->orbit_sum);
    array_free(f->mem, &f->outcomes);
    array_free(f->mem, &f->wanted);
    array_free(f->mem, &f->asked);
    arena_free(&f->arena);
}
