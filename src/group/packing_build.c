// From a model and where its cells are packed to strips, global ids, and pools.
#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "group/packing.h"

// ---- Elements -------------------------------------------------------------------------------------------------------

static void find_moving(struct packing *p)
{
    const struct symmetry *s = p->symmetry;
    p->moves = mem_zalloc(p->mem, (s->element_count + 1) * sizeof *p->moves);
    p->class_moves = mem_zalloc(p->mem, (s->class_count + 1) * sizeof *p->class_moves);
    for (uint32_t e = 0; e < s->element_count; e++)
        if (s->block[e] != e)
            p->moves[e] = p->moves[s->block[e]] = p->class_moves[s->class_of[e]] = true;
}

// The elements at which a cell is, those of classes that do not move left out. Gives their number.
static uint32_t moving_sites(const struct packing *p, cell_id cell, uint32_t *sites)
{
    struct placement at = model_placement(p->symmetry->model, cell);
    uint32_t count = 0;
    for (size_t i = 0; i < at.site_count; i++)
        if (p->class_moves[at.sites[i].class]) {
            if (sites)
                sites[count] = p->symmetry->first[at.sites[i].class] + at.sites[i].element;
            count++;
        }
    return count;
}

// ---- Ids ------------------------------------------------------------------------------------------------------------

static value value_of_code(const struct packed_cell *c, uint64_t code)
{
    return c->values ? c->values[code] : (value)((uint64_t)c->low + code);
}

static uint32_t element_of_value(const struct packing *p, value v)
{
    const struct symmetry *s = p->symmetry;
    if (!value_is_symbol(v) || (size_t)(v - VALUE_FIRST_SYMBOL) >= s->symbol_count)
        return NO_ELEMENT;
    uint32_t element = s->element_of[v - VALUE_FIRST_SYMBOL];
    return element != NO_ELEMENT && p->moves[element] ? element : NO_ELEMENT;
}

static bool type_holds_ids(const struct packing *p, const struct type *type)
{
    for (size_t i = 0; type->kind == TYPE_ENUM && i < type->count; i++)
        if (element_of_value(p, type->values[i]) != NO_ELEMENT)
            return true;
    return false;
}

static struct id_codes *new_codes(struct packing *p, cell_id cell)
{
    const struct packed_cell *c = &p->cells[cell];
    const struct type *type = model_type(p->symmetry->model, model_cell(p->symmetry->model, cell)->type);
    struct id_codes *codes = mem_zalloc(p->mem, sizeof *codes);
    codes->type = model_cell(p->symmetry->model, cell)->type;
    codes->count = c->mask + 1;
    codes->element = mem_alloc(p->mem, codes->count * sizeof *codes->element);
    codes->plain = mem_alloc(p->mem, codes->count * sizeof *codes->plain);
    codes->code = mem_zalloc(p->mem, (p->symmetry->element_count + 1) * sizeof *codes->code);
    for (uint64_t i = 0; i < codes->count; i++) {
        codes->element[i] = i < type->count ? element_of_value(p, value_of_code(c, i)) : NO_ELEMENT;
        if (codes->element[i] != NO_ELEMENT)
            codes->code[codes->element[i]] = (uint32_t)i;
    }
    for (uint64_t i = 0; i < codes->count; i++) {
        bool is_id = codes->element[i] != NO_ELEMENT;
        codes->plain[i] = is_id ? codes->code[p->symmetry->block[codes->element[i]]] : (uint32_t)i;
    }
    array_push(p->mem, &p->id_types, codes);
    return codes;
}

// What codes mean in a cell; NULL if no permutation changes its value.
static const struct id_codes *codes_of(struct packing *p, cell_id cell)
{
    type_id type = model_cell(p->symmetry->model, cell)->type;
    if (p->cells[cell].mask == 0)
        return NULL;
    for (size_t i = 0; i < p->id_types.count; i++)
        if (p->id_types.at[i]->type == type)
            return p->id_types.at[i];
    return type_holds_ids(p, model_type(p->symmetry->model, type)) ? new_codes(p, cell) : NULL;
}

// ---- Families -------------------------------------------------------------------------------------------------------

// The cell of the same family at the first elements of all classes that move: it stands for all of them.
static cell_id leader_of(const struct packing *p, cell_id cell)
{
    const struct symmetry *s = p->symmetry;
    struct placement at = model_placement(s->model, cell);
    size_t rank = 0;
    for (size_t i = 0; i < at.site_count; i++) {
        uint32_t size = s->first[at.sites[i].class + 1] - s->first[at.sites[i].class];
        rank = rank * size + (p->class_moves[at.sites[i].class] ? 0 : at.sites[i].element);
    }
    return at.site_count ? s->family_cells[s->family_first[cell] + rank] : cell;
}

// How far two cells are apart among those of their family if they differ by one in this site.
static uint32_t distance_in_family(const struct packing *p, const struct placement *at, size_t site)
{
    const struct symmetry *s = p->symmetry;
    uint32_t distance = 1;
    for (size_t i = site + 1; i < at->site_count; i++)
        distance *= s->first[at->sites[i].class + 1] - s->first[at->sites[i].class];
    return distance;
}

// Calls for each cell that a leader stands for, in the order of their sites, with its number.
typedef bool (*visit_member)(void *context, uint32_t number, cell_id);

static bool each_member(const struct packing *p, cell_id leader, visit_member visit, void *context)
{
    const struct symmetry *s = p->symmetry;
    struct placement at = model_placement(s->model, leader);
    size_t place = 0, count = 1;
    while (s->family_cells[s->family_first[leader] + place] != leader)
        place++;
    for (size_t i = 0; i < at.site_count; i++)
        if (p->class_moves[at.sites[i].class])
            count *= s->first[at.sites[i].class + 1] - s->first[at.sites[i].class];
    for (uint32_t number = 0; number < count; number++) {
        size_t offset = place, rest = number;
        for (size_t i = at.site_count; i-- > 0;) {
            uint32_t size = s->first[at.sites[i].class + 1] - s->first[at.sites[i].class];
            if (!p->class_moves[at.sites[i].class])
                continue;
            offset += rest % size * distance_in_family(p, &at, i);
            rest /= size;
        }
        if (!visit(context, number, s->family_cells[s->family_first[leader] + offset]))
            return false;
    }
    return true;
}

// ---- Strips ---------------------------------------------------------------------------------------------------------

struct addition {
    const struct packing *packing;
    struct strip *strip;
    uint32_t distance; // the cell lies so many bits above the strip
    cell_id leader;
};

static void assert_codes_of_leader(const struct addition *a, const struct packed_cell *c)
{
    assert(c->mask == a->packing->cells[a->leader].mask);
    assert(c->low == a->packing->cells[a->leader].low && c->values == a->packing->cells[a->leader].values);
    (void)a, (void)c;
}

static bool lies_beside(void *context, uint32_t number, cell_id cell)
{
    const struct addition *a = context;
    const struct packed_cell *c = &a->packing->cells[cell];
    const struct unit *u = &a->strip->units[number];
    assert_codes_of_leader(a, c);
    return c->word == u->word && c->shift == u->shift + a->distance;
}

static bool set_unit(void *context, uint32_t number, cell_id cell)
{
    const struct addition *a = context;
    const struct packed_cell *c = &a->packing->cells[cell];
    assert_codes_of_leader(a, c);
    a->strip->units[number] = (struct unit){c->word, c->shift};
    return true;
}

static bool same_sites(const struct packing *p, const struct strip *s, const uint32_t *sites, uint32_t count)
{
    if (s->site_count != count)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (s->class[i] != p->symmetry->class_of[sites[i]])
            return false;
    return true;
}

static uint64_t new_label(struct packing *p)
{
    return hash_mix(++p->label_count);
}

static struct strip *new_strip(struct packing *p, cell_id leader, const uint32_t *sites, uint32_t count, bool in_pool)
{
    const struct symmetry *s = p->symmetry;
    struct strip strip = {.site_count = count, .zero_is_plain = true, .is_in_pool = in_pool};
    strip.label = new_label(p);
    strip.class = mem_zalloc(p->mem, count * sizeof *strip.class);
    strip.first = mem_zalloc(p->mem, count * sizeof *strip.first);
    strip.size = mem_zalloc(p->mem, count * sizeof *strip.size);
    strip.stride = mem_zalloc(p->mem, count * sizeof *strip.stride);
    strip.unit_count = 1;
    for (uint32_t i = count; i-- > 0;) {
        strip.class[i] = s->class_of[sites[i]];
        strip.first[i] = s->first[strip.class[i]];
        strip.size[i] = s->first[strip.class[i] + 1] - strip.first[i];
        strip.stride[i] = strip.unit_count;
        strip.unit_count *= strip.size[i];
    }
    strip.units = mem_zalloc(p->mem, strip.unit_count * sizeof *strip.units);
    array_push(p->mem, &p->strips, strip);
    each_member(p, leader, set_unit, &(struct addition){p, &array_last(&p->strips), 0, leader});
    return &array_last(&p->strips);
}

// The last strip with the same sites, if the cells always lie above it in the same way.
static struct strip *strip_beside(struct packing *p, cell_id leader, const uint32_t *sites, uint32_t count,
                                  bool in_pool)
{
    for (size_t i = p->strips.count; i-- > 0;) {
        struct strip *s = &p->strips.at[i];
        if (!same_sites(p, s, sites, count) || s->is_in_pool != in_pool)
            continue;
        const struct packed_cell *c = &p->cells[leader];
        struct addition a = {p, s, (uint32_t)c->shift - s->units[0].shift, leader};
        return c->shift > s->units[0].shift && each_member(p, leader, lies_beside, &a) ? s : NULL;
    }
    return NULL;
}

// Mask and codes are those of the leader: by symmetry_new(), all cells of the family have its type.
static void add_family(struct packing *p, cell_id leader, const uint32_t *sites, uint32_t count, bool in_pool)
{
    const struct packed_cell *c = &p->cells[leader];
    const struct id_codes *codes = codes_of(p, leader);
    struct strip *s = strip_beside(p, leader, sites, count, in_pool);
    if (!s)
        s = new_strip(p, leader, sites, count, in_pool);
    uint8_t shift = (uint8_t)(c->shift - s->units[0].shift);
    s->mask |= c->mask << shift;
    if (!codes)
        return;
    s->zero_is_plain &= codes->element[0] == NO_ELEMENT;
    s->fields =
        mem_resize(p->mem, s->fields, s->field_count * sizeof *s->fields, (s->field_count + 1) * sizeof *s->fields);
    s->fields[s->field_count++] = (struct id_field){shift, c->mask, new_label(p), codes};
}

static void add_cells(struct packing *p, const bool *in_pool)
{
    uint32_t *sites = mem_alloc(p->mem, (p->most_sites + 1) * sizeof *sites);
    for (cell_id cell = 0; cell < model_cell_count(p->symmetry->model); cell++) {
        const struct packed_cell *c = &p->cells[cell];
        uint32_t count = moving_sites(p, cell, sites);
        if (c->is_absent || c->mask == 0)
            continue;
        if (count == 0 && codes_of(p, cell)) {
            struct global_id g = {c->shift, c->word, c->mask, codes_of(p, cell), in_pool[cell]};
            array_push(p->mem, &p->globals, g);
        } else if (count > 0 && leader_of(p, cell) == cell)
            add_family(p, cell, sites, count, in_pool[cell]);
    }
    mem_free(p->mem, sites, (p->most_sites + 1) * sizeof *sites);
}

// ---- Pools ----------------------------------------------------------------------------------------------------------

// Whether permutations change the order in it.
static bool pool_is_disturbed(struct packing *p, const struct pool *pool)
{
    uint32_t outer = moving_sites(p, pool->first, NULL);
    for (cell_id cell = pool->first; cell < pool->first + pool->width * pool->places; cell++)
        if (codes_of(p, cell) || moving_sites(p, cell, NULL) > outer)
            return true;
    return false;
}

static const uint32_t *rank_of(struct packing *p, cell_id cell)
{
    const struct packed_cell *c = &p->cells[cell];
    type_id id = model_cell(p->symmetry->model, cell)->type;
    const struct type *type = model_type(p->symmetry->model, id);
    if (!type->values)
        return NULL;
    for (size_t i = 0; i < p->ranks.count; i++)
        if (p->ranks.at[i].type == id)
            return p->ranks.at[i].rank;
    struct rank_codes r = {.type = id, .count = c->mask + 1};
    r.rank = mem_zalloc(p->mem, r.count * sizeof *r.rank);
    for (uint64_t code = 0; code < type->count; code++)
        for (size_t i = 0; i < type->count; i++)
            if (type->values[i] == value_of_code(c, code))
                r.rank[code] = type->has_none && type->values[i] == type->none ? UINT32_MAX : (uint32_t)i;
    array_push(p->mem, &p->ranks, r);
    return r.rank;
}

static void set_pool_cell(struct packing *p, cell_id cell, cell_id place, struct pool_cell *out)
{
    const struct type *type = model_type(p->symmetry->model, model_cell(p->symmetry->model, cell)->type);
    *out = (struct pool_cell){.at = p->cells[cell], .codes = codes_of(p, cell), .rank = rank_of(p, cell)};
    out->bits = out->at.mask ? 64 - (unsigned)__builtin_clzll(out->at.mask) : 0;
    out->none_is_zero = type->has_none && !type->values;
    out->label = leader_of(p, cell) - leader_of(p, place);
    out->site_count = moving_sites(p, cell, NULL);
    out->sites = mem_zalloc(p->mem, out->site_count * sizeof *out->sites);
    moving_sites(p, cell, out->sites);
}

static void add_pool(struct packing *p, const struct pool *pool)
{
    size_t count = (size_t)pool->width * pool->places;
    struct packed_pool added = {.width = pool->width, .places = pool->places, .is_outermost = true};
    added.first = pool->first;
    added.label = hash_mix(leader_of(p, pool->first) + (UINT64_C(1) << 32));
    added.outer_sites = moving_sites(p, pool->first, NULL);
    added.cells = mem_zalloc(p->mem, count * sizeof *added.cells);
    for (uint32_t i = 0; i < count; i++)
        set_pool_cell(p, pool->first + i, pool->first + i / pool->width * pool->width, &added.cells[i]);
    for (uint32_t i = 0; i < count; i++)
        p->has_deep_pools |= added.cells[i].site_count > added.outer_sites;
    // Pools inside of this one are there already.
    for (size_t i = 0; i < p->pools.count; i++) {
        struct packed_pool *inner = &p->pools.at[i];
        if (inner->first < pool->first || inner->first >= pool->first + count)
            continue;
        inner->is_outermost = false;
        for (uint32_t k = 0; k < inner->width * inner->places; k++)
            added.cells[inner->first - pool->first + k].is_hidden = true;
        p->has_deep_pools = true;
    }
    if (count + pool->width > p->scratch_count)
        p->scratch_count = count + pool->width;
    array_push(p->mem, &p->pools, added);
}

static void find_pools(struct packing *p, bool *in_pool)
{
    for (size_t i = 0; i < model_pool_count(p->symmetry->model); i++) {
        struct pool pool = model_pool(p->symmetry->model, i);
        if (!pool_is_disturbed(p, &pool))
            continue;
        add_pool(p, &pool);
        memset(in_pool + pool.first, true, (size_t)pool.width * pool.places);
    }
    p->scratch = mem_zalloc(p->mem, p->scratch_count * sizeof *p->scratch);
}

// ---- Making ---------------------------------------------------------------------------------------------------------

void packing_open(struct packing *p, const struct symmetry *symmetry, const struct packed_cell *cells, size_t words,
                  struct mem *mem)
{
    size_t count = model_cell_count(symmetry->model);
    *p = (struct packing){.symmetry = symmetry, .mem = mem, .cells = cells, .words = words};
    find_moving(p);
    for (cell_id cell = 0; cell < count; cell++) {
        struct placement at = model_placement(symmetry->model, cell);
        p->most_sites = at.site_count > p->most_sites ? at.site_count : p->most_sites;
    }
    p->digits = mem_zalloc(mem, (p->most_sites + 1) * sizeof *p->digits);
    bool *in_pool = mem_zalloc(mem, (count + 1) * sizeof *in_pool);
    find_pools(p, in_pool);
    add_cells(p, in_pool);
    mem_free(mem, in_pool, (count + 1) * sizeof *in_pool);
}

static void free_strip(struct packing *p, struct strip *s)
{
    mem_free(p->mem, s->class, s->site_count * sizeof *s->class);
    mem_free(p->mem, s->first, s->site_count * sizeof *s->first);
    mem_free(p->mem, s->size, s->site_count * sizeof *s->size);
    mem_free(p->mem, s->stride, s->site_count * sizeof *s->stride);
    mem_free(p->mem, s->units, s->unit_count * sizeof *s->units);
    mem_free(p->mem, s->fields, s->field_count * sizeof *s->fields);
}

static void free_pool(struct packing *p, struct packed_pool *pool)
{
    size_t count = (size_t)pool->width * pool->places;
    for (size_t i = 0; i < count; i++)
        mem_free(p->mem, pool->cells[i].sites, pool->cells[i].site_count * sizeof *pool->cells[i].sites);
    mem_free(p->mem, pool->cells, count * sizeof *pool->cells);
}

void packing_close(struct packing *p)
{
    for (size_t i = 0; i < p->strips.count; i++)
        free_strip(p, &p->strips.at[i]);
    for (size_t i = 0; i < p->pools.count; i++)
        free_pool(p, &p->pools.at[i]);
    for (size_t i = 0; i < p->ranks.count; i++)
        mem_free(p->mem, p->ranks.at[i].rank, p->ranks.at[i].count * sizeof *p->ranks.at[i].rank);
    for (size_t i = 0; i < p->id_types.count; i++) {
        struct id_codes *codes = p->id_types.at[i];
        mem_free(p->mem, codes->element, codes->count * sizeof *codes->element);
        mem_free(p->mem, codes->plain, codes->count * sizeof *codes->plain);
        mem_free(p->mem, codes->code, (p->symmetry->element_count + 1) * sizeof *codes->code);
        mem_free(p->mem, codes, sizeof *codes);
    }
    array_free(p->mem, &p->strips);
    array_free(p->mem, &p->globals);
    array_free(p->mem, &p->pools);
    array_free(p->mem, &p->ranks);
    array_free(p->mem, &p->id_types);
    mem_free(p->mem, p->digits, (p->most_sites + 1) * sizeof *p->digits);
    mem_free(p->mem, p->scratch, p->scratch_count * sizeof *p->scratch);
    mem_free(p->mem, p->class_moves, (p->symmetry->class_count + 1) * sizeof *p->class_moves);
    mem_free(p->mem, p->moves, (p->symmetry->element_count + 1) * sizeof *p->moves);
}
