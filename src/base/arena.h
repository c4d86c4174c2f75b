// An arena: memory that is taken piece by piece and given back all at once, for trees whose nodes live and die
// together. struct arena arena = {.mem = mem}; thing = arena_alloc(&arena, sizeof *thing); ... arena_free(&arena);
#ifndef COSET_BASE_ARENA_H
#define COSET_BASE_ARENA_H

#include <stddef.h>

#include "base/mem.h"

struct arena_chunk;

struct arena {
    struct mem *mem;
    struct arena_chunk *chunks; // the newest first
    char *free;                 // the rest of the newest chunk
    size_t room;
};

// Never NULL (see mem_alloc), zeroed, and aligned for any type. 0 bytes give a pointer that must not be followed.
void *arena_alloc(struct arena *, size_t bytes);

// A copy of bytes, with a zero byte behind them.
char *arena_copy(struct arena *, const char *bytes, size_t count);

// Gives everything back and leaves an empty arena behind.
void arena_free(struct arena *);

#endif
