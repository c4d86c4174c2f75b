// Cells to variables and back.
#include "encode/encode_internal.h"

#include <assert.h>
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
        unsigned bits = bits_for((uint64_t)type->high - (uint64_t)type->low + 1);
        bool direct = type->low >= 0 && bits_for((uint64_t)type->high + 1) == bits;
        return (struct cell_code){.bits = bits, .origin = direct ? 0 : type->low};
    }
    return (struct cell_code){.bits = bits_for(type->count), .by_place = true};
}

static bool make_var(struct encoding *e, cell_id cell, unsigned bit)
{
    struct cell_code *code = &e->codes[cell];
    assert(code->vars && bit < code->bits);
    struct str name = {0};
    str_add(e->mem, &name, "%s", model_cell(e->model, cell)->name);
    if (code->bits > 1)
        str_add(e->mem, &name, "<%u>", code->bits - 1 - bit); // no language has such a name
    code->vars[bit] = code->has_next ? bdd_new_pair(e->m, name.at) : bdd_new_var(e->m, name.at);
    str_free(e->mem, &name);
    return code->vars[bit] != BDD_NO_VAR;
}

static const struct type *type_of(const struct encoding *e, cell_id cell)
{
    return model_type(e->model, model_cell(e->model, cell)->type);
}

size_t encoding_var_count(const struct model *model)
{
    size_t count = 0;
    for (cell_id cell = 0; cell < model_cell_count(model); cell++) {
        const struct cell *it = model_cell(model, cell);
        count += code_for(model_type(model, it->type)).bits * (it->role == CELL_STATE ? 2 : 1);
    }
    return count;
}

static void make_code(struct encoding *e, cell_id cell, bool one_hot)
{
    struct cell_code *code = &e->codes[cell];
    const struct type *type = type_of(e, cell);
    *code = code_for(type);
    code->one_hot = one_hot;
    if (one_hot)
        code->bits = (unsigned)(type->count - type->has_none);
    code->has_next = model_cell(e->model, cell)->role == CELL_STATE;
    code->vars = code->bits ? mem_alloc(e->mem, code->bits * sizeof *code->vars) : NULL;
}

static bool make_vars(struct encoding *e, const struct encode_place *place)
{
    struct cell_code *code = &e->codes[place->cell];
    bool one_hot = place->value != ENCODE_ALL_BITS;
    if (!code->vars)
        make_code(e, place->cell, one_hot);
    if (one_hot)
        return make_var(e, place->cell, place->value);
    for (unsigned i = 0; i < code->bits; i++)
        if (!make_var(e, place->cell, i))
            return false;
    return true;
}

struct encoding *encoding_new_by_places(struct model *model, bdd_manager *m, const struct encode_place *places,
                                        size_t count, struct mem *mem)
{
    struct encoding *e = mem_zalloc(mem, sizeof *e);
    *e = (struct encoding){.model = model, .m = m, .mem = mem, .cells = model_cell_count(model)};
    e->codes = mem_zalloc(mem, (e->cells + 1) * sizeof *e->codes);
    for (size_t i = 0; i < count; i++)
        if (!make_vars(e, &places[i])) {
            encoding_free(e);
            return NULL;
        }
    return e;
}

struct encoding *encoding_new(struct model *model, bdd_manager *m, const cell_id *order, struct mem *mem)
{
    size_t cells = model_cell_count(model);
    struct encode_place *places = mem_alloc(mem, (cells + 1) * sizeof *places);
    for (size_t i = 0; i < cells; i++)
        places[i] = (struct encode_place){order[i], ENCODE_ALL_BITS};
    struct encoding *e = encoding_new_by_places(model, m, places, cells, mem);
    mem_free(mem, places, (cells + 1) * sizeof *places);
    return e;
}

// Bits of the same weight come together.
static bool interleave(struct encoding *e, const cell_id *order, const uint32_t *interleaved, uint32_t number)
{
    unsigned most = 0;
    for (cell_id cell = 0; cell < e->cells; cell++) {
        if (interleaved[cell] != number)
            continue;
        make_code(e, cell, false);
        most = e->codes[cell].bits > most ? e->codes[cell].bits : most;
    }
    for (unsigned weight = most; weight-- > 0;)
        for (size_t i = 0; i < e->cells; i++) {
            unsigned bits = e->codes[order[i]].bits;
            if (interleaved[order[i]] == number && weight < bits && !make_var(e, order[i], bits - 1 - weight))
                return false;
        }
    return true;
}

struct encoding *encoding_new_interleaved(struct model *model, bdd_manager *m, const cell_id *order,
                                          const uint32_t *interleaved, struct mem *mem)
{
    struct encoding *e = mem_zalloc(mem, sizeof *e);
    *e = (struct encoding){.model = model, .m = m, .mem = mem, .cells = model_cell_count(model)};
    e->codes = mem_zalloc(mem, (e->cells + 1) * sizeof *e->codes);
    bool good = true;
    for (size_t i = 0; i < e->cells && good; i++) {
        if (interleaved[order[i]] == UINT32_MAX)
            good = make_vars(e, &(struct encode_place){order[i], ENCODE_ALL_BITS});
        else if (!e->codes[order[i]].vars)
            good = interleave(e, order, interleaved, interleaved[order[i]]);
    }
    if (good)
        return e;
    encoding_free(e);
    return NULL;
}

// The places for expressions stay, of which there may be many more than were encoded.
void encode_forget(struct encoding *e)
{
    while (e->known.count)
        e->memo.at[array_pop(&e->known)].shape = SHAPE_NONE;
    while (e->blocks.count) {
        bdd *block = array_pop(&e->blocks);
        bdd_unprotect(e->m, block);
        mem_free(e->mem, block, STORE_BLOCK * sizeof *block);
    }
    e->stored = 0;
    array_free(e->mem, &e->blocks);
    array_free(e->mem, &e->case_values);
}

void encoding_free(struct encoding *e)
{
    if (!e)
        return;
    encode_forget(e);
    array_free(e->mem, &e->memo);
    array_free(e->mem, &e->known);
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

// The number that stands for a value of the cell; of a cell with a bit for each value, the value's place.
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

int encode_value_var(const struct encoding *e, cell_id cell, value v)
{
    const struct cell_code *code = &e->codes[cell];
    uint64_t place = code->one_hot ? code_of(e, cell, v) : code->bits;
    return place < code->bits ? code->vars[place] : BDD_NO_VAR;
}

// Exactly one bit is set, or none if that is a code, too. From the lowest level up, so that it takes linear time.
static bdd one_hot_domain(struct encoding *e, cell_id cell, bool next)
{
    const struct cell_code *code = &e->codes[cell];
    bdd none = BDD_TRUE, one = type_of(e, cell)->has_none ? BDD_TRUE : BDD_FALSE;
    int *vars = mem_alloc(e->mem, (code->bits + 1) * sizeof *vars);
    bdd cube = bdd_cube(e->m, code->vars, code->bits);
    size_t count = bdd_is_valid(cube) ? bdd_cube_vars(e->m, cube, vars, code->bits) : 0;
    for (size_t i = count; i-- > 0;) {
        bdd bit = bdd_literal(e->m, vars[i] + (next && code->has_next));
        one = bdd_ite(e->m, bit, none, one);
        none = bdd_and(e->m, bdd_not(bit), none);
    }
    mem_free(e->mem, vars, (code->bits + 1) * sizeof *vars);
    return count == code->bits ? one : BDD_NONE;
}

bdd encode_domain(struct encoding *e, cell_id cell, bool next)
{
    const struct cell_code *code = &e->codes[cell];
    const struct type *type = type_of(e, cell);
    if (code->one_hot)
        return one_hot_domain(e, cell, next);
    uint64_t first = 0, last; // codes in use
    if (type->kind == TYPE_INTEGER && !type->values) {
        first = (uint64_t)type->low - (uint64_t)code->origin;
        last = (uint64_t)type->high - (uint64_t)code->origin;
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

// The place of the value whose bit is set, or of the one that has none.
static uint64_t read_one_hot(const struct cell_code *code, const bool *values)
{
    unsigned place = 0;
    while (place < code->bits && !values[code->vars[place]])
        place++;
    return place;
}

void encode_read(const struct encoding *e, const bool *values, value *state)
{
    for (cell_id cell = 0; cell < e->cells; cell++) {
        const struct cell_code *code = &e->codes[cell];
        const struct type *type = type_of(e, cell);
        uint64_t number = 0;
        if (code->one_hot)
            number = read_one_hot(code, values);
        else
            for (unsigned i = 0; i < code->bits; i++)
                number = number << 1 | values[code->vars[i]];
        if (code->by_place)
            state[cell] = type->values[number < type->count ? number : 0];
        else
            state[cell] = (value)number + code->origin;
    }
}

static bool bit_of(const struct cell_code *code, uint64_t number, unsigned bit)
{
    return code->one_hot ? number == bit : number >> (code->bits - 1 - bit) & 1;
}

bool encode_bit(const struct encoding *e, cell_id cell, value v, size_t bit)
{
    return bit_of(&e->codes[cell], code_of(e, cell, v), (unsigned)bit);
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
            array_push(e->mem, &values, bit_of(code, number, i));
        }
    }
    bdd set = bdd_literal_cube(e->m, vars.at, values.at, vars.count);
    array_free(e->mem, &vars);
    array_free(e->mem, &values);
    return set;
}
