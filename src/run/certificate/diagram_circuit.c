#include "run/certificate/diagram_circuit.h"

#include "base/bytes.h"
#include "certify/inductive.h"

#define MOST_NODES 400000
#define MOST_LISTED 4096 // values of a cell whose bits are not those of positions

void diagram_circuit_open(struct diagram_circuit *w, struct model *model, struct encoding *encoding, struct mem *mem)
{
    *w = (struct diagram_circuit){.mem = mem, .model = model, .encoding = encoding, .m = encoding_manager(encoding)};
    for (cell_id c = 0; c < model_cell_count(w->model); c++) {
        const int *vars;
        size_t count = encode_cell_vars(w->encoding, c, &vars);
        for (size_t i = 0; i < count; i++) {
            while (w->cell_of.count <= (size_t)vars[i]) {
                array_push(w->mem, &w->cell_of, CELL_NONE);
                array_push(w->mem, &w->bit_of, 0);
                array_push(w->mem, &w->leaf_of, 0);
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

static void add_list(struct diagram_circuit *w, cell_id cell, size_t bit)
{
    const struct type *type = model_type(w->model, model_cell(w->model, cell)->type);
    struct str list = {0};
    size_t listed = 0;
    for (uint64_t i = 0; i < type_size(type); i++)
        if (encode_bit(w->encoding, cell, type_value(type, i), bit)) {
            bytes_add_number(w->mem, &list, i);
            listed++;
        }
    bytes_add_number(w->mem, &w->leaves, listed);
    str_add_bytes(w->mem, &w->leaves, str_text(&list), list.count);
    str_free(w->mem, &list);
}

// The number of a cell in the model that the certificate is about.
static cell_id cell_in_full(const struct diagram_circuit *w, cell_id cell)
{
    cell_id full = 0;
    while (w->cone && w->cone->map[full] != cell)
        full++;
    return w->cone ? full : cell;
}

static size_t leaf_of(struct diagram_circuit *w, int var)
{
    const int *vars;
    cell_id cell = (size_t)var < w->cell_of.count ? w->cell_of.at[var] : CELL_NONE;
    if (cell == CELL_NONE) {
        w->error = CAUSE_PROOF_DEPENDS;
        return 0;
    }
    if (w->leaf_of.at[var])
        return w->leaf_of.at[var] - 1;
    size_t bit = w->bit_of.at[var], bits = encode_cell_vars(w->encoding, cell, &vars);
    uint32_t place = position_bit(w, cell, bit, bits);
    if (place == UINT32_MAX && type_size(model_type(w->model, model_cell(w->model, cell)->type)) > MOST_LISTED)
        w->error = CAUSE_CELL_TOO_LARGE;
    bytes_add_number(w->mem, &w->leaves, cell_in_full(w, cell));
    bytes_add_number(w->mem, &w->leaves, place == UINT32_MAX ? LEAF_LIST : LEAF_BIT);
    if (place != UINT32_MAX)
        bytes_add_number(w->mem, &w->leaves, place);
    else if (!w->error)
        add_list(w, cell, bit);
    w->leaf_of.at[var] = (uint32_t)++w->leaf_count;
    return w->leaf_count - 1;
}

// A function as it is written: twice the number of its node, plus 1 if it is negated.
static uint64_t reference(const struct diagram_circuit *w, bdd f)
{
    if (bdd_is_constant(f))
        return f == BDD_TRUE ? 0 : 1;
    return 2 * (uint64_t)*int_map_find(&w->number, f >> 1) + (f & 1);
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
        bytes_add_number(w->mem, &w->nodes, leaf_of(w, bdd_top(w->m, f)));
        bytes_add_number(w->mem, &w->nodes, reference(w, high));
        bytes_add_number(w->mem, &w->nodes, reference(w, low));
        if (++w->node_count > MOST_NODES)
            w->error = CAUSE_PROOF_LARGE_SET;
        if (!int_map_try_add(w->mem, &w->number, f >> 1, (uint32_t)w->node_count, &added))
            mem_exhausted(w->mem);
    }
    array_free(w->mem, &waiting);
    return w->error ? 0 : reference(w, root);
}

void diagram_circuit_write(const struct diagram_circuit *w, struct str *out)
{
    bytes_add_number(w->mem, out, w->leaf_count);
    str_add_bytes(w->mem, out, str_text(&w->leaves), w->leaves.count);
    bytes_add_number(w->mem, out, w->node_count);
    str_add_bytes(w->mem, out, str_text(&w->nodes), w->nodes.count);
}

void diagram_circuit_close(struct diagram_circuit *w)
{
    str_free(w->mem, &w->leaves);
    str_free(w->mem, &w->nodes);
    array_free(w->mem, &w->leaf_of);
    array_free(w->mem, &w->cell_of);
    array_free(w->mem, &w->bit_of);
    int_map_free(w->mem, &w->number);
}
