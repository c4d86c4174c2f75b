// Representatives that were found a moment ago. A search comes upon the same successor by several ways, one after the
// other, and a representative takes much longer to find than to look up. A table of fixed size, in which a state takes
// the place of another; where it does not pay it is given up.
#ifndef COSET_GROUP_CANONICAL_MEMO_H
#define COSET_GROUP_CANONICAL_MEMO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"

struct canonical_memo {
    uint64_t *table; // entries: a tag, a state, its representative; NULL: given up, or not begun
    size_t entries;  // a power of two; 0: it is not to be used
    size_t words;    // of a state
    uint64_t asked, found;
};

void canonical_memo_open(struct canonical_memo *, size_t words);
void canonical_memo_close(struct canonical_memo *, struct mem *);

// Where the entry of a state is, NULL if there is no table. If it is known, the state becomes its representative.
uint64_t *canonical_memo_find(struct canonical_memo *, uint64_t *state, bool *is_known, struct mem *);
// What was found for an entry that did not know it.
void canonical_memo_keep(struct canonical_memo *, uint64_t *entry, const uint64_t *representative);

#endif
