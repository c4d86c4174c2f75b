// The names of a text: one symbol for one text, so that they are compared by their pointers.
#ifndef COSET_BASE_SYMBOLS_H
#define COSET_BASE_SYMBOLS_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/str.h"

struct symbol {
    uint32_t id; // from 0, without gaps
    uint32_t length;
    struct symbol *chain; // of the table
    char text[];          // ended by a zero byte
};

// A table with chains, doubled as it fills. {0} is empty.
struct symbols {
    uint32_t count;
    struct symbol **buckets;
    uint32_t bucket_count; // a power of two, or 0
};

// The symbol lies in the arena, whose memory context the table's is, too.
const struct symbol *symbols_add(struct symbols *, struct arena *, const char *text, size_t length);
const struct symbol *symbols_find(const struct symbols *, const char *text, size_t length); // NULL if there is none
// A text that is there already gets a number behind it, so that it is none; then it is added.
void symbols_make_unique(struct symbols *, struct arena *, struct str *text, struct mem *text_mem);
void symbols_free(struct symbols *, struct mem *);

#endif
