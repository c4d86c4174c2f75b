// Looking at functions: their nodes, their size, their support, their value at a point.
#include "bdd/bdd_internal.h"

#include <string.h>

int bdd_top(const bdd_manager *m, bdd f)
{
    assert(bdd_is_valid(f));
    return node_of(m, f)->var;
}

bdd bdd_low(const bdd_manager *m, bdd f)
{
    assert(bdd_is_valid(f));
    return node_of(m, f)->low ^ (f & 1);
}

bdd bdd_high(const bdd_manager *m, bdd f)
{
    assert(bdd_is_valid(f));
    return node_of(m, f)->high ^ (f & 1);
}

bool bdd_evaluate(const bdd_manager *m, bdd f, const bool *values)
{
    assert(bdd_is_valid(f));
    while (!bdd_is_constant(f)) {
        const struct node *n = node_of(m, f);
        f = (values[n->var] ? n->high : n->low) ^ (f & 1);
    }
    return f == BDD_TRUE;
}

static bool walk_from(bdd_manager *m, struct walk *walk, uint32_t index)
{
    bool is_new;
    if (index == 0 || int_map_find(&walk->place, index))
        return true;
    if (!walk_from(m, walk, m->nodes[index].low >> 1) || !walk_from(m, walk, m->nodes[index].high >> 1) ||
        !array_try_reserve(&m->mem, &walk->nodes, walk->nodes.count + 1) ||
        !int_map_try_add(&m->mem, &walk->place, index, (uint32_t)walk->nodes.count, &is_new))
        return false;
    walk->nodes.at[walk->nodes.count++] = index;
    return true;
}

bool bdd_walk(bdd_manager *m, struct walk *walk, const bdd *functions, size_t count)
{
    *walk = (struct walk){0};
    for (size_t i = 0; i < count; i++) {
        if (!bdd_is_valid(functions[i]))
            return false;
        if (!walk_from(m, walk, functions[i] >> 1)) {
            bdd_fail(m, BDD_OUT_OF_MEMORY);
            return false;
        }
    }
    return true;
}

void bdd_walk_free(bdd_manager *m, struct walk *walk)
{
    array_free(&m->mem, &walk->nodes);
    int_map_free(&m->mem, &walk->place);
}

size_t bdd_size(bdd_manager *m, bdd f)
{
    return bdd_shared_size(m, &f, 1);
}

size_t bdd_shared_size(bdd_manager *m, const bdd *functions, size_t count)
{
    struct walk walk;
    size_t size = bdd_walk(m, &walk, functions, count) ? walk.nodes.count + 1 : 0;
    bdd_walk_free(m, &walk);
    return size;
}

bdd bdd_support(bdd_manager *m, bdd f)
{
    return bdd_shared_support(m, &f, 1);
}

bdd bdd_shared_support(bdd_manager *m, const bdd *functions, size_t count)
{
    struct walk walk;
    bdd cube = BDD_NONE;
    bool walked = bdd_walk(m, &walk, functions, count);
    ARRAY(int) vars = {0};
    unsigned char *seen = walked ? mem_try_zalloc(&m->mem, m->vars + 1) : NULL;
    if (seen && array_try_reserve(&m->mem, &vars, m->vars)) {
        for (size_t i = 0; i < walk.nodes.count; i++) {
            int32_t var = m->nodes[walk.nodes.at[i]].var;
            if (!seen[var])
                vars.at[vars.count++] = var;
            seen[var] = 1;
        }
        cube = bdd_cube(m, vars.at, vars.count);
    } else if (walked)
        bdd_fail(m, BDD_OUT_OF_MEMORY);
    mem_free(&m->mem, seen, m->vars + 1);
    array_free(&m->mem, &vars);
    bdd_walk_free(m, &walk);
    return cube;
}
