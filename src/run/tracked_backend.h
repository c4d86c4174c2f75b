// Deciding properties of single components on counters: the components that a property speaks of are *tracked*, and
// the others are counted.
//
// `forall p: AG EF place[p] = inside` is one formula for each component, and permutations take each of them to each
// other one. So one instance is enough; but counters of all components do not tell the one apart that it is about. In
// the model with k tracked components these have their own variables, and the permutations of all others are symmetries
// that leave the instance alone. Counters of these others are as exact there as counters of all are for what speaks of
// no single one: what comes out is bisimilar to the model, by a relation that keeps the instance's conditions.
//
// Properties that track the same numbers of components are decided together, on one model.
#ifndef COSET_RUN_TRACKED_BACKEND_H
#define COSET_RUN_TRACKED_BACKEND_H

#include "run/counter_backend.h"

struct tracked_group;

struct tracked_backend {
    struct backend base;
    struct run *run;
    struct mem *mem;
    struct input *input;
    const struct portfolio_setup *setup; // of what is to be decided
    ARRAY(struct tracked_group *) groups;
    struct goals *goals; // while they are decided
};

// It leaves what it cannot decide as it is.
void tracked_backend_open(struct tracked_backend *, struct run *, struct input *, const struct portfolio_setup *);

// How many elements of each class of a model per orbit have to be tracked for a property of it. False if there are
// none, or more than are worth it; `tracked` has room for all classes.
bool tracked_elements_of(const struct model *per_orbit, size_t property, uint32_t *tracked);

#endif
