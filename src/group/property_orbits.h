// Properties that symmetries take to each other. One holds if and only if the other does, and a trace that refutes the
// one becomes a trace that refutes the other.
#ifndef COSET_GROUP_PROPERTY_ORBITS_H
#define COSET_GROUP_PROPERTY_ORBITS_H

#include "group/generator.h"

struct property_orbits {
    struct mem *mem;
    size_t count;
    size_t *leader;        // by place: the first place whose property is taken to this one; itself if there is none
    struct generator *way; // by place: what takes the leader there
};

// Whether some of the properties have the same form, but for variables and constants: else none are in one orbit.
bool property_orbits_is_possible(const struct model *, const size_t *properties, size_t count, struct mem *);

// By generators that are good for the model. Not all orbits are seen, and fewer where time runs out.
void property_orbits_open(struct property_orbits *, struct model *, const generator_array *, const size_t *properties,
                          size_t count, double deadline, struct mem *);
void property_orbits_close(struct property_orbits *);

#endif
