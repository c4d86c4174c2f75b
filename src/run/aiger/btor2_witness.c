// Witnesses of BTOR2: `sat`, the property, and for each state of the counterexample what the model leaves open: states
// without an initial value in the first (#0), states without `next` in all others (#1, ...), and inputs (@0, ...), each
// by its number among the states or inputs, from 0, with its bits. An array has a line for each element.
//
// Of what is read, all else is computed: the first state is one that the model starts with.
#include <string.h>

#include "model/eval.h"
#include "run/aiger/circuit_witness.h"

// ---- Writing --------------------------------------------------------------------------------------------------------

static void add_bits(uint64_t bits, unsigned width, struct mem *mem, struct str *out)
{
    for (unsigned i = width; i-- > 0;)
        str_add_char(mem, out, bits >> i & 1 ? '1' : '0');
}

struct writing {
    const struct input *input;
    const struct trace *trace;
    struct mem *mem;
    struct str *out;
};

static void add_node(const struct writing *w, size_t node, uint32_t number, size_t frame, char mark)
{
    const struct btor2_node *n = &w->input->btor2->nodes.at[node];
    const value *state = trace_state(w->trace, frame) + w->input->btor2_cells[node];
    for (uint32_t i = 0; i < btor2_elements(n->sort); i++, state += btor2_cells(n->sort)) {
        str_add(w->mem, w->out, "%u ", number);
        if (n->sort.index) {
            str_add_char(w->mem, w->out, '[');
            add_bits(i, n->sort.index, w->mem, w->out);
            str_add(w->mem, w->out, "] ");
        }
        for (uint32_t k = btor2_cells(n->sort); k-- > 0;) {
            unsigned left = n->sort.width - k * BTOR2_WORD_BITS;
            add_bits((uint64_t)state[k], left < BTOR2_WORD_BITS ? left : BTOR2_WORD_BITS, w->mem, w->out);
        }
        if (n->symbol)
            str_add(w->mem, w->out, " %s%c%zu", n->symbol, mark, frame);
        str_add_char(w->mem, w->out, '\n');
    }
}

static void add_frame(const struct writing *w, size_t frame)
{
    const struct btor2 *b = w->input->btor2;
    bool has_states = false;
    uint32_t number = 0;
    for (size_t i = 0; i < b->nodes.count; i++) {
        if (b->nodes.at[i].op != BTOR2_STATE)
            continue;
        if ((frame ? b->nodes.at[i].next : b->nodes.at[i].init).node == BTOR2_NONE) {
            if (!has_states)
                str_add(w->mem, w->out, "#%zu\n", frame);
            has_states = true;
            add_node(w, i, number, frame, '#');
        }
        number++;
    }
    str_add(w->mem, w->out, "@%zu\n", frame);
    number = 0;
    for (size_t i = 0; i < b->nodes.count; i++)
        if (b->nodes.at[i].op == BTOR2_INPUT)
            add_node(w, i, number++, frame, '@');
}

void btor2_witness_add(const struct input *input, const struct result *result, struct mem *mem, struct str *out)
{
    size_t bads = input->btor2->bads.count, property = result->property;
    bool is_bad = property < bads, fails = result->verdict == VERDICT_FAILS;
    struct writing w = {input, &result->trace, mem, out};
    str_add(mem, out, "%s\n%c%zu\n",
            fails                              ? "sat"
            : result->verdict == VERDICT_HOLDS ? "unsat"
                                               : "unknown",
            is_bad ? 'b' : 'j', is_bad ? property : property - bads);
    for (size_t i = 0; fails && result->has_trace && i < trace_length(&result->trace); i++)
        add_frame(&w, i);
    str_add(mem, out, ".\n");
}

// ---- Reading --------------------------------------------------------------------------------------------------------

struct simulation {
    struct witness_reading *r;
    struct model *model;
    struct evaluator *evaluator;
    size_t cells;
    value *given;   // by cell: what the witness says of this state
    bool *is_given; // likewise: whether it does
    value *state, *next;
    struct eval_guide guide;
    ARRAY(expr) conditions; // of the first state
    bool is_found;
};

static bool is_number(const char *at, size_t length, size_t *number)
{
    *number = 0;
    for (size_t i = 0; i < length; i++) {
        if (at[i] < '0' || at[i] > '9' || *number > UINT32_MAX)
            return false;
        *number = *number * 10 + (size_t)(at[i] - '0');
    }
    return length > 0;
}

static size_t word_of(const char **line, size_t *length, const char **word)
{
    size_t count = 0;
    while (*length && **line == ' ') {
        ++*line;
        --*length;
    }
    *word = *line;
    while (count < *length && (*line)[count] != ' ')
        count++;
    *line += count;
    *length -= count;
    return count;
}

// `bits` has a word for each cell, the lowest first.
static bool read_bits(struct witness_reading *r, const char *word, size_t length, unsigned width, uint64_t *bits)
{
    memset(bits, 0, (width + BTOR2_WORD_BITS - 1) / BTOR2_WORD_BITS * sizeof *bits);
    if (length != width)
        return witness_fail(r, "the number of bits is not that of the sort");
    for (size_t i = 0; i < length; i++) {
        if (word[i] != '0' && word[i] != '1' && word[i] != 'x')
            return witness_fail(r, "expected the bits 0, 1 or x");
        size_t at = width - 1 - i;
        bits[at / BTOR2_WORD_BITS] |= (uint64_t)(word[i] == '1') << at % BTOR2_WORD_BITS;
    }
    return true;
}

static size_t find_node(const struct btor2 *b, enum btor2_op op, size_t number)
{
    for (size_t i = 0; i < b->nodes.count; i++)
        if (b->nodes.at[i].op == op && number-- == 0)
            return i;
    return SIZE_MAX;
}

static bool read_assignment(struct simulation *s, enum btor2_op op, const char *line, size_t length)
{
    struct witness_reading *r = s->r;
    const struct btor2 *b = r->input->btor2;
    const char *word;
    size_t count = word_of(&line, &length, &word), number;
    uint64_t bits[BTOR2_MOST_BITS / BTOR2_WORD_BITS], index = 0;
    if (!is_number(word, count, &number))
        return witness_fail(r, "expected the number of a state or input, a part of the next state, or a dot");
    size_t node = find_node(b, op, number);
    if (node == SIZE_MAX)
        return witness_fail(r, op == BTOR2_STATE ? "there is no such state" : "there is no such input");
    const struct btor2_sort sort = b->nodes.at[node].sort;
    count = word_of(&line, &length, &word);
    if (sort.index) {
        if (count < 2 || word[0] != '[' || word[count - 1] != ']')
            return witness_fail(r, "expected the index of an element");
        if (!read_bits(r, word + 1, count - 2, sort.index, &index))
            return false;
        count = word_of(&line, &length, &word);
    }
    if (!read_bits(r, word, count, sort.width, bits))
        return false;
    cell_id cell = r->input->btor2_cells[node] + (cell_id)index * btor2_cells(sort);
    for (uint32_t i = 0; i < btor2_cells(sort); i++) {
        s->given[cell + i] = (value)bits[i];
        s->is_given[cell + i] = true;
    }
    return true;
}

static bool take_initial(void *context, const value *inputs, const value *state)
{
    struct simulation *s = context;
    (void)inputs;
    memcpy(s->state, state, s->cells * sizeof *state);
    s->is_found = true;
    return false;
}

static void add_inputs(struct simulation *s, value *state)
{
    for (cell_id c = 0; c < s->cells; c++)
        if (model_cell(s->model, c)->role == CELL_INPUT)
            state[c] = s->is_given[c] ? s->given[c] : 0;
}

static bool find_first(struct simulation *s)
{
    for (cell_id c = 0; c < s->cells; c++)
        if (s->is_given[c] && model_cell(s->model, c)->role != CELL_INPUT) {
            expr given = model_const(s->model, model_cell(s->model, c)->type, s->given[c]);
            array_push(s->r->mem, &s->conditions, model_binary(s->model, OP_EQ, model_cell_expr(s->model, c), given));
        }
    s->guide = (struct eval_guide){.initial = s->conditions.at, .initial_count = s->conditions.count, .tries = 1 << 20};
    evaluator_guide(s->evaluator, &s->guide);
    eval_each_initial(s->evaluator, take_initial, s);
    return s->is_found || witness_fail(s->r, "the model has no initial state with these values");
}

// What the step sets is computed; all else is as the witness says, or zero.
static void find_next(struct simulation *s)
{
    const struct action *action = model_action(s->model, 0);
    for (cell_id c = 0; c < s->cells; c++)
        s->next[c] = model_cell(s->model, c)->role == CELL_FROZEN ? s->state[c] : s->is_given[c] ? s->given[c] : 0;
    for (size_t i = 0; i < action->part_count; i++)
        eval_value(s->evaluator, action->parts[i].expr, s->state, NULL, &s->next[action->parts[i].cell]);
}

// The state of which all has been read.
static bool end_frame(struct simulation *s, struct trace *trace)
{
    if (trace_length(trace) == 0) {
        if (!find_first(s))
            return false;
    } else {
        find_next(s);
        memcpy(s->state, s->next, s->cells * sizeof *s->state);
    }
    add_inputs(s, s->state);
    trace_push(trace, s->r->mem, s->state);
    memset(s->is_given, 0, s->cells);
    return true;
}

// The first state to which the last one leads, whatever is chosen anew there.
static size_t find_loop(struct simulation *s, const struct trace *trace)
{
    for (size_t i = 0; i < trace_length(trace); i++)
        if (eval_is_step(s->evaluator, s->state, trace_state(trace, i), NULL, NULL))
            return i;
    return TRACE_NO_LOOP;
}

static bool read_frames(struct simulation *s, struct circuit_witness *w)
{
    struct witness_reading *r = s->r;
    enum btor2_op op = BTOR2_STATE;
    const char *line;
    size_t length, frame, open = 0; // frames that have begun
    for (;;) {
        if (!witness_line(r, &line, &length))
            return witness_fail(r, "expected a dot at the end of the witness");
        bool is_part = length > 1 && (line[0] == '#' || line[0] == '@'), is_end = length == 1 && line[0] == '.';
        if (is_part && (!is_number(line + 1, length - 1, &frame) || (frame != open && frame + 1 != open)))
            return witness_fail(r, "expected the next state");
        if (open > trace_length(&w->trace) && (is_end || (is_part && frame == open)) && !end_frame(s, &w->trace))
            return false;
        if (is_end)
            break;
        if (is_part) {
            op = line[0] == '#' ? BTOR2_STATE : BTOR2_INPUT;
            open = frame + 1;
        } else if (length && line[0] != ';' && !read_assignment(s, op, line, length))
            return false;
    }
    if (trace_length(&w->trace) == 0)
        return witness_fail(r, "the witness has no state");
    if (w->property < r->input->btor2->bads.count)
        return true;
    w->trace.loop = find_loop(s, &w->trace);
    return w->trace.loop != TRACE_NO_LOOP || witness_fail(r, "the counterexample has no loop");
}

static bool read_counterexample(struct witness_reading *r, size_t property, circuit_witness_array *witnesses)
{
    struct simulation s = {.r = r, .model = r->input->model, .cells = model_cell_count(r->input->model)};
    struct circuit_witness w = {.property = property};
    size_t bytes = (s.cells + 1) * sizeof(value);
    s.evaluator = evaluator_new(s.model, r->mem);
    s.given = mem_zalloc(r->mem, bytes);
    s.state = mem_zalloc(r->mem, bytes);
    s.next = mem_zalloc(r->mem, bytes);
    s.is_given = mem_zalloc(r->mem, s.cells + 1);
    trace_open(&w.trace, s.model);
    bool good = read_frames(&s, &w);
    array_push(r->mem, witnesses, w);
    evaluator_free(s.evaluator);
    array_free(r->mem, &s.conditions);
    mem_free(r->mem, s.given, bytes);
    mem_free(r->mem, s.state, bytes);
    mem_free(r->mem, s.next, bytes);
    mem_free(r->mem, s.is_given, s.cells + 1);
    return good;
}

static bool is_word(const char *line, size_t length, const char *word)
{
    return length == strlen(word) && memcmp(line, word, length) == 0;
}

bool btor2_witness_read(struct witness_reading *r, circuit_witness_array *witnesses)
{
    const char *line, *word;
    size_t length, property;
    while (witness_line(r, &line, &length)) {
        if (length == 0 || line[0] == ';')
            continue;
        bool is_sat = is_word(line, length, "sat");
        if (!is_sat && !is_word(line, length, "unsat") && !is_word(line, length, "unknown"))
            return witness_fail(r, "expected sat, unsat or unknown, with which a witness begins");
        if (!witness_line(r, &line, &length))
            return witness_fail(r, "expected a property: b0, b1, ... or j0, j1, ...");
        size_t count = word_of(&line, &length, &word);
        if (!witness_property(r, word, count, r->input->btor2->bads.count, &property))
            return false;
        if (is_sat && !read_counterexample(r, property, witnesses))
            return false;
        if (!is_sat && (!witness_line(r, &line, &length) || length != 1 || line[0] != '.'))
            return witness_fail(r, "expected a dot at the end of the witness");
    }
    return true;
}
