// How a model finds things: a hash table of indices, and notes about expressions.
//
// Both are whole at every call of the memory context, so that an owner that was left by `exhausted` can still be
// freed.
#ifndef COSET_MODEL_LOOKUP_H
#define COSET_MODEL_LOOKUP_H

#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"

// A hash table of indices into an array of the owner's. It knows hash values only; the owner compares:
//     size_t at = hash;
//     for (uint32_t i; (i = table_probe(&table, hash, &at)) != TABLE_END;)
//         if (same(things[i], wanted)) ...
struct table_slot {
    uint32_t hash, item;
};

struct table {
    struct table_slot *slots;
    size_t count, capacity; // capacity is a power of two, or 0
};

#define TABLE_END UINT32_MAX

uint32_t table_probe(const struct table *, uint32_t hash, size_t *at);
void table_add(struct mem *, struct table *, uint32_t hash, uint32_t item);
void table_clear(struct table *);
void table_free(struct mem *, struct table *);

// One number for each expression, or none. Clearing takes no time.
struct note {
    uint32_t stamp, number; // 0: it never had a number; else the stamp that the notes had then, and one more
};

struct notes {
    struct note *at;
    size_t capacity;
    uint32_t stamp;
};

#define NOTE_NONE UINT32_MAX

void notes_clear(struct notes *);
uint32_t notes_get(const struct notes *, uint32_t key);
void notes_put(struct mem *, struct notes *, uint32_t key, uint32_t number);
void notes_reserve(struct mem *, struct notes *, size_t keys); // room for keys that are smaller
void notes_free(struct mem *, struct notes *);

#endif
