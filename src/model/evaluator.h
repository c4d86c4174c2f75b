// What the evaluator's files share: frames, in which expressions get their values.
#ifndef COSET_MODEL_EVALUATOR_H
#define COSET_MODEL_EVALUATOR_H

#include "model/eval.h"
#include "model/model_internal.h"

// A value that was found, good while its epoch lasts, and beside it what has to be known of the node to find it: nodes
// of a large model lie far apart, and evaluation would wait for memory. Epochs are never used twice.
struct slot {
    value value;
    uint64_t stamp;                           // 2 * epoch, and 1 more if the expression is undefined
    uint32_t op : 7, of_step : 1, count : 24; // the operator plus 1; 0: the node was not looked at
    expr first;                               // operand
    union {
        expr others[2];
        const expr *all; // of more than three
        value data;      // of what has none
    };
};
#define SLOT_MOST ((1 << 24) - 1) // operands; of more than these the node knows how many

// A step (or a state, with no `next`) and the values that expressions have in it. When only next values or inputs have
// changed, what depends on neither keeps its value: that has an epoch of its own.
struct frame {
    struct evaluator *owner;
    const value *now, *next;
    uint64_t now_epoch, step_epoch;
    struct slot *slots;
    size_t slot_count;
};

struct evaluator {
    const struct model *model;
    struct mem *mem;
    uint64_t clock;           // the last epoch
    struct frame call;        // for the caller's questions, which may come from inside a search
    expr_array pending;       // a stack of expressions still to visit
    struct search *search;    // NULL until the first one
    struct eval_guide *guide; // or NULL
};

// Starts anew with a state or step.
void frame_set(struct frame *, const value *now, const value *next);
// Says that next values or inputs have changed.
void frame_step_changed(struct frame *);
void frame_free(struct frame *);

bool frame_value(struct frame *, expr, value *); // false if undefined
bool frame_holds(struct frame *, expr);
bool frame_contains(struct frame *, expr set, value);
// Adds the members that are of a type (NULL: of any), unsorted, each as often as it is named. False if one is
// undefined.
bool frame_add_members(struct frame *, expr set, const struct type *, value_array *);
// Sorts the values from `begin` on, and takes doubled ones out.
void values_make_set(value_array *, size_t begin);

void search_free(struct evaluator *);
// The frame of the last search for successors, if that was one of a state with these values; NULL if not.
struct frame *search_frame_of(struct evaluator *, const value *now);

#endif
