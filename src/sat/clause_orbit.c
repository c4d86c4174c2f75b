#include "sat/clause_orbit.h"

#include <string.h>

#include "base/hash.h"
#include "group/class_generators.h"
#include "group/detect.h"
#include "group/symmetry.h"
#include "sat/circuit_symmetry.h"

#define MOST_IMAGES 20000        // of one cube
#define MOST_LITERALS (1u << 23) // of all images
#define MOST_VALUES 256          // of a cell whose values are moved
#define MOST_GENERATORS 1000
#define NEEDED_AS_A_WHOLE 16 // an orbit: from so many images on that were found one by one

// ---- Generators -----------------------------------------------------------------------------------------------------

static bool moves_values(const struct generator *g, const struct model *m, cell_id cell)
{
    const struct type *type = model_type(m, model_cell(m, cell)->type);
    if (g->values.count == 0)
        return false;
    if (type->kind == TYPE_WORD || type_size(type) > MOST_VALUES) {
        for (size_t i = 0; i < g->values.count; i++)
            if (g->values.at[i].cell == cell)
                return true;
        return false;
    }
    for (uint64_t i = 0; i < type_size(type); i++) {
        value v = type_value(type, i);
        if (generator_value(g, m, cell, v) != v)
            return true;
    }
    return false;
}

// The codes of the two cells are the same, so that bits go to bits.
static bool same_codes(const struct transition_circuit *c, cell_id a, cell_id b)
{
    const struct cell_code *x = &c->cells[a].code, *y = &c->cells[b].code;
    return x->width == y->width && x->varying == y->varying &&
           (x->base & ~(value)x->varying) == (y->base & ~(value)y->varying);
}

static uint32_t *map_of(const struct clause_orbits *o, const struct generator *g)
{
    const struct transition_circuit *c = o->circuit;
    uint32_t *map = mem_alloc(o->mem, (2 * c->latches.count + 1) * sizeof *map);
    bool moves = false;
    for (size_t i = 0; i < c->latches.count; i++) {
        const struct circuit_latch *latch = &c->latches.at[i];
        cell_id to = g->cells[latch->cell];
        if (latch->bit == 0)
            moves = moves_values(g, c->model, latch->cell) || !same_codes(c, latch->cell, to);
        uint32_t image = moves ? UINT32_MAX : (uint32_t)(2 * (c->cells[to].latch + latch->bit));
        map[2 * i] = image;
        map[2 * i + 1] = moves ? UINT32_MAX : image + 1;
    }
    return map;
}

// Of a circuit's symmetry, which moves no values.
static void add_map(void *orbits, const uint32_t *latches)
{
    struct clause_orbits *o = orbits;
    size_t count = o->circuit->latches.count;
    if (o->maps.count >= MOST_GENERATORS)
        return;
    uint32_t *map = mem_alloc(o->mem, (2 * count + 1) * sizeof *map);
    for (size_t i = 0; i < count; i++) {
        map[2 * i] = 2 * latches[i];
        map[2 * i + 1] = 2 * latches[i] + 1;
    }
    array_push(o->mem, &o->maps, map);
}

// Exchanges of components; else what is found in the circuit; else in the model, where values may be moved, too.
static void find_generators(struct clause_orbits *o, double deadline)
{
    struct model *m = o->circuit->model;
    bool has_classes = false;
    for (size_t i = 0; i < model_class_count(m); i++)
        has_classes |= model_class(m, i)->size > 1 && !model_class(m, i)->obstacle;
    if (has_classes) {
        struct symmetry *symmetry = symmetry_new(m, o->mem);
        class_generators_add(symmetry, &o->generators, o->mem);
        symmetry_free(symmetry);
    }
    if (o->generators.count == 0 && !circuit_symmetries(o->circuit, deadline, add_map, o, o->mem)) {
        mpz_t order;
        mpz_init(order);
        detect_symmetries(m, BEHAVIOUR_VALUES_MOVE, deadline, &o->generators, order, o->mem);
        mpz_clear(order);
    }
}

bool clause_orbits_open(struct clause_orbits *o, const struct transition_circuit *c, double deadline, struct mem *mem)
{
    *o = (struct clause_orbits){.mem = mem, .circuit = c, .table_size = 1 << 10};
    o->table = mem_zalloc(mem, o->table_size * sizeof *o->table);
    find_generators(o, deadline);
    for (size_t i = 0; i < o->generators.count && i < MOST_GENERATORS; i++)
        array_push(mem, &o->maps, map_of(o, &o->generators.at[i]));
    return o->maps.count > 0;
}

void clause_orbits_close(struct clause_orbits *o)
{
    for (size_t i = 0; i < o->maps.count; i++)
        mem_free(o->mem, o->maps.at[i], (2 * o->circuit->latches.count + 1) * sizeof *o->maps.at[i]);
    array_free(o->mem, &o->maps);
    generators_free(o->mem, &o->generators);
    array_free(o->mem, &o->images);
    array_free(o->mem, &o->orbits);
    array_free(o->mem, &o->literals);
    array_free(o->mem, &o->image);
    mem_free(o->mem, o->table, o->table_size * sizeof *o->table);
}

// ---- Images ---------------------------------------------------------------------------------------------------------

// The bits of a cube's literals of one cell, and what they are.
struct cell_part {
    uint64_t mask, bits;
};

static struct cell_part part_of(const struct transition_circuit *c, const struct state_cube *cube, size_t *at)
{
    struct cell_part p = {0};
    cell_id cell = c->latches.at[cube->at[*at] >> 1].cell;
    for (; *at < cube->count && c->latches.at[cube->at[*at] >> 1].cell == cell; ++*at) {
        uint64_t bit = UINT64_C(1) << c->latches.at[cube->at[*at] >> 1].bit;
        p.mask |= bit;
        p.bits |= cube->at[*at] & 1 ? 0 : bit;
    }
    return p;
}

// The values that a cube allows a cell go to others: the literals of these are added to the image. False if no cube has
// just these values.
static bool move_values(struct clause_orbits *o, const struct generator *g, cell_id cell, struct cell_part part)
{
    const struct transition_circuit *c = o->circuit;
    const struct model *m = c->model;
    cell_id to = g->cells[cell];
    const struct type *type = model_type(m, model_cell(m, cell)->type);
    const struct cell_code *code = &c->cells[cell].code, *target = &c->cells[to].code;
    uint64_t all = UINT64_MAX, some = 0, count = 0, inside = 0;
    if (type_size(type) > MOST_VALUES)
        return false;
    for (uint64_t i = 0; i < type_size(type); i++) {
        value v = type_value(type, i);
        if ((cell_code_bits(code, v) & part.mask) != part.bits)
            continue;
        uint64_t image = cell_code_bits(target, generator_value(g, m, cell, v));
        all &= image;
        some |= image;
        count++;
    }
    uint64_t fixed = ~(all ^ some);
    if (target->count < 64)
        fixed &= (UINT64_C(1) << target->count) - 1;
    const struct type *its = model_type(m, model_cell(m, to)->type);
    for (uint64_t i = 0; i < type_size(its); i++)
        inside += (cell_code_bits(target, type_value(its, i)) & fixed) == (all & fixed);
    if (count == 0 || inside != count)
        return false;
    for (unsigned bit = 0; bit < target->count; bit++)
        if (fixed >> bit & 1)
            array_push(o->mem, &o->image, (uint32_t)(2 * (c->cells[to].latch + bit) + !(all >> bit & 1)));
    return true;
}

static bool make_image(struct clause_orbits *o, size_t generator, const struct state_cube *cube)
{
    const uint32_t *map = o->maps.at[generator];
    o->image.count = 0;
    for (size_t i = 0; i < cube->count;) {
        if (map[cube->at[i]] != UINT32_MAX) {
            array_push(o->mem, &o->image, map[cube->at[i]]);
            i++;
            continue;
        }
        cell_id cell = o->circuit->latches.at[cube->at[i] >> 1].cell;
        struct cell_part part = part_of(o->circuit, cube, &i);
        if (!move_values(o, &o->generators.at[generator], cell, part))
            return false;
    }
    state_cube_sort(&o->image);
    return true;
}

// ---- The table ------------------------------------------------------------------------------------------------------

static struct state_cube literals_of(const struct clause_orbits *o, size_t image)
{
    const struct orbit_image *i = &o->images.at[image];
    return (struct state_cube){.at = o->literals.at + i->first, .count = i->count, .capacity = i->count};
}

static size_t slot_of(const struct clause_orbits *o, const struct state_cube *c)
{
    uint64_t hash = hash_bytes(HASH_BYTES_START, c->at, c->count * sizeof *c->at);
    size_t slot = hash_mix(hash) & (o->table_size - 1);
    for (; o->table[slot]; slot = (slot + 1) & (o->table_size - 1)) {
        struct state_cube other = literals_of(o, o->table[slot] - 1);
        if (other.count == c->count && // the empty cube, where there is no initial state, has no literals to look at
            (c->count == 0 || memcmp(other.at, c->at, c->count * sizeof *c->at) == 0))
            break;
    }
    return slot;
}

static void grow_table(struct clause_orbits *o)
{
    mem_free(o->mem, o->table, o->table_size * sizeof *o->table);
    o->table_size *= 2;
    o->table = mem_zalloc(o->mem, o->table_size * sizeof *o->table);
    for (size_t i = 0; i < o->images.count; i++) {
        struct state_cube c = literals_of(o, i);
        o->table[slot_of(o, &c)] = (uint32_t)i + 1;
    }
}

// Says whether it is new.
static bool add_image(struct clause_orbits *o, const struct state_cube *c, size_t orbit)
{
    size_t slot = slot_of(o, c);
    if (o->table[slot])
        return false;
    struct orbit_image image = {o->literals.count, (uint32_t)c->count, (uint32_t)orbit, false};
    for (size_t i = 0; i < c->count; i++)
        array_push(o->mem, &o->literals, c->at[i]);
    array_push(o->mem, &o->images, image);
    o->table[slot] = (uint32_t)o->images.count;
    if (2 * o->images.count > o->table_size)
        grow_table(o);
    return true;
}

// ---- Orbits ---------------------------------------------------------------------------------------------------------

// An orbit that is too large is taken back.
static void remove_last_orbit(struct clause_orbits *o)
{
    const struct clause_orbit orbit = array_pop(&o->orbits);
    o->literals.count = o->images.at[orbit.first].first;
    o->images.count = orbit.first;
    o->table_size /= 2;
    mem_free(o->mem, o->table, 2 * o->table_size * sizeof *o->table);
    o->table = mem_zalloc(o->mem, o->table_size * sizeof *o->table);
    grow_table(o);
}

size_t clause_orbits_find(const struct clause_orbits *o, const struct state_cube *c)
{
    uint32_t image = o->table[slot_of(o, c)];
    return image ? o->images.at[image - 1].orbit : SIZE_MAX;
}

void clause_orbits_raise(struct clause_orbits *o, size_t number, size_t frame)
{
    struct clause_orbit *orbit = &o->orbits.at[number];
    if (frame <= orbit->frame)
        return;
    orbit->frame = frame;
    for (size_t i = 0; i < orbit->count; i++)
        o->images.at[orbit->first + i].is_clause = false;
}

size_t clause_orbits_learn(struct clause_orbits *o, const struct state_cube *c, size_t frame)
{
    uint32_t known = o->table[slot_of(o, c)];
    if (known) {
        size_t orbit = o->images.at[known - 1].orbit;
        clause_orbits_raise(o, orbit, frame);
        o->images.at[known - 1].is_clause |= frame == o->orbits.at[orbit].frame;
        return orbit;
    }
    size_t number = o->orbits.count, first = o->images.count;
    array_push(o->mem, &o->orbits, ((struct clause_orbit){first, 0, frame, 0}));
    add_image(o, c, number);
    o->images.at[first].is_clause = true;
    struct state_cube of = {0};
    for (size_t i = first; i < o->images.count && o->images.count - first <= MOST_IMAGES; i++) {
        struct state_cube its = literals_of(o, i); // which moves when the array grows
        state_cube_copy(o->mem, &of, &its);
        for (size_t g = 0; g < o->maps.count; g++)
            if (make_image(o, g, &of))
                add_image(o, &o->image, number);
    }
    array_free(o->mem, &of);
    o->orbits.at[number].count = o->images.count - first;
    if (o->images.count - first <= MOST_IMAGES && o->literals.count <= MOST_LITERALS)
        return number;
    remove_last_orbit(o);
    return SIZE_MAX;
}

static bool has_state(const struct clause_orbits *o, const struct orbit_image *image, const bool *state)
{
    const uint32_t *at = o->literals.at + image->first;
    for (uint32_t i = 0; i < image->count; i++)
        if (state[at[i] >> 1] == (at[i] & 1))
            return false;
    return true;
}

// The images of what was learned last come first.
bool clause_orbits_block(struct clause_orbits *o, const bool *state, size_t *cursor, size_t *frame,
                         struct state_cube *cube)
{
    while (*cursor < o->images.count) {
        struct orbit_image *image = &o->images.at[o->images.count - 1 - *cursor];
        struct clause_orbit *orbit = &o->orbits.at[image->orbit];
        if (orbit->frame < *frame) { // and so are all of its images
            *cursor = o->images.count - orbit->first;
            continue;
        }
        ++*cursor;
        if (image->is_clause || (orbit->needed < NEEDED_AS_A_WHOLE && !has_state(o, image, state)))
            continue;
        orbit->needed++;
        struct state_cube its = literals_of(o, (size_t)(image - o->images.at));
        state_cube_copy(o->mem, cube, &its);
        image->is_clause = true;
        *frame = orbit->frame;
        return true;
    }
    return false;
}
