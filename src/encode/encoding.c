// Cells to variables and back.
#include "encode/internal.h"

#include <string.h>

static unsigned bits_for(uint64_t count)
{
    unsigned bits = 0;
    while (bits < 64 && (uint64_t)1 << bits < count)
        bits++;
    return bits;
}

// An integer that is never negative is coded as itself where that takes no more bits: then reading it costs nothing.
static struct cell_code code_for(const struct type *type)
{
    if (type->kind == TYPE_BOOLEAN)
        return (struct cell_code){.bits = 1};
    if (type->kind == TYPE_WORD)
        return (struct cell_code){.bits = type->width};
    if (type->kind == TYPE_INTEGER && !type->values) {
        unsigned bits = bits_for((uint64_t)(type->high - type->low) + 1);
        bool direct = type->low >= 0 && bits_for((uint64_t)type->high + 1) == bits;
        return (struct cell_code){.bits = bits, .origin = direct ? 0 : type->low};
    }
    return (struct cell_code){.bits = bits_for(type->count), .by_place = true};
}

static bool make_vars(struct encoding *e, cell_id cell)
{
    const struct cell *c = model_cell(e->model, cell);
    struct cell_code *code = &e->codes[cell];
    *code = code_for(model_type(e->model, c->type));
    code->has_next = c->role == CELL_STATE;
    code->vars = code->bits ? mem_alloc(e->mem, code->bits * sizeof *code->vars) : NULL;
    struct str name = {0};
    bool made = true;
    for (unsigned i = 0; i < code->bits && made; i++) {
        str_clear(&name);
        str_add(e->mem, &name, "%s", c->name);
        if (code->bits > 1)
            str_add(e->mem, &name, "<%u>", code->bits - 1 - i); // no language has such a name
        code->vars[i] = code->has_next ? bdd_new_pair(e->m, name.at) : bdd_new_var(e->m, name.at);
        made = code->vars[i] != BDD_NO_VAR;
    }
    str_free(e->mem, &name);
    return made;
}

struct encoding *encoding_new(struct model *model, bdd_manager *m, const cell_id *order, struct mem *mem)
{
    struct encoding *e = mem_zalloc(mem, sizeof *e);
    *e = (struct encoding){.model = model, .m = m, .mem = mem, .cells = model_cell_count(model)};
    e->codes = mem_zalloc(mem, (e->cells + 1) * sizeof *e->codes);
    for (size_t i = 0; i < e->cells; i++)
        if (!make_vars(e, order[i])) {
            encoding_free(e);
            return NULL;
        }
    return e;
}

void encode_forget(struct encoding *e)
{
    while (e->blocks.count) {
        bdd *block = array_pop(&e->blocks);
        bdd_unprotect(e->m, block);
        mem_free(e->mem, block, STORE_BLOCK * sizeof *block);
    }
    e->stored = 0;
    array_free(e->mem, &e->blocks);
    array_free(e->mem, &e->case_values);
    array_free(e->mem, &e->memo);
}

void encoding_free(struct encoding *e)
{
    if (!e)
        return;
    encode_forget(e);
    for (size_t i = 0; i < e->cells; i++)
        mem_free(e->mem, e->codes[i].vars, e->codes[i].bits * sizeof *e->codes[i].vars);
    mem_free(e->mem, e->codes, (e->cells + 1) * sizeof *e->codes);
    mem_free(e->mem, e, sizeof *e);
}

bdd_manager *encoding_manager(const struct encoding *e)
{
    return e->m;
}

struct model *encoding_model(const struct encoding *e)
{
    return e->model;
}

size_t encode_cell_vars(const struct encoding *e, cell_id cell, const int **vars)
{
    *vars = e->codes[cell].vars;
    return e->codes[cell].bits;
}

// The number that stands for a value of the cell.
static uint64_t code_of(const struct encoding *e, cell_id cell, value v)
{
    const struct cell_code *code = &e->codes[cell];
    if (!code->by_place)
        return (uint64_t)(v - code->origin);
    const struct type *type = model_type(e->model, model_cell(e->model, cell)->type);
    uint64_t place = 0;
    while (place < type->count && type->values[place] != v)
        place++;
    return place;
}

bdd encode_domain(struct encoding *e, cell_id cell, bool next)
{
    const struct cell_code *code = &e->codes[cell];
    const struct type *type = model_type(e->model, model_cell(e->model, cell)->type);
    uint64_t first = 0, last; // codes in use
    if (type->kind == TYPE_INTEGER && !type->values) {
        first = (uint64_t)(type->low - code->origin);
        last = (uint64_t)(type->high - code->origin);
    } else if (code->by_place)
        last = type->count - 1;
    else
        return BDD_TRUE;
    struct bits bits = {.width = code->bits};
    for (unsigned i = 0; i < code->bits; i++)
        bits.bit[i] = bdd_literal(e->m, code->vars[code->bits - 1 - i] + (next && code->has_next));
    struct bits low = bits_word_const(first, code->bits, false), high = bits_word_const(last, code->bits, false);
    return bdd_and(e->m, bits_less_equal(e->m, &low, &bits), bits_less_equal(e->m, &bits, &high));
}

static bdd cube_of(struct encoding *e, bool inputs)
{
    ARRAY(int) vars = {0};
    for (cell_id cell = 0; cell < e->cells; cell++)
        if ((model_cell(e->model, cell)->role == CELL_INPUT) == inputs)
            for (unsigned i = 0; i < e->codes[cell].bits; i++)
                array_push(e->mem, &vars, e->codes[cell].vars[i]);
    bdd cube = bdd_cube(e->m, vars.at, vars.count);
    array_free(e->mem, &vars);
    return cube;
}

bdd encode_state_cube(struct encoding *e)
{
    return cube_of(e, false);
}

bdd encode_input_cube(struct encoding *e)
{
    return cube_of(e, true);
}

void encode_read(const struct encoding *e, const bool *values, value *state)
{
    for (cell_id cell = 0; cell < e->cells; cell++) {
        const struct cell_code *code = &e->codes[cell];
        const struct type *type = model_type(e->model, model_cell(e->model, cell)->type);
        uint64_t number = 0;
        for (unsigned i = 0; i < code->bits; i++)
            number = number << 1 | values[code->vars[i]];
        if (code->by_place)
            state[cell] = type->values[number < type->count ? number : 0];
        else
            state[cell] = (value)number + code->origin;
    }
}

bdd encode_state(struct encoding *e, const value *state, bool inputs)
{
    ARRAY(int) vars = {0};
    ARRAY(bool) values = {0};
    for (cell_id cell = 0; cell < e->cells; cell++) {
        const struct cell_code *code = &e->codes[cell];
        if (model_cell(e->model, cell)->role == CELL_INPUT && !inputs)
            continue;
        uint64_t number = code_of(e, cell, state[cell]);
        for (unsigned i = 0; i < code->bits; i++) {
            array_push(e->mem, &vars, code->vars[i]);
            array_push(e->mem, &values, number >> (code->bits - 1 - i) & 1);
        }
    }
    bdd set = bdd_literal_cube(e->m, vars.at, values.at, vars.count);
    array_free(e->mem, &vars);
    array_free(e->mem, &values);
    return set;
}
