// Exact counting. The models of each node are counted once, over the cube's variables from that node's level down; the
// numbers are as wide as they can get there and lie one behind the other in one array of limbs.
#include "bdd/bdd_internal.h"

#include <string.h>

struct counting {
    bdd_manager *m;
    struct walk walk;
    uint32_t *rank; // by level: how many variables of the cube lie above it
    size_t total;   // variables in the cube
    size_t *offset; // by place in the walk: where its number begins
    mp_limb_t *limbs;
    mp_limb_t *scratch; // two numbers of full width
};

static size_t width(const struct counting *c, size_t rank)
{
    return (c->total - rank) / GMP_NUMB_BITS + 1;
}

static size_t rank_of(const struct counting *c, bdd f)
{
    int32_t level = level_of(c->m, f);
    return level == CONSTANT_LEVEL ? c->total : c->rank[level];
}

// Writes the models of f over all variables from `rank` on to `out`, which has width(rank) limbs.
static void count_from(const struct counting *c, bdd f, size_t rank, mp_limb_t *out)
{
    size_t limbs = width(c, rank), own = rank_of(c, f);
    memset(out, 0, limbs * sizeof *out);
    if (f >> 1 != 0) {
        size_t place = *int_map_find(&c->walk.place, f >> 1);
        memcpy(out, c->limbs + c->offset[place], width(c, own) * sizeof *out);
    }
    // Variables between `rank` and f's own are free: shift.
    size_t shift = own - rank, words = shift / GMP_NUMB_BITS;
    unsigned bits = (unsigned)(shift % GMP_NUMB_BITS);
    if (words) {
        memmove(out + words, out, (limbs - words) * sizeof *out);
        memset(out, 0, words * sizeof *out);
    }
    if (bits)
        mpn_lshift(out, out, (mp_size_t)limbs, bits);
    if (f & 1) { // all that f's node does not have
        size_t power = c->total - rank;
        mp_limb_t *all = c->scratch + width(c, 0);
        memset(all, 0, limbs * sizeof *all);
        all[power / GMP_NUMB_BITS] = (mp_limb_t)1 << power % GMP_NUMB_BITS;
        mpn_sub_n(out, all, out, (mp_size_t)limbs);
    }
}

static void count_all(const struct counting *c)
{
    for (size_t i = 0; i < c->walk.nodes.count; i++) {
        const struct node *n = &c->m->nodes[c->walk.nodes.at[i]];
        size_t rank = c->rank[c->m->level[n->var]], limbs = width(c, rank), below = width(c, rank + 1);
        mp_limb_t *number = c->limbs + c->offset[i];
        count_from(c, n->low, rank + 1, number);
        count_from(c, n->high, rank + 1, c->scratch);
        mp_limb_t carry = mpn_add_n(number, number, c->scratch, (mp_size_t)below);
        if (limbs > below)
            number[below] = carry;
    }
}

static bool prepare(struct counting *c, bdd f, bdd cube)
{
    bdd_manager *m = c->m;
    if (!bdd_walk(m, &c->walk, &f, 1))
        return false;
    c->rank = mem_try_alloc(&m->mem, (m->vars + 1) * sizeof *c->rank);
    c->offset = mem_try_alloc(&m->mem, (c->walk.nodes.count + 1) * sizeof *c->offset);
    if (!c->rank || !c->offset)
        return false;
    uint32_t above = 0;
    for (size_t level = 0; level < m->vars; level++) {
        c->rank[level] = above;
        if ((int32_t)level == level_of(m, cube)) {
            above++;
            cube = node_of(m, cube)->high;
        }
    }
    c->rank[m->vars] = above;
    c->total = above;
    for (size_t i = 0; i < c->walk.nodes.count; i++) {
        int32_t level = m->level[m->nodes[c->walk.nodes.at[i]].var];
        if (c->rank[level + 1] == c->rank[level])
            return false; // not a variable of the cube
    }
    size_t limbs = 0;
    for (size_t i = 0; i < c->walk.nodes.count; i++) {
        c->offset[i] = limbs;
        limbs += width(c, c->rank[m->level[m->nodes[c->walk.nodes.at[i]].var]]);
    }
    c->offset[c->walk.nodes.count] = limbs;
    c->limbs = mem_try_alloc(&m->mem, (limbs + 1) * sizeof *c->limbs);
    c->scratch = mem_try_alloc(&m->mem, 2 * width(c, 0) * sizeof *c->scratch);
    return c->limbs && c->scratch;
}

static void release(struct counting *c)
{
    struct mem *mem = &c->m->mem;
    if (c->limbs)
        mem_free(mem, c->limbs, (c->offset[c->walk.nodes.count] + 1) * sizeof *c->limbs);
    mem_free(mem, c->scratch, 2 * width(c, 0) * sizeof *c->scratch);
    mem_free(mem, c->rank, (c->m->vars + 1) * sizeof *c->rank);
    mem_free(mem, c->offset, (c->walk.nodes.count + 1) * sizeof *c->offset);
    bdd_walk_free(c->m, &c->walk);
}

bool bdd_count(bdd_manager *m, bdd f, bdd cube, mpz_t count)
{
    if (!bdd_is_valid(f) || !bdd_is_valid(cube))
        return false;
    struct counting c = {.m = m};
    bool ready = prepare(&c, f, cube);
    if (ready) {
        count_all(&c);
        size_t limbs = width(&c, 0);
        mp_limb_t *number = mpz_limbs_write(count, (mp_size_t)limbs);
        count_from(&c, f, 0, number);
        mpz_limbs_finish(count, (mp_size_t)limbs);
    } else
        bdd_fail(m, BDD_OUT_OF_MEMORY);
    release(&c);
    return ready;
}
