// The colours that a place can hold, by the value of some of their components: those that fit what is bound already are
// found without a look at the others. Colours come in the order in which they were added, also while they are gone
// through.
#ifndef COSET_PNML_COLOUR_INDEX_H
#define COSET_PNML_COLOUR_INDEX_H

#include "pnml/net.h"

#define COLOUR_INDEX_END SIZE_MAX

typedef ARRAY(uint64_t) colour_array;

struct colour_index; // of one sort and one choice of components
struct colour_index *colour_index_open(const struct net *, uint32_t sort, const bool *is_key, struct mem *);
void colour_index_close(struct colour_index *);

// Takes up the colours that were added since.
void colour_index_extend(struct colour_index *, const colour_array *);
// The first of the colours whose components are these (others are not looked at), and the one after one.
size_t colour_index_first(const struct colour_index *, const uint32_t *components);
size_t colour_index_next(const struct colour_index *, size_t);

#endif
