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

// Names of the general cube's elements in the special one are looked for: first those of elements that are related to
// others, as in a subgraph problem; each other element may be any that its own literals allow, which is an assignment.
// After MOST_STEPS names the special cube counts as not subsumed: one cube more is kept, and that is all.
enum { MOST_STEPS = 1000, LITERALS_KNOWN = 128 };

struct matching {
    const struct cube *general, *special;
    const struct parametric_variables *variables;
    uint64_t candidates[MOST_ELEMENTS]; // what an element may be, by the literals of it alone
    uint8_t order[MOST_ELEMENTS];       // in which elements get names; in an order of elements, that one
    uint8_t position[MOST_ELEMENTS];    // in it
    uint32_t related;                   // how many are looked for in turn
    uint8_t needed[LITERALS_KNOWN];     // how many elements must have names until a literal means something
    uint8_t images[MOST_ELEMENTS];
    uint64_t used;
    uint32_t steps;
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

// The elements whose names a mask depends on: those that it excludes if any other one is allowed, else those that it
// allows.
static uint64_t elements_of_mask(const struct matching *m, uint64_t mask)
{
    uint64_t all = ELEMENT_BIT(m->general->elements) - ELEMENT_BIT(0);
    return mask & OTHER_BIT ? all & ~mask : all & mask;
}

static uint64_t elements_of(const struct matching *m, const struct cube_literal *l)
{
    const struct parametric_variable *x = &m->variables->all.at[l->variable];
    uint64_t elements = x->holds_elements ? elements_of_mask(m, l->mask) : 0;
    for (uint32_t k = 0; k < x->arity; k++)
        elements |= ELEMENT_BIT(l->elements[k]);
    return elements;
}

static uint32_t find_needed(const struct matching *m, const struct cube_literal *l)
{
    uint32_t needed = 0;
    uint64_t elements = elements_of(m, l);
    for (uint32_t e = 0; e < m->general->elements; e++)
        if (elements & ELEMENT_BIT(e) && m->position[e] >= needed)
            needed = m->position[e] + 1u;
    return needed;
}

static bool follows(const struct matching *m, const struct cube_literal *l)
{
    const struct parametric_variable *x = &m->variables->all.at[l->variable];
    uint8_t elements[MOST_SITES] = {0};
    uint64_t allowed = l->mask, images = 0;
    for (uint32_t k = 0; k < x->arity; k++)
        elements[k] = m->images[l->elements[k]];
    if (x->holds_elements) {
        uint64_t named = elements_of_mask(m, l->mask);
        for (uint32_t e = 0; e < m->general->elements; e++)
            images |= named & ELEMENT_BIT(e) ? ELEMENT_BIT(m->images[e]) : 0;
        allowed = l->mask & OTHER_BIT ? ~images & (~PLAIN_BITS | l->mask) : images | (l->mask & PLAIN_BITS);
    }
    return !(mask_at(m->special, m->variables, l->variable, elements) & ~allowed);
}

static bool is_of_one(const struct matching *m, const struct cube_literal *l)
{
    const struct parametric_variable *x = &m->variables->all.at[l->variable];
    return x->arity == 1 && !x->holds_elements;
}

// Whether the literals follow that speak of the first elements that have names, and of the last one of these. Those of
// one element do, as it is a candidate.
static bool fits(const struct matching *m, uint32_t known)
{
    const struct cube *g = m->general;
    for (uint32_t i = 0; i < g->count; i++) {
        const struct cube_literal *l = &g->literals[i];
        uint32_t needed = i < LITERALS_KNOWN ? m->needed[i] : find_needed(m, l);
        if (needed == known && !is_of_one(m, l) && !follows(m, l))
            return false;
    }
    return true;
}

// Another element for each one that has no name yet, by augmenting paths (Kuhn).
static bool assign(const struct matching *m, uint32_t element, uint8_t *owner, uint64_t *seen)
{
    for (uint32_t e = 0; e < m->special->elements; e++) {
        if (!(m->candidates[element] & ~(*seen | m->used) & ELEMENT_BIT(e)))
            continue;
        *seen |= ELEMENT_BIT(e);
        if (owner[e] == MOST_ELEMENTS || assign(m, owner[e], owner, seen)) {
            owner[e] = (uint8_t)element;
            return true;
        }
    }
    return false;
}

static bool can_differ(const struct matching *m, uint32_t known)
{
    uint8_t owner[MOST_ELEMENTS];
    memset(owner, MOST_ELEMENTS, sizeof owner);
    for (uint32_t i = known; i < m->general->elements; i++) {
        uint64_t seen = 0;
        if (!assign(m, m->order[i], owner, &seen))
            return false;
    }
    return true;
}

static bool match(struct matching *m, uint32_t known)
{
    if (++m->steps > MOST_STEPS || !fits(m, known))
        return false;
    if (known == m->related)
        return can_differ(m, known);
    uint32_t element = m->order[known];
    uint32_t first = m->variables->is_ordered && element > 0 ? m->images[element - 1] + 1u : 0;
    for (uint32_t e = first; e < m->special->elements; e++) {
        if (!(m->candidates[element] & ~m->used & ELEMENT_BIT(e)))
            continue;
        m->images[element] = (uint8_t)e;
        m->used |= ELEMENT_BIT(e);
        if (match(m, known + 1))
            return true;
        m->used &= ~ELEMENT_BIT(e);
    }
    return false;
}

// False if some element can be none of the special cube.
static bool find_candidates(struct matching *m)
{
    const struct cube *g = m->general;
    for (uint32_t e = 0; e < g->elements; e++)
        m->candidates[e] = ELEMENT_BIT(m->special->elements) - ELEMENT_BIT(0);
    for (uint32_t i = 0; i < g->count; i++) {
        const struct cube_literal *l = &g->literals[i];
        if (!is_of_one(m, l))
            continue;
        for (uint32_t e = 0; e < m->special->elements; e++) {
            m->images[l->elements[0]] = (uint8_t)e;
            if (m->candidates[l->elements[0]] & ELEMENT_BIT(e) && !follows(m, l))
                m->candidates[l->elements[0]] &= ~ELEMENT_BIT(e);
        }
        if (!m->candidates[l->elements[0]])
            return false;
    }
    return true;
}

static void find_order(struct matching *m)
{
    const struct cube *g = m->general;
    uint64_t related = 0;
    for (uint32_t i = 0; i < g->count; i++)
        if (!is_of_one(m, &g->literals[i]))
            related |= elements_of(m, &g->literals[i]);
    for (uint32_t pass = 0, count = 0; pass < 2; pass++)
        for (uint32_t e = 0; e < g->elements; e++)
            if (m->variables->is_ordered ? pass == 0 : !(related & ELEMENT_BIT(e)) == (pass == 1)) {
                m->position[e] = (uint8_t)count;
                m->order[count++] = (uint8_t)e;
                m->related = m->variables->is_ordered || pass == 0 ? count : m->related;
            }
    for (uint32_t i = 0; i < g->count && i < LITERALS_KNOWN; i++)
        m->needed[i] = (uint8_t)find_needed(m, &g->literals[i]);
}

bool cube_subsumes(const struct cube *general, const struct cube *special, const struct parametric_variables *v)
{
    if (general->elements > special->elements || general->count > special->count)
        return false;
    for (int i = 0; i < SIGNATURE_WORDS; i++)
        if (general->signature[i] & ~special->signature[i])
            return false;
    struct matching m = {.general = general, .special = special, .variables = v};
    if (!find_candidates(&m))
        return false;
    find_order(&m);
    return can_differ(&m, 0) && match(&m, 0);
}
