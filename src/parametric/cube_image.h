// Where permutations of other scalarsets than the unbounded class take cubes: to cubes of which a state is reachable if
// and only if one of the first is. Scalarsets of fixed size only, and of these as many as have few permutations
// together; each that a model has if nothing is said of it.
#ifndef COSET_PARAMETRIC_CUBE_IMAGE_H
#define COSET_PARAMETRIC_CUBE_IMAGE_H

#include "parametric/cube.h"

struct cube_images {
    struct mem *mem;
    const struct parametric_variables *variables;
    size_t variable_count;
    size_t count; // permutations besides the identity
    struct cube_place_image {
        uint32_t variable;
        uint8_t bits[MOST_PLAIN_VALUES];
    } * at; // by permutation, and variable
};

// The instance has an element with a name. If it is not known where some variable is taken, there are no images.
void cube_images_open(struct cube_images *, const struct parametric_instance *);
void cube_images_close(struct cube_images *);
// The cube is the caller's.
struct cube cube_image(const struct cube_images *, size_t permutation, const struct cube *, struct mem *);

#endif
