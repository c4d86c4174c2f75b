// Applying permutations to packed states.
#include "group/packing.h"

#include <string.h>

// ---- Strips ---------------------------------------------------------------------------------------------------------

static uint64_t map_ids(const struct strip *s, const uint32_t *permutation, uint64_t bits)
{
    for (uint32_t i = 0; i < s->field_count; i++) {
        const struct id_field *f = &s->fields[i];
        uint64_t code = bits >> f->shift & f->mask;
        uint32_t element = f->codes->element[code];
        if (element != NO_ELEMENT)
            bits ^= (code ^ f->codes->code[permutation[element]]) << f->shift;
    }
    return bits;
}

static void apply_to_records(const struct strip *s, const uint32_t *permutation, const uint64_t *state,
                             uint64_t *result)
{
    for (uint32_t i = 0; i < s->unit_count; i++) {
        uint32_t to = permutation[s->first[0] + i] - s->first[0];
        if (s->field_count)
            unit_write(s, to, result, map_ids(s, permutation, unit_read(s, i, state)));
        else if (to != i)
            unit_write(s, to, result, unit_read(s, i, state));
    }
}

// One row after the other: all choices of the last site's element.
static void apply_to_rows(struct packing *p, const struct strip *s, const uint32_t *permutation, const uint64_t *state,
                          uint64_t *result)
{
    uint32_t last = s->site_count - 1, length = s->size[last];
    memset(p->digits, 0, s->site_count * sizeof *p->digits);
    for (uint32_t row = 0; row < s->unit_count; row += length) {
        uint32_t to = 0;
        for (uint32_t i = 0; i < last; i++)
            to += (permutation[s->first[i] + p->digits[i]] - s->first[i]) * s->stride[i];
        for (uint32_t i = 0; i < length; i++) {
            uint64_t bits = unit_read(s, row + i, state);
            unit_write(s, to + permutation[s->first[last] + i] - s->first[last], result, map_ids(s, permutation, bits));
        }
        for (uint32_t i = last; i-- > 0;) {
            if (++p->digits[i] < s->size[i])
                break;
            p->digits[i] = 0;
        }
    }
}

// ---- Pools ----------------------------------------------------------------------------------------------------------

// Elements come before empty places; empty places are all the same.
static bool place_before(const struct packed_pool *pool, const uint64_t *a, const uint64_t *b)
{
    if (a[0] != b[0])
        return pool_rank(&pool->cells[0], a[0]) > pool_rank(&pool->cells[0], b[0]);
    for (uint32_t i = 1; i < pool->width; i++)
        if (a[i] != b[i])
            return pool_rank(&pool->cells[i], a[i]) < pool_rank(&pool->cells[i], b[i]);
    return false;
}

// Up to the last place that holds something.
static uint32_t used_places(const struct packed_pool *pool, const uint64_t *state)
{
    uint32_t used = pool->places;
    for (; used > 0; used--) {
        const struct pool_cell *present = &pool->cells[(size_t)(used - 1) * pool->width];
        if (pool_rank(present, cell_read(&present->at, state)) == 1)
            break;
    }
    return used;
}

// Sorts the codes of the places, by insertion: a permutation leaves much of the order as it was.
static void sort_pool(struct packing *p, const struct packed_pool *pool, uint64_t *state)
{
    uint32_t places = used_places(pool, state);
    uint64_t *place = p->scratch, *held = p->scratch + (size_t)pool->width * pool->places;
    size_t bytes = pool->width * sizeof *held;
    for (uint32_t i = 0; i < pool->width * places; i++)
        place[i] = cell_read(&pool->cells[i].at, state);
    for (uint32_t i = 1; i < places; i++) {
        uint32_t k = i;
        memcpy(held, place + (size_t)i * pool->width, bytes);
        for (; k > 0 && place_before(pool, held, place + (size_t)(k - 1) * pool->width); k--)
            memcpy(place + (size_t)k * pool->width, place + (size_t)(k - 1) * pool->width, bytes);
        memcpy(place + (size_t)k * pool->width, held, bytes);
    }
    for (uint32_t i = 0; i < pool->width * places; i++) {
        const struct packed_cell *c = &pool->cells[i].at;
        state[c->word] = (state[c->word] & ~(c->mask << c->shift)) | place[i] << c->shift;
    }
}

// ---- Permutations ---------------------------------------------------------------------------------------------------

static bool is_identity(const struct packing *p, const uint32_t *permutation)
{
    uint32_t e = 0;
    while (e < p->symmetry->element_count && permutation[e] == e)
        e++;
    return e == p->symmetry->element_count;
}

static void move(struct packing *p, const uint32_t *permutation, const uint64_t *state, uint64_t *result)
{
    for (size_t i = 0; i < p->globals.count; i++) {
        const struct global_id *g = &p->globals.at[i];
        uint64_t code = state[g->word] >> g->shift & g->mask;
        uint32_t element = g->codes->element[code];
        if (element != NO_ELEMENT)
            result[g->word] ^= (code ^ g->codes->code[permutation[element]]) << g->shift;
    }
    for (size_t i = 0; i < p->strips.count; i++)
        if (p->strips.at[i].site_count == 1)
            apply_to_records(&p->strips.at[i], permutation, state, result);
        else
            apply_to_rows(p, &p->strips.at[i], permutation, state, result);
}

// Many successors of a representative are in its order.
void packing_apply(struct packing *p, const uint32_t *permutation, const uint64_t *state, uint64_t *result)
{
    memcpy(result, state, p->words * sizeof *result);
    if (!is_identity(p, permutation))
        move(p, permutation, state, result);
    for (size_t i = 0; i < p->pools.count; i++)
        sort_pool(p, &p->pools.at[i], result);
}
