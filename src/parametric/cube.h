// Cubes: "there are different elements 0, 1, ... for which these cells have these values". A cube has a literal for
// each cell that it says something of, in the order of variables and elements. A set of values may contain elements of
// the cube and *any other*, for all elements that it does not name. If elements have an order, those of a cube are in
// it: "there are elements 0 < 1 < ...".
#ifndef COSET_PARAMETRIC_CUBE_H
#define COSET_PARAMETRIC_CUBE_H

#include "base/str.h"
#include "parametric/parametric_instance.h"

struct cube_literal {
    uint32_t variable;
    uint8_t elements[MOST_SITES];
    uint64_t mask;
};

enum { SIGNATURE_WORDS = 4 };

struct cube {
    uint32_t elements;
    uint32_t count;
    struct cube_literal *literals;
    uint64_t signature[SIGNATURE_WORDS]; // what variables do not have, hashed to bits
    uint32_t capacity;                   // of `literals`
};

// All values of a variable in a cube with so many elements.
uint64_t cube_full(const struct parametric_variables *, uint32_t variable, uint32_t elements);

// The mask that a mask of a cube is where its elements have other names among `elements`: images[i] is that of i.
uint64_t cube_move_mask(uint64_t mask, const uint8_t *images, uint32_t cube_elements, uint32_t elements);

struct cube cube_new(uint32_t elements, uint32_t capacity, struct mem *);
struct cube cube_copy(const struct cube *, struct mem *);
void cube_free(struct cube *, struct mem *);

// Drops literals that say nothing and elements that nothing is said of; sorts. The literals are the cube's own. In an
// order, that there is such an element above or below another one says something.
void cube_tidy(struct cube *, const struct parametric_variables *);

// An element that nothing is said of.
void cube_drop_element(struct cube *, const struct parametric_variables *, uint32_t element);

// Whether every state of the second cube is one of the first.
bool cube_subsumes(const struct cube *general, const struct cube *special, const struct parametric_variables *);

// ---- cube_print.c

// As a condition of Murphi's language over names i1, i2, ... of elements.
void cube_print(const struct cube *, const struct parametric_variables *, struct mem *, struct str *out);
// That no elements are as the cube says.
void cube_print_negation(const struct cube *, const struct parametric_variables *, struct mem *, struct str *out);
// Likewise, where a further condition is so, which may be empty.
void cube_print_negation_with(const struct cube *, const struct parametric_variables *, const char *further,
                              struct mem *, struct str *out);
// With these names of its elements. False if it speaks of an element of a scalarset of fixed size.
bool cube_print_named(const struct cube *, const struct parametric_variables *, const char *const *names, struct mem *,
                      struct str *out);

#endif
