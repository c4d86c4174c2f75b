// Keys, refinement, twins.
#include "group/colouring.h"

#include <string.h>

#include "base/hash.h"
#include "group/refinement_keys.h"

#define COLOUR_FACTOR UINT64_C(0x9e3779b97f4a7c15)

// ---- Making ---------------------------------------------------------------------------------------------------------

// Elements of rings that rotate are no matter of colours: each has one of its own.
static void find_blocks(struct colouring *c)
{
    const struct symmetry *s = c->packing->symmetry;
    struct partition *p = &c->blocks;
    uint32_t place = 0;
    for (uint32_t e = 0; e < c->count; e++) {
        uint32_t begin = place;
        if (e == s->first[s->class_of[e]])
            c->class_place[s->class_of[e]] = place;
        if (s->block[e] != e && !s->rotates[s->class_of[e]])
            continue;
        p->order[place++] = e;
        for (uint32_t other = e + 1; other < c->count && !s->rotates[s->class_of[e]]; other++)
            if (s->block[other] == e)
                p->order[place++] = other;
        p->size[begin] = place - begin;
        for (uint32_t i = begin; i < place; i++)
            p->colour[p->order[i]] = begin;
        p->cells++;
    }
}

static unsigned bits_for(uint64_t mask)
{
    return mask ? 64 - (unsigned)__builtin_clzll(mask) : 0;
}

uint32_t colouring_flag_bit(const struct colouring *c, size_t flag)
{
    bool is_behind = c->packing->symmetry->absent && flag >= ABSENCE_BIT;
    return (uint32_t)flag + is_behind;
}

static unsigned bits_in_word(const struct colouring *c, uint32_t word)
{
    return c->packing->symmetry->absent && word == 0 ? ABSENCE_BIT : 64;
}

// The flags come first and are the same for all classes; the pieces of each class follow.
static void plan_keys(struct colouring *c)
{
    const struct packing *p = c->packing;
    for (uint32_t i = 0; i < p->globals.count; i++)
        if (!p->globals.at[i].is_in_pool)
            array_push(c->mem, &c->flags, i);
    uint32_t begin = colouring_flag_bit(c, c->flags.count);
    c->key_words = p->symmetry->absent && begin == 0 ? 1 : (begin + 63) / 64;
    for (uint32_t class = 0; class < p->symmetry->class_count; class ++) {
        uint32_t word = begin / 64;
        unsigned taken = begin % 64;
        for (uint32_t i = 0; i < p->strips.count; i++) {
            const struct strip *s = &p->strips.at[i];
            if (s->site_count != 1 || s->class[0] != class || s->is_in_pool)
                continue;
            if (taken + bits_for(s->mask) > bits_in_word(c, word)) {
                word++;
                taken = 0;
            }
            array_push(c->mem, &c->pieces, ((struct key_piece){word, i, (uint8_t)taken}));
            taken += bits_for(s->mask);
            c->key_words = word + 1 > c->key_words ? word + 1 : c->key_words;
        }
    }
}

// Whether the keys of a class have it in their highest bit that an element is absent: if they are one word, and the
// last piece of it ends with that cell.
static bool keys_end_with_absence(const struct colouring *c, uint32_t class)
{
    const struct symmetry *s = c->packing->symmetry;
    const struct packed_cell *absent = &c->packing->cells[symmetry_absence(s, s->first[class])];
    const struct strip *last = NULL;
    for (size_t i = 0; i < c->pieces.count; i++)
        if (c->packing->strips.at[c->pieces.at[i].strip].class[0] == class)
            last = &c->packing->strips.at[c->pieces.at[i].strip];
    if (c->key_words > 1 || !last || last->units[0].word != absent->word || absent->shift < last->units[0].shift)
        return false;
    return last->mask >> (absent->shift - last->units[0].shift) == 1;
}

static void find_absences(struct colouring *c)
{
    const struct symmetry *s = c->packing->symmetry;
    for (uint32_t class = 0; class < s->class_count; class ++) {
        if (!s->absent || s->absent[class] == CELL_NONE || s->rotates[class] || keys_end_with_absence(c, class))
            continue;
        for (uint32_t e = s->first[class]; e < s->first[class + 1]; e++)
            array_push(c->mem, &c->absences, ((struct absence){e, c->packing->cells[symmetry_absence(s, e)]}));
    }
}

void colouring_open(struct colouring *c, struct packing *packing, struct mem *mem)
{
    uint32_t count = packing->symmetry->element_count;
    *c = (struct colouring){.packing = packing, .mem = mem, .count = count};
    partition_open(&c->blocks, count, mem);
    c->class_place = mem_zalloc(mem, (packing->symmetry->class_count + 1) * sizeof *c->class_place);
    find_blocks(c);
    plan_keys(c);
    find_absences(c);
    c->keys = mem_zalloc(mem, ((size_t)count + 1) * sizeof *c->keys);
    c->hashes = mem_zalloc(mem, ((size_t)count + 1) * sizeof *c->hashes);
    c->scratch = mem_zalloc(mem, ((size_t)count + 1) * sizeof *c->scratch);
    c->fact_count = mem_zalloc(mem, ((size_t)count + 1) * sizeof *c->fact_count);
    c->twin = mem_zalloc(mem, ((size_t)count + 1) * sizeof *c->twin);
    c->exchange = mem_zalloc(mem, ((size_t)count + 1) * sizeof *c->exchange);
    c->exchanged = mem_zalloc(mem, packing->words * sizeof *c->exchanged);
    permutation_identity(packing->symmetry, c->exchange);
    c->has_facts = packing->pools.count > 0;
    for (size_t i = 0; i < packing->strips.count; i++)
        c->has_facts |= packing->strips.at[i].site_count > 1 || packing->strips.at[i].field_count > 0;
}

void colouring_close(struct colouring *c)
{
    struct mem *mem = c->mem;
    size_t count = (size_t)c->count + 1;
    partition_close(&c->blocks, mem);
    mem_free(mem, c->class_place, (c->packing->symmetry->class_count + 1) * sizeof *c->class_place);
    array_free(mem, &c->pieces);
    array_free(mem, &c->absences);
    array_free(mem, &c->flags);
    array_free(mem, &c->facts);
    array_free(mem, &c->links);
    array_free(mem, &c->parties);
    mem_free(mem, c->keys, count * sizeof *c->keys);
    mem_free(mem, c->hashes, count * sizeof *c->hashes);
    mem_free(mem, c->scratch, count * sizeof *c->scratch);
    mem_free(mem, c->fact_count, count * sizeof *c->fact_count);
    mem_free(mem, c->twin, count * sizeof *c->twin);
    mem_free(mem, c->exchange, count * sizeof *c->exchange);
    mem_free(mem, c->exchanged, c->packing->words * sizeof *c->exchanged);
}

// ---- Keys -----------------------------------------------------------------------------------------------------------

static void add_piece(struct colouring *c, const struct key_piece *piece, const uint64_t *state)
{
    const struct strip *s = &c->packing->strips.at[piece->strip];
    uint64_t *keys = c->keys + s->first[0];
    if (s->field_count)
        for (uint32_t i = 0; i < s->unit_count; i++)
            keys[i] |= strip_plain(s, unit_read(s, i, state)) << piece->shift;
    else
        for (uint32_t i = 0; i < s->unit_count; i++)
            keys[i] |= unit_read(s, i, state) << piece->shift;
}

static void add_absences(struct colouring *c, const uint64_t *state)
{
    for (size_t i = 0; i < c->absences.count; i++)
        c->keys[c->absences.at[i].element] |= cell_read(&c->absences.at[i].cell, state) << ABSENCE_BIT;
}

void colouring_find_keys(struct colouring *c, uint32_t word, const uint64_t *state)
{
    memset(c->keys, 0, c->count * sizeof *c->keys);
    if (word == 0)
        add_absences(c, state);
    for (size_t i = 0; i < c->pieces.count; i++)
        if (c->pieces.at[i].word == word)
            add_piece(c, &c->pieces.at[i], state);
    for (size_t i = (size_t)word * 64 - (word > 0); i < c->flags.count && i < ((size_t)word + 1) * 64; i++) {
        const struct global_id *g = &c->packing->globals.at[c->flags.at[i]];
        uint32_t element = g->codes->element[state[g->word] >> g->shift & g->mask], bit = colouring_flag_bit(c, i);
        if (element != NO_ELEMENT && bit / 64 == word)
            c->keys[element] |= UINT64_C(1) << bit % 64;
    }
}

// ---- Refinement -----------------------------------------------------------------------------------------------------

// What would be told to an element that is alone in its cell is not worked out.
static void hash_links(struct colouring *c, const struct partition *p)
{
    for (size_t i = 0; i < c->links.count; i++) {
        const struct link *l = &c->links.at[i];
        uint32_t from = p->colour[l->from], to = p->colour[l->to];
        if (l->from == l->to) {
            c->hashes[l->from] += hash_mix(l->label);
            continue;
        }
        if (p->size[from] > 1)
            c->hashes[l->from] += hash_mix(l->label + (to + 1) * COLOUR_FACTOR);
        if (p->size[to] > 1)
            c->hashes[l->to] += hash_mix(~l->label - (from + 1) * COLOUR_FACTOR);
    }
}

// What a fact says to one of its parties is who the others are, and that some of them may be the same as itself.
static void hash_facts(struct colouring *c, const struct partition *p)
{
    for (size_t i = 0; i < c->facts.count; i++) {
        const struct fact *f = &c->facts.at[i];
        const uint32_t *parties = c->parties.at + f->begin;
        for (uint32_t k = 0; k < f->count; k++) {
            uint64_t hash = f->label + k;
            if (p->size[p->colour[parties[k]]] == 1)
                continue;
            for (uint32_t j = 0; j < f->count; j++)
                hash = hash_pair(hash, parties[j] == parties[k] ? UINT64_MAX : p->colour[parties[j]]);
            c->hashes[parties[k]] += hash;
        }
    }
}

static uint64_t trace_of(const struct colouring *c, const struct partition *p)
{
    uint64_t trace = p->cells;
    for (uint32_t begin = 0; begin < p->count; begin += p->size[begin])
        trace = hash_pair(trace, c->hashes[p->order[begin]] + begin);
    return trace;
}

uint64_t colouring_refine(struct colouring *c, struct partition *p)
{
    uint32_t before;
    do {
        before = p->cells;
        memset(c->hashes, 0, c->count * sizeof *c->hashes);
        hash_links(c, p);
        hash_facts(c, p);
        partition_split(p, c->hashes, c->scratch);
    } while (p->cells > before && p->cells < p->count);
    return trace_of(c, p);
}

void colouring_begin(struct colouring *c, const uint64_t *state, struct partition *p)
{
    partition_copy(&c->blocks, p);
    for (uint32_t word = 0; word < c->key_words && p->cells < p->count; word++) {
        colouring_find_keys(c, word, state);
        partition_split(p, c->keys, c->scratch);
    }
    if (!c->has_facts || p->cells == p->count)
        return;
    refinement_keys_find(c, state);
    if (c->links.count || c->facts.count)
        colouring_refine(c, p);
}

// ---- Twins ----------------------------------------------------------------------------------------------------------

// Two elements of the same key in no facts differ in nothing. Of what is deep in pools not all is in facts.
static bool are_twins(struct colouring *c, const uint64_t *state, uint32_t a, uint32_t b)
{
    if (!c->fact_count[a] && !c->fact_count[b] && !c->packing->has_deep_pools)
        return true;
    c->exchange[a] = b;
    c->exchange[b] = a;
    packing_apply(c->packing, c->exchange, state, c->exchanged);
    c->exchange[a] = a;
    c->exchange[b] = b;
    return memcmp(state, c->exchanged, c->packing->words * sizeof *state) == 0;
}

// Being twins is transitive, so the first of each kind are enough to compare with.
static bool find_twins_in(struct colouring *c, const uint64_t *state, const uint32_t *at, uint32_t size)
{
    bool all = true;
    c->twin[at[0]] = at[0];
    for (uint32_t i = 1; i < size; i++) {
        c->twin[at[i]] = at[i];
        for (uint32_t k = 0; k < i && c->twin[at[i]] == at[i]; k++)
            if (c->twin[at[k]] == at[k] && are_twins(c, state, at[k], at[i]))
                c->twin[at[i]] = at[k];
        all &= c->twin[at[i]] == at[0];
    }
    return all;
}

bool colouring_find_twins(struct colouring *c, const uint64_t *state, const struct partition *p)
{
    bool all = true;
    for (uint32_t begin = 0, size; begin < p->count; begin += size) {
        const uint32_t *at = p->order + begin;
        size = p->size[begin];
        if (c->has_facts)
            all &= find_twins_in(c, state, at, size);
        else
            for (uint32_t i = 0; i < size; i++)
                c->twin[at[i]] = at[0];
    }
    return all;
}
