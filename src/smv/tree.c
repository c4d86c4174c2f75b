// The tree's memory and its symbol table: chained hashing, doubled as it fills.
#include <string.h>

#include "base/hash.h"
#include "smv/ast.h"

void smv_tree_open(struct smv_tree *tree, struct mem *mem, const struct source *source)
{
    *tree = (struct smv_tree){.source = source, .arena = {.mem = mem}};
}

void smv_tree_close(struct smv_tree *tree)
{
    mem_free(tree->arena.mem, tree->buckets, tree->bucket_count * sizeof *tree->buckets);
    arena_free(&tree->arena);
    *tree = (struct smv_tree){.source = tree->source, .arena = {.mem = tree->arena.mem}};
}

static struct smv_symbol **bucket(const struct smv_tree *tree, const char *text, size_t length)
{
    return &tree->buckets[hash_mix(hash_bytes(HASH_BYTES_START, text, length)) & (tree->bucket_count - 1)];
}

static void grow_table(struct smv_tree *tree)
{
    struct mem *mem = tree->arena.mem;
    struct smv_symbol **old = tree->buckets;
    uint32_t old_count = tree->bucket_count;
    tree->bucket_count = old_count ? 2 * old_count : 64;
    tree->buckets = mem_zalloc(mem, tree->bucket_count * sizeof *tree->buckets);
    for (uint32_t i = 0; i < old_count; i++) {
        while (old[i]) {
            struct smv_symbol *symbol = old[i];
            old[i] = symbol->chain;
            struct smv_symbol **place = bucket(tree, symbol->text, symbol->length);
            symbol->chain = *place;
            *place = symbol;
        }
    }
    mem_free(mem, old, old_count * sizeof *old);
}

const struct smv_symbol *smv_find_symbol(const struct smv_tree *tree, const char *text, size_t length)
{
    if (!tree->bucket_count)
        return NULL;
    const struct smv_symbol *symbol = *bucket(tree, text, length);
    while (symbol && (symbol->length != length || memcmp(symbol->text, text, length) != 0))
        symbol = symbol->chain;
    return symbol;
}

const struct smv_symbol *smv_symbol(struct smv_tree *tree, const char *text, size_t length)
{
    const struct smv_symbol *known = smv_find_symbol(tree, text, length);
    if (known)
        return known;
    if (tree->symbol_count >= tree->bucket_count)
        grow_table(tree);
    struct smv_symbol *symbol = arena_alloc(&tree->arena, sizeof *symbol + length + 1);
    symbol->id = tree->symbol_count++;
    symbol->length = (uint32_t)length;
    memcpy(symbol->text, text, length);
    struct smv_symbol **place = bucket(tree, text, length);
    symbol->chain = *place;
    *place = symbol;
    return symbol;
}
