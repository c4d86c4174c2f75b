// What comes of the properties of a family: verdicts by size, one trace for all of them, and what is said of both.
#include "run/family/family_run.h"

#include <stdlib.h>
#include <string.h>

#include "report/cause_words.h"
#include "run/judging.h"
#include "run/lifting.h"

void family_distrust(struct families *f, struct family_outcome *o, size_t member, struct cause why)
{
    o->verdicts[member] = VERDICT_UNDECIDED;
    o->vacuous[member] = NULL;
    o->result.cause = cause_keep(why, &f->arena);
    struct str size = {0};
    size_add_text(f->grid, f->members[member].size, f->mem, &size);
    cause_log(&f->run->log, LOG_ERROR, why, f->mem, "property %zu, %s = %s", o->property + 1, f->name, str_text(&size));
    str_free(f->mem, &size);
    f->internal_error = true;
}

static bool is_right(struct families *f, struct family_outcome *o, size_t member, struct result *result)
{
    goal_id goal = model_property(f->members[f->leader].model, o->property)->goal;
    struct str error = {0};
    result->runtime_error = NULL;
    bool is_good = judging_judge(f->run, f->inputs[member], goal, result, &error) != JUDGED_WRONG;
    f->members[member].model = f->inputs[member]->model;
    if (!is_good)
        family_distrust(f, o, member, cause_with_text(CAUSE_REPLAY_FAILED, str_text(&error)));
    else if (result->runtime_error) {
        o->result.runtime_error = result->runtime_error;
        o->error_member = member;
    }
    str_free(f->mem, &error);
    return is_good;
}

// The trace is the property's if it is the one that is to be shown.
static bool keep_trace(struct families *f, struct family_outcome *o, size_t member, struct result *result)
{
    const char *runtime_error = o->result.runtime_error;
    size_t error_member = o->error_member;
    bool is_better = f->has_shown ? f->members[member].size == f->shown : !o->result.has_trace || member < o->traced;
    if (!is_right(f, o, member, result) || !is_better || !result->has_trace) {
        o->result.runtime_error = runtime_error;
        o->error_member = error_member;
        if (result->has_trace)
            trace_close(&result->trace, f->mem);
        return false;
    }
    if (o->result.has_trace)
        trace_close(&o->result.trace, f->mem);
    o->result.has_trace = true;
    o->result.trace = result->trace;
    o->traced = member;
    return true;
}

// As a reader sees them: by the left sides, in the order of the sizes for which they are told first.
static void sum_up_vacuity(struct families *f, struct family_outcome *o)
{
    struct vacuous_sizes *all = arena_alloc(&f->arena, f->all * sizeof *all);
    size_t count = 0;
    for (size_t i = 0; i < f->count; i++) {
        size_t k = 0;
        while (o->vacuous[i] && k < count && strcmp(all[k].left, o->vacuous[i]) != 0)
            k++;
        if (!o->vacuous[i] || k < count)
            continue;
        int64_t *sizes = arena_alloc(&f->arena, (f->all - i) * sizeof *sizes);
        all[count] = (struct vacuous_sizes){o->vacuous[i], sizes, 0};
        for (k = i; k < f->count; k++)
            if (o->vacuous[k] && strcmp(all[count].left, o->vacuous[k]) == 0)
                sizes[all[count].count++] = f->sizes[k];
        count++;
    }
    o->sizes.vacuous = all;
    o->sizes.vacuous_count = count;
    o->result.vacuous = count == 1 && all[0].count == f->refused_count + f->all ? all[0].left : NULL;
}

// Why it is neither proved for every size nor decided in the first ones.
static struct cause cause_of_both(struct families *f, const struct family_outcome *o)
{
    if (o->is_proved || !o->result.cause.code || o->result.cause.code == CAUSE_NOT_PROVED)
        return o->result.cause;
    struct cause other = cause_with_inner(CAUSE_SIZE_SINGLE_SIZES, &o->result.cause), both = o->unproved;
    both.inner = cause_append(both.inner, cause_keep_new(other, &f->arena), &f->arena);
    return both;
}

void family_sum_up(struct families *f, struct family_outcome *o)
{
    int64_t *failing = arena_alloc(&f->arena, f->all * sizeof *failing);
    int64_t *undecided = arena_alloc(&f->arena, (f->refused_count + f->all) * sizeof *undecided);
    size_t refused = 0;
    o->sizes = (struct result_sizes){.name = f->name,
                                     .grid = f->grid,
                                     .low = f->low,
                                     .high = f->high,
                                     .failing = failing,
                                     .undecided = undecided,
                                     .is_unbounded = f->is_unbounded};
    for (size_t i = 0; i < f->all; i++) {
        while (refused < f->refused_count && f->refused[refused] < f->sizes[i])
            undecided[o->sizes.undecided_count++] = f->refused[refused++];
        bool is_beyond = f->is_unbounded && !f->has_shown && o->sizes.failing_count; // nobody looked
        if (i >= f->count || is_beyond || o->verdicts[i] == VERDICT_UNDECIDED)
            undecided[o->sizes.undecided_count++] = f->sizes[i];
        else if (o->verdicts[i] == VERDICT_FAILS)
            failing[o->sizes.failing_count++] = f->sizes[i];
    }
    while (refused < f->refused_count)
        undecided[o->sizes.undecided_count++] = f->refused[refused++];
    if (f->count < f->all && !o->result.cause.code)
        o->result.cause = cause_of(f->too_late);
    if (f->refused_count && !o->result.cause.code)
        o->result.cause = cause_of(CAUSE_NO_MODEL_OF_SIZE);
    bool is_undecided = o->sizes.undecided_count || (f->is_unbounded && !o->is_proved);
    o->result.verdict = o->sizes.failing_count ? VERDICT_FAILS : is_undecided ? VERDICT_UNDECIDED : VERDICT_HOLDS;
    if (o->result.verdict == VERDICT_UNDECIDED && f->is_unbounded && o->unproved.code)
        o->result.cause = o->sizes.undecided_count ? cause_of_both(f, o) : o->unproved;
    if (o->result.verdict == VERDICT_HOLDS && o->is_proved) { // a proof may be one of large sizes only
        o->sizes.is_proved = true;
        o->sizes.proof = o->proof;
    }
    if (o->sizes.proof && o->sizes.proof->method != SIZE_PROOF_BACKWARD)
        o->result.method = o->sizes.proof->by; // not that of a small size
    o->sizes.shown = o->result.has_trace ? f->members[o->traced].size : 0;
    o->sizes.error_size = o->result.runtime_error ? f->members[o->error_member].size : 0;
    if (o->result.has_trace)
        o->result.no_trace = cause_of(CAUSE_NONE); // of another size
    sum_up_vacuity(f, o);
    o->result.property = o->property;
    o->result.sizes = &o->sizes;
}

void family_report(struct families *f)
{
    for (; f->reported < f->outcomes.count && f->outcomes.at[f->reported].open == 0; f->reported++) {
        struct family_outcome *o = &f->outcomes.at[f->reported];
        family_sum_up(f, o);
        f->report(f->context, &o->result);
    }
}

static const char *kept_text(struct families *f, const char *text)
{
    struct str copy = {0};
    str_add(f->mem, &copy, "%s", text);
    const char *kept = arena_copy(&f->arena, copy.at, copy.count);
    str_free(f->mem, &copy);
    return kept;
}

// Texts are copied, since the size's models may be gone when the result is shown.
static void keep_assumptions(struct families *f, struct family_outcome *o, const struct result *result)
{
    const char **texts = arena_alloc(&f->arena, (result->assumption_count + 1) * sizeof *texts);
    for (size_t i = 0; i < result->assumption_count; i++)
        texts[i] = kept_text(f, result->assumptions[i]);
    o->result.assumptions = texts;
    o->result.assumption_count = result->assumption_count;
}

// With its trace, if that is the one to be shown. A verdict that was not believed is none by now.
static void keep_result(struct families *f, const struct family_outcome *o, size_t member, struct result result,
                        bool is_shown)
{
    result.verdict = o->verdicts[member];
    result.has_trace &= is_shown;
    if (result.has_trace)
        result.trace = o->result.trace;
    family_keep(f, o, member, &result);
}

// For the size that was chosen, or the first one of which that is known.
static void keep_no_trace(struct families *f, struct family_outcome *o, size_t member, struct cause why)
{
    if (f->has_shown ? f->members[member].size == f->shown : !o->result.no_trace.code)
        o->result.no_trace = cause_keep(why, &f->arena);
}

void family_take(struct families *f, struct family_outcome *o, size_t member, struct result *result)
{
    bool is_shown = true;
    if (result->verdict == VERDICT_UNDECIDED && family_is_pointless(f))
        result->cause = cause_of(CAUSE_OUTPUT_LOST);
    if (!cause_is_wrong_answer(result->cause))
        result->is_refuted |= o->is_refuted[member];
    result_settle(result);
    if (result->no_trace.code)
        keep_no_trace(f, o, member, result->no_trace);
    if (f->inputs[member]->model)
        f->members[member].model = f->inputs[member]->model; // that of one size may have been made anew
    watch_note_verdict(f->run, o->property);
    o->verdicts[member] = result->verdict;
    o->vacuous[member] = result->verdict == VERDICT_HOLDS && result->vacuous ? kept_text(f, result->vacuous) : NULL;
    o->result.is_vacuity_open |= result->verdict == VERDICT_HOLDS && result->is_vacuity_open;
    o->result.seconds += result->seconds;
    if (member >= o->told) { // of the largest one, in whatever order they are decided
        o->told = member;
        o->result.method = result->method;
    }
    f->internal_error |= cause_is_wrong_answer(result->cause);
    if (result->verdict == VERDICT_UNDECIDED)
        o->result.cause = cause_keep(result->cause, &f->arena);
    bool has_trace = result->has_trace;
    if (result->verdict == VERDICT_FAILS && !has_trace && result->runtime_error && !o->result.runtime_error) {
        o->result.runtime_error = kept_text(f, result->runtime_error);
        o->error_member = member;
    }
    if (has_trace)
        is_shown = keep_trace(f, o, member, result);
    if (has_trace && result->no_trace.code) // there was no time to judge it
        keep_no_trace(f, o, member, result->no_trace);
    if (result->assumption_count && is_shown)
        keep_assumptions(f, o, result);
    keep_result(f, o, member, *result, is_shown);
    o->is_known[member] = true;
    o->open--;
    family_report(f);
}

// What the model of all sizes does not know may be known in one.
static bool is_left_to_size(const struct families *f, struct family_asked asked)
{
    size_t property = f->outcomes.at[asked.outcome].property;
    const struct model *all = family_model(f->family);
    return model_property(all, family_copy_of(f->family, property, asked.member))->unsupported &&
           !model_property(f->members[f->leader].model, property)->unsupported;
}

// In one size, a formula may ask for more than in all together: with one component, `exists` is no choice any more, and
// then a trace must show why the one formula fails. What does not show that is none, and the size is asked by itself.
bool family_project_trace(struct families *f, const struct family_outcome *o, size_t member, struct result *result)
{
    const struct model *leader = f->members[f->leader].model, *model = f->members[member].model;
    struct reduction_stack stack = {0};
    struct str why = {0};
    size_t number = family_number_in(leader, o->property, model);
    reduction_stack_push(&stack, family_layer(f->family, member));
    if (lifting_lift(f->run, &stack, number, result) != LIFT_DONE)
        return false;
    result->has_trace = trace_shows_failure(&result->trace, model_property(model, number), f->mem, &why);
    if (!result->has_trace)
        trace_close(&result->trace, f->mem);
    str_free(f->mem, &why);
    return result->has_trace;
}

// The trace becomes one of the member. What is too much for all sizes together may not be so for some by themselves.
void family_take_result(void *context, size_t goal_index, struct result *result)
{
    struct families *f = context;
    struct family_asked asked = f->asked.at[goal_index];
    method_reduce(&result->method, REDUCTION_FAMILY);
    if (result->is_refuted)
        family_note_refuted(f, goal_index);
    if (result->verdict == VERDICT_UNDECIDED && !cause_is_wrong_answer(result->cause) &&
        (f->count > 1 || is_left_to_size(f, asked)))
        return;
    if (result->has_trace && !family_project_trace(f, &f->outcomes.at[asked.outcome], asked.member, result)) {
        family_note_refuted(f, goal_index);
        return;
    }
    family_take(f, &f->outcomes.at[asked.outcome], asked.member, result);
}

void family_note_refuted(void *context, size_t goal_index)
{
    const struct families *f = context;
    f->outcomes.at[f->asked.at[goal_index].outcome].is_refuted[f->asked.at[goal_index].member] = true;
}

size_t family_outcome_of(void *context, size_t goal_index)
{
    const struct families *f = context;
    return f->asked.at[goal_index].outcome;
}

// A trace is wanted for the size that was chosen, or for the smallest one that is known to fail.
bool family_wants_trace(void *context, size_t goal_index)
{
    const struct families *f = context;
    struct family_asked asked = f->asked.at[goal_index];
    const struct family_outcome *o = &f->outcomes.at[asked.outcome];
    if (f->has_shown)
        return f->members[asked.member].size == f->shown;
    for (size_t i = 0; i < asked.member; i++)
        if (o->is_known[i] && o->verdicts[i] == VERDICT_FAILS)
            return false;
    return true;
}
