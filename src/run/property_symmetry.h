// Properties that follow from others: symmetries of the model take one to the other, so one of them is checked.
#ifndef COSET_RUN_PROPERTY_SYMMETRY_H
#define COSET_RUN_PROPERTY_SYMMETRY_H

#include "group/property_orbits.h"
#include "run/portfolio.h"

struct property_symmetry {
    struct run *run;
    struct model *model;
    const size_t *wanted;
    struct property_orbits orbits; // of what is wanted; empty: nothing follows
    size_t count;                  // that follow from others
    char *symmetries;              // how many were found, in decimal
};

// Looks for symmetries, for a moment, if some of the properties have the same form. All that is given outlives it.
void property_symmetry_open(struct property_symmetry *, struct run *, struct model *, const size_t *wanted,
                            size_t count);
void property_symmetry_close(struct property_symmetry *);

bool property_symmetry_is_led(const struct property_symmetry *, size_t goal_index); // it follows from another one
// What follows from a goal that is known, and is not known itself, is decided as if it did not; NULL: nothing is
// known.
void property_symmetry_release(struct property_symmetry *, const bool *is_known);
// Hands on what follows from a result: a result for each goal that it leads.
void property_symmetry_hand_on(struct property_symmetry *, size_t goal_index, const struct result *,
                               void (*decided)(void *context, size_t goal_index, struct result *), void *context);

// That some do, of so many, in words.
void property_symmetry_add_text(const struct property_symmetry *, size_t wanted, struct str *);

#endif
