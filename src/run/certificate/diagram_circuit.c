#include "run/certificate/diagram_circuit.h"

#define MOST_NODES 400000
#define MOST_LISTED 4096 // values of a cell whose bits are not those of positions
#define UNKNOWN UINT64_MAX

void diagram_circuit_open(struct diagram_circuit *w, const struct model *model, const struct cone *cone,
                          struct encoding *encoding, struct mem *mem)
{
    *w = (struct diagram_circuit){.mem = mem, .encoding = encoding, .cone = cone, .m = encoding_manager(encoding)};
    w->model = cone ? cone->model : model;
    set_circuit_open(&w->set, model, mem);
    for (cell_id c = 0; c < model_cell_count(w->model); c++) {
        const int *vars;
        size_t count = encode_cell_vars(w->encoding, c, &vars);
        for (size_t i = 0; i < count; i++) {
            while (w->cell_of.count <= (size_t)vars[i]) {
                array_push(w->mem, &w->cell_of, CELL_NONE);
                array_push(w->mem, &w->bit_of, 0);
                array_push(w->mem, &w->known, UNKNOWN);
            }
            w->cell_of.at[vars[i]] = c;
            w->bit_of.at[vars[i]] = (uint32_t)i;
        }
    }
}

// The bit of a position that a variable is; UINT32_MAX if it is none. Of large types only some values are tried: what
// is guessed wrong is refused by the checker.
static uint32_t position_bit(const struct diagram_circuit *w, cell_id cell, size_t bit, size_t bits)
{
    const struct type *type = model_type(w->model, model_cell(w->model, cell)->type);
    uint64_t count = type_size(type), tried = count < MOST_LISTED ? count : MOST_LISTED;
    uint32_t place = (uint32_t)(bits - 1 - bit);
    for (uint64_t i = 0; i < tried; i++)
        if (encode_bit(w->encoding, cell, type_value(type, i), bit) != (i >> place & 1))
            return UINT32_MAX;
    return place;
}

// The number of a cell in the model that the certificate is about.
static cell_id cell_in_full(const struct diagram_circuit *w, cell_id cell)
{
    cell_id full = 0;
    while (w->cone && w->cone->map[full] != cell)
        full++;
    return w->cone ? full : cell;
}

static uint64_t listed_positions(struct diagram_circuit *w, cell_id cell, size_t bit)
{
    const struct type *type = model_type(w->model, model_cell(w->model, cell)->type);
    bool is_in[MOST_LISTED];
    if (type_size(type) > MOST_LISTED) {
        w->error = CAUSE_CELL_TOO_LARGE;
        return SET_NONE;
    }
    for (uint64_t i = 0; i < type_size(type); i++)
        is_in[i] = encode_bit(w->encoding, cell, type_value(type, i), bit);
    return set_circuit_positions(&w->set, cell_in_full(w, cell), is_in);
}

// What a variable says of a position.
static uint64_t variable(struct diagram_circuit *w, int var)
{
    const int *vars;
    cell_id cell = (size_t)var < w->cell_of.count ? w->cell_of.at[var] : CELL_NONE;
    if (cell == CELL_NONE) {
        w->error = CAUSE_PROOF_DEPENDS;
        return SET_NONE;
    }
    if (w->known.at[var] != UNKNOWN)
        return w->known.at[var];
    size_t bit = w->bit_of.at[var], bits = encode_cell_vars(w->encoding, cell, &vars);
    uint32_t place = position_bit(w, cell, bit, bits);
    w->known.at[var] =
        place == UINT32_MAX ? listed_positions(w, cell, bit) : set_circuit_bit(&w->set, cell_in_full(w, cell), place);
    return w->known.at[var];
}

static uint64_t reference(const struct diagram_circuit *w, bdd f)
{
    if (bdd_is_constant(f))
        return f == BDD_TRUE ? SET_ALL : SET_NONE;
    return w->references.at[*int_map_find(&w->number, f >> 1)] ^ (f & 1);
}

static bool is_written(const struct diagram_circuit *w, bdd f)
{
    return bdd_is_constant(f) || int_map_find(&w->number, f >> 1);
}

// Operands first, without recursion. The node of a handle is that of the handle without its sign.
uint64_t diagram_circuit_add(struct diagram_circuit *w, bdd root)
{
    ARRAY(bdd) waiting = {0};
    array_push(w->mem, &waiting, root);
    while (waiting.count && !w->error) {
        bdd f = array_last(&waiting) & ~(bdd)1, high, low;
        bool added;
        if (is_written(w, f)) {
            waiting.count--;
            continue;
        }
        high = bdd_high(w->m, f);
        low = bdd_low(w->m, f);
        if (!is_written(w, high) || !is_written(w, low)) {
            if (!is_written(w, low))
                array_push(w->mem, &waiting, low);
            if (!is_written(w, high))
                array_push(w->mem, &waiting, high);
            continue;
        }
        if (!int_map_try_add(w->mem, &w->number, f >> 1, (uint32_t)w->references.count, &added))
            mem_exhausted(w->mem);
        uint64_t condition = variable(w, bdd_top(w->m, f));
        array_push(w->mem, &w->references, set_circuit_ite(&w->set, condition, reference(w, high), reference(w, low)));
        if (w->references.count > MOST_NODES)
            w->error = CAUSE_PROOF_LARGE_SET;
    }
    array_free(w->mem, &waiting);
    return w->error ? SET_NONE : reference(w, root);
}

void diagram_circuit_close(struct diagram_circuit *w)
{
    set_circuit_close(&w->set);
    array_free(w->mem, &w->known);
    array_free(w->mem, &w->cell_of);
    array_free(w->mem, &w->bit_of);
    array_free(w->mem, &w->references);
    int_map_free(w->mem, &w->number);
}
