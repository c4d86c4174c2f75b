// Lifting through a stack of reductions, from the last layer to the first.
#include "reduce/reduction.h"

#include <assert.h>

const char *lift_status_text(enum lift_status status)
{
    static const char *const texts[] = {
        [LIFT_DONE] = "lifted",
        [LIFT_TOO_LONG] = "the trace gets too long",
        [LIFT_NO_PATH] = "the model has no path for a step of the reduced one",
        [LIFT_OUT_OF_TIME] = "out of time while searching for a path",
        [LIFT_OUT_OF_STATES] = "too many states while searching for a path",
        [LIFT_NOT_A_TRACE] = "it is no trace of the reduced model",
    };
    return texts[status];
}

// ---- Reductions that leave alone what a model does ------------------------------------------------------------------

static enum lift_status lift_first_cells(const struct model_reduction *r, const struct trace *trace,
                                         struct trace *lifted)
{
    const struct model *model = r->context;
    if (trace->cells < model_cell_count(model))
        return LIFT_NOT_A_TRACE;
    trace_open(lifted, model);
    for (size_t i = 0; i < trace_length(trace); i++)
        trace_push(lifted, r->mem, trace_state(trace, i));
    lifted->loop = trace->loop;
    return LIFT_DONE;
}

struct model_reduction reduction_to_first_cells(enum reduction_kind kind, struct model *reduced, struct model *model,
                                                struct mem *mem)
{
    return (struct model_reduction){
        .kind = kind, .model = reduced, .mem = mem, .context = model, .lift = lift_first_cells};
}

static enum lift_status lift_names(const struct model_reduction *r, const struct trace *trace, struct trace *lifted)
{
    return trace_translate(trace, r->context, r->mem, lifted) ? LIFT_DONE : LIFT_NOT_A_TRACE;
}

static enum lift_status lift_fewer(const struct model_reduction *r, const struct trace *trace, struct trace *lifted)
{
    return trace_project(trace, r->context, r->mem, lifted) ? LIFT_DONE : LIFT_NOT_A_TRACE;
}

struct model_reduction reduction_to_fewer_names(struct model *reduced, struct model *model, struct mem *mem)
{
    return (struct model_reduction){
        .kind = REDUCTION_KINDS, .model = reduced, .mem = mem, .context = model, .lift = lift_fewer};
}

struct model_reduction reduction_to_names(struct model *reduced, struct model *model, struct mem *mem)
{
    return (struct model_reduction){
        .kind = REDUCTION_KINDS, .model = reduced, .mem = mem, .context = model, .lift = lift_names};
}

// ---- Stacks ---------------------------------------------------------------------------------------------------------

void reduction_stack_push(struct reduction_stack *stack, struct model_reduction layer)
{
    assert(stack->count < REDUCTION_MOST_LAYERS && (stack->count == 0 || stack->layers[0].mem == layer.mem));
    stack->layers[stack->count++] = layer;
}

enum lift_status reduction_stack_lift(const struct reduction_stack *stack, const struct trace *trace,
                                      struct trace *lifted)
{
    enum lift_status status = LIFT_DONE;
    struct trace at = {0};
    assert(stack->count > 0);
    for (size_t i = stack->count; i-- > 0 && status == LIFT_DONE;) {
        const struct model_reduction *layer = &stack->layers[i];
        struct trace below = at;
        bool is_first = i + 1 == stack->count;
        status = reduction_lift(layer, is_first ? trace : &below, &at);
        if (!is_first)
            trace_close(&below, layer->mem);
    }
    if (status == LIFT_DONE)
        *lifted = at;
    return status;
}

void reduction_stack_note(const struct reduction_stack *stack, struct method *method)
{
    for (size_t i = stack->count; i-- > 0;)
        if (stack->layers[i].kind != REDUCTION_KINDS)
            method_reduce(method, stack->layers[i].kind);
}
