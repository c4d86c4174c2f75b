// Cubes: conjunctions of literals, which also stand for sets of variables and for single assignments.
#include "bdd/bdd_internal.h"

#include <stdlib.h>

struct literal {
    int32_t level;
    bool value;
};

struct literals {
    const int *vars;
    const bool *values; // NULL: all true
    size_t count;
    struct literal *sorted; // room to work in
};

static int by_level_from_bottom(const void *x, const void *y)
{
    const struct literal *a = x, *b = y;
    return (a->level < b->level) - (a->level > b->level);
}

static bdd run_cube(bdd_manager *m, const struct operands *o)
{
    const struct literals *literals = o->extra;
    struct literal *sorted = literals->sorted;
    for (size_t i = 0; i < literals->count; i++)
        sorted[i] = (struct literal){m->level[literals->vars[i]], !literals->values || literals->values[i]};
    if (literals->count)
        qsort(sorted, literals->count, sizeof *sorted, by_level_from_bottom);
    bdd cube = BDD_TRUE;
    for (size_t i = 0; i < literals->count; i++) {
        if (i > 0 && sorted[i].level == sorted[i - 1].level) {
            if (sorted[i].value != sorted[i - 1].value)
                return BDD_FALSE;
            continue;
        }
        int32_t var = m->var_at[sorted[i].level];
        cube = sorted[i].value ? make_node(m, var, BDD_FALSE, cube) : make_node(m, var, cube, BDD_FALSE);
    }
    return cube;
}

bdd bdd_literal_cube(bdd_manager *m, const int *vars, const bool *values, size_t count)
{
    struct literals literals = {vars, values, count, mem_try_alloc(&m->mem, count * sizeof *literals.sorted)};
    if (count && !literals.sorted) {
        bdd_fail(m, BDD_OUT_OF_MEMORY);
        return BDD_NONE;
    }
    bdd cube = bdd_operate(m, run_cube, &(struct operands){.extra = &literals});
    mem_free(&m->mem, literals.sorted, count * sizeof *literals.sorted);
    return cube;
}

bdd bdd_cube(bdd_manager *m, const int *vars, size_t count)
{
    return bdd_literal_cube(m, vars, NULL, count);
}

// The rest of a cube under its top literal; BDD_FALSE if both edges lead on, which no cube has.
static bdd rest_of(const bdd_manager *m, bdd f)
{
    bdd low = bdd_low(m, f), high = bdd_high(m, f);
    if (low == BDD_FALSE)
        return high;
    return high == BDD_FALSE ? low : BDD_FALSE;
}

bool bdd_is_cube(const bdd_manager *m, bdd f)
{
    while (!bdd_is_constant(f))
        f = rest_of(m, f);
    return f == BDD_TRUE;
}

size_t bdd_cube_vars(const bdd_manager *m, bdd cube, int *vars, size_t room)
{
    size_t count = 0;
    for (; !bdd_is_constant(cube); cube = rest_of(m, cube), count++)
        if (count < room)
            vars[count] = bdd_top(m, cube);
    return count;
}
