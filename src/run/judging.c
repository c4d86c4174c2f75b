#include "run/judging.h"

#include "reduce/instances/concerned.h"
#include "reduce/reduction.h"

#define SMALL_MODEL 1e5    // instances of rules times cells
#define LARGEST_MODEL 4e7  // with more the model itself is not made for the sake of a trace
#define MOST_CONCERNED 200 // elements

static double size_of(const struct input *input)
{
    return murphi_instance_count(&input->murphi) * (double)model_cell_count(input->model);
}

static enum judged judge(const struct trace *run, goal_id goal, const char **runtime_error, struct mem *mem,
                         struct str *error)
{
    size_t number = model_find_goal(run->model, goal);
    if (number == SIZE_MAX) {
        str_add(mem, error, "internal error: the model of the trace lacks the property");
        return JUDGED_WRONG;
    }
    return trace_judge(run, model_property(run->model, number), runtime_error, mem, error) ? JUDGED_RIGHT
                                                                                           : JUDGED_WRONG;
}

// As one of another model of the same text. The trace is that one's if it is judged to be right, or if `for_good`.
static enum judged judge_by(struct model *by, goal_id goal, bool for_good, struct result *result, struct mem *mem,
                            struct str *error)
{
    const struct model_reduction same_text = reduction_to_names(NULL, by, mem);
    struct trace there;
    const char *runtime_error = NULL;
    enum judged judged = JUDGED_WRONG;
    if (reduction_lift(&same_text, &result->trace, &there) != LIFT_DONE) {
        str_add(mem, error, "internal error: the trace has other variables than the model");
        return JUDGED_WRONG;
    }
    judged = judge(&there, goal, &runtime_error, mem, error);
    if (judged != JUDGED_RIGHT && !for_good) {
        trace_close(&there, mem);
        return judged;
    }
    trace_close(&result->trace, mem);
    result->trace = there;
    result->runtime_error = runtime_error ? runtime_error : result->runtime_error;
    return judged;
}

// ---- A portion ------------------------------------------------------------------------------------------------------

// Where fairness has instances, all of them have a say in whether a loop is fair, and there may be too many. What
// stands outside of rulesets is in any portion.
static bool suits_portion(const struct input *input, goal_id goal, const struct trace *run)
{
    const struct model *m = input->per_orbit;
    size_t number = model_find_goal(m, goal);
    enum property_kind kind = number == SIZE_MAX ? PROPERTY_COVER : model_property(m, number)->kind;
    return (run->loop == TRACE_NO_LOOP || !murphi_has_fairness_of_instances(&input->murphi)) &&
           (kind == PROPERTY_INVARIANT || kind == PROPERTY_RUNTIME_ERROR || kind == PROPERTY_DEADLOCK ||
            kind == PROPERTY_CTL || kind == PROPERTY_LTL || kind == PROPERTY_CTLSTAR);
}

// The state in which the trace may end, which all instances have a say in: that of a deadlock, or one that it stays in.
// NULL if there is none.
static const value *end_of(const struct trace *run, bool is_deadlock)
{
    size_t length = trace_length(run);
    bool stays = run->loop != TRACE_NO_LOOP && run->loop + 1 == length;
    return length > 0 && (is_deadlock || stays) ? trace_state(run, length - 1) : NULL;
}

// With all that is missing in it, a portion can only be too small: what it does not accept is left to the model.
static bool is_right_in_portion(struct run *run, struct input *input, goal_id goal, struct result *result)
{
    struct concerned concerned;
    struct str error = {0};
    bool good = false;
    if (!suits_portion(input, goal, &result->trace))
        return false;
    bool is_deadlock =
        model_property(input->per_orbit, model_find_goal(input->per_orbit, goal))->kind == PROPERTY_DEADLOCK;
    const value *end = end_of(&result->trace, is_deadlock);
    size_t named = murphi_most_parameters(&input->murphi);
    concerned_open(&concerned, &result->trace, &run->mem);
    bool knows_end = end && concerned_add_alike(&concerned, end, named, MOST_CONCERNED);
    if (concerned.count <= MOST_CONCERNED && (!is_deadlock || knows_end)) {
        struct murphi_portion portion = {goal, (const bool *const *)concerned.elements, knows_end};
        struct model *model = input_lower_portion(run, input, &portion);
        good = model && judge_by(model, goal, false, result, &run->mem, &error) == JUDGED_RIGHT;
        if (model && !good)
            input_drop_portion(input);
        if (error.count)
            log_verbose(&run->log, "a part of the model does not suffice for the counterexample: %s", str_text(&error));
    }
    concerned_close(&concerned);
    str_free(&run->mem, &error);
    return good;
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static enum judged judge_trace(struct run *run, struct input *input, goal_id goal, struct result *result,
                               struct str *error)
{
    struct mem *mem = &run->mem;
    if (!input->per_orbit || result->trace.model != input->per_orbit)
        return judge(&result->trace, goal, &result->runtime_error, mem, error);
    if (input->is_per_orbit && size_of(input) <= SMALL_MODEL)
        input_lower_fully(run, input);
    if (input->is_per_orbit && is_right_in_portion(run, input, goal, result))
        return JUDGED_RIGHT;
    if (!input->is_per_orbit || (size_of(input) <= LARGEST_MODEL && input_lower_fully(run, input)))
        return judge_by(input->model, goal, true, result, mem, error);
    return NOT_JUDGED;
}

enum judged judging_judge(struct run *run, struct input *input, goal_id goal, struct result *result, struct str *error)
{
    static const char *const not_replayed[] = {"the trace, which is not replayed: the model is too large"};
    enum judged judged = judge_trace(run, input, goal, result, error);
    if (judged == NOT_JUDGED && run->watch.stopped) { // there was no time for it
        trace_close(&result->trace, &run->mem);
        result->has_trace = false;
        result->no_trace = cause_of(run->watch.stopped);
    } else if (judged == NOT_JUDGED) {
        result->assumptions = not_replayed;
        result->assumption_count = 1;
    }
    return judged;
}
