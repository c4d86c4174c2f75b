#include "run/aiger/aiger_file.h"

void aiger_open(struct aiger *a, uint32_t inputs, uint32_t latches, struct mem *mem)
{
    *a = (struct aiger){.mem = mem, .inputs = inputs, .latches = latches};
    a->latch = mem_zalloc(mem, (latches + 1) * sizeof *a->latch);
}

void aiger_close(struct aiger *a)
{
    mem_free(a->mem, a->latch, (a->latches + 1) * sizeof *a->latch);
    array_free(a->mem, &a->gates);
    str_free(a->mem, &a->symbols);
    str_free(a->mem, &a->comments);
}

static aiger_literal first_gate(const struct aiger *a)
{
    return 2 * (a->inputs + a->latches + 1);
}

aiger_literal aiger_and(struct aiger *a, aiger_literal left, aiger_literal right)
{
    struct aiger_gate gate = {left > right ? left : right, left > right ? right : left};
    if (gate.right == 0 || gate.left == (gate.right ^ 1))
        return 0;
    if (gate.right == 1 || gate.left == gate.right)
        return gate.left;
    array_push(a->mem, &a->gates, gate);
    return first_gate(a) + 2 * (aiger_literal)(a->gates.count - 1);
}

// Seven bits at a time, the lowest first.
static void add_difference(struct mem *mem, struct str *out, uint32_t difference)
{
    for (; difference >= 0x80; difference >>= 7)
        str_add_char(mem, out, (char)((difference & 0x7f) | 0x80));
    str_add_char(mem, out, (char)difference);
}

static void add_gates(const struct aiger *a, bool as_text, struct str *out)
{
    for (size_t i = 0; i < a->gates.count; i++) {
        struct aiger_gate gate = a->gates.at[i];
        aiger_literal own = first_gate(a) + 2 * (aiger_literal)i;
        if (as_text) {
            str_add(a->mem, out, "%u %u %u\n", own, gate.left, gate.right);
            continue;
        }
        add_difference(a->mem, out, own - gate.left);
        add_difference(a->mem, out, gate.left - gate.right);
    }
}

void aiger_write(const struct aiger *a, bool as_text, struct str *out)
{
    size_t variables = a->inputs + a->latches + a->gates.count;
    str_add(a->mem, out, "%s %zu %u %u 0 %zu 1\n", as_text ? "aag" : "aig", variables, a->inputs, a->latches,
            a->gates.count);
    for (uint32_t i = 0; as_text && i < a->inputs; i++)
        str_add(a->mem, out, "%u\n", aiger_input(i));
    for (uint32_t i = 0; i < a->latches; i++) {
        if (as_text)
            str_add(a->mem, out, "%u ", aiger_latch(a, i));
        str_add(a->mem, out, "%u %u\n", a->latch[i].next, a->latch[i].reset);
    }
    str_add(a->mem, out, "%u\n", a->bad);
    add_gates(a, as_text, out);
    str_add_bytes(a->mem, out, str_text(&a->symbols), a->symbols.count);
    str_add(a->mem, out, "c\n");
    str_add_bytes(a->mem, out, str_text(&a->comments), a->comments.count);
}
