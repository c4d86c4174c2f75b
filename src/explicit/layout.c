#include "explicit/layout.h"

#include <string.h>

#include "base/array.h"

#define CODE_TABLE_LIMIT 4096 // values: what is spread wider is searched

// ---- Codes ----------------------------------------------------------------------------------------------------------

static unsigned bits_for(uint64_t largest)
{
    return largest ? 64 - (unsigned)__builtin_clzll(largest) : 0;
}

static void table_codes(struct layout *l, struct field *f, uint64_t spread)
{
    f->code_count = (size_t)spread + 1;
    f->codes = mem_alloc(l->mem, f->code_count * sizeof *f->codes);
    memset(f->codes, 0xff, f->code_count * sizeof *f->codes);
    for (uint64_t i = 0; i <= f->largest; i++)
        f->codes[f->values[i] - f->low] = (uint32_t)i;
}

// A list of values: consecutive ones in whatever order need no list.
static void set_listed(struct layout *l, struct field *f, const struct type *type)
{
    value low = type->values[0], high = low;
    for (size_t i = 1; i < type->count; i++) {
        low = type->values[i] < low ? type->values[i] : low;
        high = type->values[i] > high ? type->values[i] : high;
    }
    uint64_t spread = (uint64_t)high - (uint64_t)low;
    f->low = low;
    f->largest = type->count - 1;
    f->is_listed = spread != f->largest;
    f->values = type->values;
    if (f->is_listed && spread < CODE_TABLE_LIMIT)
        table_codes(l, f, spread);
}

static void set_codes(struct layout *l, struct field *f, const struct type *type)
{
    if (type->values)
        set_listed(l, f, type);
    else if (type->kind == TYPE_WORD)
        f->largest = type->width < 64 ? (UINT64_C(1) << type->width) - 1 : UINT64_MAX;
    else {
        f->low = type_value(type, 0);
        f->largest = type_size(type) - 1;
    }
    unsigned bits = bits_for(f->largest);
    f->mask = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

bool field_code(const struct field *f, value v, uint64_t *code)
{
    uint64_t distance = (uint64_t)v - (uint64_t)f->low;
    *code = distance;
    if (!f->is_listed)
        return distance <= f->largest;
    if (f->codes) {
        *code = distance < f->code_count ? f->codes[distance] : NO_CODE;
        return *code != NO_CODE;
    }
    for (*code = 0; *code <= f->largest; ++*code)
        if (f->values[*code] == v)
            return true;
    return false;
}

// ---- Places ---------------------------------------------------------------------------------------------------------

// Each cell goes into the first word that has room for it, so that small ones fill what larger ones leave.
static void place_fields(struct layout *l)
{
    ARRAY(uint8_t) taken = {0}; // bits, by word
    size_t first = 0;           // the words before it are full
    array_push(l->mem, &taken, 0);
    for (size_t i = 0; i < l->cells; i++) {
        struct field *f = &l->fields[i];
        unsigned bits = bits_for(f->mask);
        size_t word = first;
        if (f->is_input || bits == 0)
            continue;
        while (word < taken.count && taken.at[word] + bits > 64)
            word++;
        if (word == taken.count)
            array_push(l->mem, &taken, 0);
        f->word = (uint32_t)word;
        f->shift = taken.at[word];
        taken.at[word] = (uint8_t)(taken.at[word] + bits);
        while (first < taken.count && taken.at[first] == 64)
            first++;
    }
    l->words = taken.count;
    array_free(l->mem, &taken);
}

void layout_open(struct layout *l, const struct model *model, struct mem *mem)
{
    *l = (struct layout){.model = model, .mem = mem, .cells = model_cell_count(model)};
    l->fields = mem_zalloc(mem, (l->cells + 1) * sizeof *l->fields);
    for (size_t i = 0; i < l->cells; i++) {
        const struct cell *cell = model_cell(model, (cell_id)i);
        l->fields[i].is_input = cell->role == CELL_INPUT;
        set_codes(l, &l->fields[i], model_type(model, cell->type));
    }
    place_fields(l);
}

void layout_close(struct layout *l)
{
    for (size_t i = 0; i < l->cells; i++)
        mem_free(l->mem, l->fields[i].codes, l->fields[i].code_count * sizeof *l->fields[i].codes);
    mem_free(l->mem, l->fields, (l->cells + 1) * sizeof *l->fields);
    l->fields = NULL;
    l->cells = 0;
}

// ---- States ---------------------------------------------------------------------------------------------------------

bool layout_pack(const struct layout *l, const value *values, uint64_t *state)
{
    memset(state, 0, l->words * sizeof *state);
    for (size_t i = 0; i < l->cells; i++) {
        const struct field *f = &l->fields[i];
        uint64_t code;
        if (f->is_input)
            continue;
        if (!field_code(f, values[i], &code))
            return false;
        state[f->word] |= code << f->shift;
    }
    return true;
}

void layout_unpack(const struct layout *l, const uint64_t *state, value *values)
{
    for (size_t i = 0; i < l->cells; i++) {
        const struct field *f = &l->fields[i];
        if (f->is_input)
            values[i] = type_value(model_type(l->model, model_cell(l->model, (cell_id)i)->type), 0);
        else
            values[i] = field_value(f, field_read(f, state));
    }
}
