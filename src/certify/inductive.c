#include "certify/inductive.h"

#include "certify/closed_graph.h"

// ---- Reading --------------------------------------------------------------------------------------------------------

// A leaf now and next.
struct leaf {
    wire is[2];
};

static wire position_is(struct inductive *i, cell_id cell, bool is_next, uint64_t position)
{
    wire all = WIRE_TRUE;
    for (unsigned bit = 0; bit < bit_blast_cell_width(&i->blast, cell); bit++) {
        wire w = bit_blast_cell_bit(&i->blast, cell, is_next, bit);
        all = circuit_and(&i->blast.circuit, all, position >> bit & 1 ? w : -w);
    }
    return all;
}

static bool read_leaf(struct inductive *i, struct view *v, struct leaf *leaf)
{
    struct model *m = i->blast.model;
    cell_id cell = (cell_id)view_number_below(v, model_cell_count(m));
    bool is_list = view_number_below(v, 2) == LEAF_LIST;
    if (v->is_damaged || model_cell(m, cell)->role == CELL_INPUT)
        return false;
    unsigned width = bit_blast_cell_width(&i->blast, cell);
    leaf->is[0] = leaf->is[1] = WIRE_FALSE;
    if (!is_list) {
        unsigned bit = (unsigned)view_number_below(v, width);
        for (int next = 0; next < 2 && !v->is_damaged; next++)
            leaf->is[next] = bit_blast_cell_bit(&i->blast, cell, next, bit);
        return !v->is_damaged;
    }
    for (uint64_t count = view_number(v); count > 0 && !v->is_damaged; count--) {
        uint64_t position = view_number(v);
        for (int next = 0; next < 2; next++)
            leaf->is[next] = circuit_or(&i->blast.circuit, leaf->is[next], position_is(i, cell, next, position));
    }
    return !v->is_damaged;
}

static wire wire_of(const struct leaf *nodes, uint64_t reference, int next)
{
    wire w = nodes[reference / 2].is[next];
    return reference & 1 ? -w : w;
}

static bool read_nodes(struct inductive *i, struct view *v, const struct leaf *leaves, uint64_t leaf_count)
{
    ARRAY(struct leaf) nodes = {0};
    struct leaf true_node = {{WIRE_TRUE, WIRE_TRUE}};
    array_push(i->mem, &nodes, true_node);
    for (uint64_t count = view_number(v); count > 0 && !v->is_damaged; count--) {
        struct leaf node;
        uint64_t leaf = view_number_below(v, leaf_count), high = view_number_below(v, 2 * nodes.count);
        uint64_t low = view_number_below(v, 2 * nodes.count);
        for (int next = 0; next < 2 && !v->is_damaged; next++)
            node.is[next] = circuit_ite(&i->blast.circuit, leaves[leaf].is[next], wire_of(nodes.at, high, next),
                                        wire_of(nodes.at, low, next));
        array_push(i->mem, &nodes, node);
    }
    uint64_t root = view_number_below(v, 2 * nodes.count);
    i->inside = wire_of(nodes.at, root, 0);
    i->inside_next = wire_of(nodes.at, root, 1);
    array_free(i->mem, &nodes);
    return view_is_done(v);
}

bool inductive_open(struct inductive *i, struct view section, struct model *model, struct mem *mem, const char **error)
{
    *i = (struct inductive){.mem = mem, .is_open = true};
    bit_blast_open(&i->blast, model, mem);
    for (cell_id c = 0; c < model_cell_count(model); c++) // all of them, so that any state can be shown
        for (int next = 0; next < 2 && model_cell(model, c)->role != CELL_INPUT; next++)
            if (bit_blast_cell_width(&i->blast, c) > 0)
                bit_blast_cell_bit(&i->blast, c, next, 0);
    *error = "its invariant is damaged";
    uint64_t count = view_number(&section);
    if (count > (uint64_t)(section.end - section.at))
        return false;
    struct leaf *leaves = mem_zalloc(mem, count * sizeof *leaves);
    bool good = true;
    for (uint64_t at = 0; at < count && good; at++)
        good = read_leaf(i, &section, &leaves[at]);
    good = good && read_nodes(i, &section, leaves, count);
    mem_free(mem, leaves, count * sizeof *leaves);
    return good;
}

void inductive_close(struct inductive *i)
{
    if (i->is_open)
        bit_blast_close(&i->blast);
    i->is_open = false;
}

// ---- Obligations ----------------------------------------------------------------------------------------------------

static void add_found(struct inductive *i, bool is_next, struct str *text)
{
    struct model *m = i->blast.model;
    size_t bytes = model_cell_count(m) * sizeof(value);
    value *state = mem_zalloc(i->mem, bytes);
    for (cell_id c = 0; c < model_cell_count(m); c++) {
        uint64_t position = 0;
        for (unsigned bit = 0; model_cell(m, c)->role != CELL_INPUT && bit < bit_blast_cell_width(&i->blast, c); bit++)
            position |= (uint64_t)circuit_value(&i->blast.circuit, bit_blast_cell_bit(&i->blast, c, is_next, bit))
                        << bit;
        const struct type *type = model_type(m, model_cell(m, c)->type);
        state[c] = type_value(type, position < type_size(type) ? position : 0);
    }
    str_add(i->mem, text, "%s(", is_next ? " to " : ": ");
    certify_add_state(m, state, i->mem, text);
    str_add(i->mem, text, ")");
    mem_free(i->mem, state, bytes);
}

// Whether these wires cannot be true together.
static enum inductive_answer exclude(struct inductive *i, const wire *wires, size_t count, bool has_step,
                                     const char *what, struct str *text)
{
    if (i->blast.error) {
        str_add(i->mem, text, "%s", i->blast.error);
        return INDUCTIVE_UNKNOWN;
    }
    switch (circuit_solve(&i->blast.circuit, wires, count)) {
    case CIRCUIT_UNSAT:
        return INDUCTIVE_YES;
    case CIRCUIT_SAT:
        str_add(i->mem, text, "%s", what);
        add_found(i, false, text);
        if (has_step)
            add_found(i, true, text);
        return INDUCTIVE_NO;
    default:
        str_add(i->mem, text, "the SAT solver has given up");
        return INDUCTIVE_UNKNOWN;
    }
}

enum inductive_answer inductive_check(struct inductive *i, struct str *text)
{
    wire start[] = {bit_blast_initial(&i->blast), -i->inside};
    enum inductive_answer answer = exclude(i, start, 2, false, "an initial state is outside of the invariant", text);
    if (answer != INDUCTIVE_YES)
        return answer;
    wire step[] = {i->inside, bit_blast_state(&i->blast), bit_blast_step(&i->blast), -i->inside_next};
    return exclude(i, step, 4, true, "a step leads out of the invariant", text);
}

enum inductive_answer inductive_implies(struct inductive *i, expr condition, struct str *text)
{
    wire violation[] = {i->inside, bit_blast_state(&i->blast), -bit_blast_condition(&i->blast, condition)};
    return exclude(i, violation, 3, false, "the condition is false in a state of the invariant", text);
}
