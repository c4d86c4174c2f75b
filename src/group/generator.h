// Permutations of a model's cells and values: what a user states, and what is found in the model. (Those
// that classes of components give are in symmetry.h.)
//
// A generator takes a state to another one: the value of a cell goes to the cell that it is mapped to, and where it is
// a value that is itself moved, as the image of that value. It is *good* for a model if it takes initial states to
// initial states and steps to steps (with their inputs, which are cells too), and keeps the fairness conditions as a
// whole.
#ifndef COSET_GROUP_GENERATOR_H
#define COSET_GROUP_GENERATOR_H

#include "base/array.h"
#include "model/model.h"

// A value that is moved: a symbol in whatever cell it is; or a number, truth value or word in one cell alone.
struct value_move {
    cell_id cell; // in which cell, before it goes elsewhere; CELL_NONE for symbols
    value from, to;
};

struct generator {
    cell_id *cells; // by cell: where it goes
    size_t cell_count;
    ARRAY(struct value_move) values;
    char *text; // as it was stated, or in the same form: (a b)(c d){x y}; owned
};

typedef ARRAY(struct generator) generator_array;

struct generator generator_identity(const struct model *, struct mem *);
struct generator generator_copy(const struct generator *, struct mem *);
// First one, then the other; the way back. Their texts are made from what they do.
struct generator generator_compose(const struct generator *, const struct generator *then, const struct model *,
                                   struct mem *);
struct generator generator_inverse(const struct generator *, const struct model *, struct mem *);
bool generator_equal(const struct generator *, const struct generator *); // of one model: they do the same
void generator_free(struct mem *, struct generator *);
void generators_free(struct mem *, generator_array *);

// Whether no state is changed by it: neither cells nor values are moved.
bool generator_is_identity(const struct generator *);
bool generator_moves_cells(const struct generator *);

// A value of a cell, as it arrives at the cell's image. The cell's type tells whether it is a symbol.
value generator_value(const struct generator *, const struct model *, cell_id, value);
void generator_apply(const struct generator *, const struct model *, const value *state, value *result); // not the same

// The image of an expression; EXPR_NONE if there is none: it uses a number or word that is moved in other ways than by
// asking whether a cell has a constant value.
expr generator_expr(const struct generator *, struct model *, expr, struct mem *);

// The same on a copy of the model with fewer cells (model/copy.h), whose map says which cell became which. False if it
// takes a cell that stays to one that does not, or the other way round; nothing is made then.
bool generator_project(const struct generator *, const cell_id *map, const struct model *copy, struct generator *out,
                       struct mem *);

// The same as cycles, in the names of the model: (a.x b.x)(a.y b.y){red green}; numbers with their cells,
// {pick=1 pick=2}.
void generator_add_text(const struct generator *, const struct model *, struct mem *, struct str *out);
void generator_add_values(const struct generator *, const struct model *, struct mem *, struct str *out); // in braces

// Whether it is a permutation of cells and of values, and cells go to cells of the same role, whose types have the same
// values but for those that are moved. If not, why.
bool generator_fits(const struct generator *, const struct model *, struct mem *, struct str *why_not);

// Of one cell: whether each of its values arrives as one of where it goes, and no two as the same.
bool generator_values_fit(const struct generator *, const struct model *, cell_id, struct mem *);

#endif
