#include "orbit/substitution.h"

#include <assert.h>

#define NO_CODE UINT32_MAX

typedef ARRAY(bdd_relation *) relation_list;

struct substitution {
    struct mem *mem;
    bdd_manager *m;
    struct encoding *encoding;
    cell_id *cells; // by cell: where it goes
    size_t cell_count;
    bool *moved;    // by cell: it goes elsewhere, or its values do
    bool *by_codes; // by cell: its bits become functions of several

    bdd_substitution *image, *preimage;
    size_t var_count;
    int *goes_to;       // by variable: where a current bit, a frozen one or an input goes as a whole
    bool permutes_bits; // and this is so for all of them

    relation_list relations;
    bool related;
};

// ---- Codes ----------------------------------------------------------------------------------------------------------

// What becomes of the codes of a cell. They are numbers, but where each value has a bit of its own.
struct code_map {
    uint32_t *to, *from;
    size_t count;
};

static const struct type *type_of(const struct substitution *s, cell_id cell)
{
    const struct model *model = encoding_model(s->encoding);
    return model_type(model, model_cell(model, cell)->type);
}

static uint32_t code_of(const struct substitution *s, cell_id cell, value v, size_t bits)
{
    uint32_t code = 0;
    for (size_t i = 0; i < bits; i++)
        code = code << 1 | encode_bit(s->encoding, cell, v, i);
    return code;
}

// Codes without a value go to those that are left, in their order.
static void pair_unused_codes(struct code_map *map)
{
    uint32_t free = 0;
    for (uint32_t code = 0; code < map->count; code++) {
        if (map->to[code] != NO_CODE)
            continue;
        while (map->from[free] != NO_CODE)
            free++;
        map->to[code] = free;
        map->from[free] = code;
    }
}

static void open_code_map(struct code_map *map, const struct substitution *s, const struct generator *g, cell_id cell,
                          size_t bits)
{
    *map = (struct code_map){.count = (size_t)1 << bits};
    map->to = mem_alloc(s->mem, map->count * sizeof *map->to);
    map->from = mem_alloc(s->mem, map->count * sizeof *map->from);
    for (size_t i = 0; i < map->count; i++)
        map->to[i] = map->from[i] = NO_CODE;
    const struct type *type = type_of(s, cell);
    for (uint64_t i = 0; i < type_size(type); i++) {
        value v = type_value(type, i), moved = generator_value(g, encoding_model(s->encoding), cell, v);
        uint32_t code = code_of(s, cell, v, bits), image = code_of(s, g->cells[cell], moved, bits);
        map->to[code] = image;
        map->from[image] = code;
    }
    pair_unused_codes(map);
}

static void close_code_map(struct code_map *map, struct mem *mem)
{
    mem_free(mem, map->to, map->count * sizeof *map->to);
    mem_free(mem, map->from, map->count * sizeof *map->from);
}

// One bit of codes[code], as a function of the variables that the code is read from, the highest bit first; `shift` is
// that of next copies.
static bdd bit_of_codes(bdd_manager *m, const uint32_t *codes, size_t count, const int *vars, int shift, unsigned bit)
{
    if (count == 1)
        return codes[0] >> bit & 1 ? BDD_TRUE : BDD_FALSE;
    bdd low = bit_of_codes(m, codes, count / 2, vars + 1, shift, bit);
    bdd high = bit_of_codes(m, codes + count / 2, count / 2, vars + 1, shift, bit);
    return low == high ? low : bdd_ite(m, bdd_literal(m, vars[0] + shift), high, low);
}

// ---- Making ---------------------------------------------------------------------------------------------------------

static bool has_next(const struct substitution *s, cell_id cell)
{
    return model_cell(encoding_model(s->encoding), cell)->role == CELL_STATE;
}

// A bit, and its next copy, in the place of another.
static bool set_bit(struct substitution *s, cell_id cell, int from, int to)
{
    s->goes_to[from] = to;
    // cppcheck-suppress compareBoolExpressionWithInt ; the current value, and the next one where there is one
    for (int next = 0; next <= has_next(s, cell); next++)
        if (!bdd_substitution_set_var(s->image, from + next, to + next) ||
            !bdd_substitution_set_var(s->preimage, to + next, from + next))
            return false;
    return true;
}

static bool is_coded_by_values(const struct substitution *s, cell_id cell)
{
    const struct type *type = type_of(s, cell);
    return type->values && encode_value_var(s->encoding, cell, type->values[0]) != BDD_NO_VAR;
}

static bool move_value_bits(struct substitution *s, const struct generator *g, cell_id cell)
{
    const struct type *type = type_of(s, cell);
    bool good = true;
    for (size_t i = 0; i < type->count && good; i++) {
        value v = type->values[i], moved = generator_value(g, encoding_model(s->encoding), cell, v);
        int from = encode_value_var(s->encoding, cell, v);
        int to = encode_value_var(s->encoding, g->cells[cell], moved);
        assert((from == BDD_NO_VAR) == (to == BDD_NO_VAR));
        good = from == BDD_NO_VAR || set_bit(s, cell, from, to);
    }
    return good;
}

// Bits that become functions of those of the cell that the value goes to, and the other way round.
static bool move_codes(struct substitution *s, const struct generator *g, cell_id cell, size_t bits)
{
    const int *from, *to;
    encode_cell_vars(s->encoding, cell, &from);
    encode_cell_vars(s->encoding, g->cells[cell], &to);
    struct code_map map;
    open_code_map(&map, s, g, cell, bits);
    bool good = true;
    // cppcheck-suppress compareBoolExpressionWithInt ; the current value, and the next one where there is one
    for (int next = 0; next <= has_next(s, cell); next++)
        for (size_t i = 0; i < bits && good; i++) {
            unsigned bit = (unsigned)(bits - 1 - i);
            bdd before = bit_of_codes(s->m, map.from, map.count, to, next, bit);
            bdd after = bit_of_codes(s->m, map.to, map.count, from, next, bit);
            good = bdd_substitution_set(s->image, from[i] + next, before) &&
                   bdd_substitution_set(s->preimage, to[i] + next, after);
        }
    s->by_codes[cell] = true;
    s->permutes_bits = false;
    close_code_map(&map, s->mem);
    return good;
}

static bool keeps_values(const struct substitution *s, const struct generator *g, cell_id cell)
{
    const struct model *model = encoding_model(s->encoding);
    const struct type *type = type_of(s, cell);
    if (model_cell(model, cell)->type != model_cell(model, g->cells[cell])->type)
        return false;
    if (type->kind == TYPE_ENUM) {
        for (size_t i = 0; i < type->count; i++)
            if (generator_value(g, model, cell, type->values[i]) != type->values[i])
                return false;
        return true;
    }
    for (size_t i = 0; i < g->values.count; i++)
        if (g->values.at[i].cell == cell && g->values.at[i].from != g->values.at[i].to)
            return false;
    return true;
}

static bool move_cell(struct substitution *s, const struct generator *g, cell_id cell)
{
    const int *from, *to;
    size_t bits = encode_cell_vars(s->encoding, cell, &from),
           others = encode_cell_vars(s->encoding, g->cells[cell], &to);
    bool keeps = keeps_values(s, g, cell);
    if (keeps && g->cells[cell] == cell)
        return true;
    assert(bits == others && is_coded_by_values(s, cell) == is_coded_by_values(s, g->cells[cell]));
    s->moved[cell] = true;
    if (is_coded_by_values(s, cell))
        return move_value_bits(s, g, cell);
    if (!keeps)
        return move_codes(s, g, cell, bits);
    bool good = true;
    for (size_t i = 0; i < bits && good; i++)
        good = set_bit(s, cell, from[i], to[i]);
    (void)others;
    return good;
}

struct substitution *substitution_new(const struct generator *g, struct encoding *encoding, struct mem *mem)
{
    struct substitution *s = mem_zalloc(mem, sizeof *s);
    *s = (struct substitution){.mem = mem,
                               .m = encoding_manager(encoding),
                               .encoding = encoding,
                               .cell_count = g->cell_count,
                               .permutes_bits = true};
    s->var_count = bdd_var_count(s->m);
    s->cells = mem_alloc(mem, (s->cell_count + 1) * sizeof *s->cells);
    s->moved = mem_zalloc(mem, s->cell_count + 1);
    s->by_codes = mem_zalloc(mem, s->cell_count + 1);
    s->goes_to = mem_alloc(mem, (s->var_count + 1) * sizeof *s->goes_to);
    for (size_t v = 0; v < s->var_count; v++)
        s->goes_to[v] = (int)v;
    bdd_scope scope = bdd_open_scope(s->m);
    s->image = bdd_substitution_new(s->m);
    s->preimage = bdd_substitution_new(s->m);
    bool good = s->image && s->preimage;
    for (cell_id cell = 0; cell < s->cell_count; cell++) {
        s->cells[cell] = g->cells[cell];
        good = good && move_cell(s, g, cell);
    }
    bdd_close_scope(s->m, scope);
    if (good)
        return s;
    substitution_free(s);
    return NULL;
}

void substitution_free(struct substitution *s)
{
    if (!s)
        return;
    bdd_substitution_free(s->image);
    bdd_substitution_free(s->preimage);
    for (size_t i = 0; i < s->relations.count; i++)
        bdd_relation_free(s->relations.at[i]);
    array_free(s->mem, &s->relations);
    mem_free(s->mem, s->cells, (s->cell_count + 1) * sizeof *s->cells);
    mem_free(s->mem, s->moved, s->cell_count + 1);
    mem_free(s->mem, s->by_codes, s->cell_count + 1);
    mem_free(s->mem, s->goes_to, (s->var_count + 1) * sizeof *s->goes_to);
    mem_free(s->mem, s, sizeof *s);
}

// ---- Moving sets ----------------------------------------------------------------------------------------------------

bdd substitution_image(struct substitution *s, bdd set)
{
    return bdd_substitute(s->m, set, s->image);
}

bdd substitution_preimage(struct substitution *s, bdd set)
{
    return bdd_substitute(s->m, set, s->preimage);
}

bdd_substitution *substitution_bits(struct substitution *s, bool inverse)
{
    return inverse ? s->preimage : s->image;
}

bool substitution_permutes_bits(const struct substitution *s)
{
    return s->permutes_bits;
}

// ---- As relations ---------------------------------------------------------------------------------------------------

typedef ARRAY(int) var_list;

// The relation that gives some bits, and no others, the values that are theirs afterwards.
static bool add_relation(struct substitution *s, const var_list *vars)
{
    bdd_scope scope = bdd_open_scope(s->m);
    bdd body = BDD_TRUE;
    for (size_t i = 0; i < vars->count; i++) {
        bdd after = bdd_substitute(s->m, bdd_literal(s->m, vars->at[i]), s->preimage);
        body = bdd_and(s->m, body, bdd_iff(s->m, bdd_literal(s->m, vars->at[i] + 1), after));
    }
    bdd_relation *relation = bdd_relation_new(s->m, body, vars->at, vars->count);
    bdd_close_scope(s->m, scope);
    if (relation)
        array_push(s->mem, &s->relations, relation);
    return relation;
}

// One for each cycle of bits that begins in the cell.
static bool relate_bits(struct substitution *s, cell_id cell, bool *seen)
{
    const int *bits;
    size_t count = encode_cell_vars(s->encoding, cell, &bits);
    var_list vars = {0};
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        vars.count = 0;
        for (int at = bits[i]; !seen[at]; at = s->goes_to[at]) {
            seen[at] = true;
            array_push(s->mem, &vars, at);
        }
        good = vars.count < 2 || add_relation(s, &vars);
    }
    array_free(s->mem, &vars);
    return good;
}

static bool relate_cells(struct substitution *s, cell_id first, bool *seen)
{
    var_list vars = {0};
    cell_id cell = first;
    do {
        const int *bits;
        size_t count = encode_cell_vars(s->encoding, cell, &bits);
        for (size_t i = 0; i < count; i++) {
            seen[bits[i]] = true;
            array_push(s->mem, &vars, bits[i]);
        }
        cell = s->cells[cell];
    } while (cell != first);
    bool good = vars.count == 0 || add_relation(s, &vars);
    array_free(s->mem, &vars);
    return good;
}

static bool cycle_has_codes(const struct substitution *s, cell_id first)
{
    cell_id cell = first;
    bool has = false;
    do {
        has |= s->by_codes[cell];
        cell = s->cells[cell];
    } while (cell != first);
    return has;
}

static bool relate(struct substitution *s)
{
    const struct model *model = encoding_model(s->encoding);
    bool *seen = mem_zalloc(s->mem, s->var_count + 1), good = true;
    for (cell_id cell = 0; cell < s->cell_count && good; cell++) {
        const int *bits;
        enum cell_role role = model_cell(model, cell)->role;
        size_t count = encode_cell_vars(s->encoding, cell, &bits);
        if (!s->moved[cell] || role == CELL_INPUT || count == 0)
            continue;
        if (role == CELL_FROZEN)
            good = false;
        else if (!cycle_has_codes(s, cell))
            good = relate_bits(s, cell, seen);
        else if (!seen[bits[0]])
            good = relate_cells(s, cell, seen);
    }
    mem_free(s->mem, seen, s->var_count + 1);
    return good;
}

bool substitution_relations(struct substitution *s, bdd_relation *const **relations, size_t *count)
{
    if (!s->related) {
        while (s->relations.count) // of an attempt that was given up
            bdd_relation_free(array_pop(&s->relations));
        s->related = relate(s);
    }
    *relations = s->relations.at;
    *count = s->relations.count;
    return s->related;
}
