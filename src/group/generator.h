// Permutations of a model's cells and values, one by one: what a user states, and what is found in the model. (Those
// that classes of components give are in symmetry.h.)
//
// A generator takes a state to another one: the value of a cell goes to the cell that it is mapped to, and where it is
// a value that is itself moved, as the image of that value. It is *good* for a model if it takes initial states to
// initial states and steps to steps.
#ifndef COSET_GROUP_GENERATOR_H
#define COSET_GROUP_GENERATOR_H

#include "base/array.h"
#include "model/model.h"

struct value_pair {
    value from, to;
};

struct generator {
    cell_id *cells; // by cell: where it goes
    size_t cell_count;
    ARRAY(struct value_pair) values; // those that are moved: symbols of enumerations
    const char *text;                // as it was stated, or in the same form: (a b)(c d){x y}; owned by the list
};

typedef ARRAY(struct generator) generator_array;

void generators_free(struct mem *, generator_array *);

value generator_value(const struct generator *, value);
void generator_apply(const struct generator *, const value *state, value *result); // not the same array
expr generator_expr(const struct generator *, struct model *, expr);               // its image

// The same as cycles, in the names of the model: (a.x b.x)(a.y b.y){red green}.
void generator_add_text(const struct generator *, const struct model *, struct mem *, struct str *out);

// Whether types fit: cells go to cells of the same role, whose types have the same values up to `values`. If not, why.
bool generator_fits(const struct generator *, const struct model *, struct mem *, struct str *why_not);

#endif
