#include "base/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/mem_file.h"

static void discharge(struct mem *mem, size_t bytes)
{
    for (; mem; mem = mem->parent)
        mem->used -= bytes;
}

static bool admits(struct mem *mem, size_t bytes)
{
    if (mem->fail_after && --mem->fail_after == 0)
        return false;
    return bytes <= SIZE_MAX - mem->used && (!mem->limit || mem->used + bytes <= mem->limit);
}

// Counts `bytes` more as held, or says that they are not to be had.
static bool charge(struct mem *mem, size_t bytes)
{
    for (struct mem *m = mem; m; m = m->parent)
        if (!admits(m, bytes))
            return false;
    for (struct mem *m = mem; m; m = m->parent) {
        m->used += bytes;
        if (m->used > m->peak)
            m->peak = m->used;
    }
    return true;
}

static void count_block(struct mem *mem)
{
    for (; mem; mem = mem->parent)
        mem->blocks++;
}

static void discount_block(struct mem *mem)
{
    for (; mem; mem = mem->parent)
        mem->blocks--;
}

bool mem_hold(struct mem *mem, size_t bytes)
{
    return charge(mem, bytes);
}

void mem_release(struct mem *mem, size_t bytes)
{
    discharge(mem, bytes);
}

static void *obtain(struct mem *mem, size_t bytes, bool zeroed)
{
    if (bytes == 0 || !charge(mem, bytes))
        return NULL;
    void *block = zeroed ? calloc(1, bytes) : malloc(bytes);
    if (block)
        count_block(mem);
    else
        discharge(mem, bytes);
    return block;
}

void *mem_try_alloc(struct mem *mem, size_t bytes)
{
    return obtain(mem, bytes, false);
}

void *mem_try_zalloc(struct mem *mem, size_t bytes)
{
    return obtain(mem, bytes, true);
}

void *mem_try_resize(struct mem *mem, void *block, size_t old_bytes, size_t new_bytes)
{
    if (!block)
        return mem_try_alloc(mem, new_bytes);
    if (new_bytes == 0) {
        mem_free(mem, block, old_bytes);
        return NULL;
    }
    size_t more = new_bytes > old_bytes ? new_bytes - old_bytes : 0;
    if (more && !charge(mem, more))
        return NULL;
    void *moved = realloc(block, new_bytes);
    if (!moved)
        discharge(mem, more);
    else if (new_bytes < old_bytes)
        discharge(mem, old_bytes - new_bytes);
    return moved;
}

void mem_exhausted(struct mem *mem)
{
    for (; mem; mem = mem->parent)
        if (mem->exhausted)
            mem->exhausted(mem);
    abort();
}

static void *need(struct mem *mem, void *block, size_t bytes)
{
    if (!block && bytes)
        mem_exhausted(mem);
    return block;
}

void *mem_alloc(struct mem *mem, size_t bytes)
{
    return need(mem, mem_try_alloc(mem, bytes), bytes);
}

void *mem_zalloc(struct mem *mem, size_t bytes)
{
    return need(mem, mem_try_zalloc(mem, bytes), bytes);
}

void *mem_resize(struct mem *mem, void *block, size_t old_bytes, size_t new_bytes)
{
    return need(mem, mem_try_resize(mem, block, old_bytes, new_bytes), new_bytes);
}

void mem_free(struct mem *mem, void *block, size_t bytes)
{
    if (!block)
        return;
    free(block);
    discharge(mem, bytes);
    discount_block(mem);
}

size_t mem_room(const struct mem *mem)
{
    size_t room = SIZE_MAX;
    for (; mem; mem = mem->parent)
        if (mem->limit) {
            size_t here = mem->limit > mem->used ? mem->limit - mem->used : 0;
            room = here < room ? here : room;
        }
    return room;
}

size_t mem_limit(const struct mem *mem)
{
    size_t limit = 0;
    for (; mem; mem = mem->parent)
        if (mem->limit && (!limit || mem->limit < limit))
            limit = mem->limit;
    return limit;
}

// Rounded up; what is too large for that stays as it is, and is not to be had anyway.
static size_t whole_pages(size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return bytes > SIZE_MAX - page ? bytes : (bytes + page - 1) / page * page;
}

// Large pages want their own alignment.
#define REGION_ALIGNMENT ((size_t)2 << 20)

// Where addresses are limited (`ulimit -v`), a region leaves twice as many as it takes: others want some too, and what
// a process has reserved nobody else can have.
#define PARTS_LEFT 2

static char *reserve(size_t bytes, size_t parts_left)
{
    if (bytes > SIZE_MAX / (parts_left + 1))
        return NULL;
    char *address = mmap(NULL, bytes * (parts_left + 1), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (address == MAP_FAILED)
        return NULL;
    munmap(address + bytes, bytes * parts_left);
    return address;
}

bool mem_region_open(struct mem *mem, struct mem_region *region, size_t bytes)
{
    return mem_region_open_before(mem, region, bytes, 0);
}

bool mem_region_open_before(struct mem *mem, struct mem_region *region, size_t bytes, size_t others)
{
    size_t least = bytes / 16384 + 1;
    for (size_t wanted = bytes; wanted >= least; wanted /= 2) {
        size_t reserved = whole_pages(wanted) + REGION_ALIGNMENT;
        char *address = reserve(reserved, PARTS_LEFT + others);
        if (address) {
            size_t skip = (REGION_ALIGNMENT - (uintptr_t)address % REGION_ALIGNMENT) % REGION_ALIGNMENT;
            *region = (struct mem_region){.address = address, .base = address + skip, .reserved = reserved - skip};
            mem_prefer_large_pages(region->base, region->reserved);
            count_block(mem);
            return true;
        }
    }
    *region = (struct mem_region){0};
    return false;
}

// What is left of the limit is for blocks, which cannot go to files.
static bool belongs_on_disk(const struct mem *mem, size_t more)
{
    size_t most = mem->limit / 4 * 3;
    return mem->folder && mem->limit && (mem->used >= most || more > most - mem->used);
}

static bool grow_on_disk(struct mem *mem, struct mem_region *region, size_t committed)
{
    size_t before = region->committed;
    if (region->file) {
        if (!mem_file_grow(region, committed))
            return false;
        mem->on_disk += committed - before;
        return true;
    }
    if (!mem_file_take(region, mem->folder, committed))
        return false;
    discharge(mem, before);
    mem->on_disk += committed;
    return true;
}

bool mem_region_grow(struct mem *mem, struct mem_region *region, size_t committed)
{
    committed = whole_pages(committed);
    if (committed <= region->committed)
        return true;
    size_t more = committed - region->committed;
    if (committed > region->reserved)
        return false;
    if (region->file || belongs_on_disk(mem, more))
        return grow_on_disk(mem, region, committed);
    if (!charge(mem, more))
        return false;
    if (mprotect(region->base + region->committed, more, PROT_READ | PROT_WRITE) != 0) {
        discharge(mem, more);
        return false;
    }
    region->committed = committed;
    return true;
}

void mem_region_close(struct mem *mem, struct mem_region *region)
{
    if (!region->base)
        return;
    munmap(region->address, (size_t)(region->base - region->address) + region->reserved);
    if (region->file) {
        mem_file_close(region);
        mem->on_disk -= region->committed;
    } else
        discharge(mem, region->committed);
    discount_block(mem);
    *region = (struct mem_region){0};
}

void mem_prefer_large_pages(void *block, size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uintptr_t from = ((uintptr_t)block + page - 1) / page * page;
    uintptr_t to = ((uintptr_t)block + bytes) / page * page;
#ifdef MADV_HUGEPAGE
    if (to > from)
        (void)madvise((void *)from, to - from, MADV_HUGEPAGE);
#endif
}
