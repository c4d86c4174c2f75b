// What can happen in a state, compiled: the actions of a model as rules that make successors, and conditions that are
// watched as rules that report.
//
// Actions are compiled if each is a guard over the state with new values for some cells, which may be chosen from sets.
// A model that has others (conditions on next values, inputs, choices for all states) is left to the evaluator as a
// whole; what is watched is compiled all the same.
#ifndef COSET_EXPLICIT_RULES_H
#define COSET_EXPLICIT_RULES_H

#include "explicit/compile.h"
#include "explicit/guard.h"
#include "explicit/steps.h"
#include "group/symmetry.h"

// A cell whose next value is chosen: by a set, or (EXPR_NONE) among all values.
struct rule_choice {
    cell_id cell;
    expr set;
    uint32_t code; // adds the candidates
};

// A condition that should hold in all states.
struct watch {
    expr condition;
    bool holds_if_moving; // it holds in every state that has a successor other than itself: that no deadlock is there
    bool is_sought;       // it is violated where the condition holds
};

struct rule {
    bool is_watch;
    uint32_t watch; // its number
    uint32_t code;  // NO_CODE: nothing is left to do or to ask
    struct rule_choice *choices;
    size_t choice_count;
    const uint32_t *elements; // an action's parameters, if twins are known
    size_t element_count;
};

struct rules {
    const struct model *model;
    const struct layout *layout;
    struct mem *mem;
    struct evaluator *evaluator;
    bool compiled;                      // else successors come from the evaluator
    const struct explicit_steps *steps; // who makes the steps instead, and looks at the watches; NULL: nobody does
    bool (*is_over)(void *context);     // for these; NULL: never
    void *context;
    // What all states must obey, if that is said: watches of a successor, which is none if it violates one.
    struct rules *filter;
    struct watch *filter_watches;
    struct rule *rules;
    size_t count;
    const struct watch *watches;
    size_t watch_count;
    uint32_t runtime_error_watch; // violated where a procedure comes upon an error, and not watched there otherwise; or
                                  // NO_CODE
    bool *violated;               // by watch: in the state at hand
    bool any_violated;
    bool is_moving; // a successor of the state at hand is another state
    struct program program;
    struct machine machine;
    struct selector selector;
    value *values;       // a state, for the evaluator
    uint64_t *successor; // a state that choices are put into
    struct span {
        size_t begin, end, at;
    } * spans; // by choice: its candidates among the machine's members, and the one that is being tried
    size_t span_count;
    uint64_t fired; // steps made
    // With symmetry: of the steps that differ by an exchange of twins, one is made.
    struct twins twins;
    bool has_twins;     // in the state at hand
    uint32_t *elements; // of all rules
    size_t element_count;
};

// The watches, which outlive the rules, have neither inputs nor next values. `steps`: the actions are compiled, too, if
// they can be. `is_over` is asked now and then, and may be NULL: if it says so, false is given, and the rules are good
// for nothing but to be closed.
bool rules_open(struct rules *, const struct layout *, bool steps, const struct watch *, size_t watches,
                bool (*is_over)(void *context), void *context, struct evaluator *, struct mem *);
// The same by somebody else, who looks at so many watches.
void rules_open_steps(struct rules *, const struct layout *, const struct explicit_steps *, size_t watches,
                      struct mem *);
void rules_close(struct rules *);

// The same rules for another thread: what is compiled is that of the original, which outlives the copy and which nobody
// uses while it is made. `steps` are the thread's own, if the rules have some.
void rules_copy(struct rules *, const struct rules *of, const struct explicit_steps *steps, struct evaluator *,
                struct mem *);
void rules_close_copy(struct rules *);

// Adds all successors of a state to the batch, if there is one, and says in `violated` which watches do not hold there.
// False if that was given up: there was no memory, or the batch could not be flushed.
bool rules_apply(struct rules *, const uint64_t *state, uint32_t number, struct batch *);

// From here on, `twins` counts whenever `has_twins` is set.
void rules_use_twins(struct rules *, const struct symmetry *);

// Looks no more at a watch.
void rules_drop_watch(struct rules *, size_t watch);

#endif
