// How a generator moves sets: bits in the place of bits.
//
// The states that a generator takes those of a set to are the set with each bit of a cell replaced by what that bit was
// before: a function of the bits of the cell that its value has gone to. Where values stay, or have a bit each, that is
// one bit in the place of another. Codes that stand for no value go to such codes, each to one of its own; so sets of
// anything are moved one to one, and the image of a complement is the complement of the image.
//
// Sets are functions of current bits and inputs; relations, which also have next copies, are moved in the same way,
// both ends of a step at once. Variables that are no bits of the model (of a tableau, say) stay.
#ifndef COSET_ORBIT_SUBSTITUTION_H
#define COSET_ORBIT_SUBSTITUTION_H

#include "bdd/bdd.h"
#include "encode/encode.h"
#include "group/generator.h"

struct substitution;

// Of a generator that fits the model (generator_fits). Cells that go to each other are coded alike: by a bit for each
// value, or by the least number of bits. The encoding outlives it, the generator need not. NULL when the engine gave
// up.
struct substitution *substitution_new(const struct generator *, struct encoding *, struct mem *);
void substitution_free(struct substitution *); // NULL is fine

// Where the states of a set go, and where those come from that go into it; also of relations.
bdd substitution_image(struct substitution *, bdd set);
bdd substitution_preimage(struct substitution *, bdd set);

// The same for the engine's own use: what each variable is replaced by.
bdd_substitution *substitution_bits(struct substitution *, bool inverse);

// Whether it only puts bits in the place of bits.
bool substitution_permutes_bits(const struct substitution *);

// The generator as relations between current bits, from where it goes, and next bits, where to: one for each cycle of
// bits, or of cells where values move. They have no variable in common; the images by all of them, one after the other,
// are the image of a set of states. False when the engine gave up, or when cells are moved that have no next copy;
// inputs do not count, as states have none.
bool substitution_relations(struct substitution *, bdd_relation *const **, size_t *count);

#endif
