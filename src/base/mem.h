// Memory through a context: every byte that a part of the program holds is counted, and may be limited.
//
// Blocks carry no header: who frees a block says how large it was. That costs nothing (arrays know their capacity)
// and lets a test assert that a context ends at zero bytes and zero blocks.
#ifndef COSET_BASE_MEM_H
#define COSET_BASE_MEM_H

#include <stdbool.h>
#include <stddef.h>

struct mem {
    struct mem *parent;              // what is held here is held, counted and limited there too; may be NULL
    size_t used, peak;               // bytes held now, and the most that were ever held
    size_t blocks;                   // blocks and regions held now
    size_t limit;                    // bytes; 0 means none
    size_t fail_after;               // tests: the n-th allocation from now fails; 0 means never
    const char *folder;              // regions go to files there when three quarters of the limit are held; or NULL
    size_t on_disk;                  // bytes of regions there, which do not count as held
    void (*exhausted)(struct mem *); // called by mem_alloc, mem_resize and mem_exhausted; must not return
    void *exhausted_context;
};

#define MEM_UNLIMITED ((struct mem){0})

// These give NULL when the limit is reached or the system has no more; the context is unchanged then.
void *mem_try_alloc(struct mem *, size_t bytes);
void *mem_try_zalloc(struct mem *, size_t bytes);
void *mem_try_resize(struct mem *, void *block, size_t old_bytes, size_t new_bytes);

// These never give NULL: they call `exhausted` (of the nearest ancestor that has one) instead, or abort where none is.
// A block of 0 bytes is NULL.
void *mem_alloc(struct mem *, size_t bytes);
void *mem_zalloc(struct mem *, size_t bytes);
void *mem_resize(struct mem *, void *block, size_t old_bytes, size_t new_bytes);

// For those who tried, got nothing, and cannot go on without: calls `exhausted` as these do.
_Noreturn void mem_exhausted(struct mem *);

void mem_free(struct mem *, void *block, size_t bytes);

// Bytes that are held elsewhere, by a context that another thread uses, count here, too. False if that is too much.
bool mem_hold(struct mem *, size_t bytes);
void mem_release(struct mem *, size_t bytes);

// How many more bytes the limits here and above allow; SIZE_MAX if there is none.
size_t mem_room(const struct mem *);
// The tightest of the limits here and above; 0 if there is none.
size_t mem_limit(const struct mem *);

// A region is a range of addresses that is reserved once and filled from its start, so that what lies in it never
// moves. Only the committed part counts as held, and nothing of a region in a file (mem_file.c).
struct mem_region {
    char *base;
    size_t reserved, committed; // bytes from `base` on
    char *address;              // what the system gave; `base` is aligned for large pages
    int file;                   // that it lies in, and 1 more; 0: in memory
};

// Reserves up to `bytes` of addresses; takes less (never under 1/1024 of it) where the system does not give as much.
bool mem_region_open(struct mem *, struct mem_region *, size_t bytes);
// And leaves enough for so many others of this size that are opened next.
bool mem_region_open_before(struct mem *, struct mem_region *, size_t bytes, size_t others);
bool mem_region_grow(struct mem *, struct mem_region *, size_t committed);
void mem_region_close(struct mem *, struct mem_region *);

// Asks for large pages under a block that is accessed at random; a hint only.
void mem_prefer_large_pages(void *block, size_t bytes);

#endif
