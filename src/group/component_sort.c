#include "group/component_sort.h"

#include <string.h>

#define MOST_ELEMENTS 64 // more are left to the general way, which can sort many

bool component_sort_suffices(const struct colouring *c)
{
    for (uint32_t begin = 0; begin < c->count; begin += c->blocks.size[begin])
        if (c->blocks.size[begin] > MOST_ELEMENTS)
            return false;
    return !c->has_facts && c->key_words == 1;
}

// Whether some element has moved.
static bool sort_block(uint32_t *at, uint32_t count, const uint64_t *keys)
{
    bool has_moved = false;
    for (uint32_t i = 1; i < count; i++) {
        uint32_t element = at[i], k = i;
        uint64_t key = keys[element];
        for (; k > 0 && keys[at[k - 1]] > key; k--)
            at[k] = at[k - 1];
        at[k] = element;
        has_moved |= k != i;
    }
    return has_moved;
}

// The keys remember what the state had where others are written now.
static void move_records(const struct colouring *c, const uint32_t *order, uint64_t *state)
{
    for (size_t i = 0; i < c->pieces.count; i++) {
        const struct key_piece *piece = &c->pieces.at[i];
        const struct strip *s = &c->packing->strips.at[piece->strip];
        for (uint32_t place = c->class_place[s->class[0]], end = place + s->unit_count; place < end; place++) {
            uint32_t to = c->blocks.order[place], from = order[place];
            if (from != to)
                unit_write(s, to - s->first[0], state, c->keys[from] >> piece->shift & s->mask);
        }
    }
}

static void move_ids(const struct packing *p, const uint32_t *permutation, uint64_t *state)
{
    for (size_t i = 0; i < p->globals.count; i++) {
        const struct global_id *g = &p->globals.at[i];
        uint64_t code = state[g->word] >> g->shift & g->mask;
        uint32_t element = g->codes->element[code];
        if (element != NO_ELEMENT)
            state[g->word] ^= (code ^ g->codes->code[permutation[element]]) << g->shift;
    }
}

void component_sort(struct colouring *c, uint64_t *state, uint32_t *permutation)
{
    uint32_t *order = c->scratch;
    bool has_moved = false;
    colouring_find_keys(c, 0, state);
    memcpy(order, c->blocks.order, c->count * sizeof *order);
    for (uint32_t begin = 0, size; begin < c->count; begin += size) {
        size = c->blocks.size[begin];
        has_moved |= sort_block(order + begin, size, c->keys);
    }
    for (uint32_t i = 0; i < c->count; i++)
        permutation[order[i]] = c->blocks.order[i];
    if (!has_moved)
        return;
    move_records(c, order, state);
    move_ids(c->packing, permutation, state);
}

bool component_sort_find_twins(struct colouring *c, const uint64_t *state, uint32_t *first, uint32_t *before,
                               bool *is_sorted)
{
    const uint32_t *order = c->blocks.order;
    bool any = false;
    *is_sorted = true;
    colouring_find_keys(c, 0, state);
    for (uint32_t begin = 0, size; begin < c->count && *is_sorted; begin += size) {
        size = c->blocks.size[begin];
        first[order[begin]] = order[begin];
        before[order[begin]] = 0;
        for (uint32_t i = begin + 1; i < begin + size; i++) {
            uint64_t last = c->keys[order[i - 1]], key = c->keys[order[i]];
            *is_sorted &= last <= key;
            any |= last == key;
            first[order[i]] = last == key ? first[order[i - 1]] : order[i];
            before[order[i]] = last == key ? before[order[i - 1]] + 1 : 0;
        }
    }
    return any;
}
