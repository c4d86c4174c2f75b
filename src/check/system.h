// A model as a system of sets and images: initial states, legal states, one partition for each action, and fairness.
#ifndef COSET_CHECK_SYSTEM_H
#define COSET_CHECK_SYSTEM_H

#include "check/abstraction.h"
#include "check/relations.h"
#include "encode/encode.h"

struct system {
    struct steps steps;              // first: the system is an image
    struct image *image;             // of these steps, or what an abstraction makes of them
    struct abstraction *abstraction; // NULL if there is none
    struct mem *mem;
    struct model *model;
    struct encoding *encoding;
    bdd_manager *m;

    bdd space;   // legal states: values of their types, and the invariants of the model
    bdd initial; // within the space; of an abstraction, the abstract initial states
    bdd state_cube, input_cube;
    bdd input_space; // values that inputs can have

    struct relations relations; // of an abstraction by parts, by components
    bdd care;                   // pre-images are asked for in here only (system_simplify)
    bool single_relations;      // every action is one relation: what restricts a pre-image makes it cheaper
    bool searches_by_layers;    // closures are found by chaining else
    bool without_saturation;    // nothing is saturated
    struct partition *stay;     // steps of executions that stay where they end; NULL: none, or not known yet
    bool knows_ends;            // there are no others (stay.h)
    bdd_saturation *saturation; // of the actions that are single relations; NULL where there is no use for it

    // Over current bits and inputs.
    bdd *justice;
    size_t justice_count;
    bdd *compassion; // pairs, one after the other
    size_t compassion_count;
};

// NULL when the engine gave up; bdd_status says why.
struct system *system_new(struct encoding *, struct abstraction *, struct mem *); // the abstraction may be NULL

// A product with further bits. It has the space and the initial states of the system, whatever the bits are, and must
// not outlive it.
struct system *system_extend(struct system *, const struct system_extension *);

void system_free(struct system *);

// How closures are searched for, instead of what the number of actions suggests.
void system_choose_search(struct system *, bool by_layers, bool saturating);

// Pre-images need to be right only inside of `care` from now on; see partition_simplify.
bool system_simplify(struct system *, bdd care);

// system_image.c: adds to *set what leads to it by steps that begin in `within`, as far as that is found at once: true
// if it is all.
bool system_grow_back(struct system *, bdd *set, bdd within);

// The states of a set from which no step leads into `to` (BDD_TRUE: to nowhere). Steps are taken away one action after
// the other, so that it costs much less than the pre-image of a large set where there are many actions.
bdd system_stuck(struct system *, bdd set, bdd to);
// Those from which no step of the model leads anywhere, whatever an abstraction leaves of the steps.
bdd system_dead_ends(struct system *, bdd set);

// The inputs with which some action leads from the one state to the other, as a function of inputs.
bdd system_inputs_between(struct system *, bdd from, bdd to);

// One state of a set that is not empty; false when the engine gave up.
bool system_pick(struct system *, bdd set, value *state);
// The same for inputs: writes the cells of role CELL_INPUT.
bool system_pick_inputs(struct system *, bdd inputs, value *state);

// system_image.c: how any system steps.
extern const struct steps system_steps;

size_t system_clusters(const struct system *);
size_t system_relation_nodes(const struct system *);
size_t system_simplified_nodes(const struct system *); // of what system_simplify has made of it

#endif
