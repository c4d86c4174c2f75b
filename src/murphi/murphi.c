#include "murphi/murphi.h"

bool murphi_read_tree(struct murphi_tree *tree, const struct source *source, const struct murphi_override *overrides,
                      size_t override_count, struct mem *mem, struct diag *diag)
{
    murphi_tree_open(tree, mem, source);
    return murphi_parse(tree, diag) && murphi_check(tree, overrides, override_count, diag);
}
