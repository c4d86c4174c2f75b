#include "parametric/cube.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

uint64_t cube_full(const struct parametric_variables *v, uint32_t variable, uint32_t elements)
{
    uint64_t full = v->all.at[variable].plain;
    if (!v->all.at[variable].holds_elements)
        return full;
    for (uint32_t e = 0; e < elements; e++)
        full |= ELEMENT_BIT(e);
    return full | OTHER_BIT;
}

uint64_t cube_move_mask(uint64_t mask, const uint8_t *images, uint32_t cube_elements, uint32_t elements)
{
    uint64_t moved = mask & (PLAIN_BITS | OTHER_BIT), named = 0;
    for (uint32_t e = 0; e < cube_elements; e++) {
        named |= ELEMENT_BIT(images[e]);
        if (mask & ELEMENT_BIT(e))
            moved |= ELEMENT_BIT(images[e]);
    }
    for (uint32_t e = 0; e < elements && mask & OTHER_BIT; e++)
        if (!(named & ELEMENT_BIT(e)))
            moved |= ELEMENT_BIT(e);
    return moved;
}

struct cube cube_new(uint32_t elements, uint32_t capacity, struct mem *mem)
{
    return (struct cube){
        .elements = elements, .literals = mem_alloc(mem, capacity * sizeof(struct cube_literal)), .capacity = capacity};
}

struct cube cube_copy(const struct cube *c, struct mem *mem)
{
    struct cube copy = cube_new(c->elements, c->count, mem);
    copy.count = c->count;
    memcpy(copy.signature, c->signature, sizeof copy.signature);
    if (c->count)
        memcpy(copy.literals, c->literals, c->count * sizeof *copy.literals);
    return copy;
}

void cube_free(struct cube *c, struct mem *mem)
{
    mem_free(mem, c->literals, c->capacity * sizeof *c->literals);
    *c = (struct cube){0};
}

// ---- Order ----------------------------------------------------------------------------------------------------------

static uint64_t place_key(uint32_t variable, const uint8_t *elements)
{
    uint64_t key = variable;
    for (uint32_t i = 0; i < MOST_SITES; i++)
        key = key << 8 | elements[i];
    return key;
}

static int compare(const struct cube_literal *a, const struct cube_literal *b)
{
    uint64_t x = place_key(a->variable, a->elements), y = place_key(b->variable, b->elements);
    return (x > y) - (x < y);
}

static int by_place(const void *a, const void *b)
{
    return compare(a, b);
}

// An element is named if a cell of it is, or if a mask tells it from the others.
static bool is_named(const struct cube *c, const struct parametric_variables *v, uint32_t e)
{
    for (uint32_t i = 0; i < c->count; i++) {
        const struct cube_literal *l = &c->literals[i];
        for (uint32_t k = 0; k < v->all.at[l->variable].arity; k++)
            if (l->elements[k] == e)
                return true;
        if (v->all.at[l->variable].holds_elements && !(l->mask & ELEMENT_BIT(e)) != !(l->mask & OTHER_BIT))
            return true;
    }
    return false;
}

void cube_drop_element(struct cube *c, const struct parametric_variables *v, uint32_t e)
{
    for (uint32_t i = 0; i < c->count; i++) {
        struct cube_literal *l = &c->literals[i];
        uint64_t below = l->mask & (ELEMENT_BIT(e) - 1), above = l->mask & ~OTHER_BIT & ~(ELEMENT_BIT(e + 1) - 1);
        for (uint32_t k = 0; k < v->all.at[l->variable].arity; k++)
            l->elements[k] -= l->elements[k] > e;
        if (v->all.at[l->variable].holds_elements)
            l->mask = below | above >> 1 | (l->mask & OTHER_BIT);
    }
    c->elements--;
}

// What a literal excludes is excluded by one of the same variable in each cube that is subsumed; of elements, which may
// have other names there, that is some element.
static void sign(struct cube *c, const struct parametric_variables *v)
{
    memset(c->signature, 0, sizeof c->signature);
    for (uint32_t i = 0; i < c->count; i++) {
        const struct cube_literal *l = &c->literals[i];
        uint64_t excluded = cube_full(v, l->variable, c->elements) & ~l->mask;
        uint64_t items = excluded & (PLAIN_BITS | OTHER_BIT);
        items |= excluded & ~items ? ELEMENT_BIT(0) : 0;
        for (; items; items &= items - 1) {
            uint64_t hash = hash_pair(l->variable, (uint64_t)__builtin_ctzll(items));
            c->signature[hash % SIGNATURE_WORDS] |= UINT64_C(1) << hash / SIGNATURE_WORDS % 64;
        }
    }
}

void cube_tidy(struct cube *c, const struct parametric_variables *v)
{
    uint32_t kept = 0, count = c->count;
    for (uint32_t i = 0; i < count; i++)
        if (c->literals[i].mask != cube_full(v, c->literals[i].variable, c->elements))
            c->literals[kept++] = c->literals[i];
    c->count = kept;
    for (uint32_t e = c->elements; e-- > 0 && !v->is_ordered;)
        if (!is_named(c, v, e))
            cube_drop_element(c, v, e);
    if (kept)
        qsort(c->literals, kept, sizeof *c->literals, by_place);
    sign(c, v);
}

// ---- Subsumption ----------------------------------------------------------------------------------------------------

struct matching {
    const struct cube *general, *special;
    const struct parametric_variables *variables;
    uint8_t images[MOST_ELEMENTS];
    uint64_t used;
};

static uint64_t mask_at(const struct cube *c, const struct parametric_variables *v, uint32_t variable,
                        const uint8_t *elements)
{
    uint64_t wanted = place_key(variable, elements);
    uint32_t low = 0, high = c->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        uint64_t key = place_key(c->literals[middle].variable, c->literals[middle].elements);
        if (key == wanted)
            return c->literals[middle].mask;
        if (key < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return cube_full(v, variable, c->elements);
}

// Whether the literals that speak of elements up to this one follow, the last of which is spoken of.
static bool fits(const struct matching *m, uint32_t known)
{
    const struct cube *g = m->general;
    bool is_last = known == g->elements;
    for (uint32_t i = 0; i < g->count; i++) {
        const struct cube_literal *l = &g->literals[i];
        const struct parametric_variable *x = &m->variables->all.at[l->variable];
        uint8_t elements[MOST_SITES] = {0};
        uint32_t latest = 0;
        for (uint32_t k = 0; k < x->arity; k++) {
            latest = l->elements[k] + 1u > latest ? l->elements[k] + 1u : latest;
            elements[k] = m->images[l->elements[k]];
        }
        if (x->holds_elements ? !is_last : latest != known)
            continue; // what a mask means is known when all elements are
        uint64_t allowed =
            x->holds_elements ? cube_move_mask(l->mask, m->images, g->elements, m->special->elements) : l->mask;
        if (mask_at(m->special, m->variables, l->variable, elements) & ~allowed)
            return false;
    }
    return true;
}

static bool match(struct matching *m, uint32_t element)
{
    if (!fits(m, element))
        return false;
    if (element == m->general->elements)
        return true;
    uint32_t first = m->variables->is_ordered && element > 0 ? m->images[element - 1] + 1u : 0;
    for (uint32_t e = first; e < m->special->elements; e++) {
        if (m->used & ELEMENT_BIT(e))
            continue;
        m->images[element] = (uint8_t)e;
        m->used |= ELEMENT_BIT(e);
        if (match(m, element + 1))
            return true;
        m->used &= ~ELEMENT_BIT(e);
    }
    return false;
}

bool cube_subsumes(const struct cube *general, const struct cube *special, const struct parametric_variables *v)
{
    if (general->elements > special->elements || general->count > special->count)
        return false;
    for (int i = 0; i < SIGNATURE_WORDS; i++)
        if (general->signature[i] & ~special->signature[i])
            return false;
    struct matching m = {.general = general, .special = special, .variables = v};
    return match(&m, 0);
}
