#include "explicit/layout.h"

#include <string.h>

#include "base/array.h"
#include "base/hash.h"

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

// Where there is room.
struct room {
    ARRAY(uint8_t) taken; // bits, by word
    size_t first;         // the words before it are full
};

// So many bits go into the first word that has room for them, so that few of them fill what more of them leave.
static struct field take_room(struct room *r, unsigned bits, struct mem *mem)
{
    size_t word = r->first;
    while (word < r->taken.count && r->taken.at[word] + bits > 64)
        word++;
    if (word == r->taken.count)
        array_push(mem, &r->taken, 0);
    struct field at = {.word = (uint32_t)word, .shift = r->taken.at[word]};
    r->taken.at[word] = (uint8_t)(r->taken.at[word] + bits);
    while (r->first < r->taken.count && r->taken.at[r->first] == 64)
        r->first++;
    return at;
}

#define NO_CELL UINT32_MAX

// The cells that follow each other in `next`, as many of them as fit into a word at a time.
static void place_group(struct layout *l, struct room *r, const uint32_t *next, uint32_t cell)
{
    while (cell != NO_CELL) {
        unsigned bits = 0;
        uint32_t end = cell;
        for (; end != NO_CELL && bits + bits_for(l->fields[end].mask) <= 64; end = next[end])
            bits += bits_for(l->fields[end].mask);
        struct field at = bits ? take_room(r, bits, l->mem) : (struct field){0};
        for (; cell != end; cell = next[cell]) {
            if (!l->fields[cell].mask)
                continue;
            l->fields[cell].word = at.word;
            l->fields[cell].shift = at.shift;
            at.shift = (uint8_t)(at.shift + bits_for(l->fields[cell].mask));
        }
    }
}

// A number for the components that a cell belongs to, of those that move; 0 if there is none. Two may have the same
// one: then cells are together that need not be.
static uint32_t components_of(const struct layout *l, const struct symmetry *s, cell_id cell)
{
    struct placement at = model_placement(l->model, cell);
    uint64_t hash = 0;
    for (size_t i = 0; i < at.site_count; i++)
        if (!symmetry_fixes_class(s, at.sites[i].class))
            hash = hash_pair(hash, s->first[at.sites[i].class] + at.sites[i].element + 1);
    return hash ? (uint32_t)hash >> 1 | 1 : 0;
}

// What belongs to the same components is together, in the same way for all of them.
static void find_groups(struct layout *l, const struct symmetry *s, uint32_t *next, bool *is_later)
{
    struct int_map last = {0}; // by components: the last cell that belongs to them
    for (uint32_t i = 0; s && i < l->cells; i++) {
        uint32_t components = l->fields[i].is_input ? 0 : components_of(l, s, i);
        bool added;
        if (!components)
            continue;
        uint32_t *cell = int_map_try_add(l->mem, &last, components, i, &added);
        if (!cell)
            mem_exhausted(l->mem);
        is_later[i] = !added;
        if (!added)
            next[*cell] = i;
        *cell = i;
    }
    int_map_free(l->mem, &last);
}

static void place_fields(struct layout *l, const struct symmetry *s)
{
    struct room room = {0};
    uint32_t *next = mem_alloc(l->mem, (l->cells + 1) * sizeof *next);
    bool *is_later = mem_zalloc(l->mem, (l->cells + 1) * sizeof *is_later);
    memset(next, 0xff, (l->cells + 1) * sizeof *next);
    array_push(l->mem, &room.taken, 0);
    find_groups(l, s, next, is_later);
    for (uint32_t i = 0; i < l->cells; i++)
        if (!l->fields[i].is_input && !is_later[i])
            place_group(l, &room, next, i);
    l->words = room.taken.count;
    array_free(l->mem, &room.taken);
    mem_free(l->mem, next, (l->cells + 1) * sizeof *next);
    mem_free(l->mem, is_later, (l->cells + 1) * sizeof *is_later);
}

void layout_open(struct layout *l, const struct model *model, const struct symmetry *symmetry, struct mem *mem)
{
    *l = (struct layout){.model = model, .mem = mem, .cells = model_cell_count(model)};
    l->fields = mem_zalloc(mem, (l->cells + 1) * sizeof *l->fields);
    for (size_t i = 0; i < l->cells; i++) {
        const struct cell *cell = model_cell(model, (cell_id)i);
        l->fields[i].is_input = cell->role == CELL_INPUT;
        set_codes(l, &l->fields[i], model_type(model, cell->type));
    }
    place_fields(l, symmetry);
}

void layout_close(struct layout *l)
{
    for (size_t i = 0; i < l->cells; i++)
        mem_free(l->mem, l->fields[i].codes, l->fields[i].code_count * sizeof *l->fields[i].codes);
    mem_free(l->mem, l->fields, (l->cells + 1) * sizeof *l->fields);
    l->fields = NULL;
    l->cells = 0;
}

void layout_describe(const struct layout *l, struct packed_cell *cells)
{
    for (size_t i = 0; i < l->cells; i++) {
        const struct field *f = &l->fields[i];
        cells[i] = (struct packed_cell){.is_absent = f->is_input,
                                        .shift = f->shift,
                                        .word = f->word,
                                        .mask = f->is_input ? 0 : f->mask,
                                        .low = f->low,
                                        .values = f->is_listed ? f->values : NULL};
    }
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

void layout_widths(const struct layout *l, uint8_t *widths)
{
    memset(widths, 0, l->words * sizeof *widths);
    for (size_t i = 0; i < l->cells; i++) {
        const struct field *f = &l->fields[i];
        if (f->is_input || !f->mask)
            continue;
        uint8_t end = (uint8_t)(f->shift + (64 - __builtin_clzll(f->mask)));
        if (end > widths[f->word])
            widths[f->word] = end;
    }
}
