// What can come next: initial states and successors, found by the evaluator, as far as they obey conditions of the
// user. A state may have more successors than anybody wants to see, or than can be found in reasonable time. So their
// number is limited, and where there are more, some are picked by chance.
#ifndef COSET_EXPLORE_EXPLORER_H
#define COSET_EXPLORE_EXPLORER_H

#include "base/array.h"
#include "base/mem.h"
#include "explore/orbit_map.h"
#include "model/eval.h"

#define EXPLORE_NO_ACTION SIZE_MAX

struct choice {
    size_t action;     // that makes the step; EXPLORE_NO_ACTION for an initial state
    size_t more;       // other actions that lead to the same state
    size_t stands_for; // with a map of orbits: of those that were found, how many are in this one's orbit
};

struct choices {
    size_t cells;
    ARRAY(struct choice) at;
    value_array
        inputs; // row by row: the state that the step is from, with the inputs that lead on; not of initial ones
    value_array states; // row by row
    bool is_sample;     // there are more than the limit, and these are some of them
    bool gave_up;       // looking for them took too long; there may be more
};

void choices_free(struct choices *, struct mem *);
const value *choices_state(const struct choices *, size_t);
const value *choices_inputs(const struct choices *, size_t);

struct explore_conditions {
    const expr *initial, *states, *steps; // as in struct eval_guide
    size_t initial_count, state_count, step_count;
};

// Conditions that speak of inputs or next values are on steps, all others on states.
struct split_conditions {
    ARRAY(expr) states, steps;
};
void split_conditions_open(struct split_conditions *, const struct model *, const expr *, size_t count, struct mem *);
void split_conditions_close(struct split_conditions *, struct mem *);
// Them, and those on initial states, for an explorer.
struct explore_conditions split_conditions_for(const struct split_conditions *, const expr *initial, size_t count);
bool condition_is_on_step(const struct model *, expr);

struct explore_limits {
    size_t choices; // at least 1
    uint64_t tries; // candidates for values of cells in one search; 0: no limit
};

struct explorer;

// The model and the conditions outlive it, and so does the map, which may be NULL.
struct explorer *explorer_new(const struct model *, const struct explore_conditions *, struct explore_limits,
                              struct orbit_map *, uint64_t seed, struct mem *);
void explorer_free(struct explorer *);

// What was in `out` is replaced. Without a sample, they come in the order of the model's actions and of the values. Of
// more than the limit, `sample` are picked, or fewer if chance repeats itself.
void explorer_initial(struct explorer *, size_t sample, struct choices *out);
void explorer_successors(struct explorer *, const value *now, size_t sample, struct choices *out);

// Why nothing comes next.
enum explore_end {
    EXPLORE_STUCK,       // the model has nothing
    EXPLORE_CONSTRAINED, // it has, but nothing that obeys the conditions
    EXPLORE_GAVE_UP,     // it took too long
};
enum explore_end explorer_why_no_initial(struct explorer *);
enum explore_end explorer_why_no_successor(struct explorer *, const value *now);

uint64_t explorer_random(struct explorer *, uint64_t count); // one of 0 .. count - 1

// The evaluator, for other questions.
struct evaluator *explorer_evaluator(struct explorer *);

#endif
