// Witnesses of AIGER: a line with the status (1: there is a counterexample, 0: the property holds, 2: unknown), one
// with the property; for a counterexample the latches of the first state and a line with the inputs of each; and a dot.
#include <string.h>

#include "aiger/aiger_lower.h"
#include "run/aiger/circuit_witness.h"

static size_t bads_of(const struct aiger *a)
{
    return aiger_count(a, aiger_bad_kind(a));
}

// ---- Writing --------------------------------------------------------------------------------------------------------

static void add_bits(const struct trace *trace, size_t state, cell_id first, uint32_t count, struct mem *mem,
                     struct str *out)
{
    for (uint32_t i = 0; i < count; i++)
        str_add_char(mem, out, trace_state(trace, state)[first + i] ? '1' : '0');
    str_add_char(mem, out, '\n');
}

void aiger_witness_add(const struct input *input, const struct result *result, struct mem *mem, struct str *out)
{
    const struct aiger *a = input->aiger;
    size_t bads = bads_of(a), property = result->property;
    bool is_bad = property < bads, fails = result->verdict == VERDICT_FAILS;
    str_add(mem, out, "%d\n%c%zu\n",
            fails                              ? 1
            : result->verdict == VERDICT_HOLDS ? 0
                                               : 2,
            is_bad ? 'b' : 'j', is_bad ? property : property - bads);
    if (fails && result->has_trace) {
        add_bits(&result->trace, 0, aiger_latch_cell(a, 0), a->latches, mem, out);
        for (size_t i = 0; i < trace_length(&result->trace); i++)
            add_bits(&result->trace, i, aiger_input_cell(0), a->inputs, mem, out);
    }
    str_add(mem, out, ".\n");
}

// ---- Reading --------------------------------------------------------------------------------------------------------

struct simulation {
    const struct aiger *a;
    bool *values;  // by variable
    value *state;  // by cell
    bool *latches; // next values
};

// Bits of variables from `first` on. What may be any value, x, is 0.
static bool read_bits(struct witness_reading *r, const char *line, size_t length, uint32_t count, bool *to)
{
    if (length != count)
        return witness_fail(r, "the number of bits is not that of the circuit");
    for (uint32_t i = 0; i < count; i++) {
        if (!strchr("01x", line[i]) || !line[i])
            return witness_fail(r, "expected the bits 0, 1 or x");
        to[i] = line[i] == '1';
    }
    return true;
}

static bool value_of(const struct simulation *s, aiger_literal l)
{
    return s->values[l / 2] != (l & 1);
}

static void simulate(struct simulation *s)
{
    const struct aiger *a = s->a;
    uint32_t gate = aiger_first_gate(a);
    for (size_t i = 0; i < a->gates.count; i++)
        s->values[gate + i] = value_of(s, a->gates.at[i].left) && value_of(s, a->gates.at[i].right);
    for (uint32_t i = 0; i < a->inputs + a->latches; i++)
        s->state[i] = s->values[i + 1];
    for (uint32_t i = 0; i < a->latches; i++)
        s->latches[i] = value_of(s, a->latch[i].next);
}

// The first state that the step from the last one can lead to: the longest loop meets the most conditions.
static size_t find_loop(const struct simulation *s, const struct trace *trace)
{
    for (size_t i = 0; i < trace_length(trace); i++) {
        uint32_t k = 0;
        while (k < s->a->latches && trace_state(trace, i)[aiger_latch_cell(s->a, k)] == s->latches[k])
            k++;
        if (k == s->a->latches)
            return i;
    }
    return TRACE_NO_LOOP;
}

static bool read_trace(struct witness_reading *r, struct simulation *s, struct circuit_witness *w)
{
    const struct aiger *a = s->a;
    const char *line;
    size_t length;
    if (!witness_line(r, &line, &length))
        return witness_fail(r, "expected the latches of the first state");
    if (!read_bits(r, line, length, a->latches, s->values + 1 + a->inputs))
        return false;
    for (;;) {
        if (!witness_line(r, &line, &length))
            return witness_fail(r, "expected inputs, or a dot at the end of the witness");
        if (length == 1 && line[0] == '.')
            break;
        if (trace_length(&w->trace) > 0)
            memcpy(s->values + 1 + a->inputs, s->latches, a->latches);
        if (!read_bits(r, line, length, a->inputs, s->values + 1))
            return false;
        simulate(s);
        trace_push(&w->trace, r->mem, s->state);
    }
    if (trace_length(&w->trace) == 0)
        return witness_fail(r, "the witness has no state");
    if (w->property >= bads_of(a)) {
        w->trace.loop = find_loop(s, &w->trace);
        if (w->trace.loop == TRACE_NO_LOOP)
            return witness_fail(r, "the counterexample has no loop");
    }
    return true;
}

static bool read_counterexample(struct witness_reading *r, size_t property, circuit_witness_array *witnesses)
{
    const struct aiger *a = r->input->aiger;
    size_t variables = aiger_first_gate(a) + a->gates.count, cells = (size_t)a->inputs + a->latches + 1;
    struct simulation s = {.a = a};
    struct circuit_witness w = {.property = property};
    s.values = mem_zalloc(r->mem, variables);
    s.state = mem_zalloc(r->mem, cells * sizeof *s.state);
    s.latches = mem_zalloc(r->mem, cells);
    trace_open(&w.trace, r->input->model);
    bool good = read_trace(r, &s, &w);
    array_push(r->mem, witnesses, w);
    mem_free(r->mem, s.values, variables);
    mem_free(r->mem, s.state, cells * sizeof *s.state);
    mem_free(r->mem, s.latches, cells);
    return good;
}

bool aiger_witness_read(struct witness_reading *r, circuit_witness_array *witnesses)
{
    const char *line;
    size_t length, property;
    while (witness_line(r, &line, &length)) {
        if (length == 0 || line[0] == 'c' || line[0] == 'u') // comments, and bounds that a tool has reached
            continue;
        char status = line[0];
        if (length != 1 || !strchr("012", status))
            return witness_fail(r, "expected 0, 1 or 2, with which a witness begins");
        if (!witness_line(r, &line, &length))
            return witness_fail(r, "expected a property: b0, b1, ... or j0, j1, ...");
        size_t word = 0;
        while (word < length && line[word] != ' ')
            word++;
        if (!witness_property(r, line, word, bads_of(r->input->aiger), &property))
            return false;
        if (status == '1' && !read_counterexample(r, property, witnesses))
            return false;
        if (status != '1' && (!witness_line(r, &line, &length) || length != 1 || line[0] != '.'))
            return witness_fail(r, "expected a dot at the end of the witness");
    }
    return true;
}
