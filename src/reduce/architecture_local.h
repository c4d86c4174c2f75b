// Steps of neighbours as steps of any two components: what the files of that proof share. It is told in
// architecture_local.c.
#ifndef COSET_REDUCE_ARCHITECTURE_LOCAL_H
#define COSET_REDUCE_ARCHITECTURE_LOCAL_H

#include "reduce/architectural.h"

#define NO_STEP UINT32_MAX
#define OUT_OF_RANGE (UINT32_MAX - 1)
#define NOT_KNOWN (UINT32_MAX - 2)

enum { X, M, Y }; // the components

struct local_action {
    uint32_t partial; // which of the partial templates; UINT32_MAX: all take it
    const struct template *template;
    uint32_t places[ARCHITECTURE_MOST_NAMED]; // of X, M and Y
    bool is_nearer;                           // of M and Y, by a partial template
    expr condition;
    struct part *choices;
};

struct domain {
    cell_id cell;
    uint32_t place; // X, M or Y; NO_PLACE if it is global
    const value *values;
    uint32_t count;
};

enum { NO_PLACE = 3 };

struct arrival {
    uint32_t state, before, action;
};

struct architecture_local {
    ARRAY(const struct template *) partial;
    ARRAY(bool) flipped; // by partial template: its edge goes from its second component to its first
    uint64_t *edges;     // bits, from * size + to
    uint32_t *distance;  // scratch: by component, to the target
    ARRAY(struct local_action) goals, actions;
    ARRAY(struct domain) domains;
    uint32_t states;
    uint32_t globals, locals; // how many combinations of values of global variables, and of those of a component
    bool *known;              // global * locals + local: a component can be in this state; NULL: not found out
    struct evaluator *evaluator;
    value *now, *next, *view, *real; // scratch: states of the model
    uint32_t *successors;            // state * actions + action
    uint32_t *stamps, *before, *by;  // by state: when it was seen, and from where
    uint32_t stamp;
    uint64_t work;
    ARRAY(uint32_t) queue;
    ARRAY(struct arrival) later;
};

// ---- architecture_local.c -------------------------------------------------------------------------------------------

bool local_has_edge(const struct architecture *, uint32_t from, uint32_t to);
// Distances to a component, against the edges; or from it, along them. Gives how many components are connected.
uint32_t local_find_distances(struct architecture *, uint32_t target, bool backwards);

// ---- architecture_three.c: X, M and Y -------------------------------------------------------------------------------

void local_add_partial(struct architecture *, uint32_t partial);     // its goal and its actions
void local_add_full(struct architecture *, const struct template *); // its actions
bool local_holds_ids(const struct architecture *, cell_id);
bool local_find_domains(struct architecture *); // false if there are too many combinations of values
void local_decode(const struct architecture_local *, uint32_t state, value *values);
uint32_t local_encode(const struct architecture_local *, const value *values);
bool local_carry_out(struct architecture *, expr condition, const struct part *choices, size_t count, const value *now,
                     value *next);
uint32_t local_step(struct architecture *, uint32_t state, const struct local_action *);
uint32_t local_successor(struct architecture *, uint32_t state, size_t action); // of actions, and goals behind them
// Whether there is a path of one step at least; `by` and `before` tell it, from its end.
bool local_find_path(struct architecture *, uint32_t from, uint32_t to);

// ---- architecture_known.c: what components can get into -------------------------------------------------------------

void local_find_known(struct architecture *);
bool local_is_known(const struct architecture *, uint32_t state);

#endif
