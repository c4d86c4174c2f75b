// The tree's memory and its symbol table: chained hashing, doubled as it fills.
#include <string.h>

#include "base/hash.h"
#include "murphi/ast.h"

void murphi_tree_open(struct murphi_tree *tree, struct mem *mem, const struct source *source)
{
    *tree = (struct murphi_tree){
        .source = source, .arena = {.mem = mem}, .only_rumur = UINT32_MAX, .only_cmurphi = UINT32_MAX};
}

void murphi_note_rumur(struct murphi_tree *tree, uint32_t offset)
{
    if (offset < tree->only_rumur)
        tree->only_rumur = offset;
}

void murphi_note_cmurphi(struct murphi_tree *tree, uint32_t offset)
{
    if (offset < tree->only_cmurphi)
        tree->only_cmurphi = offset;
}

void murphi_tree_close(struct murphi_tree *tree)
{
    struct mem *mem = tree->arena.mem;
    array_free(mem, &tree->others);
    array_free(mem, &tree->vars);
    array_free(mem, &tree->functions);
    array_free(mem, &tree->types);
    array_free(mem, &tree->obstacles);
    mem_free(mem, tree->buckets, tree->bucket_count * sizeof *tree->buckets);
    arena_free(&tree->arena);
    *tree = (struct murphi_tree){.source = tree->source, .arena = {.mem = mem}};
}

// ---- Texts ----------------------------------------------------------------------------------------------------------

// The end of a text is a place, too.
uint32_t murphi_add_text(struct murphi_tree *tree, const struct source *source)
{
    uint64_t begin = tree->source->length + 1;
    if (tree->others.count) {
        const struct murphi_text *last = &tree->others.at[tree->others.count - 1];
        begin = last->begin + last->source->length + 1;
    }
    if (begin + source->length >= UINT32_MAX)
        return 0;
    array_push(tree->arena.mem, &tree->others, ((struct murphi_text){source, (uint32_t)begin}));
    return (uint32_t)begin;
}

struct diag_range murphi_range(const struct murphi_tree *tree, struct murphi_span span)
{
    struct murphi_text text = {tree->source, 0};
    for (size_t i = 0; i < tree->others.count && tree->others.at[i].begin <= span.offset; i++)
        text = tree->others.at[i];
    return (struct diag_range){text.source, span.offset - text.begin, span.length};
}

// ---- Symbols --------------------------------------------------------------------------------------------------------

static struct murphi_symbol **bucket(const struct murphi_tree *tree, const char *text, size_t length)
{
    return &tree->buckets[hash_mix(hash_bytes(HASH_BYTES_START, text, length)) & (tree->bucket_count - 1)];
}

static void grow_table(struct murphi_tree *tree)
{
    struct mem *mem = tree->arena.mem;
    struct murphi_symbol **old = tree->buckets;
    uint32_t old_count = tree->bucket_count;
    tree->bucket_count = old_count ? 2 * old_count : 64;
    tree->buckets = mem_zalloc(mem, tree->bucket_count * sizeof *tree->buckets);
    for (uint32_t i = 0; i < old_count; i++) {
        while (old[i]) {
            struct murphi_symbol *symbol = old[i];
            old[i] = symbol->chain;
            struct murphi_symbol **place = bucket(tree, symbol->text, symbol->length);
            symbol->chain = *place;
            *place = symbol;
        }
    }
    mem_free(mem, old, old_count * sizeof *old);
}

static const struct murphi_symbol *find_symbol(const struct murphi_tree *tree, const char *text, size_t length)
{
    if (!tree->bucket_count)
        return NULL;
    const struct murphi_symbol *symbol = *bucket(tree, text, length);
    while (symbol && (symbol->length != length || memcmp(symbol->text, text, length) != 0))
        symbol = symbol->chain;
    return symbol;
}

const struct murphi_symbol *murphi_symbol(struct murphi_tree *tree, const char *text, size_t length)
{
    const struct murphi_symbol *known = find_symbol(tree, text, length);
    if (known)
        return known;
    if (tree->symbol_count >= tree->bucket_count)
        grow_table(tree);
    struct murphi_symbol *symbol = arena_alloc(&tree->arena, sizeof *symbol + length + 1);
    symbol->id = tree->symbol_count++;
    symbol->length = (uint32_t)length;
    if (length)
        memcpy(symbol->text, text, length);
    struct murphi_symbol **place = bucket(tree, text, length);
    symbol->chain = *place;
    *place = symbol;
    return symbol;
}

struct murphi_decl *murphi_decl(struct murphi_tree *tree, enum murphi_decl_kind kind,
                                const struct murphi_symbol *symbol, struct murphi_span span)
{
    struct murphi_decl *decl = arena_alloc(&tree->arena, sizeof *decl);
    decl->kind = kind;
    decl->id = tree->decl_count++;
    decl->symbol = symbol;
    decl->span = span;
    return decl;
}
