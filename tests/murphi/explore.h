// Lowers a model and walks through all of its states with the evaluator, for tests: how many there are, what goes
// wrong, and which properties hold.
#ifndef COSET_TESTS_MURPHI_EXPLORE_H
#define COSET_TESTS_MURPHI_EXPLORE_H

#include "murphi_text.h"

#include "base/array.h"
#include "model/eval.h"
#include "murphi/lower.h"

struct edge {
    uint32_t from, to;
};

struct exploration {
    struct reading reading;
    struct model *model;
    bool lowered; // else everything below is empty
    struct evaluator *evaluator;
    size_t width;        // cells
    ARRAY(value) values; // of all states, one after the other
    ARRAY(uint32_t) table;
    ARRAY(struct edge) edges;
    ARRAY(uint32_t) depths;
    size_t count;     // of states
    size_t most;      // where the walk ends
    uint32_t now;     // the state whose successors are looked for
    uint32_t deepest; // states so many steps away have no successors; 0 for no bound
    bool is_complete; // it did not end early
};

void explore_open(struct exploration *, const char *text, size_t length, const struct murphi_lower_options *,
                  size_t most, uint32_t deepest);
void explore_close(struct exploration *); // and nothing is left

const value *explore_state(const struct exploration *, size_t);
bool explore_holds(struct exploration *, const struct property *);          // in the states that were found
bool explore_has_error(struct exploration *, const struct runtime_error *); // in one of them
const struct property *explore_property(const struct exploration *, enum property_kind, const char *name);

// The model has so many states, and what fails is this: the names (or texts) of properties, and the texts of run-time
// errors that happen, a line for each.
void assert_explores(const char *text, size_t states, const char *fails);
void assert_explores_with(const char *text, const struct murphi_lower_options *, size_t states, const char *fails);
// One line for each cell: `name: type`, and for each action its name.
void assert_cells(const char *text, const char *cells);
void assert_actions(const char *text, const char *actions);

#endif
