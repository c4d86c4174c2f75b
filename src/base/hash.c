#include "base/hash.h"

#include <string.h>

#define NO_KEY UINT32_MAX

uint64_t hash_bytes(uint64_t start, const void *bytes, size_t count)
{
    const unsigned char *at = bytes;
    uint64_t hash = start;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
    return hash;
}

// The entry that holds the key, or the free one where it belongs.
static struct int_map_entry *slot(const struct int_map *map, uint32_t key)
{
    size_t i = hash_mix(key) & (map->capacity - 1);
    while (map->entries[i].key != key && map->entries[i].key != NO_KEY)
        i = (i + 1) & (map->capacity - 1);
    return &map->entries[i];
}

uint32_t *int_map_find(const struct int_map *map, uint32_t key)
{
    if (map->capacity == 0)
        return NULL;
    struct int_map_entry *entry = slot(map, key);
    return entry->key == key ? &entry->value : NULL;
}

static bool grow(struct mem *mem, struct int_map *map)
{
    struct int_map bigger = {.count = map->count, .capacity = map->capacity ? map->capacity * 2 : 16};
    bigger.entries = mem_try_alloc(mem, bigger.capacity * sizeof *bigger.entries);
    if (!bigger.entries)
        return false;
    memset(bigger.entries, 0xff, bigger.capacity * sizeof *bigger.entries);
    for (size_t i = 0; i < map->capacity; i++)
        if (map->entries[i].key != NO_KEY)
            *slot(&bigger, map->entries[i].key) = map->entries[i];
    int_map_free(mem, map);
    *map = bigger;
    return true;
}

uint32_t *int_map_try_add(struct mem *mem, struct int_map *map, uint32_t key, uint32_t value, bool *added)
{
    if (map->count * 4 >= map->capacity * 3 && !grow(mem, map))
        return NULL;
    struct int_map_entry *entry = slot(map, key);
    *added = entry->key != key;
    if (*added) {
        *entry = (struct int_map_entry){key, value};
        map->count++;
    }
    return &entry->value;
}

void int_map_free(struct mem *mem, struct int_map *map)
{
    mem_free(mem, map->entries, map->capacity * sizeof *map->entries);
    *map = (struct int_map){0};
}
