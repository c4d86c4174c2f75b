// The tree's memory.
#include "smv/ast.h"

void smv_tree_open(struct smv_tree *tree, struct mem *mem, const struct source *source)
{
    *tree = (struct smv_tree){.source = source, .arena = {.mem = mem}};
}

void smv_tree_close(struct smv_tree *tree)
{
    symbols_free(&tree->symbols, tree->arena.mem);
    arena_free(&tree->arena);
    *tree = (struct smv_tree){.source = tree->source, .arena = {.mem = tree->arena.mem}};
}

const struct symbol *smv_find_symbol(const struct smv_tree *tree, const char *text, size_t length)
{
    return symbols_find(&tree->symbols, text, length);
}

const struct symbol *smv_symbol(struct smv_tree *tree, const char *text, size_t length)
{
    return symbols_add(&tree->symbols, &tree->arena, text, length);
}
