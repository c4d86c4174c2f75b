// Random SMV models of identical components, with their symmetries as generators: local values, inputs, frozen
// variables, an enumeration and a number whose values move along with the components, fairness that is symmetric or
// not, deadlocks; and random properties of all kinds, symmetric or not.
#ifndef COSET_TESTS_ORBIT_SYMMETRIC_SMV_H
#define COSET_TESTS_ORBIT_SYMMETRIC_SMV_H

#include "group/generator.h"
#include "reference_orbits.h"

#define SYMMETRIC_MOST 4 // components

struct symmetric_maker {
    struct dice dice;
    struct mem *mem;
    struct str *out;
    int components;
    bool is_ring; // else all are interchangeable
    bool is_asynchronous;
    bool has_flag, has_frozen, has_input, has_owner, has_choice, has_number, has_global;
    int most; // of the local value, which is a number from 0 or a colour
    bool has_colours;
    bool owner_may_be_none;
    bool asks_of_all; // the property at hand: of no component more than of others
};

// Puts a model without properties.
void symmetric_put_model(struct symmetric_maker *);

// Puts a condition: of all components in the same way, or of one of them.
void symmetric_put_condition(struct symmetric_maker *, bool is_symmetric, bool inputs);

// Puts a property of a random kind.
void symmetric_put_property(struct symmetric_maker *);

// The exchanges of neighbours, or the turn of the ring.
void symmetric_generators(const struct symmetric_maker *, const struct model *, generator_array *, struct mem *);

// A permutation of cells of one type, most likely no symmetry.
struct generator symmetric_shuffle(struct dice *, const struct model *, struct mem *);

#endif
