// Tuples in one array, with a hash table of their numbers.
#include "reduce/tuples.h"

#include <string.h>

#include "base/hash.h"

static uint32_t hash_of(const struct tuples *t, const value *values)
{
    uint64_t hash = t->width;
    for (size_t i = 0; i < t->width; i++)
        hash = hash_pair(hash, (uint64_t)values[i]);
    return (uint32_t)hash;
}

const value *tuples_at(const struct tuples *t, uint32_t i)
{
    return t->values.at + i * t->width;
}

static uint32_t find(const struct tuples *t, const value *values, uint32_t hash)
{
    size_t at = hash;
    for (uint32_t i; (i = table_probe(&t->table, hash, &at)) != TABLE_END;)
        if (t->width == 0 || memcmp(tuples_at(t, i), values, t->width * sizeof *values) == 0)
            return i;
    return UINT32_MAX;
}

uint32_t tuples_find(const struct tuples *t, const value *values)
{
    return find(t, values, hash_of(t, values));
}

uint32_t tuples_add(struct mem *mem, struct tuples *t, const value *values)
{
    uint32_t hash = hash_of(t, values), i = find(t, values, hash);
    if (i != UINT32_MAX)
        return i;
    table_add(mem, &t->table, hash, (uint32_t)t->count);
    for (size_t k = 0; k < t->width; k++)
        array_push(mem, &t->values, values[k]);
    return (uint32_t)t->count++;
}

void tuples_free(struct mem *mem, struct tuples *t)
{
    array_free(mem, &t->values);
    table_free(mem, &t->table);
    t->count = 0;
}
