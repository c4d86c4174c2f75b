#include "group/chain.h"

#include <nauty/schreier.h>

void chain_open(struct chain *c, int points, struct mem *mem)
{
    *c = (struct chain){.mem = mem, .count = points};
    newgroup(&c->levels, &c->elements, points);
}

void chain_close(struct chain *c)
{
    freeschreier(&c->levels, &c->elements);
}

bool chain_add(struct chain *c, int *image)
{
    return addgenerator(&c->levels, &c->elements, image, c->count);
}

void chain_expand(struct chain *c)
{
    expandschreier(c->levels, &c->elements, c->count);
}

void chain_order(struct chain *c, mpz_t order)
{
    size_t bytes = ((size_t)c->count + 1) * sizeof(int);
    int *fixed = mem_alloc(c->mem, bytes), fixed_count = 0;
    mpz_set_ui(order, 1);
    for (int moved = 0;;) {
        const int *orbits = getorbits(fixed, fixed_count, c->levels, &c->elements, c->count);
        // Orbits only become smaller: the least point of one stays the least.
        while (moved < c->count && orbits[moved] == moved)
            moved++;
        if (moved == c->count)
            break;
        unsigned long size = 0;
        for (int i = 0; i < c->count; i++)
            size += orbits[i] == orbits[moved];
        mpz_mul_ui(order, order, size);
        fixed[fixed_count++] = moved;
    }
    mem_free(c->mem, fixed, bytes);
}
