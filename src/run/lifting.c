#include "run/lifting.h"

#include <assert.h>

bool lifting_is_refused(enum lift_status status)
{
    return status != LIFT_DONE && status != LIFT_NOT_A_TRACE;
}

void lifting_translate_texts(const struct property *checked, const struct property *property, struct result *result)
{
    assert(checked->goal == property->goal);
    (void)checked; // without assertions
    result_translate_vacuous(result, property);
    if (result->runtime_error)
        result->runtime_error = property->refuted;
}

static enum lift_status lift_trace(const struct reduction_stack *stack, struct result *result)
{
    struct trace lifted;
    enum lift_status status = reduction_stack_lift(stack, &result->trace, &lifted);
    trace_close(&result->trace, stack->layers[0].mem);
    result->has_trace = status == LIFT_DONE;
    if (status == LIFT_DONE)
        result->trace = lifted;
    return status;
}

enum lift_status lifting_lift(struct run *run, const struct reduction_stack *stack, size_t property,
                              struct result *result)
{
    result->property = property;
    reduction_stack_note(stack, &result->method);
    if (!result->has_trace)
        return LIFT_DONE;
    enum lift_status status = lift_trace(stack, result);
    if (status != LIFT_DONE)
        log_verbose(&run->log, "property %zu: the counterexample of the reduced model is not lifted: %s", property + 1,
                    lift_status_text(status));
    if (lifting_is_refused(status))
        result->is_refuted = true;
    if (status == LIFT_NOT_A_TRACE) {
        result->verdict = VERDICT_UNDECIDED;
        result->cause = cause_of(CAUSE_NOT_AN_EXECUTION);
    }
    return status;
}
