// Numbers that rarely decrease from one to the next, by place: a bit for each place and one for each unit of growth, as
// in the upper half of an Elias-Fano list. Every number that is less than the one before it is kept besides.
#ifndef COSET_EXPLICIT_PARENT_LIST_H
#define COSET_EXPLICIT_PARENT_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/array.h"
#include "base/mem.h"

struct parent_exception {
    uint32_t place, number;
};

struct parent_list {
    struct mem *mem;
    struct mem_region bits;    // for each place: zeroes for how much its number is more than the one before, and a one
    struct mem_region samples; // uint64_t: where the one of every PARENTS_PER_SAMPLE-th place is
    uint64_t end;              // bits
    uint32_t count, last;      // numbers, and the last that is in the bits
    ARRAY(struct parent_exception) exceptions; // by place
};

bool parent_list_open(struct parent_list *, struct mem *);
void parent_list_close(struct parent_list *);
void parent_list_clear(struct parent_list *);
bool parent_list_add(struct parent_list *, uint32_t number); // false: there is no room
// Room for so many numbers, of this range.
bool parent_list_reserve(struct parent_list *, uint32_t count, uint32_t first, uint32_t last);
uint32_t parent_list_at(const struct parent_list *, uint32_t place);
size_t parent_list_bytes(const struct parent_list *);

#endif
