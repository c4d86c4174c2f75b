// Backward reachability with approximations from finite instances (BRAB: Conchon, Goel, Krstić, Mebsout, Zaïdi, FMCAD
// 2013), for a model with any number of elements of one class.
//
// The search goes backward from the states that violate a property, as cubes over different elements, until every
// pre-image is subsumed or a cube meets the initial states. A cube of which no state is reachable in small sizes is
// replaced by a part of it that still has none, as far as is seen there. If that turns out to be wrong, since a cube
// that came from it meets the initial states, the search begins anew without that guess.
//
// If it ends, no state of any cube that is left is reachable, in any size: together their negations are an inductive
// invariant. docs/every-size.md has the theorem and its proof.
#ifndef COSET_PARAMETRIC_BACKWARD_REACH_H
#define COSET_PARAMETRIC_BACKWARD_REACH_H

#include "parametric/preimage.h"
#include "parametric/reach_index.h"

struct backward_statistics {
    uint64_t cubes;     // of the invariant
    uint64_t elements;  // the most that one of them has
    uint64_t waiting;   // cubes that are still to be looked at
    uint64_t processed; // cubes whose pre-image was made
    uint64_t guesses, wrong_guesses;
    uint64_t instance; // elements of the largest instance
};

// Instances, as they are needed. All that is given out is the source's.
struct parametric_source {
    // The model with so many elements that have names, and the phantom. NULL if there is none.
    struct model *(*instance)(void *context, uint32_t elements);
    // What the rule of an action of that model needs besides its parameters.
    uint32_t (*witnesses)(void *context, uint32_t elements, size_t action);
    bool (*goes_on)(void *context, const struct backward_statistics *); // shows progress; false: it is to end
    // Whether an invariant is known which no state of the cube satisfies: then guesses are from it. NULL: none is.
    bool (*excludes)(void *context, const struct cube *);
    // Which rule it is of: the same number in all instances.
    uint32_t (*rule)(void *context, uint32_t elements, size_t action);
    void *context;
};

struct backward_reach;

enum backward_verdict {
    BACKWARD_HOLDS,   // in every size
    BACKWARD_REACHED, // what is forbidden is reached in a small size
    BACKWARD_FAILS,   // perhaps: a cube meets the initial states, but it may stand for more states than there are
    BACKWARD_LOST,    // too many guesses were wrong: the small sizes are too small
    BACKWARD_GIVES_UP,
};

// The most parameters and witnesses of any rule. `reach` are indices of reachable states of small sizes, made with
// the same variables; they outlive it.
struct backward_reach *backward_reach_new(struct parametric_variables *, const struct parametric_source *,
                                          struct reach_index *const *reach, size_t reach_count, uint32_t parameters,
                                          uint32_t witnesses, struct mem *);
void backward_reach_free(struct backward_reach *);

// The states of an instance with so many elements in which a condition is false (or true) must not be reached. False if
// the condition has too many cases.
bool backward_reach_forbid(struct backward_reach *, uint32_t elements, expr condition, bool is_true);

// So many wrong guesses are too many; SIZE_MAX: no number is. One that was suspended, as the source wanted it to end,
// goes on.
bool backward_reach_is_suspended(const struct backward_reach *);
enum backward_verdict backward_reach_run(struct backward_reach *, size_t patience);
// Whether all instances that it took have the same values of variables. If not, nothing holds.
bool backward_reach_agrees(struct backward_reach *);
enum cause_code backward_reach_failure(const struct backward_reach *); // why it gives up
void backward_reach_statistics(const struct backward_reach *, struct backward_statistics *);

// The cubes of the invariant, none of which has a reachable state.
size_t backward_reach_cube_count(const struct backward_reach *);
const struct cube *backward_reach_cube(const struct backward_reach *, size_t);

#endif
