// Facts come from components that hold ids, from cells at several sites, and from the elements of pools. The place of
// an element in its pool is no fact: it depends on ids. What cells at several sites hold that has all bits 0, and no
// id, is left out; it is known where it is not said.
#include "group/refinement_keys.h"

#include <string.h>

#include "base/hash.h"

static void push_party(struct colouring *c, uint32_t element)
{
    array_push(c->mem, &c->parties, element);
}

static void add_link(struct colouring *c, uint64_t label, uint32_t from, uint32_t to)
{
    array_push(c->mem, &c->links, ((struct link){label, from, to}));
    c->fact_count[from]++;
    c->fact_count[to]++;
}

// A fact about the parties from `begin` on, which are taken away again if it is about two.
static void add_fact(struct colouring *c, uint64_t label, size_t begin)
{
    uint32_t count = (uint32_t)(c->parties.count - begin);
    const uint32_t *at = c->parties.at + begin;
    if (count == 2) {
        c->parties.count = begin;
        add_link(c, label, at[0], at[1]);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        c->fact_count[at[i]]++;
    array_push(c->mem, &c->facts, ((struct fact){label, (uint32_t)begin, count}));
}

// ---- Strips ---------------------------------------------------------------------------------------------------------

static void add_records(struct colouring *c, const struct strip *s, const uint64_t *state)
{
    for (uint32_t i = 0; i < s->unit_count; i++) {
        uint64_t bits = unit_read(s, i, state);
        for (uint32_t k = 0; k < s->field_count; k++) {
            const struct id_field *f = &s->fields[k];
            uint32_t element = f->codes->element[bits >> f->shift & f->mask];
            if (element != NO_ELEMENT)
                add_link(c, f->label, s->first[0] + i, element);
        }
    }
}

static void add_unit(struct colouring *c, const struct strip *s, uint32_t unit, uint64_t bits)
{
    size_t begin = c->parties.count;
    for (uint32_t i = 0; i < s->site_count; i++)
        push_party(c, s->first[i] + unit / s->stride[i] % s->size[i]);
    for (uint32_t i = 0; i < s->field_count; i++) {
        const struct id_field *f = &s->fields[i];
        uint32_t element = f->codes->element[bits >> f->shift & f->mask];
        if (element != NO_ELEMENT)
            push_party(c, element);
    }
    add_fact(c, hash_pair(s->label, strip_plain(s, bits)), begin);
}

static void add_units(struct colouring *c, const struct strip *s, const uint64_t *state)
{
    for (uint32_t i = 0; i < s->unit_count; i++) {
        uint64_t bits = unit_read(s, i, state);
        if (bits || !s->zero_is_plain)
            add_unit(c, s, i, bits);
    }
}

// ---- Pools ----------------------------------------------------------------------------------------------------------

static uint64_t pool_cell_label(const struct pool_cell *cell, uint64_t code)
{
    return hash_pair(cell->label, cell->codes ? cell->codes->plain[code] : code);
}

// The owners of the pool and those whose ids an element holds become parties. Gives a label for what else it is: of its
// codes, as many at a time as fit into a word.
static uint64_t push_element(struct colouring *c, const struct packed_pool *pool, const struct pool_cell *cells,
                             const uint64_t *state)
{
    uint64_t label = pool->label, codes = 0;
    unsigned taken = 0;
    for (uint32_t i = 0; i < pool->outer_sites; i++)
        push_party(c, cells[0].sites[i]);
    for (uint32_t i = 0; i < pool->width; i++) {
        uint64_t code = cell_read(&cells[i].at, state);
        if (cells[i].is_hidden || cells[i].site_count > pool->outer_sites)
            continue;
        if (taken + cells[i].bits > 64) {
            label = hash_pair(label, codes);
            codes = taken = 0;
        }
        codes |= (cells[i].codes ? cells[i].codes->plain[code] : code) << taken;
        taken += cells[i].bits;
        if (cells[i].codes && cells[i].codes->element[code] != NO_ELEMENT)
            push_party(c, cells[i].codes->element[code]);
    }
    return hash_pair(label, codes);
}

// Whether what is in a place names components besides the owners of the pool.
static bool names_others(const struct packed_pool *pool, const struct pool_cell *cells, const uint64_t *state)
{
    for (uint32_t i = 0; i < pool->width; i++)
        if (cells[i].codes && !cells[i].is_hidden && cells[i].site_count <= pool->outer_sites &&
            cells[i].codes->element[cell_read(&cells[i].at, state)] != NO_ELEMENT)
            return true;
    return false;
}

// An element as a whole is a fact, and so is what it has for each of some components.
static void add_place(struct colouring *c, const struct packed_pool *pool, const struct pool_cell *cells,
                      const uint64_t *state)
{
    size_t begin = c->parties.count;
    bool is_there = pool_rank(&cells[0], cell_read(&cells[0].at, state)) == 1;
    if (!is_there && !names_others(pool, cells, state))
        return;
    uint64_t label = push_element(c, pool, cells, state);
    add_fact(c, label, begin);
    for (uint32_t i = 0; i < pool->width; i++) {
        uint64_t code = cell_read(&cells[i].at, state);
        if (cells[i].is_hidden || cells[i].site_count == pool->outer_sites)
            continue;
        begin = c->parties.count;
        push_element(c, pool, cells, state);
        for (uint32_t k = pool->outer_sites; k < cells[i].site_count; k++)
            push_party(c, cells[i].sites[k]);
        if (cells[i].codes && cells[i].codes->element[code] != NO_ELEMENT)
            push_party(c, cells[i].codes->element[code]);
        add_fact(c, hash_pair(label, ~pool_cell_label(&cells[i], code)), begin);
    }
}

void refinement_keys_find(struct colouring *c, const uint64_t *state)
{
    const struct packing *p = c->packing;
    c->facts.count = c->links.count = c->parties.count = 0;
    memset(c->fact_count, 0, c->count * sizeof *c->fact_count);
    for (size_t i = 0; i < p->strips.count; i++) {
        const struct strip *s = &p->strips.at[i];
        if (s->is_in_pool)
            continue;
        if (s->site_count == 1)
            add_records(c, s, state);
        else
            add_units(c, s, state);
    }
    for (size_t i = 0; i < p->pools.count; i++)
        for (uint32_t k = 0; k < p->pools.at[i].places && p->pools.at[i].is_outermost; k++)
            add_place(c, &p->pools.at[i], p->pools.at[i].cells + (size_t)k * p->pools.at[i].width, state);
}
