// Where the cells of components lie, which ids they hold and how multisets are ordered becomes shifts, masks and small
// tables. A place of a multiset is read as one number, its codes one behind the other, by as few pieces as its cells
// lie in; sorting is by another number in which their ranks are.
#include "native/write_canonical.h"

#include <inttypes.h>

#include "group/colouring.h"

static const char general[] =
#define COMPILED_TEXT(...) #__VA_ARGS__
#include "native/c_canonical.inc.h"
#undef COMPILED_TEXT
    ;

#define MOST_ELEMENTS 64
#define MOST_CODES 256 // of a type that holds ids, or whose order is a table
#define MOST_UNITS 4096
#define NONE 255 // in tables of elements

struct writer {
    struct mem *mem;
    struct str *out;
    const struct packing *packing;
    const struct colouring *colouring;
};

#define PUT(w, ...) str_add((w)->mem, (w)->out, __VA_ARGS__)

// ---- Tables ---------------------------------------------------------------------------------------------------------

static size_t number_of(const struct writer *w, const struct id_codes *codes)
{
    size_t i = 0;
    while (w->packing->id_types.at[i] != codes)
        i++;
    return i;
}

static void put_table(struct writer *w, const char *name, size_t number, const uint32_t *numbers, size_t count)
{
    PUT(w, "static const uint8_t %s%zu[] = {", name, number);
    for (size_t i = 0; i < count; i++)
        PUT(w, "%u,", numbers[i] == NO_ELEMENT ? NONE : numbers[i]);
    PUT(w, "};\n");
}

static void put_id_tables(struct writer *w)
{
    for (size_t i = 0; i < w->packing->id_types.count; i++) {
        const struct id_codes *codes = w->packing->id_types.at[i];
        put_table(w, "E", i, codes->element, codes->count);
        put_table(w, "P", i, codes->plain, codes->count);
        put_table(w, "C", i, codes->code, w->colouring->count);
    }
}

static void put_unit_tables(struct writer *w)
{
    for (size_t i = 0; i < w->packing->strips.count; i++) {
        const struct strip *s = &w->packing->strips.at[i];
        PUT(w, "static const struct c_place U%zu[] = {", i);
        for (uint32_t k = 0; k < s->unit_count; k++)
            PUT(w, "{%u,%u},", s->units[k].word, s->units[k].shift);
        PUT(w, "};\n");
    }
}

static void put_sizes(struct writer *w)
{
    const struct packing *p = w->packing;
    size_t links = 0, facts = 0, parties = 0;
    for (size_t i = 0; i < p->strips.count; i++) {
        const struct strip *s = &p->strips.at[i];
        size_t per_unit = s->site_count == 1 ? s->field_count : 1;
        links += s->is_in_pool ? 0 : per_unit * s->unit_count;
        facts += s->site_count > 1 ? s->unit_count : 0;
        parties += s->site_count > 1 ? (size_t)s->unit_count * (s->site_count + s->field_count) : 0;
    }
    for (size_t i = 0; i < p->pools.count; i++) {
        const struct packed_pool *pool = &p->pools.at[i];
        links += pool->places;
        facts += pool->places;
        parties += pool->places * ((size_t)pool->outer_sites + pool->width);
    }
    PUT(w,
        "enum { C_ELEMENTS = %u, C_WORDS = %zu, C_KEY_WORDS = %u, C_LINKS = %zu, C_FACTS = %zu, C_PARTIES = %zu, "
        "C_HAS_FACTS = %d, C_BLOCKS = %u };\n",
        w->colouring->count, p->words, w->colouring->key_words, links, facts, parties, w->colouring->has_facts,
        w->colouring->blocks.cells);
}

static void put_blocks(struct writer *w)
{
    const struct partition *blocks = &w->colouring->blocks;
    PUT(w, "static const uint8_t c_order[] = {");
    for (uint32_t i = 0; i < blocks->count; i++)
        PUT(w, "%u,", blocks->order[i]);
    PUT(w, "};\nstatic const uint8_t c_colour[] = {");
    for (uint32_t i = 0; i < blocks->count; i++)
        PUT(w, "%u,", blocks->colour[i]);
    PUT(w, "};\nstatic const uint8_t c_size[] = {");
    for (uint32_t i = 0; i < blocks->count; i++)
        PUT(w, "%u,", blocks->size[i]);
    PUT(w, "};\n");
}

// ---- Keys -----------------------------------------------------------------------------------------------------------

// The bits of a unit are in `b`; ids in it become those of the first elements of their blocks.
static void put_plain(struct writer *w, const struct strip *s)
{
    for (uint32_t i = 0; i < s->field_count; i++) {
        const struct id_field *f = &s->fields[i];
        PUT(w, "k = b >> %u & %" PRIu64 "u; b ^= (k ^ P%zu[k]) << %u; ", f->shift, f->mask, number_of(w, f->codes),
            f->shift);
    }
}

static void put_key_piece(struct writer *w, const struct key_piece *piece)
{
    const struct strip *s = &w->packing->strips.at[piece->strip];
    PUT(w, "for (uint32_t i = 0; i < %u; i++) { b = w[U%u[i].word] >> U%u[i].shift & %" PRIu64 "u; ", s->unit_count,
        piece->strip, piece->strip, s->mask);
    put_plain(w, s);
    PUT(w, "keys[%u + i] |= b << %u; }\n", s->first[0], piece->shift);
}

static void put_keys_of_word(struct writer *w, uint32_t word)
{
    const struct colouring *c = w->colouring;
    for (size_t i = 0; i < c->absences.count && word == 0; i++)
        PUT(w, "keys[%u] |= (w[%u] >> %u & %" PRIu64 "u) << %d;\n", c->absences.at[i].element,
            c->absences.at[i].cell.word, c->absences.at[i].cell.shift, c->absences.at[i].cell.mask, ABSENCE_BIT);
    for (size_t i = 0; i < c->pieces.count; i++)
        if (c->pieces.at[i].word == word)
            put_key_piece(w, &c->pieces.at[i]);
    for (size_t i = 0; i < c->flags.count; i++) {
        const struct global_id *g = &w->packing->globals.at[c->flags.at[i]];
        uint32_t bit = colouring_flag_bit(c, i);
        if (bit / 64 == word)
            PUT(w, "b = E%zu[w[%u] >> %u & %" PRIu64 "u]; if (b != %d) keys[b] |= (uint64_t)1 << %u;\n",
                number_of(w, g->codes), g->word, g->shift, g->mask, NONE, bit % 64);
    }
}

static void put_keys(struct writer *w)
{
    PUT(w, "static void c_find_keys(const uint64_t *w, uint32_t word, uint64_t *keys)\n{\nuint64_t b, k;\n"
           "memset(keys, 0, C_ELEMENTS * sizeof *keys);\nswitch (word) {\n");
    for (uint32_t word = 0; word < w->colouring->key_words; word++) {
        PUT(w, "case %u:\n", word);
        put_keys_of_word(w, word);
        PUT(w, "break;\n");
    }
    PUT(w, "}\n(void)b, (void)k;\n}\n");
}

// ---- Pools ----------------------------------------------------------------------------------------------------------

// Where a cell lies in the number of its place.
static unsigned shift_in_place(const struct packed_pool *pool, uint32_t column)
{
    unsigned shift = 0;
    for (uint32_t i = 0; i < column; i++)
        shift += pool->cells[i].bits;
    return shift;
}

// The cells of a place from this one on that lie in the state as they do in its number. Gives their bits.
static unsigned piece_of_place(const struct packed_pool *pool, const struct pool_cell *cells, uint32_t column,
                               uint32_t *end)
{
    unsigned bits = cells[column].bits;
    for (*end = column + 1; *end < pool->width; ++*end) {
        const struct packed_cell *next = &cells[*end].at;
        if (next->mask && (next->word != cells[column].at.word || next->shift != cells[column].at.shift + bits))
            break;
        bits += cells[*end].bits;
    }
    return bits;
}

static uint64_t low_bits(unsigned count)
{
    return count < 64 ? (UINT64_C(1) << count) - 1 : UINT64_MAX;
}

// The code of the first cell where there is something in the place.
static uint64_t present_code(const struct packed_pool *pool)
{
    return pool_rank(&pool->cells[0], 1) == 1;
}

// How many places there are up to the last one that holds something; all places are read.
static void put_read_pool(struct writer *w, size_t number)
{
    const struct packed_pool *pool = &w->packing->pools.at[number];
    PUT(w, "static uint32_t c_read_pool%zu(const uint64_t *w, uint64_t *raw)\n{\n", number);
    for (uint32_t place = 0; place < pool->places; place++) {
        const struct pool_cell *cells = pool->cells + (size_t)place * pool->width;
        PUT(w, "raw[%u] = 0", place);
        for (uint32_t column = 0, end; column < pool->width; column = end) {
            unsigned bits = piece_of_place(pool, cells, column, &end);
            if (bits)
                PUT(w, " | (w[%u] >> %u & %" PRIu64 "u) << %u", cells[column].at.word, cells[column].at.shift,
                    low_bits(bits), shift_in_place(pool, column));
        }
        PUT(w, ";\n");
    }
    PUT(w, "uint32_t used = %u;\nwhile (used > 0 && (raw[used - 1] & 1) != %" PRIu64 ") used--;\nreturn used;\n}\n",
        pool->places, present_code(pool));
}

static void put_write_pool(struct writer *w, size_t number)
{
    const struct packed_pool *pool = &w->packing->pools.at[number];
    PUT(w, "static void c_write_pool%zu(uint64_t *w, uint32_t place, uint64_t raw)\n{\nswitch (place) {\n", number);
    for (uint32_t place = 0; place < pool->places; place++) {
        const struct pool_cell *cells = pool->cells + (size_t)place * pool->width;
        PUT(w, "case %u:\n", place);
        for (uint32_t column = 0, end; column < pool->width; column = end) {
            unsigned bits = piece_of_place(pool, cells, column, &end);
            const struct packed_cell *at = &cells[column].at;
            if (bits)
                PUT(w, "w[%u] = (w[%u] & ~((uint64_t)%" PRIu64 "u << %u)) | (raw >> %u & %" PRIu64 "u) << %u;\n",
                    at->word, at->word, low_bits(bits), at->shift, shift_in_place(pool, column), low_bits(bits),
                    at->shift);
        }
        PUT(w, "break;\n");
    }
    PUT(w, "}\n}\n");
}

static unsigned bits_for(uint64_t largest)
{
    return largest ? 64 - (unsigned)__builtin_clzll(largest) : 0;
}

static uint64_t largest_rank(const struct pool_cell *cell)
{
    uint64_t largest = 0;
    for (uint64_t code = 0; cell->rank && code <= cell->at.mask; code++)
        largest = cell->rank[code] != UINT32_MAX && cell->rank[code] > largest ? cell->rank[code] : largest;
    return cell->rank ? largest + 1 : cell->at.mask; // one more for what comes last
}

// Codes that no value has are of no matter.
static bool rank_is_code(const struct pool_cell *cell)
{
    for (uint64_t code = 0; cell->rank && code <= cell->at.mask; code++)
        if (cell->rank[code] != code && (code == 0 || cell->rank[code] != 0) &&
            (cell->rank[code] != UINT32_MAX || code != largest_rank(cell)))
            return false;
    return !cell->none_is_zero;
}

static void put_rank_tables(struct writer *w, size_t number)
{
    const struct packed_pool *pool = &w->packing->pools.at[number];
    for (uint32_t i = 1; i < pool->width; i++) {
        const struct pool_cell *cell = &pool->cells[i];
        if (!cell->rank || rank_is_code(cell))
            continue;
        PUT(w, "static const uint16_t R%zu_%u[] = {", number, i);
        for (uint64_t code = 0; code <= cell->at.mask; code++)
            PUT(w, "%" PRIu64 ",", cell->rank[code] == UINT32_MAX ? largest_rank(cell) : cell->rank[code]);
        PUT(w, "};\n");
    }
}

// The smaller, the earlier.
static void put_order_of_place(struct writer *w, size_t number)
{
    const struct packed_pool *pool = &w->packing->pools.at[number];
    put_rank_tables(w, number);
    PUT(w, "static uint64_t c_order_of%zu(uint64_t raw)\n{\nuint64_t r = (raw & 1) != %" PRIu64 ";\n", number,
        present_code(pool));
    for (uint32_t i = 1; i < pool->width; i++) {
        const struct pool_cell *cell = &pool->cells[i];
        unsigned shift = shift_in_place(pool, i);
        if (!cell->at.mask)
            continue;
        PUT(w, "r = r << %u | ", rank_is_code(cell) ? cell->bits : bits_for(largest_rank(cell)));
        if (rank_is_code(cell))
            PUT(w, "(raw >> %u & %" PRIu64 "u);\n", shift, cell->at.mask);
        else if (cell->rank)
            PUT(w, "R%zu_%u[raw >> %u & %" PRIu64 "u];\n", number, i, shift, cell->at.mask);
        else
            PUT(w, "((raw >> %u & %" PRIu64 "u) - 1 & %" PRIu64 "u);\n", shift, cell->at.mask, cell->at.mask);
    }
    PUT(w, "return r;\n}\n");
}

// Sorts its places, with ids as the permutation has them where no strip has seen to that.
static void put_sort_pool(struct writer *w, size_t number)
{
    const struct packed_pool *pool = &w->packing->pools.at[number];
    PUT(w, "{\nuint64_t raw[%u], was[%u], order[%u];\nuint32_t used = c_read_pool%zu(out, raw);\n", pool->places,
        pool->places, pool->places, number);
    PUT(w, "for (uint32_t i = 0; i < %u; i++) was[i] = raw[i];\n", pool->places);
    if (pool->outer_sites == 0) {
        // Empty places are mostly all the same, and name nobody.
        PUT(w,
            "if (moved) for (uint32_t i = 0; i < %u; i++) {\n"
            "if (i > used && was[i] == was[i - 1]) { raw[i] = raw[i - 1]; continue; }\n",
            pool->places);
        for (uint32_t i = 0; i < pool->width; i++)
            if (pool->cells[i].codes) {
                size_t codes = number_of(w, pool->cells[i].codes);
                unsigned shift = shift_in_place(pool, i);
                PUT(w,
                    "{ uint64_t k = raw[i] >> %u & %" PRIu64 "u; uint32_t e = E%zu[k]; "
                    "if (e != %d) raw[i] ^= (k ^ C%zu[to[e]]) << %u; }\n",
                    shift, pool->cells[i].at.mask, codes, NONE, codes, shift);
            }
        PUT(w, "}\n");
    }
    PUT(w,
        "for (uint32_t i = 0; i < used; i++) {\nuint64_t r = raw[i], o = c_order_of%zu(r);\nuint32_t k = i;\n"
        "for (; k > 0 && order[k - 1] > o; k--) { order[k] = order[k - 1]; raw[k] = raw[k - 1]; }\n"
        "order[k] = o;\nraw[k] = r;\n}\n",
        number);
    PUT(w, "for (uint32_t i = 0; i < %u; i++) if (raw[i] != was[i]) c_write_pool%zu(out, i, raw[i]);\n}\n",
        pool->places, number);
}

// ---- Facts ----------------------------------------------------------------------------------------------------------

static void put_record_facts(struct writer *w, const struct strip *s, size_t number)
{
    if (!s->field_count)
        return;
    PUT(w, "for (uint32_t i = 0; i < %u; i++) {\nb = w[U%zu[i].word] >> U%zu[i].shift & %" PRIu64 "u;\n", s->unit_count,
        number, number, s->mask);
    for (uint32_t i = 0; i < s->field_count; i++) {
        const struct id_field *f = &s->fields[i];
        PUT(w, "e = E%zu[b >> %u & %" PRIu64 "u]; if (e != %d) c_add_link(p, 0x%" PRIx64 "u, %u + i, e);\n",
            number_of(w, f->codes), f->shift, f->mask, NONE, f->label, s->first[0]);
    }
    PUT(w, "}\n");
}

static void put_unit_facts(struct writer *w, const struct strip *s, size_t number)
{
    PUT(w, "for (uint32_t i = 0; i < %u; i++) {\nb = w[U%zu[i].word] >> U%zu[i].shift & %" PRIu64 "u;\n", s->unit_count,
        number, number, s->mask);
    if (s->zero_is_plain)
        PUT(w, "if (!b) continue;\n");
    PUT(w, "uint32_t begin = p->parties;\n");
    for (uint32_t i = 0; i < s->site_count; i++)
        PUT(w, "p->party[p->parties++] = %u + i / %u %% %u;\n", s->first[i], s->stride[i], s->size[i]);
    for (uint32_t i = 0; i < s->field_count; i++) {
        const struct id_field *f = &s->fields[i];
        PUT(w, "e = E%zu[b >> %u & %" PRIu64 "u]; if (e != %d) p->party[p->parties++] = e;\n", number_of(w, f->codes),
            f->shift, f->mask, NONE);
    }
    put_plain(w, s);
    PUT(w, "c_add_fact(p, c_pair(0x%" PRIx64 "u, b), begin);\n}\n", s->label);
}

// A place that holds nothing, and names nobody, says nothing.
static void put_pool_facts(struct writer *w, size_t number)
{
    const struct packed_pool *pool = &w->packing->pools.at[number];
    PUT(w,
        "{\nuint64_t raw[%u];\nuint32_t used = c_read_pool%zu(w, raw);\n_Bool says = 1;\n"
        "for (uint32_t i = 0; i < %u; i++) {\nif (i > used && !says && raw[i] == raw[i - 1]) continue;\n"
        "says = (raw[i] & 1) == %" PRIu64 ";\nuint32_t begin = p->parties;\n",
        pool->places, number, pool->places, present_code(pool));
    for (uint32_t i = 0; i < pool->outer_sites; i++)
        PUT(w, "p->party[p->parties++] = %u;\n", pool->cells[0].sites[i]); // the same for all places
    PUT(w, "b = raw[i];\n");
    for (uint32_t i = 0; i < pool->width; i++)
        if (pool->cells[i].codes) {
            size_t codes = number_of(w, pool->cells[i].codes);
            unsigned shift = shift_in_place(pool, i);
            PUT(w,
                "k = b >> %u & %" PRIu64 "u; e = E%zu[k]; if (e != %d) { p->party[p->parties++] = e; says = 1; "
                "b ^= (k ^ P%zu[k]) << %u; }\n",
                shift, pool->cells[i].at.mask, codes, NONE, codes, shift);
        }
    PUT(w, "if (!says) { p->parties = begin; continue; }\nc_add_fact(p, c_pair(0x%" PRIx64 "u, b), begin);\n}\n}\n",
        pool->label);
}

static void put_facts(struct writer *w)
{
    const struct packing *p = w->packing;
    PUT(w, "static void c_find_facts(const uint64_t *w, struct c_colours *p)\n{\nuint64_t b, k;\nuint32_t e;\n");
    for (size_t i = 0; i < p->strips.count; i++) {
        if (p->strips.at[i].is_in_pool)
            continue;
        if (p->strips.at[i].site_count == 1)
            put_record_facts(w, &p->strips.at[i], i);
        else
            put_unit_facts(w, &p->strips.at[i], i);
    }
    for (size_t i = 0; i < p->pools.count; i++)
        put_pool_facts(w, i);
    PUT(w, "(void)b, (void)k, (void)e;\n}\n");
}

// ---- Permutations ---------------------------------------------------------------------------------------------------

static void put_move_ids(struct writer *w, const struct strip *s)
{
    for (uint32_t i = 0; i < s->field_count; i++) {
        const struct id_field *f = &s->fields[i];
        size_t codes = number_of(w, f->codes);
        PUT(w, "k = b >> %u & %" PRIu64 "u; if (E%zu[k] != %d) b ^= (k ^ C%zu[to[E%zu[k]]]) << %u;\n", f->shift,
            f->mask, codes, NONE, codes, codes, f->shift);
    }
}

static void put_move_strip(struct writer *w, const struct strip *s, size_t number)
{
    for (uint32_t i = 0; i < s->site_count; i++)
        PUT(w, "for (uint32_t i%u = 0; i%u < %u; i%u++)\n", i, i, s->size[i], i);
    PUT(w, "{\nuint32_t from = 0");
    for (uint32_t i = 0; i < s->site_count; i++)
        PUT(w, " + i%u * %u", i, s->stride[i]);
    PUT(w, ", at = 0");
    for (uint32_t i = 0; i < s->site_count; i++)
        PUT(w, " + (to[%u + i%u] - %u) * %u", s->first[i], i, s->first[i], s->stride[i]);
    PUT(w, ";\n%sb = w[U%zu[from].word] >> U%zu[from].shift & %" PRIu64 "u;\n",
        s->field_count ? "" : "if (at == from) continue;\n", number, number, s->mask);
    put_move_ids(w, s);
    PUT(w,
        "out[U%zu[at].word] = (out[U%zu[at].word] & ~((uint64_t)%" PRIu64 "u << U%zu[at].shift)) | b << "
        "U%zu[at].shift;\n}\n",
        number, number, s->mask, number, number);
}

static void put_apply(struct writer *w)
{
    const struct packing *p = w->packing;
    PUT(w, "static void c_apply(const uint64_t *w, const uint8_t *to, uint64_t *out)\n{\nuint64_t b, k;\n"
           "_Bool moved = 0;\nmemcpy(out, w, C_WORDS * sizeof *out);\n"
           "for (uint32_t i = 0; i < C_ELEMENTS; i++) moved |= to[i] != i;\nif (moved) {\n");
    for (size_t i = 0; i < p->globals.count; i++) {
        const struct global_id *g = &p->globals.at[i];
        size_t codes = number_of(w, g->codes);
        if (!g->is_in_pool)
            PUT(w, "k = w[%u] >> %u & %" PRIu64 "u; if (E%zu[k] != %d) out[%u] ^= (k ^ C%zu[to[E%zu[k]]]) << %u;\n",
                g->word, g->shift, g->mask, codes, NONE, g->word, codes, codes, g->shift);
    }
    for (size_t i = 0; i < p->strips.count; i++)
        put_move_strip(w, &p->strips.at[i], i);
    PUT(w, "}\n");
    for (size_t i = 0; i < p->pools.count; i++)
        put_sort_pool(w, i);
    PUT(w, "(void)b, (void)k;\n}\n");
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static bool pool_has_form(const struct packed_pool *pool)
{
    unsigned bits = 0, order = 1;
    for (uint32_t i = 0; i < pool->width; i++) {
        const struct pool_cell *cell = &pool->cells[i];
        if (cell->rank && cell->at.mask >= MOST_CODES)
            return false;
        bits += cell->bits;
        order += i > 0 && cell->at.mask ? (rank_is_code(cell) ? cell->bits : bits_for(largest_rank(cell))) : 0;
    }
    return pool->cells[0].at.mask == 1 && bits <= 64 && order <= 64 && pool->width * pool->places <= MOST_UNITS;
}

static bool has_form(const struct packing *p)
{
    const struct symmetry *s = p->symmetry;
    size_t units = 0;
    for (uint32_t i = 0; i < s->class_count; i++)
        if (s->rotates[i])
            return false;
    for (size_t i = 0; i < p->id_types.count; i++)
        if (p->id_types.at[i]->count > MOST_CODES)
            return false;
    for (size_t i = 0; i < p->strips.count; i++)
        units += p->strips.at[i].unit_count;
    for (size_t i = 0; i < p->pools.count; i++)
        if (!pool_has_form(&p->pools.at[i]))
            return false;
    return s->element_count <= MOST_ELEMENTS && !p->has_deep_pools && units <= MOST_UNITS && p->words < UINT16_MAX;
}

static void put_all(struct writer *w)
{
    put_sizes(w);
    put_blocks(w);
    PUT(w, "%s\n", general);
    put_id_tables(w);
    put_unit_tables(w);
    for (size_t i = 0; i < w->packing->pools.count; i++) {
        put_read_pool(w, i);
        put_write_pool(w, i);
        put_order_of_place(w, i);
    }
    put_keys(w);
    put_facts(w);
    put_apply(w);
}

bool native_write_canonical(const struct symmetry *symmetry, const struct layout *layout, struct mem *mem,
                            struct str *out)
{
    if (!symmetry || symmetry_is_trivial(symmetry))
        return false;
    size_t bytes = (layout->cells + 1) * sizeof(struct packed_cell);
    struct packed_cell *cells = mem_zalloc(mem, bytes);
    struct packing packing;
    layout_describe(layout, cells);
    packing_open(&packing, symmetry, cells, layout->words, mem);
    bool good = has_form(&packing);
    if (good) {
        struct colouring colouring;
        colouring_open(&colouring, &packing, mem);
        put_all(&(struct writer){mem, out, &packing, &colouring});
        colouring_close(&colouring);
    }
    packing_close(&packing);
    mem_free(mem, cells, bytes);
    return good;
}
