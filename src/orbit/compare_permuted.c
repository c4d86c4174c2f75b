#include "orbit/compare_permuted.h"

void compare_add_items(pair_list *list, const struct concatenated *l, const struct encoding *encoding, uint32_t item,
                       uint32_t other, struct mem *mem)
{
    const int *xs, *ys;
    size_t count = concatenated_vars(&l->items.at[item], encoding, &xs);
    concatenated_vars(&l->items.at[other], encoding, &ys);
    for (size_t i = 0; i < count; i++)
        array_push(mem, list, ((struct bit_pair){xs[i], ys[i]}));
}

// In the first bit in which they differ from what becomes of them, they have 1 and then 0. Bit by bit within the set,
// so that the order of all states is never a diagram.
bdd compare_find_bad(bdd_manager *m, bdd set, const pair_list *bits, bdd *equal)
{
    bdd_scope scope = bdd_open_scope(m);
    bdd zequal = set, zbad = BDD_FALSE;
    for (size_t i = 0; i < bits->count && zequal != BDD_FALSE; i++) {
        bdd x = bdd_literal(m, bits->at[i].x), y = bdd_literal(m, bits->at[i].y);
        zbad = bdd_or(m, zbad, bdd_and(m, zequal, bdd_minus(m, x, y)));
        if (i + 1 < bits->count || equal)
            zequal = bdd_and(m, zequal, bdd_iff(m, x, y));
        if (!bdd_is_valid(zequal) || !bdd_is_valid(zbad)) {
            zequal = zbad = BDD_NONE;
            break;
        }
    }
    if (equal) {
        *equal = bdd_close_scope_with(m, scope, zequal);
        return zbad;
    }
    return bdd_close_scope_with(m, scope, zbad);
}

bool compare_is_bad(const bool *values, const pair_list *bits)
{
    for (size_t i = 0; i < bits->count; i++)
        if (values[bits->at[i].x] != values[bits->at[i].y])
            return values[bits->at[i].x];
    return false;
}
