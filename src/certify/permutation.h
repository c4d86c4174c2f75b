// What permutations of components do to states and conditions, written anew from the definition in model.h: a cell goes
// to the cell of its family whose sites are the images of its own, an id to the id of its element's image, and pools
// are sorted again.
//
// Which permutations are allowed: of a class whose elements the front end has found to be alike (it has no obstacle:
// the model obeys the rules of scalarsets), all permutations that keep some *blocks* of elements; of a ring all
// rotations, if it is one block, or else the identity alone; of other classes the identity alone.
#ifndef COSET_CERTIFY_PERMUTATION_H
#define COSET_CERTIFY_PERMUTATION_H

#include "base/array.h"
#include "certificate/format.h"
#include "model/model.h"

struct permuter {
    struct model *model;
    const struct supervisor *watch; // for whoever asks the SAT solver about permutations; may be NULL
    struct mem *mem;
    size_t classes, elements, cells;
    uint32_t *first;     // by class: the number of its first element among those of all classes; one more for the end
    struct placed_cell { // the cells that permutations move, by family and place: in the order of their sites, the
        uint32_t family; // last site changing fastest
        cell_id cell;
        size_t place;
        bool is_moved;
    } * placed;
    size_t placed_count;
    bool *holds_ids; // by cell
    uint32_t *block; // by element: any number, the same for those of one block
    uint32_t *pools; // by width
};

// NULL if the cells are not placed as model.h says; `error` says how. Each class is one block at first.
struct permuter *permuter_new(struct model *, const struct supervisor *, struct mem *, const char **error);
void permuter_free(struct permuter *);

// To be called when blocks were changed: what must stay becomes a block of its own.
void permuter_settle_blocks(struct permuter *);

// A permutation is the image of each element, numbered within its class, class by class. False if it is not allowed.
bool permuter_allows(const struct permuter *, const uint32_t *permutation);
bool permuter_is_identity(const struct permuter *, const uint32_t *permutation);
// Reads one from a certificate. False if it is damaged, or not allowed.
bool permuter_read(const struct permuter *, struct view *, uint32_t *permutation);

cell_id permuter_cell(const struct permuter *, const uint32_t *permutation, cell_id);
value permuter_value(const struct permuter *, const uint32_t *permutation, cell_id, value);
void permuter_sort_pools(const struct permuter *, value *state);

// Some permutations that generate all that are allowed.
typedef ARRAY(uint32_t) permutation_array; // one behind the other
void permuter_generators(const struct permuter *, permutation_array *);

#endif
