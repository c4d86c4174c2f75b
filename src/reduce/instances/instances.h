// Properties taken apart for symmetry reductions: each is a number of instances, of which one per orbit is checked,
// with the permutations that keep its atoms (the invariance group of seed 000, section 3, for one instance). Whoever
// checks an instance searches the orbits of its group.
#ifndef COSET_REDUCE_INSTANCES_INSTANCES_H
#define COSET_REDUCE_INSTANCES_INSTANCES_H

#include "base/array.h"
#include "group/symmetry.h"
#include "reduce/reduction.h"

struct property_instance {
    size_t group;
    bool is_part;       // it is not the property itself
    bool holds;         // is known
    uint32_t vacuities; // then, and the next: see struct result
    bool is_vacuity_open;
};

struct property_instances {
    struct mem *mem;
    const struct model *model;       // that the goals are properties of
    ARRAY(struct symmetry *) groups; // the first is the full one; NULL: without symmetries, and the only one
    ARRAY(struct reduction_goal) goals;
    ARRAY(struct property_instance) at; // by goal
};

// The model gets a property for each instance that is none by itself. Without symmetries each property is one instance.
// `moves_fairness`: see symmetry_instances.
void property_instances_open(struct property_instances *, struct model *, const struct symmetry *, const size_t *wanted,
                             size_t wanted_count, bool moves_fairness, struct mem *);
void property_instances_close(struct property_instances *);

// The same, made by somebody else: begins with the full group; gives the number of another one; adds an instance.
void property_instances_begin(struct property_instances *, const struct model *, const struct symmetry *, struct mem *);
size_t property_instances_group(struct property_instances *, const struct symmetry *);
void property_instances_add(struct property_instances *, struct reduction_goal, size_t group, bool is_part);

// As a layer of a stack: the model is what it was, and so are its traces.
struct model_reduction property_instances_layer(struct property_instances *, struct model *);

// Checks the instances of a property that are not known to hold, up to the first that does not; its result is that of
// the property, and its method says so where there are parts. False if another try makes no sense: it is undecided, and
// not for want of time.
typedef void check_property_instance(void *context, struct reduction_goal, size_t group, double deadline,
                                     struct result *);
bool property_instances_check(struct property_instances *, size_t place, double deadline, check_property_instance *,
                              void *context, struct result *);

#endif
