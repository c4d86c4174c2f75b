#include "parametric/reach_index.h"

#include <string.h>

bool reach_index_open(struct reach_index *r, struct parametric_variables *v, struct model *model, uint32_t elements)
{
    *r = (struct reach_index){.mem = v->mem};
    if (!parametric_instance_open(&r->instance, v, model, elements, false))
        return false;
    r->columns = mem_zalloc(r->mem, (r->instance.values.count + 1) * sizeof *r->columns);
    return true;
}

void reach_index_close(struct reach_index *r)
{
    for (size_t i = 0; r->columns && i < r->instance.values.count; i++)
        mem_free(r->mem, r->columns[i], r->words * sizeof(uint64_t));
    if (r->columns)
        mem_free(r->mem, r->columns, (r->instance.values.count + 1) * sizeof *r->columns);
    mem_free(r->mem, r->scratch, (r->words * (MOST_ELEMENTS + 1)) * sizeof(uint64_t));
    parametric_instance_close(&r->instance);
}

static void grow(struct reach_index *r)
{
    size_t words = r->words ? r->words * 2 : 64;
    for (size_t i = 0; i < r->instance.values.count; i++) {
        uint64_t *wider = mem_zalloc(r->mem, words * sizeof *wider);
        if (r->words)
            memcpy(wider, r->columns[i], r->words * sizeof *wider);
        mem_free(r->mem, r->columns[i], r->words * sizeof *wider);
        r->columns[i] = wider;
    }
    mem_free(r->mem, r->scratch, (r->words * (MOST_ELEMENTS + 1)) * sizeof(uint64_t));
    r->scratch = mem_alloc(r->mem, (words * (MOST_ELEMENTS + 1)) * sizeof(uint64_t));
    r->words = words;
}

void reach_index_add(struct reach_index *r, const value *state)
{
    const struct parametric_instance *in = &r->instance;
    if (r->states == r->words * 64)
        grow(r);
    for (size_t cell = 0; cell < in->cell_count; cell++) {
        const struct instance_cell *c = &in->cells[cell];
        for (uint32_t i = c->first_value; i < c->first_value + c->value_count; i++)
            if (in->values.at[i] == state[cell])
                r->columns[i][r->states / 64] |= UINT64_C(1) << r->states % 64;
    }
    r->states++;
}

// ---- Cubes ----------------------------------------------------------------------------------------------------------

struct naming {
    struct reach_index *r;
    const struct cube *c;
    uint8_t images[MOST_ELEMENTS];
    uint64_t used;
};

// Leaves only the states whose cell has a value of the mask. False if there are none.
static bool keep_states(const struct reach_index *r, uint64_t *left, size_t words, cell_id cell, uint64_t mask)
{
    const struct instance_cell *c = &r->instance.cells[cell];
    const uint64_t *columns[64];
    unsigned count = 0;
    uint64_t any = 0;
    for (uint32_t i = c->first_value; i < c->first_value + c->value_count; i++)
        if (r->instance.bits.at[i] & mask)
            columns[count++] = r->columns[i];
    for (size_t w = 0; w < words; w++) {
        uint64_t one = 0;
        for (unsigned i = 0; i < count; i++)
            one |= columns[i][w];
        left[w] &= one;
        any |= left[w];
    }
    return any;
}

// Keeps to the literals that speak of elements up to this one, the last of which is spoken of; those that hold elements
// are known when all are.
static bool keep_literals(struct naming *n, uint32_t known, uint64_t *left, size_t words)
{
    const struct parametric_variables *v = n->r->instance.variables;
    bool is_last = known == n->c->elements;
    for (uint32_t i = 0; i < n->c->count; i++) {
        const struct cube_literal *l = &n->c->literals[i];
        const struct parametric_variable *x = &v->all.at[l->variable];
        uint8_t elements[MOST_SITES] = {0};
        uint32_t latest = 0;
        for (uint32_t k = 0; k < x->arity; k++) {
            latest = l->elements[k] + 1u > latest ? l->elements[k] + 1u : latest;
            elements[k] = n->images[l->elements[k]];
        }
        if (x->holds_elements ? !is_last : latest != known)
            continue;
        uint64_t mask = l->mask;
        if (x->holds_elements)
            mask = cube_move_mask(mask, n->images, n->c->elements, n->r->instance.elements);
        cell_id cell = parametric_cell(&n->r->instance, l->variable, elements);
        if (cell == CELL_NONE || !keep_states(n->r, left, words, cell, mask))
            return false;
    }
    return true;
}

static bool name(struct naming *n, uint32_t element)
{
    size_t words = (n->r->states + 63) / 64;
    uint64_t *before = n->r->scratch + element * n->r->words, *left = before + n->r->words;
    if (element == n->c->elements)
        return true;
    uint32_t first = n->r->instance.variables->is_ordered && element > 0 ? n->images[element - 1] + 1u : 0;
    for (uint32_t e = first; e < n->r->instance.elements; e++) {
        if (n->used & ELEMENT_BIT(e))
            continue;
        n->images[element] = (uint8_t)e;
        n->used |= ELEMENT_BIT(e);
        memcpy(left, before, words * sizeof *left);
        if (keep_literals(n, element + 1, left, words) && name(n, element + 1))
            return true;
        n->used &= ~ELEMENT_BIT(e);
    }
    return false;
}

bool reach_index_meets(struct reach_index *r, const struct cube *c)
{
    struct naming n = {.r = r, .c = c};
    size_t words = (r->states + 63) / 64;
    if (r->states == 0 || c->elements > r->instance.elements)
        return false;
    memset(r->scratch, 0xff, words * sizeof *r->scratch);
    if (r->states % 64)
        r->scratch[words - 1] = (UINT64_C(1) << r->states % 64) - 1;
    return keep_literals(&n, 0, r->scratch, words) && name(&n, 0);
}
