#include "btor2/btor2_lower.h"

#include <assert.h>
#include <string.h>

#include "base/symbols.h"
#include "base/utf8.h"
#include "btor2/btor2_operator.h"

#define OFTEN 4096 // elements of nodes, after which somebody may want to end it

struct lowering {
    const struct btor2 *b;
    struct model *model;
    struct mem *mem;
    struct arena arena;
    struct symbols taken; // names of cells
    bool *observed;       // by node: it is read by a property, a constraint or an initial value
    expr **values;        // by node: an expression for each element; one for a bit vector
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

static void add_cells(struct lowering *l, size_t number)
{
    const struct btor2_node *n = &l->b->nodes.at[number];
    bool keeps = n->op == BTOR2_STATE && n->next.node == number && !n->next.is_negated;
    enum cell_role role = n->op == BTOR2_INPUT && !l->observed[number] ? CELL_INPUT : keeps ? CELL_FROZEN : CELL_STATE;
    struct str name = {0};
    name_node(l, n, &name);
    size_t length = name.count;
    for (uint32_t i = 0; i < btor2_elements(n->sort); i++) {
        name.count = length;
        if (n->sort.index)
            str_add(l->mem, &name, "[%u]", i);
        symbols_make_unique(&l->taken, &l->arena, &name, l->mem); // names of a file need not tell cells apart
        cell_id cell = model_add_cell(l->model, name.at, btor2_type(l->model, n->sort.width), role);
        l->values[number][i] = model_cell_expr(l->model, cell);
        if (i == 0)
            l->cells[number] = cell;
    }
    str_free(l->mem, &name);
}

// ---- Nodes ----------------------------------------------------------------------------------------------------------

static expr element(struct lowering *l, struct btor2_operand operand, uint32_t number)
{
    expr e = l->values[operand.node][number];
    return operand.is_negated ? btor2_not(l->model, e) : e;
}

static expr bit(struct lowering *l, struct btor2_operand operand)
{
    return element(l, operand, 0);
}

// By the bits of the index, the highest first: as deep as the index has bits.
static expr read_element(struct lowering *l, const expr *elements, expr index, unsigned bits)
{
    if (bits == 0)
        return elements[0];
    expr low = read_element(l, elements, index, bits - 1);
    expr high = read_element(l, elements + (1u << (bits - 1)), index, bits - 1);
    return model_ite(l->model, btor2_bit(l->model, index, bits - 1), high, low);
}

static expr arrays_equal(struct lowering *l, const struct btor2_node *n)
{
    struct model *m = l->model;
    uint32_t count = btor2_elements(l->b->nodes.at[n->args[0].node].sort);
    expr same = model_true(m);
    for (uint32_t i = 0; i < count; i++)
        same = model_and(m, same, btor2_equal(m, element(l, n->args[0], i), element(l, n->args[1], i)));
    return n->op == BTOR2_EQ ? same : model_not(m, same);
}

static void write_element(struct lowering *l, const struct btor2_node *n, expr *to)
{
    struct model *m = l->model;
    for (uint32_t i = 0; i < btor2_elements(n->sort); i++) {
        expr is_this = btor2_equal(m, bit(l, n->args[1]), btor2_constant(m, n->sort.index, i));
        to[i] = model_ite(m, is_this, bit(l, n->args[2]), element(l, n->args[0], i));
    }
}

static void add_value(struct lowering *l, size_t number)
{
    const struct btor2_node *n = &l->b->nodes.at[number];
    expr *to = l->values[number] = arena_alloc(&l->arena, btor2_elements(n->sort) * sizeof *to), args[3];
    bool reads_arrays = n->arg_count > 1 && l->b->nodes.at[n->args[0].node].sort.index;
    if (n->op == BTOR2_INPUT || n->op == BTOR2_STATE) {
        add_cells(l, number);
    } else if (n->op == BTOR2_READ) {
        *to =
            read_element(l, l->values[n->args[0].node], bit(l, n->args[1]), l->b->nodes.at[n->args[0].node].sort.index);
    } else if (n->op == BTOR2_WRITE) {
        write_element(l, n, to);
    } else if (n->sort.index) { // a choice of arrays
        for (uint32_t i = 0; i < btor2_elements(n->sort); i++)
            to[i] = model_ite(l->model, bit(l, n->args[0]), element(l, n->args[1], i), element(l, n->args[2], i));
    } else if (reads_arrays) {
        *to = arrays_equal(l, n);
    } else {
        for (uint32_t i = 0; i < n->arg_count; i++)
            args[i] = bit(l, n->args[i]);
        *to = btor2_apply(l->model, n, args);
    }
}

// ---- Behaviour ------------------------------------------------------------------------------------------------------

// An initial value that is no constant is a condition: it may read other states.
static void add_initial(struct lowering *l, cell_id cell, expr now, expr initial)
{
    value v;
    if (model_is_const(l->model, initial, &v))
        model_add_initial(l->model, (struct part){PART_CHOICE, cell, initial});
    else
        model_add_initial(l->model, (struct part){PART_CONDITION, CELL_NONE, btor2_equal(l->model, now, initial)});
}

static void add_behaviour(struct lowering *l)
{
    const struct btor2 *b = l->b;
    struct model *m = l->model;
    size_t action = model_add_action(m, "");
    for (size_t i = 0; i < b->nodes.count; i++) {
        const struct btor2_node *n = &b->nodes.at[i];
        for (uint32_t k = 0; n->op == BTOR2_STATE && k < btor2_elements(n->sort); k++) {
            cell_id cell = l->cells[i] + k;
            if (n->init.node != BTOR2_NONE) {
                bool fills = n->sort.index && !b->nodes.at[n->init.node].sort.index;
                add_initial(l, cell, l->values[i][k], element(l, n->init, fills ? 0 : k));
            }
            if (n->next.node != BTOR2_NONE && model_cell(m, cell)->role == CELL_STATE)
                model_add_to_action(m, action, (struct part){PART_CHOICE, cell, element(l, n->next, k)});
        }
    }
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
        made += btor2_elements(b->nodes.at[i].sort);
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
