#include "run/certificate/set_circuit.h"

#include "base/bytes.h"

#define ANY UINT64_MAX // of positions beyond the last one

void set_circuit_open(struct set_circuit *s, const struct model *m, struct mem *mem)
{
    *s = (struct set_circuit){.mem = mem};
    state_records_open(&s->records, m, mem);
    s->first_bit = mem_zalloc(mem, s->records.cells * sizeof *s->first_bit);
    for (cell_id c = 0; c < s->records.cells; c++) {
        s->first_bit[c] = 1 + s->bits;
        s->bits += model_cell(m, c)->role == CELL_INPUT ? 0 : s->records.fields[c].width;
    }
}

void set_circuit_close(struct set_circuit *s)
{
    mem_free(s->mem, s->first_bit, s->records.cells * sizeof *s->first_bit);
    state_records_close(&s->records);
    str_free(s->mem, &s->nodes);
}

uint64_t set_circuit_bit(const struct set_circuit *s, cell_id cell, unsigned bit)
{
    return 2 * (s->first_bit[cell] + bit);
}

uint64_t set_circuit_ite(struct set_circuit *s, uint64_t condition, uint64_t high, uint64_t low)
{
    if (high == low)
        return high;
    if (high <= 1 && low <= 1)
        return condition ^ high;
    bytes_add_number(s->mem, &s->nodes, condition);
    bytes_add_number(s->mem, &s->nodes, high);
    bytes_add_number(s->mem, &s->nodes, low);
    return 2 * (s->bits + ++s->node_count);
}

// Whether the position is one of these, if its bits from this one on are those of `from`.
static uint64_t positions_below(struct set_circuit *s, cell_id cell, const bool *is_in, unsigned bit, uint64_t from)
{
    if (from >= s->records.fields[cell].count)
        return ANY;
    if (bit == 0)
        return is_in[from] ? SET_ALL : SET_NONE;
    uint64_t low = positions_below(s, cell, is_in, bit - 1, from),
             high = positions_below(s, cell, is_in, bit - 1, from | UINT64_C(1) << (bit - 1));
    return high == ANY ? low : set_circuit_ite(s, set_circuit_bit(s, cell, bit - 1), high, low);
}

uint64_t set_circuit_positions(struct set_circuit *s, cell_id cell, const bool *is_in)
{
    return positions_below(s, cell, is_in, s->records.fields[cell].width, 0);
}

void set_circuit_write(const struct set_circuit *s, struct str *out)
{
    bytes_add_number(s->mem, out, s->node_count);
    str_add_bytes(s->mem, out, str_text(&s->nodes), s->nodes.count);
}
