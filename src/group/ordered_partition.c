#include "group/ordered_partition.h"

#include <string.h>

#define FEW 32 // elements: these are sorted by insertion

void partition_open(struct partition *p, uint32_t count, struct mem *mem)
{
    *p = (struct partition){.count = count};
    p->order = mem_zalloc(mem, ((size_t)count + 1) * sizeof *p->order);
    p->colour = mem_zalloc(mem, ((size_t)count + 1) * sizeof *p->colour);
    p->size = mem_zalloc(mem, ((size_t)count + 1) * sizeof *p->size);
}

void partition_close(struct partition *p, struct mem *mem)
{
    mem_free(mem, p->order, ((size_t)p->count + 1) * sizeof *p->order);
    mem_free(mem, p->colour, ((size_t)p->count + 1) * sizeof *p->colour);
    mem_free(mem, p->size, ((size_t)p->count + 1) * sizeof *p->size);
}

void partition_copy(const struct partition *p, struct partition *copy)
{
    copy->cells = p->cells;
    memcpy(copy->order, p->order, p->count * sizeof *p->order);
    memcpy(copy->colour, p->colour, p->count * sizeof *p->colour);
    memcpy(copy->size, p->size, p->count * sizeof *p->size);
}

// ---- Sorting --------------------------------------------------------------------------------------------------------

// States come nearly sorted: they were, and a step has changed one or two elements since. So insertion is what is
// needed; but it stops after so many moves that sorting by merging is better, and says that it did.
static bool insert_all(uint32_t *at, uint32_t count, const uint64_t *keys)
{
    uint32_t moves = 0, most = count <= FEW ? UINT32_MAX : 8 * count;
    for (uint32_t i = 1; i < count && moves <= most; i++) {
        uint32_t element = at[i], k = i;
        uint64_t key = keys[element];
        for (; k > 0 && keys[at[k - 1]] > key; k--)
            at[k] = at[k - 1];
        at[k] = element;
        moves += i - k;
    }
    return moves <= most;
}

static void merge(const uint32_t *left, uint32_t lefts, const uint32_t *right, uint32_t rights, const uint64_t *keys,
                  uint32_t *out)
{
    while (lefts && rights)
        if (keys[*left] <= keys[*right]) {
            *out++ = *left++;
            lefts--;
        } else {
            *out++ = *right++;
            rights--;
        }
    memcpy(out, left, lefts * sizeof *out);
    memcpy(out + lefts, right, rights * sizeof *out);
}

static void merge_all(uint32_t *at, uint32_t count, const uint64_t *keys, uint32_t *scratch)
{
    for (uint32_t width = 1; width < count; width *= 2) {
        for (uint32_t i = 0; i < count; i += 2 * width) {
            uint32_t lefts = count - i < width ? count - i : width;
            uint32_t rights = count - i - lefts < width ? count - i - lefts : width;
            merge(at + i, lefts, at + i + lefts, rights, keys, scratch + i);
        }
        memcpy(at, scratch, count * sizeof *at);
    }
}

// ---- Splitting ------------------------------------------------------------------------------------------------------

static void split_cell(struct partition *p, uint32_t begin, uint32_t size, const uint64_t *keys, uint32_t *scratch)
{
    uint32_t *at = p->order + begin, first = 0;
    // What was partly sorted by insertion is not in its old order any more, but equal keys still are.
    if (!insert_all(at, size, keys))
        merge_all(at, size, keys, scratch);
    for (uint32_t i = 1; i < size; i++)
        if (keys[at[i]] != keys[at[i - 1]]) {
            p->size[begin + first] = i - first;
            p->cells++;
            first = i;
            p->colour[at[i]] = begin + i;
        } else
            p->colour[at[i]] = begin + first;
    p->size[begin + first] = size - first;
}

void partition_split(struct partition *p, const uint64_t *keys, uint32_t *scratch)
{
    for (uint32_t begin = 0, size; begin < p->count; begin += size) {
        size = p->size[begin];
        if (size > 1)
            split_cell(p, begin, size, keys, scratch);
    }
}

void partition_single_out(struct partition *p, uint32_t element)
{
    uint32_t begin = p->colour[element], size = p->size[begin], at = begin;
    if (size == 1)
        return;
    while (p->order[at] != element)
        at++;
    for (; at > begin; at--)
        p->order[at] = p->order[at - 1];
    p->order[begin] = element;
    p->size[begin] = 1;
    p->size[begin + 1] = size - 1;
    p->cells++;
    for (uint32_t i = begin + 1; i < begin + size; i++)
        p->colour[p->order[i]] = begin + 1;
}
