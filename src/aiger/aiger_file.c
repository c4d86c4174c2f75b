// Circuits that are made gate by gate, and written.
#include "aiger/aiger_file.h"

#include <string.h>

void aiger_open(struct aiger *a, uint32_t inputs, uint32_t latches, struct mem *mem)
{
    *a = (struct aiger){.mem = mem, .inputs = inputs, .latches = latches, .arena = {.mem = mem}};
    a->latch = mem_zalloc(mem, ((size_t)latches + 1) * sizeof *a->latch);
}

void aiger_close(struct aiger *a)
{
    if (a->latch)
        mem_free(a->mem, a->latch, ((size_t)a->latches + 1) * sizeof *a->latch);
    array_free(a->mem, &a->gates);
    for (size_t i = 0; i < AIGER_KINDS; i++)
        array_free(a->mem, &a->lists[i]);
    array_free(a->mem, &a->justice_sizes);
    array_free(a->mem, &a->names);
    arena_free(&a->arena);
    str_free(a->mem, &a->comments);
}

aiger_literal aiger_and(struct aiger *a, aiger_literal left, aiger_literal right)
{
    struct aiger_gate gate = {left > right ? left : right, left > right ? right : left};
    if (gate.right == 0 || gate.left == (gate.right ^ 1))
        return 0;
    if (gate.right == 1 || gate.left == gate.right)
        return gate.left;
    array_push(a->mem, &a->gates, gate);
    return 2 * (aiger_first_gate(a) + (uint32_t)(a->gates.count - 1));
}

void aiger_add_name(struct aiger *a, enum aiger_kind kind, uint32_t number, const char *text, size_t length)
{
    array_push(a->mem, &a->names, ((struct aiger_name){kind, number, arena_copy(&a->arena, text, length)}));
}

size_t aiger_count(const struct aiger *a, enum aiger_kind kind)
{
    switch (kind) {
    case AIGER_INPUT:
        return a->inputs;
    case AIGER_LATCH:
        return a->latches;
    case AIGER_JUSTICE:
        return a->justice_sizes.count;
    default:
        return a->lists[kind].count;
    }
}

// ---- Writing --------------------------------------------------------------------------------------------------------

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
        aiger_literal own = 2 * (aiger_first_gate(a) + (uint32_t)i);
        if (as_text) {
            str_add(a->mem, out, "%u %u %u\n", own, gate.left, gate.right);
            continue;
        }
        add_difference(a->mem, out, own - gate.left);
        add_difference(a->mem, out, gate.left - gate.right);
    }
}

static void add_list(const struct aiger *a, enum aiger_kind kind, struct str *out)
{
    for (size_t i = 0; i < a->lists[kind].count; i++)
        str_add(a->mem, out, "%u\n", a->lists[kind].at[i]);
}

// Numbers of sections at the end of the line that are 0 are left out.
static void add_header(const struct aiger *a, bool as_text, struct str *out)
{
    size_t more[] = {a->lists[AIGER_BAD].count, a->lists[AIGER_CONSTRAINT].count, a->justice_sizes.count,
                     a->lists[AIGER_FAIRNESS].count};
    size_t count = sizeof more / sizeof *more;
    str_add(a->mem, out, "%s %zu %u %u %zu %zu", as_text ? "aag" : "aig", a->inputs + a->latches + a->gates.count,
            a->inputs, a->latches, a->lists[AIGER_OUTPUT].count, a->gates.count);
    while (count > 0 && more[count - 1] == 0)
        count--;
    for (size_t i = 0; i < count; i++)
        str_add(a->mem, out, " %zu", more[i]);
    str_add(a->mem, out, "\n");
}

// A name is the rest of a line.
static void add_names(const struct aiger *a, struct str *out)
{
    for (size_t i = 0; i < a->names.count; i++) {
        const struct aiger_name *name = &a->names.at[i];
        str_add(a->mem, out, "%c%u ", AIGER_LETTERS[name->kind], name->number);
        for (const char *at = name->text; *at; at++)
            str_add_char(a->mem, out, (char)(*at == '\n' || *at == '\r' ? ' ' : *at));
        str_add_char(a->mem, out, '\n');
    }
}

void aiger_write(const struct aiger *a, bool as_text, struct str *out)
{
    add_header(a, as_text, out);
    for (uint32_t i = 0; as_text && i < a->inputs; i++)
        str_add(a->mem, out, "%u\n", aiger_input(i));
    for (uint32_t i = 0; i < a->latches; i++) {
        if (as_text)
            str_add(a->mem, out, "%u ", aiger_latch(a, i));
        str_add(a->mem, out, "%u %u\n", a->latch[i].next, a->latch[i].reset);
    }
    add_list(a, AIGER_OUTPUT, out);
    add_list(a, AIGER_BAD, out);
    add_list(a, AIGER_CONSTRAINT, out);
    for (size_t i = 0; i < a->justice_sizes.count; i++)
        str_add(a->mem, out, "%u\n", a->justice_sizes.at[i]);
    add_list(a, AIGER_JUSTICE, out);
    add_list(a, AIGER_FAIRNESS, out);
    add_gates(a, as_text, out);
    add_names(a, out);
    if (a->comments.count) {
        str_add(a->mem, out, "c\n");
        str_add_bytes(a->mem, out, str_text(&a->comments), a->comments.count);
    }
}
