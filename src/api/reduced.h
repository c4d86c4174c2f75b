// Checking a property without the variables that it does not depend on (reduce/cone.h). There is one reduced model at a
// time; properties that depend on the same variables are checked with it one after the other.
#ifndef COSET_API_REDUCED_H
#define COSET_API_REDUCED_H

#include "check/check.h"
#include "reduce/cone.h"

struct reduced {
    struct mem *mem;
    struct model *full;
    const size_t *properties; // of the full model
    size_t property_count;
    struct dependence *dependence;
    bool *cells, *wanted; // of the model that is open, and of the property at hand
    struct cone cone;
    size_t *number; // by property: its number in the model that is open; SIZE_MAX if it has none there
    struct checker *checker;
};

// All that is given outlives it.
void reduced_open(struct reduced *, struct model *full, bool values_are_proved, const size_t *properties, size_t count,
                  struct mem *);
void reduced_close(struct reduced *);

// Whether there is something to leave out for the property in this place of the list.
bool reduced_applies(struct reduced *, size_t place);
// Checks such a property. False if that is for the full model after all: the run that was found would get too long
// there.
bool reduced_check(struct reduced *, size_t place, const struct check_options *, struct result *);
void reduced_close_checker(struct reduced *); // what it knows is lost

#endif
