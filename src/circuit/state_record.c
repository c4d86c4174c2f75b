#include "circuit/state_record.h"

#include <string.h>

static unsigned bits_for(uint64_t count)
{
    unsigned width = 0;
    for (uint64_t most = count - 1; most; most >>= 1)
        width++;
    return width;
}

static bool is_consecutive(const struct type *type)
{
    for (size_t i = 1; i < type->count; i++)
        if (type->values[i] != type->values[0] + (value)i)
            return false;
    return true;
}

static struct record_field field_of(const struct model *model, const struct cell *cell)
{
    const struct type *type = model_type(model, cell->type);
    struct record_field f = {
        .low = type_value(type, 0), .count = type_size(type), .is_input = cell->role == CELL_INPUT};
    if (type->values && !is_consecutive(type))
        f.values = type->values;
    f.width = type->kind == TYPE_WORD ? type->width : bits_for(f.count);
    return f;
}

void state_records_open(struct state_records *r, const struct model *model, struct mem *mem)
{
    *r = (struct state_records){.model = model, .mem = mem, .cells = model_cell_count(model)};
    r->fields = mem_zalloc(mem, r->cells * sizeof *r->fields);
    size_t bits = 0;
    for (size_t i = 0; i < r->cells; i++) {
        r->fields[i] = field_of(model, model_cell(model, (cell_id)i));
        bits += r->fields[i].is_input ? 0 : r->fields[i].width;
    }
    r->bytes = (bits + 7) / 8;
}

void state_records_close(struct state_records *r)
{
    mem_free(r->mem, r->fields, r->cells * sizeof *r->fields);
}

static bool position_of(const struct record_field *f, value v, uint64_t *position)
{
    if (!f->values) {
        *position = (uint64_t)v - (uint64_t)f->low;
        return *position < f->count || f->count == UINT64_MAX;
    }
    for (uint64_t i = 0; i < f->count; i++)
        if (f->values[i] == v) {
            *position = i;
            return true;
        }
    return false;
}

bool state_record_pack(const struct state_records *r, const value *state, uint8_t *record)
{
    unsigned __int128 bits = 0; // that are not yet written
    unsigned held = 0;
    uint8_t *at = record;
    for (size_t i = 0; i < r->cells; i++) {
        const struct record_field *f = &r->fields[i];
        uint64_t position;
        if (f->is_input)
            continue;
        if (!position_of(f, state[i], &position))
            return false;
        bits |= (unsigned __int128)position << held;
        for (held += f->width; held >= 8; held -= 8, bits >>= 8)
            *at++ = (uint8_t)bits;
    }
    if (held)
        *at = (uint8_t)bits;
    return true;
}

bool state_record_unpack(const struct state_records *r, const uint8_t *record, value *state)
{
    unsigned __int128 bits = 0;
    unsigned held = 0;
    const uint8_t *at = record;
    for (size_t i = 0; i < r->cells; i++) {
        const struct record_field *f = &r->fields[i];
        unsigned width = f->is_input ? 0 : f->width;
        for (; held < width; held += 8)
            bits |= (unsigned __int128)*at++ << held;
        uint64_t position = (uint64_t)(bits & (((unsigned __int128)1 << width) - 1));
        bits >>= width;
        held -= width;
        if (position >= f->count && f->count != UINT64_MAX)
            return false;
        state[i] = f->values ? f->values[position] : (value)((uint64_t)f->low + position);
    }
    return bits == 0; // what fills the last byte
}
