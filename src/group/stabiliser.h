// What a property leaves of a group that is given by generators (seed 000: Barner and Grumberg, Combining Symmetry
// Reduction and Under-Approximation for Symbolic Model Checking, section 3): permutations that keep each of its
// *atoms*, the maximal subformulas without time. Those of the generators that do are kept. The others give more, in
// pairs: their products, their quotients, and what is conjugate.
#ifndef COSET_GROUP_STABILISER_H
#define COSET_GROUP_STABILISER_H

#include "group/generator.h"

typedef ARRAY(expr) atom_array;

// The atoms of a property (and of what it is checked for vacuity with), each once; those of fairness, too, if that
// matters to the property: each condition must then be kept by itself.
void stabiliser_collect_atoms(const struct model *, size_t property, atom_array *out, struct mem *);
// Those of one formula, which may be FORMULA_NONE.
void stabiliser_collect_formula(const struct model *, formula, atom_array *out, struct mem *);

// Whether a generator leaves a condition alone by its form: its image is the same, but for the order and the nesting of
// operands.
bool stabiliser_keeps_form(struct model *, const struct generator *, expr, struct mem *);

// Whether a generator leaves the truth of an atom alone in every state and step. For those who know more than the form
// of expressions tells.
typedef bool (*stabiliser_keeps)(void *context, const struct generator *, expr atom);

// Adds generators that keep every atom: by their form, or because `keeps` says so, which may be NULL and is asked only
// where the form does not tell. All are good for the model if those in `all` are. Identities are left out, and what
// those before it are known to generate. The caller frees what was added.
void stabiliser_find(struct model *, const generator_array *all, const expr *atoms, size_t count,
                     stabiliser_keeps keeps, void *context, generator_array *out, struct mem *);

#endif
