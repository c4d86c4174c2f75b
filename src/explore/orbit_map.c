#include "explore/orbit_map.h"

#include <string.h>

#include "base/array.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "explicit/layout.h"
#include "group/canonical.h"
#include "group/detect.h"

#define LARGEST_ORBIT 5000 // that is made from generators

// How a state of an orbit was found: the state before it, and the generator that leads here.
struct way {
    uint32_t from, by;
};

struct orbit_map {
    const struct model *model;
    struct mem *mem;
    size_t cells;

    // Classes of components.
    struct symmetry *symmetry; // NULL: there are generators
    struct layout layout;
    struct canonical *canonical;
    uint64_t *packed;
    value *held; // a state

    // Generators.
    generator_array generators;
    mpz_t order;
    ARRAY(value) orbit; // row by row
    ARRAY(struct way) ways;
    struct int_map places; // of states, by hash
};

static size_t row_bytes(const struct orbit_map *m)
{
    return (m->cells + 1) * sizeof(value);
}

static void open_classes(struct orbit_map *m)
{
    layout_open(&m->layout, m->model, m->symmetry, m->mem);
    size_t bytes = (m->cells + 1) * sizeof(struct packed_cell);
    struct packed_cell *cells = mem_zalloc(m->mem, bytes);
    layout_describe(&m->layout, cells);
    m->canonical = canonical_new(m->symmetry, cells, m->layout.words, m->mem);
    m->packed = mem_zalloc(m->mem, m->layout.words * sizeof *m->packed);
    mem_free(m->mem, cells, bytes);
}

struct orbit_map *orbit_map_new(const struct model *model, struct mem *mem, struct str *why)
{
    struct orbit_map *m = mem_zalloc(mem, sizeof *m);
    *m = (struct orbit_map){.model = model, .mem = mem, .cells = model_cell_count(model)};
    m->held = mem_zalloc(mem, row_bytes(m));
    mpz_init(m->order);
    m->symmetry = symmetry_new(model, mem);
    if (!symmetry_is_trivial(m->symmetry)) {
        open_classes(m);
        return m;
    }
    symmetry_free(m->symmetry);
    m->symmetry = NULL;
    if (detect_symmetries(model, BEHAVIOUR_VALUES_MOVE, 0, &m->generators, m->order, mem) && m->generators.count > 0)
        return m;
    str_add(mem, why, "no symmetry was found in the model");
    for (size_t i = 0; i < model_class_count(model); i++)
        if (model_class(model, i)->obstacle)
            str_add(mem, why, "; %s is not symmetric: %s", model_class(model, i)->name,
                    model_class(model, i)->obstacle);
    orbit_map_free(m);
    return NULL;
}

void orbit_map_free(struct orbit_map *m)
{
    if (!m)
        return;
    if (m->symmetry) {
        canonical_free(m->canonical);
        mem_free(m->mem, m->packed, m->layout.words * sizeof *m->packed);
        layout_close(&m->layout);
        symmetry_free(m->symmetry);
    }
    generators_free(m->mem, &m->generators);
    array_free(m->mem, &m->orbit);
    array_free(m->mem, &m->ways);
    int_map_free(m->mem, &m->places);
    mpz_clear(m->order);
    mem_free(m->mem, m->held, row_bytes(m));
    mem_free(m->mem, m, sizeof *m);
}

static void add_number(struct orbit_map *m, const mpz_t number, struct str *out)
{
    size_t bytes = mpz_sizeinbase(number, 10) + 2;
    char *digits = mem_alloc(m->mem, bytes);
    str_add(m->mem, out, "%s permutations", mpz_get_str(digits, 10, number));
    mem_free(m->mem, digits, bytes);
}

void orbit_map_describe(const struct orbit_map *map, struct str *out)
{
    struct orbit_map *m = (struct orbit_map *)map; // its memory is counted
    if (!m->symmetry) {
        str_add(m->mem, out, "found in the model");
        if (mpz_sgn(m->order) > 0) {
            str_add(m->mem, out, " (");
            add_number(m, m->order, out);
            str_add_char(m->mem, out, ')');
        }
        return;
    }
    const char *before = "of ";
    for (uint32_t i = 0; i < m->symmetry->class_count; i++)
        if (!symmetry_fixes_class(m->symmetry, i)) {
            str_add(m->mem, out, "%s%s", before, model_class(m->model, i)->name);
            before = ", ";
        }
    mpz_t order;
    mpz_init(order);
    symmetry_order(m->symmetry, order);
    str_add(m->mem, out, " (");
    add_number(m, order, out);
    str_add_char(m->mem, out, ')');
    mpz_clear(order);
}

// ---- Classes --------------------------------------------------------------------------------------------------------

static void add_element(struct orbit_map *m, uint32_t element, struct str *out)
{
    uint32_t class = m->symmetry->class_of[element];
    const char *name =
        model_symbol_name(m->model, model_class(m->model, class)->ids[element - m->symmetry->first[class]]);
    utf8_add_printable(m->mem, out, name, strlen(name));
}

// The cycles of a permutation, each from its least element on.
static void add_cycles(struct orbit_map *m, const uint32_t *permutation, struct str *out)
{
    for (uint32_t i = 0; i < m->symmetry->element_count; i++) {
        bool is_least = permutation[i] != i;
        for (uint32_t at = permutation[i]; is_least && at != i; at = permutation[at])
            is_least = at > i;
        if (!is_least)
            continue;
        const char *before = "(";
        uint32_t at = i;
        do {
            str_add(m->mem, out, "%s", before);
            add_element(m, at, out);
            before = " ";
            at = permutation[at];
        } while (at != i);
        str_add_char(m->mem, out, ')');
    }
}

// The representative of a permuted state is the same; where a state is its own, no permutation is told, though the one
// that was found may exchange elements that are in the same state.
static bool make_by_classes(struct orbit_map *m, value *state, struct str *permutation)
{
    if (!layout_pack(&m->layout, state, m->packed))
        return false;
    const uint32_t *by = canonical_make(m->canonical, m->packed);
    layout_unpack(&m->layout, m->packed, m->held);
    bool is_same = true;
    for (cell_id c = 0; c < m->cells; c++) {
        if (model_cell(m->model, c)->role == CELL_INPUT)
            continue;
        is_same &= state[c] == m->held[c];
        state[c] = m->held[c];
    }
    if (permutation && !is_same)
        add_cycles(m, by, permutation);
    return true;
}

// ---- Generators -----------------------------------------------------------------------------------------------------

static const value *orbit_row(const struct orbit_map *m, size_t i)
{
    return m->orbit.at + i * m->cells;
}

static bool is_at(const struct orbit_map *m, size_t place, const value *state)
{
    return memcmp(orbit_row(m, place), state, m->cells * sizeof *state) == 0;
}

// Adds a state to the orbit unless it is there. Where two of them have one hash, they are looked for.
static void add_to_orbit(struct orbit_map *m, const value *state, struct way way)
{
    bool added;
    size_t count = m->ways.count;
    uint32_t *place =
        int_map_try_add(m->mem, &m->places, (uint32_t)hash_numbers(0, state, m->cells) >> 1, (uint32_t)count, &added);
    if (!place)
        mem_exhausted(m->mem);
    if (!added && is_at(m, *place, state))
        return;
    for (size_t i = added ? count : 0; i < count; i++)
        if (is_at(m, i, state))
            return;
    array_reserve(m->mem, &m->orbit, m->orbit.count + m->cells);
    memcpy(m->orbit.at + m->orbit.count, state, m->cells * sizeof *state);
    m->orbit.count += m->cells;
    array_push(m->mem, &m->ways, way);
}

// Inputs are chosen anew with each step: they are no part of what is compared.
static void clear_inputs(const struct orbit_map *m, value *state)
{
    for (cell_id c = 0; c < m->cells; c++)
        if (model_cell(m->model, c)->role == CELL_INPUT)
            state[c] = type_value(model_type(m->model, model_cell(m->model, c)->type), 0);
}

static bool make_orbit(struct orbit_map *m, const value *state)
{
    m->orbit.count = m->ways.count = 0;
    int_map_free(m->mem, &m->places);
    memcpy(m->held, state, m->cells * sizeof *state);
    clear_inputs(m, m->held);
    add_to_orbit(m, m->held, (struct way){0, 0});
    for (uint32_t i = 0; i < m->ways.count && m->ways.count <= LARGEST_ORBIT; i++)
        for (uint32_t g = 0; g < m->generators.count; g++) {
            generator_apply(&m->generators.at[g], m->model, orbit_row(m, i), m->held);
            clear_inputs(m, m->held);
            add_to_orbit(m, m->held, (struct way){i, g});
        }
    return m->ways.count <= LARGEST_ORBIT;
}

static size_t least_of_orbit(const struct orbit_map *m)
{
    size_t least = 0;
    for (size_t i = 1; i < m->ways.count; i++)
        for (size_t c = 0; c < m->cells; c++) {
            value a = orbit_row(m, i)[c], b = orbit_row(m, least)[c];
            if (a != b) {
                least = a < b ? i : least;
                break;
            }
        }
    return least;
}

// The permutation that leads to a state of the orbit: all generators on the way, one after the other.
static struct generator permutation_to(struct orbit_map *m, size_t place)
{
    struct generator all = generator_identity(m->model, m->mem);
    for (size_t at = place; at != 0; at = m->ways.at[at].from) { // from its end
        struct generator held = all;
        all = generator_compose(&m->generators.at[m->ways.at[at].by], &held, m->model, m->mem);
        generator_free(m->mem, &held);
    }
    return all;
}

// In cycles, without the inputs: these are no part of the state.
static void add_way(struct orbit_map *m, size_t place, struct str *out)
{
    struct generator all = permutation_to(m, place);
    size_t kept = 0;
    for (size_t i = 0; i < all.values.count; i++) {
        cell_id cell = all.values.at[i].cell;
        if (cell == CELL_NONE || model_cell(m->model, cell)->role != CELL_INPUT)
            all.values.at[kept++] = all.values.at[i];
    }
    all.values.count = kept;
    for (cell_id c = 0; c < m->cells; c++)
        if (model_cell(m->model, c)->role == CELL_INPUT)
            all.cells[c] = c;
    generator_add_text(&all, m->model, m->mem, out);
    generator_free(m->mem, &all);
}

static bool make_by_generators(struct orbit_map *m, value *state, struct str *permutation)
{
    if (m->cells == 0)
        return true;
    if (!make_orbit(m, state))
        return false;
    size_t least = least_of_orbit(m);
    for (cell_id c = 0; c < m->cells; c++)
        if (model_cell(m->model, c)->role != CELL_INPUT)
            state[c] = orbit_row(m, least)[c];
    if (permutation && least != 0)
        add_way(m, least, permutation);
    return true;
}

bool orbit_map_make(struct orbit_map *m, value *state, struct str *permutation)
{
    return m->symmetry ? make_by_classes(m, state, permutation) : make_by_generators(m, state, permutation);
}

void orbit_map_size(struct orbit_map *m, const value *state, mpz_t size)
{
    mpz_set_ui(size, 0);
    if (m->symmetry && layout_pack(&m->layout, state, m->packed)) {
        canonical_make(m->canonical, m->packed);
        canonical_orbit_size(m->canonical, m->packed, size);
    } else if (!m->symmetry && make_orbit(m, state))
        mpz_set_ui(size, m->ways.count);
}
