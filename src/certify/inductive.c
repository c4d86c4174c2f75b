#include "certify/inductive.h"

#include "certify/closed_graph.h"

// ---- Reading --------------------------------------------------------------------------------------------------------

typedef ARRAY(struct inductive_wire) circuit_nodes;

static struct inductive_wire read_reference(struct view *v, const circuit_nodes *nodes)
{
    uint64_t reference = view_number_below(v, 2 * nodes->count);
    struct inductive_wire w = nodes->at[reference / 2];
    for (int next = 0; next < 2; next++)
        w.is[next] = reference & 1 ? -w.is[next] : w.is[next];
    return w;
}

static void read_nodes(struct inductive *i, struct view *v, circuit_nodes *nodes)
{
    struct inductive_wire node = {{WIRE_TRUE, WIRE_TRUE}};
    struct model *m = i->blast.model;
    array_push(i->mem, nodes, node);
    for (cell_id c = 0; c < model_cell_count(m); c++)
        for (unsigned bit = 0; model_cell(m, c)->role != CELL_INPUT && bit < bit_blast_cell_width(&i->blast, c);
             bit++) {
            for (int next = 0; next < 2; next++)
                node.is[next] = bit_blast_cell_bit(&i->blast, c, next, bit);
            array_push(i->mem, nodes, node);
        }
    for (uint64_t count = view_number(v); count > 0 && !v->is_damaged; count--) {
        struct inductive_wire condition = read_reference(v, nodes), high = read_reference(v, nodes),
                              low = read_reference(v, nodes);
        for (int next = 0; next < 2 && !v->is_damaged; next++)
            node.is[next] = circuit_ite(&i->blast.circuit, condition.is[next], high.is[next], low.is[next]);
        array_push(i->mem, nodes, node);
    }
}

// A number without sign, the lowest bit first.
static struct inductive_number read_number_bits(struct view *v, const circuit_nodes *nodes)
{
    struct inductive_number number = {{vector_constant(0, 1), vector_constant(0, 1)}};
    unsigned width = (unsigned)view_number_below(v, 64);
    for (unsigned bit = 0; bit < width; bit++) {
        struct inductive_wire w = read_reference(v, nodes);
        for (int next = 0; next < 2; next++) {
            number.is[next].bits[bit] = w.is[next];
            number.is[next].width = width;
        }
    }
    return number;
}

bool inductive_open(struct inductive *i, struct view section, bool is_ranked, struct model *model,
                    const struct supervisor *watch, struct mem *mem, const char **error)
{
    *i = (struct inductive){.mem = mem, .is_open = true, .is_ranked = is_ranked};
    bit_blast_open(&i->blast, model, watch, mem);
    *error = "its invariant is damaged";
    circuit_nodes nodes = {0};
    read_nodes(i, &section, &nodes);
    i->inside = read_reference(&section, &nodes);
    if (is_ranked) {
        i->number = read_number_bits(&section, &nodes);
        i->missing = read_number_bits(&section, &nodes);
    }
    array_free(mem, &nodes);
    return view_is_done(&section);
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

// A step that keeps the number and what is missing, and does not meet that.
static wire stays(struct inductive *i)
{
    struct circuit *c = &i->blast.circuit;
    struct model *m = i->blast.model;
    wire allowed = WIRE_FALSE;
    struct vector missing = vector_resize(i->missing.is[0], 64, false);
    for (size_t k = 0; k < model_justice_count(m); k++) {
        wire is_missing = vector_equal(c, missing, vector_constant((int64_t)k, 64));
        wire is_met = bit_blast_condition(&i->blast, model_justice(m, k));
        allowed = circuit_or(c, allowed, circuit_and(c, is_missing, -is_met));
    }
    wire same = circuit_and(c, vector_equal(c, i->number.is[0], i->number.is[1]),
                            vector_equal(c, i->missing.is[0], i->missing.is[1]));
    return circuit_and(c, same, allowed);
}

// Whether no step from the set has what must not be.
static enum inductive_answer exclude_steps(struct inductive *i, wire violation, const char *what, struct str *text)
{
    wire step[] = {bit_blast_step(&i->blast), violation};
    return exclude(i, step, 2, true, what, text);
}

// A conjunct of the set by itself is an easy question, where the set is one of clauses: the solver need not choose one.
static enum inductive_answer exclude_ways_out(struct inductive *i, struct str *text)
{
    wire_list conjuncts = {0};
    enum inductive_answer answer = INDUCTIVE_YES;
    circuit_conjuncts(&i->blast.circuit, i->inside.is[1], &conjuncts);
    for (size_t k = 0; k < conjuncts.count && answer == INDUCTIVE_YES; k++)
        answer = exclude_steps(i, -conjuncts.at[k], "a step leads out of the invariant", text);
    array_free(i->mem, &conjuncts);
    return answer;
}

enum inductive_answer inductive_check(struct inductive *i, struct str *text)
{
    wire start[] = {bit_blast_initial(&i->blast), -i->inside.is[0]};
    enum inductive_answer answer = exclude(i, start, 2, false, "an initial state is outside of the invariant", text);
    circuit_require(&i->blast.circuit, i->inside.is[0]); // all that is asked from now on begins there
    circuit_require(&i->blast.circuit, bit_blast_state(&i->blast));
    if (answer == INDUCTIVE_YES)
        answer = exclude_ways_out(i, text);
    if (answer != INDUCTIVE_YES || !i->is_ranked)
        return answer;
    wire falls = vector_less(&i->blast.circuit, i->number.is[1], i->number.is[0], false);
    return exclude_steps(i, -circuit_or(&i->blast.circuit, falls, stays(i)),
                         "a path to a violation is not ruled out by a step", text);
}

enum inductive_answer inductive_implies(struct inductive *i, expr condition, struct str *text)
{
    static const char what[] = "the condition is false in a state of the invariant";
    const struct expr_node *e = model_expr(i->blast.model, condition);
    wire violation = -bit_blast_condition(&i->blast, condition);
    if (e->has_next || e->has_input)
        return exclude_steps(i, violation, what, text);
    return exclude(i, &violation, 1, false, what, text);
}

// ---- Paths ----------------------------------------------------------------------------------------------------------

// The base of the induction, or its step.
static enum inductive_answer induct(struct inductive *i, expr condition, uint64_t depth, bool is_base, struct str *text)
{
    static const char in_base[] = "the condition is false on a path from an initial state",
                      in_step[] = "the condition is false after a path on which it is true";
    struct bit_blast *b = &i->blast;
    circuit_require(&b->circuit, is_base ? bit_blast_initial(b) : bit_blast_state(b));
    for (uint64_t at = 0; at < depth || !is_base; at++) {
        wire holds = bit_blast_condition(b, condition), violation = -holds;
        for (cell_id c = 0; c < b->records.cells; c++) // before a solution, which new bits would undo
            if (model_cell(b->model, c)->role != CELL_INPUT && bit_blast_cell_width(b, c) > 0)
                bit_blast_cell_bit(b, c, false, 0);
        if (is_base || at == depth || b->error) {
            enum inductive_answer answer = exclude(i, &violation, 1, false, is_base ? in_base : in_step, text);
            if (!is_base || answer != INDUCTIVE_YES)
                return answer;
        }
        circuit_require(&b->circuit, holds);
        circuit_require(&b->circuit, bit_blast_step(b));
        bit_blast_advance(b);
    }
    return INDUCTIVE_YES;
}

enum inductive_answer inductive_by_paths(struct model *model, expr condition, uint64_t depth,
                                         const struct supervisor *watch, struct mem *mem, struct str *text)
{
    enum inductive_answer answer = INDUCTIVE_YES;
    for (int step = 0; step < 2 && answer == INDUCTIVE_YES; step++) {
        struct inductive i = {.mem = mem, .is_open = true};
        bit_blast_open(&i.blast, model, watch, mem);
        answer = induct(&i, condition, depth, step == 0, text);
        inductive_close(&i);
    }
    return answer;
}
