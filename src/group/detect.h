// Symmetries that are found in a model, whatever it was written in: automorphisms of the graph of its behaviour.
//
// Every generator found is good for the model (see generator.h). Not all symmetries are found: the graph knows what the
// model says, not what it means. Properties are not looked at; what they leave is another matter.
#ifndef COSET_GROUP_DETECT_H
#define COSET_GROUP_DETECT_H

#include <gmp.h>

#include "group/generator.h"
#include "group/model_graph.h"

// Generators, none of which is the identity, and the order of their group, or 0 if that could not be told. False if the
// graph is too large, or too much of it looks alike, or `deadline` (of clock_now; 0 for none) comes while it is made;
// then there are no generators.
bool detect_symmetries(const struct model *, enum behaviour_values, double deadline, generator_array *out, mpz_t order,
                       struct mem *);

// The same, but each of some conditions is left alone (stabiliser.h has those of a property): these are all of the
// above that do so, but for some that move numbers which the conditions ask for in other ways than by `=`.
bool detect_symmetries_keeping(const struct model *, enum behaviour_values, const expr *kept, size_t count,
                               double deadline, generator_array *out, mpz_t order, struct mem *);

// Whether a generator that fits the model is one of these symmetries, and so good for it. False says nothing: it is not
// one, or the graph is too large, or time is up.
bool detect_is_symmetry(const struct model *, const struct generator *, double deadline, struct mem *);
// The same for several, with one graph.
void detect_prove(const struct model *, const struct generator *, size_t count, bool *proved, double deadline,
                  struct mem *);

#endif
