// The tree's memory, and what is made of it in several places.
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
    array_free(mem, &tree->refused);
    symbols_free(&tree->symbols, mem);
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
        return UINT32_MAX;
    array_push(tree->arena.mem, &tree->others, ((struct murphi_text){source, (uint32_t)begin}));
    return (uint32_t)begin;
}

struct diag_range murphi_range(const struct murphi_tree *tree, struct span span)
{
    struct murphi_text text = {tree->source, 0};
    for (size_t i = 0; i < tree->others.count && tree->others.at[i].begin <= span.offset; i++)
        text = tree->others.at[i];
    return (struct diag_range){text.source, span.offset - text.begin, span.length};
}

// ---- Symbols --------------------------------------------------------------------------------------------------------

const struct symbol *murphi_symbol(struct murphi_tree *tree, const char *text, size_t length)
{
    return symbols_add(&tree->symbols, &tree->arena, text, length);
}

struct murphi_decl *murphi_decl(struct murphi_tree *tree, enum murphi_decl_kind kind, const struct symbol *symbol,
                                struct span span)
{
    struct murphi_decl *decl = arena_alloc(&tree->arena, sizeof *decl);
    decl->kind = kind;
    decl->id = tree->decl_count++;
    decl->symbol = symbol;
    decl->span = span;
    return decl;
}
