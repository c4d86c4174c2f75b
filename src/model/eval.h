// The evaluator: one state at a time, with no decision diagram anywhere near. It is the judge of every trace and the
// core of the explicit engine.
//
// A state is an array of values, one for each cell of the model; a step is two of them, and the inputs of a step are
// those in the first (the cells of role CELL_INPUT of `now`).
//
// What is undefined spreads, but for three operations: and is false if one operand is false, or is true if one is true,
// whatever the others are, and ite looks at the branch it takes only. So `y != 0 & x / y = 1` is false where y is 0.
#ifndef COSET_MODEL_EVAL_H
#define COSET_MODEL_EVAL_H

#include "base/array.h"
#include "model/model.h"

struct evaluator;

// The model outlives the evaluator. It may get more expressions meanwhile, but its cells and behaviour are settled.
struct evaluator *evaluator_new(const struct model *, struct mem *);
void evaluator_free(struct evaluator *);

enum eval_status {
    EVAL_OK,
    EVAL_UNDEFINED, // a division by zero, or a shift by a negative count
};

// `next` may be NULL if the expression has no next value in it.
enum eval_status eval_value(struct evaluator *, expr, const value *now, const value *next, value *result);
bool eval_condition(struct evaluator *, expr, const value *now, const value *next);     // undefined counts as false
bool eval_conditions(struct evaluator *, const expr *, size_t count, const value *now); // whether all of them hold

typedef ARRAY(value) value_array;
// The members of a set (or the one value of another expression), ascending, each once, in place of what was there. If a
// member is undefined, the others are there all the same. The array's memory is from the evaluator's context.
enum eval_status eval_set(struct evaluator *, expr, const value *now, const value *next, value_array *members);

// Whether a state is initial, whether it obeys the invariants, whether a step is one of the model's. Values outside of
// their cell's type are not accepted. `why`, if not NULL, gets the part that says no, or NULL if none does (also where
// a cell that should stay changes, or a value is outside of its type). What is undefined does not hold.
bool eval_is_initial(struct evaluator *, const value *now, const struct part **why);
bool eval_is_state(struct evaluator *, const value *now, const struct part **why);
// The step need not begin in a state of the model, but it must lead to one. *action, if not NULL, gets an action that
// makes the step. `why` of a step that no action makes is about the first action.
bool eval_is_step(struct evaluator *, const value *now, const value *next, size_t *action, const struct part **why);
bool eval_makes_step(struct evaluator *, size_t action, const value *now, const value *next); // a step that is one

// Whether no step leads from the state to another or itself, whatever its inputs are.
bool eval_is_end(struct evaluator *, const value *now);
// Whether that is so, executions that end stay in their last state, and the second state is the same as the first.
bool eval_stays(struct evaluator *, const value *now, const value *next);

// All initial states, and all successors of a state (each distinct next state once; the inputs of `now` are tried in
// all ways and left as they were; `inputs` is `now` with the inputs that lead there). The callback says whether to go
// on; false is returned if it did not. Cells of role CELL_INPUT have their type's first value in the states that come
// out, and in `inputs` if they make no difference. `inputs` is NULL for initial states. Both belong to the evaluator
// and are good until the callback returns, which may use the evaluator for anything but another of these two searches.
typedef bool (*eval_visit)(void *context, const value *inputs, const value *state);
bool eval_each_initial(struct evaluator *, eval_visit, void *context);
bool eval_each_successor(struct evaluator *, const value *now, eval_visit, void *context);
// The same for the steps of one action.
bool eval_each_successor_by(struct evaluator *, size_t action, const value *now, eval_visit, void *context);

// Searches that do not go through everything in order. Conditions are obeyed by what is found besides those of the
// model, and guide the search as those do; an undefined one does not hold.
struct eval_guide {
    const expr *initial, *states, *steps; // of initial states; of all states; of steps, with inputs and next values
    size_t initial_count, state_count, step_count;
    bool by_chance;  // starts, actions, and the candidates for each cell are tried from any one on, around to it
    uint64_t random; // what chance goes on from (base/random.h)
    uint64_t tries;  // candidates that one search may try where there is a choice of them; 0: as many as there are
    // Asked after some thousands of them whether to give up. NULL: nobody is.
    bool (*is_over)(void *context);
    void *context;
    bool gave_up;   // the last search, since they were used up, or that said so
    bool was_ended; // ... it was the latter
};
// Comes before the first search. The guide outlives the evaluator; all but its conditions may change from search to
// search. A search that gives up returns false.
void evaluator_guide(struct evaluator *, struct eval_guide *);

#endif
