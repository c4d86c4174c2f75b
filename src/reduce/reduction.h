// Reductions of models, and stacks of them: what cone of influence, instances, counter abstraction, families and
// architectural symmetry have in common. Each takes a model with some of its properties and gives
// - a smaller model,
// - goals on it: properties that decide those of the model,
// - a way back for traces.
// The model of one reduction is an ordinary model, so that it can be reduced by another one, whichever that is. Whoever
// decides a goal on the model of the last one has a trace lifted through all of them.
//
// What makes that right differs, and is told where each reduction is: seed 004 (cone of influence), seed 000 (instances
// of properties), seed 003 (counters), seed 001 (families), seed 002 (architectural symmetry). Nobody relies on it for
// traces: a lifted trace is replayed by the evaluator of the model as written.
#ifndef COSET_REDUCE_REDUCTION_H
#define COSET_REDUCE_REDUCTION_H

#include "trace/trace.h"

// What has become of a trace. All but the first say that there is none, and why.
enum lift_status {
    LIFT_DONE,          // it is one of the model
    LIFT_TOO_LONG,      // refused: it would have more states than are of use
    LIFT_NO_PATH,       // refused: the model has no path for one of its steps; what was assumed of the model is not so
    LIFT_OUT_OF_TIME,   // given up: the search for such a path took too long, or was interrupted
    LIFT_OUT_OF_STATES, // given up: it has seen as many states as it may, or as there is memory for
    LIFT_NOT_A_TRACE,   // it is no trace of the reduced model: an error of whoever has found it
};
const char *lift_status_text(enum lift_status);

// A property that has several goals holds if all of them do. One that has none cannot be decided on the reduced model.
struct reduction_goal {
    size_t of;       // the property that it is for: its place among those that were asked for; or REDUCTION_OWN
    size_t property; // its number in the reduced model
};
#define REDUCTION_OWN SIZE_MAX // for none of them: unless it holds, nothing that holds on the reduced model counts

// Small enough to be passed around; all that it points to is owned by the reduction that gave it.
struct model_reduction {
    enum reduction_kind kind; // for the method of a result; REDUCTION_KINDS: it is not worth a name there
    struct model *model;      // the reduced one
    const struct reduction_goal *goals;
    size_t goal_count;
    struct mem *mem; // of the traces
    void *context;   // the reduction's own
    // From a trace of the reduced model to one of the model, which is opened if it is LIFT_DONE, and closed by the
    // caller. Memory for traces is small: where there is none, the work as a whole ends (see base/mem.h).
    enum lift_status (*lift)(const struct model_reduction *, const struct trace *, struct trace *lifted);
};

static inline enum lift_status reduction_lift(const struct model_reduction *r, const struct trace *trace,
                                              struct trace *lifted)
{
    return r->lift(r, trace, lifted);
}

// ---- Reductions that leave alone what a model does ------------------------------------------------------------------
// They have no goals: properties keep their numbers, or are found by what they ask for (model_find_goal).

// The model has the first cells of the reduced one, with the same values: that has some more (a monitor), or encodes
// them in another way.
struct model_reduction reduction_to_first_cells(enum reduction_kind, struct model *reduced, struct model *model,
                                                struct mem *);
// Both are readings of the same text, whose cells have the same names.
struct model_reduction reduction_to_names(struct model *reduced, struct model *model, struct mem *);
// The same where the reduced one has some more.
struct model_reduction reduction_to_fewer_names(struct model *reduced, struct model *model, struct mem *);

// ---- Stacks ---------------------------------------------------------------------------------------------------------

enum { REDUCTION_MOST_LAYERS = 8 };

struct reduction_stack {
    struct model_reduction layers[REDUCTION_MOST_LAYERS]; // the first one was applied to the model
    size_t count;
};

// One more, of the model of the last one. All layers have the same memory.
void reduction_stack_push(struct reduction_stack *, struct model_reduction);
// From a trace of the model of the last layer to one of the model. There is a layer at least.
enum lift_status reduction_stack_lift(const struct reduction_stack *, const struct trace *, struct trace *lifted);
// The method of a result that was found below the stack.
void reduction_stack_note(const struct reduction_stack *, struct method *);

#endif
