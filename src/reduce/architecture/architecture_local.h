// Steps of neighbours as steps of any two components: what the files of that proof share. It is told in
// architecture_local.c.
#ifndef COSET_REDUCE_ARCHITECTURE_ARCHITECTURE_LOCAL_H
#define COSET_REDUCE_ARCHITECTURE_ARCHITECTURE_LOCAL_H

#include "reduce/architecture/architecture_parts.h"

#define NO_STEP UINT32_MAX
#define OUT_OF_RANGE (UINT32_MAX - 1)
#define NOT_KNOWN (UINT32_MAX - 2)

enum { X, M, Y }; // the components

struct local_action {
    const struct template *template;
    uint32_t places[ARCHITECTURE_MOST_NAMED]; // of X, M and Y
    bool is_nearer;                           // of M and Y, by a template that the round shows
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

// A round of the proof: it shows some templates, by means of those that are shown already.
struct architecture_local {
    ARRAY(struct template *) shows;
    ARRAY(bool) flipped;              // by edges: by template, its edge goes from its second component to its first
    uint64_t *edges;                  // bits, from * size + to; NULL: it is by a hub
    uint32_t *distance;               // scratch: by component, to the target
    uint32_t hub;                     // the component that M is
    ARRAY(struct local_action) goals; // the first of them are to be shown, the others are for what can be reached
    size_t goal_count;                // so many
    ARRAY(struct local_action) actions;
    ARRAY(struct domain) domains;
    uint32_t states;
    uint32_t globals, locals; // how many combinations of values of global variables, and of those of a component
    bool *known;              // (global * locals + local) * locals + local: two components can be so; NULL: all can
    struct evaluator *evaluator;
    value *now, *next, *view, *real; // scratch: states of the model
    uint32_t *successors;            // state * actions + action
    uint32_t *stamps, *before, *by;  // by state: when it was seen, and from where
    uint32_t stamp;
    ARRAY(uint32_t) queue;
    ARRAY(struct arrival) later;
};

// ---- architecture_edges.c: neighbours over others -------------------------------------------------------------------

// The actions and goals of a round; false, and why, if edges do not connect all components.
bool local_use_edges(struct architecture *, struct cause *why_not);
bool local_has_edge(const struct architecture *, uint32_t from, uint32_t to);
// Distances to a component, against the edges; or from it, along them. Gives how many components are connected.
uint32_t local_find_distances(struct architecture *, uint32_t target, bool backwards);

// ---- architecture_hub.c: all over one -------------------------------------------------------------------------------

bool local_use_hub(struct architecture *, uint32_t hub); // likewise; false if there is nothing to be shown so
// Where components are in the round: the hub is M, others are X and Y as they come.
void local_place_around(const struct architecture *, const struct template *, const uint32_t *tuple, uint32_t *three,
                        uint32_t *places);

// ---- three_process.c: X, M and Y -------------------------------------------------------------------------------

struct local_action local_action(struct architecture *, const struct template *, const uint32_t *places);
void local_add_everywhere(struct architecture *, const struct template *); // as actions, at all places
bool local_holds_ids(const struct architecture *, cell_id);
bool local_find_domains(struct architecture *); // false if there are too many combinations of values
void local_decode(const struct architecture_local *, uint32_t state, value *values);
uint32_t local_encode(const struct architecture_local *, const value *values);
bool local_carry_out(struct architecture *, expr condition, const struct part *choices, size_t count, const value *now,
                     value *next);
uint32_t local_step(struct architecture *, uint32_t state, const struct local_action *);
uint32_t local_successor(struct architecture *, uint32_t state, size_t action); // of actions, and goals behind them
// Whether there is a path of one step at least; `by` and `before` tell it, from its end.
// Only by actions that ask no more of other components than a goal does.
bool local_find_path(struct architecture *, const struct local_action *goal, uint32_t from, uint32_t to);

// ---- architecture_known.c: what components can get into -------------------------------------------------------------

void local_find_known(struct architecture *);
size_t local_known_bytes(const struct architecture_local *);
bool local_is_known(const struct architecture *, uint32_t state);

#endif
