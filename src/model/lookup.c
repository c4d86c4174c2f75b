#include "model/lookup.h"

#include <stdbool.h>
#include <string.h>

uint32_t table_probe(const struct table *table, uint32_t hash, size_t *at)
{
    if (table->capacity == 0)
        return TABLE_END;
    for (;;) {
        const struct table_slot *slot = &table->slots[*at & (table->capacity - 1)];
        ++*at;
        if (slot->item == TABLE_END || slot->hash == hash)
            return slot->item;
    }
}

static void place(struct table *table, struct table_slot new)
{
    size_t at = new.hash;
    while (table->slots[at & (table->capacity - 1)].item != TABLE_END)
        at++;
    table->slots[at & (table->capacity - 1)] = new;
}

static void grow(struct mem *mem, struct table *table)
{
    struct table bigger = {.count = table->count, .capacity = table->capacity ? table->capacity * 2 : 64};
    bigger.slots = mem_alloc(mem, bigger.capacity * sizeof *bigger.slots);
    memset(bigger.slots, 0xff, bigger.capacity * sizeof *bigger.slots);
    for (size_t i = 0; i < table->capacity; i++)
        if (table->slots[i].item != TABLE_END)
            place(&bigger, table->slots[i]);
    table_free(mem, table);
    *table = bigger;
}

void table_add(struct mem *mem, struct table *table, uint32_t hash, uint32_t item)
{
    if (table->count * 2 >= table->capacity)
        grow(mem, table);
    place(table, (struct table_slot){hash, item});
    table->count++;
}

void table_clear(struct table *table)
{
    if (table->count)
        memset(table->slots, 0xff, table->capacity * sizeof *table->slots);
    table->count = 0;
}

void table_free(struct mem *mem, struct table *table)
{
    mem_free(mem, table->slots, table->capacity * sizeof *table->slots);
    *table = (struct table){0};
}

void notes_clear(struct notes *notes)
{
    if (++notes->stamp < UINT32_MAX)
        return;
    if (notes->capacity)
        memset(notes->at, 0,
               notes->capacity * sizeof *notes->at); // once in four thousand million times, stamps begin again
    notes->stamp = 0;
}

uint32_t notes_get(const struct notes *notes, uint32_t key)
{
    bool known = key < notes->capacity && notes->at[key].stamp == notes->stamp + 1;
    return known ? notes->at[key].number : NOTE_NONE;
}

// Zeroed memory costs little where it is not touched, and most keys of a large model are not.
void notes_reserve(struct mem *mem, struct notes *notes, size_t keys)
{
    if (keys <= notes->capacity)
        return;
    size_t capacity = keys < 2 * notes->capacity ? 2 * notes->capacity : keys;
    struct note *bigger = mem_zalloc(mem, capacity * sizeof *bigger);
    if (notes->capacity)
        memcpy(bigger, notes->at, notes->capacity * sizeof *bigger);
    mem_free(mem, notes->at, notes->capacity * sizeof *bigger);
    notes->at = bigger;
    notes->capacity = capacity;
}

void notes_put(struct mem *mem, struct notes *notes, uint32_t key, uint32_t number)
{
    notes_reserve(mem, notes, (size_t)key + 1);
    notes->at[key] = (struct note){notes->stamp + 1, number};
}

void notes_free(struct mem *mem, struct notes *notes)
{
    mem_free(mem, notes->at, notes->capacity * sizeof *notes->at);
    *notes = (struct notes){0};
}
