#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <string.h>

struct arena_chunk {
    struct arena_chunk *older;
    size_t bytes; // with this header
    alignas(max_align_t) char data[];
};

// Chunks double up to a limit, so that a small tree takes little and a large one few chunks.
enum { SMALLEST = 1024, LARGEST = 256 * 1024 };

static void add_chunk(struct arena *arena, size_t least)
{
    size_t bytes = arena->chunks ? 2 * arena->chunks->bytes : SMALLEST;
    if (bytes > LARGEST)
        bytes = LARGEST;
    if (least > bytes - sizeof(struct arena_chunk))
        bytes = least + sizeof(struct arena_chunk);
    struct arena_chunk *chunk = mem_alloc(arena->mem, bytes);
    chunk->older = arena->chunks;
    chunk->bytes = bytes;
    arena->chunks = chunk;
    arena->free = chunk->data;
    arena->room = bytes - sizeof(struct arena_chunk);
}

void *arena_alloc(struct arena *arena, size_t bytes)
{
    size_t unit = alignof(max_align_t);
    if (bytes > SIZE_MAX / 4) // more than any system has: without an overflow on the way
        mem_exhausted(arena->mem);
    size_t taken = (bytes + unit - 1) / unit * unit;
    if (taken > arena->room || !arena->chunks)
        add_chunk(arena, taken);
    char *block = arena->free;
    arena->free += taken;
    arena->room -= taken;
    memset(block, 0, taken);
    return block;
}

char *arena_copy(struct arena *arena, const char *bytes, size_t count)
{
    char *copy = arena_alloc(arena, count + 1);
    if (count)
        memcpy(copy, bytes, count);
    return copy;
}

void arena_free(struct arena *arena)
{
    while (arena->chunks) {
        struct arena_chunk *older = arena->chunks->older;
        mem_free(arena->mem, arena->chunks, arena->chunks->bytes);
        arena->chunks = older;
    }
    arena->free = NULL;
    arena->room = 0;
}
