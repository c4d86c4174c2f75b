// Copies of a model with fewer cells and properties, for reductions.
#ifndef COSET_MODEL_COPY_H
#define COSET_MODEL_COPY_H

#include "model/model.h"

struct model_selection {
    const bool *cells;        // for each cell, whether it stays
    const bool *frozen;       // for each cell, whether it becomes one that never changes; NULL: none
    const size_t *properties; // those that are copied, in this order
    size_t property_count;
};

// Finds the cells that no action changes: every action keeps them. Those that are frozen anyway do not count.
// frozen[cell] becomes true for these. Returns how many there are.
size_t model_find_unchanged(const struct model *, bool *frozen, struct mem *);

// Choices for cells that do not stay are left out, and so are hints that mention one, all definitions, and symmetries
// that were stated (group/generator.h carries these over). Everything else (conditions, fairness,
// choices for cells that stay, the properties) must mention cells that stay only. Actions keep their numbers, and
// symbols and types theirs, so values mean the same in both models. map[cell], for each cell of the model, becomes the
// cell of the copy, or CELL_NONE. The caller frees the copy, which borrows nothing.
struct model *model_copy_selected(const struct model *, const struct model_selection *, cell_id *map, struct mem *);

// Gives an empty model the symbols and types of another one, with the same numbers.
void model_copy_values(const struct model *from, struct model *to);

#endif
