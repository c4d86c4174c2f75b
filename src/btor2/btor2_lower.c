#include "btor2/btor2_lower.h"

#include <assert.h>
#include <string.h>

#include "base/symbols.h"
#include "base/utf8.h"
#include "btor2/btor2_operator.h"
#include "btor2/btor2_wide.h"

#define OFTEN 65536 // bits of nodes, after which somebody may want to end it

struct lowering {
    const struct btor2 *b;
    struct model *model;
    struct mem *mem;
    struct arena arena;
    struct symbols taken; // names of cells
    bool *observed;       // by node: it is read by a property, a constraint or an initial value
    expr **values;        // by node: an expression for each element, or for each bit of it where these are wide
    cell_id *cells;
};

// ---- Names ----------------------------------------------------------------------------------------------------------

static void name_node(struct lowering *l, const struct btor2_node *n, struct str *out)
{
    str_clear(out);
    if (n->symbol)
        utf8_add_printable(l->mem, out, n->symbol, strlen(n->symbol));
    else
        str_add(l->mem, out, "%s%u", btor2_word(n->op), n->id);
}

static void name_property(struct lowering *l, char letter, const char *symbol, size_t number, struct str *out)
{
    str_clear(out);
    if (symbol)
        utf8_add_printable(l->mem, out, symbol, strlen(symbol));
    else
        str_add(l->mem, out, "%c%zu", letter, number);
}

// ---- Inputs and states ----------------------------------------------------------------------------------------------

static void find_observed(struct lowering *l)
{
    const struct btor2 *b = l->b;
    for (size_t i = 0; i < b->bads.count; i++)
        l->observed[b->bads.at[i].of.node] = true;
    for (size_t i = 0; i < b->constraints.count; i++)
        l->observed[b->constraints.at[i].of.node] = true;
    for (size_t i = 0; i < b->fair.count; i++)
        l->observed[b->fair.at[i].of.node] = true;
    for (size_t i = 0; i < b->justice_conditions.count; i++)
        l->observed[b->justice_conditions.at[i].node] = true;
    for (size_t i = 0; i < b->nodes.count; i++)
        if (b->nodes.at[i].init.node != BTOR2_NONE)
            l->observed[b->nodes.at[i].init.node] = true;
    for (size_t i = b->nodes.count; i-- > 0;)
        for (uint32_t k = 0; k < b->nodes.at[i].arg_count && l->observed[i]; k++)
            l->observed[b->nodes.at[i].args[k].node] = true;
}

// The bits of a wide vector are in cells of a word each, the lowest first: x[63:0], x[127:64], ...
static void add_cell(struct lowering *l, size_t number, uint32_t element, uint32_t part, enum cell_role role,
                     struct str *name)
{
    struct btor2_sort sort = l->b->nodes.at[number].sort;
    unsigned low = part * BTOR2_WORD_BITS, width = sort.width - low;
    expr *to = l->values[number] + (btor2_is_wide(sort) ? (size_t)element * sort.width + low : element);
    if (width > BTOR2_WORD_BITS)
        width = BTOR2_WORD_BITS;
    if (sort.index)
        str_add(l->mem, name, "[%u]", element);
    if (btor2_is_wide(sort))
        str_add(l->mem, name, "[%u:%u]", low + width - 1, low);
    symbols_make_unique(&l->taken, &l->arena, name, l->mem); // names of a file need not tell cells apart
    cell_id cell = model_add_cell(l->model, name->at, btor2_type(l->model, width), role);
    expr now = model_cell_expr(l->model, cell);
    if (element == 0 && part == 0)
        l->cells[number] = cell;
    if (!btor2_is_wide(sort))
        *to = now;
    for (unsigned i = 0; i < width && btor2_is_wide(sort); i++)
        to[i] = btor2_bit(l->model, now, i);
}

static void add_cells(struct lowering *l, size_t number)
{
    const struct btor2_node *n = &l->b->nodes.at[number];
    bool keeps = n->op == BTOR2_STATE && n->next.node == number && !n->next.is_negated;
    enum cell_role role = n->op == BTOR2_INPUT && !l->observed[number] ? CELL_INPUT : keeps ? CELL_FROZEN : CELL_STATE;
    struct str name = {0};
    name_node(l, n, &name);
    size_t length = name.count;
    for (uint32_t i = 0; i < btor2_elements(n->sort); i++)
        for (uint32_t k = 0; k < btor2_cells(n->sort); k++) {
            name.count = length;
            add_cell(l, number, i, k, role, &name);
        }
    str_free(l->mem, &name);
}

// ---- Nodes ----------------------------------------------------------------------------------------------------------

static struct btor2_sort sort_of(const struct lowering *l, struct btor2_operand operand)
{
    return l->b->nodes.at[operand.node].sort;
}

// Of vectors that are words at the most.
static expr element(struct lowering *l, struct btor2_operand operand, uint32_t number)
{
    expr e = l->values[operand.node][number];
    return operand.is_negated ? btor2_not(l->model, e) : e;
}

static expr bit(struct lowering *l, struct btor2_operand operand)
{
    return element(l, operand, 0);
}

// Of vectors of any width, bit by bit.
static struct btor2_bits bits_of(struct lowering *l, struct btor2_operand operand, uint32_t number)
{
    struct btor2_sort sort = sort_of(l, operand);
    struct btor2_bits bits = {arena_alloc(&l->arena, sort.width * sizeof(expr)), sort.width};
    const expr *from = l->values[operand.node] + (btor2_is_wide(sort) ? (size_t)number * sort.width : number);
    for (unsigned i = 0; i < sort.width; i++) {
        expr e = btor2_is_wide(sort) ? from[i] : btor2_bit(l->model, *from, i);
        bits.at[i] = operand.is_negated ? model_not(l->model, e) : e;
    }
    return bits;
}

// Up to a word of bits, as one vector.
static expr joined(struct lowering *l, const expr *bits, unsigned width)
{
    struct model *m = l->model;
    expr word = bits[0];
    if (width == 1)
        return word;
    word = model_convert(m, OP_RETYPE, model_word(m, 1, false), word);
    for (unsigned i = 1; i < width; i++)
        word = model_binary(m, OP_CONCAT, model_convert(m, OP_RETYPE, model_word(m, 1, false), bits[i]), word);
    return word;
}

// By the bits of the index, the highest first: as deep as the index has bits.
static expr read_element(struct lowering *l, const expr *elements, size_t stride, expr index, unsigned bits)
{
    if (bits == 0)
        return elements[0];
    expr low = read_element(l, elements, stride, index, bits - 1);
    expr high = read_element(l, elements + (stride << (bits - 1)), stride, index, bits - 1);
    return model_ite(l->model, btor2_bit(l->model, index, bits - 1), high, low);
}

// How many expressions an element of the node has.
static size_t stride_of(struct btor2_sort sort)
{
    return btor2_is_wide(sort) ? sort.width : 1;
}

static expr arrays_equal(struct lowering *l, const struct btor2_node *n)
{
    struct model *m = l->model;
    struct btor2_sort sort = sort_of(l, n->args[0]);
    expr same = model_true(m);
    for (size_t i = 0; i < btor2_elements(sort) * stride_of(sort); i++)
        same = model_and(m, same,
                         btor2_equal(m, element(l, n->args[0], (uint32_t)i), element(l, n->args[1], (uint32_t)i)));
    return n->op == BTOR2_EQ ? same : model_not(m, same);
}

static void write_element(struct lowering *l, const struct btor2_node *n, expr *to)
{
    struct model *m = l->model;
    size_t stride = stride_of(n->sort);
    for (uint32_t i = 0; i < btor2_elements(n->sort); i++) {
        expr is_this = btor2_equal(m, bit(l, n->args[1]), btor2_constant(m, n->sort.index, i));
        for (uint32_t k = 0; k < stride; k++)
            to[i * stride + k] =
                model_ite(m, is_this, element(l, n->args[2], k), element(l, n->args[0], (uint32_t)(i * stride + k)));
    }
}

static bool is_about_wide(const struct lowering *l, const struct btor2_node *n)
{
    bool is_wide = btor2_is_wide(n->sort);
    for (uint32_t i = 0; i < n->arg_count; i++)
        is_wide |= btor2_is_wide(sort_of(l, n->args[i]));
    return is_wide;
}

static void apply(struct lowering *l, const struct btor2_node *n, expr *to)
{
    expr args[3];
    struct btor2_bits wide[3], result = {to, n->sort.width};
    if (!is_about_wide(l, n)) {
        for (uint32_t i = 0; i < n->arg_count; i++)
            args[i] = bit(l, n->args[i]);
        *to = btor2_apply(l->model, n, args);
        return;
    }
    for (uint32_t i = 0; i < n->arg_count; i++)
        wide[i] = bits_of(l, n->args[i], 0);
    if (!btor2_is_wide(n->sort))
        result.at = arena_alloc(&l->arena, n->sort.width * sizeof(expr));
    btor2_wide_apply(l->model, n, wide, result, &l->arena);
    if (!btor2_is_wide(n->sort))
        *to = joined(l, result.at, n->sort.width);
}

static void add_value(struct lowering *l, size_t number)
{
    const struct btor2_node *n = &l->b->nodes.at[number];
    size_t stride = stride_of(n->sort), count = btor2_elements(n->sort) * stride;
    expr *to = l->values[number] = arena_alloc(&l->arena, count * sizeof *to);
    bool reads_arrays = n->arg_count > 1 && sort_of(l, n->args[0]).index;
    if (n->op == BTOR2_INPUT || n->op == BTOR2_STATE) {
        add_cells(l, number);
    } else if (n->op == BTOR2_READ) {
        for (size_t i = 0; i < stride; i++)
            to[i] = read_element(l, l->values[n->args[0].node] + i, stride, bit(l, n->args[1]),
                                 sort_of(l, n->args[0]).index);
    } else if (n->op == BTOR2_WRITE) {
        write_element(l, n, to);
    } else if (n->sort.index) { // a choice of arrays
        for (uint32_t i = 0; i < count; i++)
            to[i] = model_ite(l->model, bit(l, n->args[0]), element(l, n->args[1], i), element(l, n->args[2], i));
    } else if (reads_arrays) {
        *to = arrays_equal(l, n);
    } else {
        apply(l, n, to);
    }
}

// ---- Behaviour ------------------------------------------------------------------------------------------------------

// What an operand is in a cell of an element.
static expr in_cell(struct lowering *l, struct btor2_operand operand, uint32_t number, uint32_t part)
{
    struct btor2_sort sort = sort_of(l, operand);
    if (!btor2_is_wide(sort))
        return element(l, operand, number);
    unsigned low = part * BTOR2_WORD_BITS, width = sort.width - low;
    return joined(l, bits_of(l, operand, number).at + low, width < BTOR2_WORD_BITS ? width : BTOR2_WORD_BITS);
}

// An initial value that is no constant is a condition: it may read other states.
static void add_initial(struct lowering *l, cell_id cell, expr initial)
{
    expr now = model_cell_expr(l->model, cell);
    value v;
    if (model_is_const(l->model, initial, &v))
        model_add_initial(l->model, (struct part){PART_CHOICE, cell, initial});
    else
        model_add_initial(l->model, (struct part){PART_CONDITION, CELL_NONE, btor2_equal(l->model, now, initial)});
}

static void add_cell_behaviour(struct lowering *l, size_t action, size_t number, uint32_t at, uint32_t part)
{
    const struct btor2_node *n = &l->b->nodes.at[number];
    cell_id cell = l->cells[number] + at * btor2_cells(n->sort) + part;
    if (n->init.node != BTOR2_NONE) {
        bool fills = n->sort.index && !sort_of(l, n->init).index;
        add_initial(l, cell, in_cell(l, n->init, fills ? 0 : at, part));
    }
    if (n->next.node != BTOR2_NONE && model_cell(l->model, cell)->role == CELL_STATE)
        model_add_to_action(l->model, action, (struct part){PART_CHOICE, cell, in_cell(l, n->next, at, part)});
}

static void add_behaviour(struct lowering *l)
{
    const struct btor2 *b = l->b;
    struct model *m = l->model;
    size_t action = model_add_action(m, "");
    for (size_t i = 0; i < b->nodes.count; i++)
        for (uint32_t k = 0; b->nodes.at[i].op == BTOR2_STATE && k < btor2_elements(b->nodes.at[i].sort); k++)
            for (uint32_t part = 0; part < btor2_cells(b->nodes.at[i].sort); part++)
                add_cell_behaviour(l, action, i, k, part);
    for (size_t i = 0; i < b->constraints.count; i++)
        model_add_invariant(m, (struct part){PART_CONDITION, CELL_NONE, bit(l, b->constraints.at[i].of)});
    for (size_t i = 0; i < b->fair.count; i++)
        model_add_justice(m, bit(l, b->fair.at[i].of));
}

// ---- Properties -----------------------------------------------------------------------------------------------------

static void add_bads(struct lowering *l)
{
    struct model *m = l->model;
    struct str name = {0}, text = {0};
    for (size_t i = 0; i < l->b->bads.count; i++) {
        expr bad = bit(l, l->b->bads.at[i].of);
        name_property(l, 'b', l->b->bads.at[i].symbol, i, &name);
        str_clear(&text);
        str_add(l->mem, &text, "!%s", name.at);
        model_add_property(m, &(struct property){.goal = (goal_id)model_property_count(m) + 1,
                                                 .kind = PROPERTY_INVARIANT,
                                                 .name = name.at,
                                                 .text = text.at,
                                                 .context = "",
                                                 .formula = model_atom(m, model_not(m, bad))});
        model_add_definition(m, name.at, bad);
    }
    str_free(l->mem, &name);
    str_free(l->mem, &text);
}

static void add_justice(struct lowering *l)
{
    struct model *m = l->model;
    struct str name = {0}, text = {0};
    for (size_t i = 0; i < l->b->justice.count; i++) {
        const struct btor2_justice *justice = &l->b->justice.at[i];
        formula some = FORMULA_NONE;
        for (size_t k = 0; k < justice->count; k++) {
            expr condition = bit(l, l->b->justice_conditions.at[justice->first + k]);
            formula never = model_atom(m, model_not(m, condition));
            never = model_formula_make(m, FORMULA_G, never, FORMULA_NONE);
            never = model_formula_make(m, FORMULA_F, never, FORMULA_NONE);
            some = some == FORMULA_NONE ? never : model_formula_make(m, FORMULA_OR, some, never);
        }
        name_property(l, 'j', justice->symbol, i, &name);
        str_clear(&text);
        str_add(l->mem, &text, "no path with %s", name.at);
        model_add_property(m, &(struct property){.goal = (goal_id)model_property_count(m) + 1,
                                                 .kind = PROPERTY_LTL,
                                                 .name = name.at,
                                                 .text = text.at,
                                                 .context = "",
                                                 .formula = some});
    }
    str_free(l->mem, &name);
    str_free(l->mem, &text);
}

// ---- All of it ------------------------------------------------------------------------------------------------------

bool btor2_lower(const struct btor2 *b, struct model *model, cell_id *cells, struct mem *mem, struct diag *diag)
{
    struct lowering l = {.b = b, .model = model, .mem = mem, .arena = {.mem = mem}};
    size_t count = b->nodes.count + 1, made = 0;
    bool good = true;
    l.observed = mem_zalloc(mem, count);
    l.values = mem_zalloc(mem, count * sizeof *l.values);
    l.cells = mem_alloc(mem, count * sizeof *l.cells);
    find_observed(&l);
    for (size_t i = 0; i < b->nodes.count && good; i++) {
        l.cells[i] = CELL_NONE;
        add_value(&l, i);
        made += btor2_elements(b->nodes.at[i].sort) * b->nodes.at[i].sort.width;
        if (made >= OFTEN) {
            good = diag_goes_on(diag, "reading");
            made = 0;
        }
    }
    if (good) {
        add_behaviour(&l);
        add_bads(&l);
        add_justice(&l);
        if (cells)
            memcpy(cells, l.cells, b->nodes.count * sizeof *cells);
    }
    mem_free(mem, l.observed, count);
    mem_free(mem, l.values, count * sizeof *l.values);
    mem_free(mem, l.cells, count * sizeof *l.cells);
    symbols_free(&l.taken, mem);
    arena_free(&l.arena);
    return good;
}
