#include "base/symbols.h"

#include <string.h>

#include "base/hash.h"

static struct symbol **bucket(const struct symbols *symbols, const char *text, size_t length)
{
    return &symbols->buckets[hash_mix(hash_bytes(HASH_BYTES_START, text, length)) & (symbols->bucket_count - 1)];
}

static void grow(struct symbols *symbols, struct mem *mem)
{
    struct symbol **old = symbols->buckets;
    uint32_t old_count = symbols->bucket_count;
    symbols->bucket_count = old_count ? 2 * old_count : 64;
    symbols->buckets = mem_zalloc(mem, symbols->bucket_count * sizeof *symbols->buckets);
    for (uint32_t i = 0; i < old_count; i++) {
        while (old[i]) {
            struct symbol *symbol = old[i];
            old[i] = symbol->chain;
            struct symbol **place = bucket(symbols, symbol->text, symbol->length);
            symbol->chain = *place;
            *place = symbol;
        }
    }
    mem_free(mem, old, old_count * sizeof *old);
}

const struct symbol *symbols_find(const struct symbols *symbols, const char *text, size_t length)
{
    if (!symbols->bucket_count)
        return NULL;
    const struct symbol *symbol = *bucket(symbols, text, length);
    while (symbol && (symbol->length != length || memcmp(symbol->text, text, length) != 0))
        symbol = symbol->chain;
    return symbol;
}

const struct symbol *symbols_add(struct symbols *symbols, struct arena *arena, const char *text, size_t length)
{
    const struct symbol *known = symbols_find(symbols, text, length);
    if (known)
        return known;
    if (symbols->count >= symbols->bucket_count)
        grow(symbols, arena->mem);
    struct symbol *symbol = arena_alloc(arena, sizeof *symbol + length + 1);
    symbol->id = symbols->count++;
    symbol->length = (uint32_t)length;
    if (length)
        memcpy(symbol->text, text, length);
    struct symbol **place = bucket(symbols, text, length);
    symbol->chain = *place;
    *place = symbol;
    return symbol;
}

void symbols_make_unique(struct symbols *symbols, struct arena *arena, struct str *text, struct mem *text_mem)
{
    size_t length = text->count;
    for (unsigned i = 2; symbols_find(symbols, text->at, text->count); i++) {
        text->count = length;
        str_add(text_mem, text, "_%u", i);
    }
    symbols_add(symbols, arena, text->at, text->count);
}

void symbols_free(struct symbols *symbols, struct mem *mem)
{
    mem_free(mem, symbols->buckets, symbols->bucket_count * sizeof *symbols->buckets);
    *symbols = (struct symbols){0};
}
