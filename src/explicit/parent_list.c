#include "explicit/parent_list.h"

#include <string.h>

#define PARENTS_PER_SAMPLE 256

static uint64_t *bits_of(const struct parent_list *l)
{
    return (uint64_t *)(void *)l->bits.base;
}

static uint64_t *samples_of(const struct parent_list *l)
{
    return (uint64_t *)(void *)l->samples.base;
}

// There are at most two bits for a place: one is its own, and numbers do not reach the places that they are at.
bool parent_list_open(struct parent_list *l, struct mem *mem)
{
    *l = (struct parent_list){.mem = mem};
    return mem_region_open(mem, &l->bits, (size_t)UINT32_MAX / 4 + 4096) &&
           mem_region_open(mem, &l->samples, (size_t)UINT32_MAX / PARENTS_PER_SAMPLE * sizeof(uint64_t) + 4096) &&
           mem_region_grow(mem, &l->bits, 1) && mem_region_grow(mem, &l->samples, 1);
}

void parent_list_close(struct parent_list *l)
{
    array_free(l->mem, &l->exceptions);
    mem_region_close(l->mem, &l->bits);
    mem_region_close(l->mem, &l->samples);
    l->count = 0;
}

void parent_list_clear(struct parent_list *l)
{
    if (l->end)
        memset(l->bits.base, 0, ((l->end + 63) / 64) * sizeof(uint64_t));
    l->end = 0;
    l->count = l->last = 0;
    l->exceptions.count = 0;
}

static bool is_sampled(uint32_t place)
{
    return place % PARENTS_PER_SAMPLE == 0;
}

// A quarter more than is needed, so that memory is asked for rarely.
static bool grow(struct parent_list *l, struct mem_region *region, size_t bytes)
{
    return bytes <= region->committed || mem_region_grow(l->mem, region, bytes + bytes / 4) ||
           mem_region_grow(l->mem, region, bytes);
}

bool parent_list_reserve(struct parent_list *l, uint32_t count, uint32_t first, uint32_t last)
{
    uint64_t end = l->end + count + (last > l->last ? last - l->last : 0);
    return grow(l, &l->bits, (size_t)(end / 64 + 1) * sizeof(uint64_t)) &&
           grow(l, &l->samples, ((l->count + (size_t)count) / PARENTS_PER_SAMPLE + 1) * sizeof(uint64_t)) &&
           (first >= l->last || array_try_reserve(l->mem, &l->exceptions, l->exceptions.count + count));
}

bool parent_list_add(struct parent_list *l, uint32_t number)
{
    uint32_t more = number > l->last ? number - l->last : 0;
    uint64_t at = l->end + more;
    if (!grow(l, &l->bits, (size_t)(at / 64 + 1) * sizeof(uint64_t)) ||
        (is_sampled(l->count) && !grow(l, &l->samples, (l->count / PARENTS_PER_SAMPLE + 1) * sizeof(uint64_t))))
        return false;
    if (number < l->last) {
        if (!array_try_reserve(l->mem, &l->exceptions, l->exceptions.count + 1))
            return false;
        l->exceptions.at[l->exceptions.count++] = (struct parent_exception){l->count, number};
    }
    bits_of(l)[at / 64] |= UINT64_C(1) << at % 64;
    if (is_sampled(l->count))
        samples_of(l)[l->count / PARENTS_PER_SAMPLE] = at;
    l->last += more;
    l->end = at + 1;
    l->count++;
    return true;
}

static const struct parent_exception *find_exception(const struct parent_list *l, uint32_t place)
{
    size_t low = 0, high = l->exceptions.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (l->exceptions.at[middle].place < place)
            low = middle + 1;
        else
            high = middle;
    }
    return low < l->exceptions.count && l->exceptions.at[low].place == place ? &l->exceptions.at[low] : NULL;
}

// Where the one of a place is: that of the sample before it, and so many further on.
static uint64_t find_one(const struct parent_list *l, uint32_t place)
{
    uint64_t at = samples_of(l)[place / PARENTS_PER_SAMPLE], word = at / 64;
    uint32_t left = place % PARENTS_PER_SAMPLE;
    uint64_t bits = bits_of(l)[word] >> at % 64 << at % 64;
    for (uint32_t ones; (ones = (uint32_t)__builtin_popcountll(bits)) <= left; left -= ones)
        bits = bits_of(l)[++word];
    for (; left; left--)
        bits &= bits - 1;
    return word * 64 + (uint64_t)__builtin_ctzll(bits);
}

uint32_t parent_list_at(const struct parent_list *l, uint32_t place)
{
    const struct parent_exception *exception = l->exceptions.count ? find_exception(l, place) : NULL;
    return exception ? exception->number : (uint32_t)(find_one(l, place) - place);
}

size_t parent_list_bytes(const struct parent_list *l)
{
    return (size_t)(l->end + 7) / 8 + l->count / PARENTS_PER_SAMPLE * sizeof(uint64_t) +
           l->exceptions.count * sizeof *l->exceptions.at;
}
