// Running compiled expressions. Each instruction jumps to the code of the next one by a table of labels, so that the
// processor learns what follows what.
#include <string.h>

#include "explicit/machine.h"

void program_free(struct program *p)
{
    array_free(p->mem, &p->code);
    array_free(p->mem, &p->scalars);
    array_free(p->mem, &p->tables);
    array_free(p->mem, &p->entries);
    array_free(p->mem, &p->routines);
    array_free(p->mem, &p->registers);
    array_free(p->mem, &p->sorts);
    array_free(p->mem, &p->ranks);
}

// ---- Machines -------------------------------------------------------------------------------------------------------

static bool is_field(const struct layout *l, const bool *reads, uint32_t cell)
{
    return reads[cell] && !l->fields[cell].is_input;
}

// By word, and those of a word by cell: there are as many words as cells, nearly, in large models.
static void collect_fields(struct machine *m, const bool *reads)
{
    const struct layout *l = m->layout;
    for (uint32_t cell = 0; cell < l->cells; cell++)
        if (is_field(l, reads, cell))
            m->field_begin[l->fields[cell].word + 1]++;
    for (size_t word = 0; word < l->words; word++)
        m->field_begin[word + 1] += m->field_begin[word];
    for (uint32_t cell = l->cells; cell-- > 0;)
        if (is_field(l, reads, cell)) { // from the end of each word to its beginning
            const struct field *f = &l->fields[cell];
            m->fields[--m->field_begin[f->word + 1]] =
                (struct machine_field){f->shift, f->is_listed, cell, f->mask, f->low, f->values};
        }
    // What was the end of a word is the beginning of its fields now, and so is what was the beginning of the next one.
    memmove(m->field_begin, m->field_begin + 1, l->words * sizeof *m->field_begin);
    m->field_begin[l->words] = 0;
    for (uint32_t cell = 0; cell < l->cells; cell++)
        m->field_begin[l->words] += is_field(l, reads, cell);
}

static void allocate(struct machine *m, const struct program *p, const struct layout *l, struct mem *mem)
{
    *m = (struct machine){.program = p, .layout = l, .mem = mem, .epoch = 1};
    m->registers = mem_zalloc(mem, (p->registers.count + 1) * sizeof *m->registers);
    if (p->registers.count)
        memcpy(m->registers, p->registers.at, p->registers.count * sizeof *m->registers);
    m->known = mem_zalloc(mem, (p->routines.count + 1) * sizeof *m->known);
    m->stack = mem_zalloc(mem, (p->call_depth + 1) * sizeof *m->stack);
    m->fields = mem_zalloc(mem, (l->cells + 1) * sizeof *m->fields);
    m->field_begin = mem_zalloc(mem, (l->words + 1) * sizeof *m->field_begin);
    m->unpacked = mem_zalloc(mem, l->words * sizeof *m->unpacked);
    m->rows = mem_zalloc(mem, (2 * p->most_sorted + 1) * sizeof *m->rows);
}

void machine_open(struct machine *m, const struct program *p, const struct layout *l, const bool *reads,
                  struct mem *mem)
{
    allocate(m, p, l, mem);
    collect_fields(m, reads);
}

void machine_copy(struct machine *m, const struct machine *of, struct mem *mem)
{
    const struct layout *l = of->layout;
    allocate(m, of->program, l, mem);
    memcpy(m->fields, of->fields, (l->cells + 1) * sizeof *m->fields);
    memcpy(m->field_begin, of->field_begin, (l->words + 1) * sizeof *m->field_begin);
}

void machine_close(struct machine *m)
{
    const struct program *p = m->program;
    if (!p)
        return;
    mem_free(m->mem, m->registers, (p->registers.count + 1) * sizeof *m->registers);
    mem_free(m->mem, m->known, (p->routines.count + 1) * sizeof *m->known);
    mem_free(m->mem, m->stack, (p->call_depth + 1) * sizeof *m->stack);
    mem_free(m->mem, m->fields, (m->layout->cells + 1) * sizeof *m->fields);
    mem_free(m->mem, m->field_begin, (m->layout->words + 1) * sizeof *m->field_begin);
    mem_free(m->mem, m->unpacked, m->layout->words * sizeof *m->unpacked);
    mem_free(m->mem, m->rows, (2 * p->most_sorted + 1) * sizeof *m->rows);
    array_free(m->mem, &m->members);
    m->program = NULL;
}

// States that come one after the other often have most words in common: those are in the registers already.
void machine_load(struct machine *m, const uint64_t *state)
{
    m->now = state;
    m->epoch++;
    for (size_t word = 0; word < m->layout->words; word++) {
        uint64_t bits = state[word];
        if (m->has_unpacked && bits == m->unpacked[word])
            continue;
        m->unpacked[word] = bits;
        for (uint32_t i = m->field_begin[word]; i < m->field_begin[word + 1]; i++) {
            const struct machine_field *f = &m->fields[i];
            uint64_t code = bits >> f->shift & f->mask;
            m->registers[f->cell] = f->is_listed ? f->values[code] : (value)((uint64_t)f->low + code);
        }
    }
    m->has_unpacked = true;
}

// ---- Candidates -----------------------------------------------------------------------------------------------------

static void add_member(struct machine *m, const struct field *f, value v)
{
    uint64_t code;
    if (field_code(f, v, &code))
        array_push(m->mem, &m->members, code);
}

static void add_span(struct machine *m, const struct field *f, value low, value high)
{
    if (f->is_listed) {
        for (uint64_t code = 0; code <= f->largest; code++)
            if (low <= f->values[code] && f->values[code] <= high)
                array_push(m->mem, &m->members, code);
        return;
    }
    low = low < f->low ? f->low : low;
    for (value v = low; v <= high && (uint64_t)(v - f->low) <= f->largest; v++)
        array_push(m->mem, &m->members, (uint64_t)(v - f->low));
}

// ---- Running --------------------------------------------------------------------------------------------------------

#define LABEL(name) [name] = &&do_##name
#define NEXT \
    do { \
        pc++; \
        goto *labels[pc->op]; \
    } while (0)
#define GO(place) \
    do { \
        pc = code + (place); \
        goto *labels[pc->op]; \
    } while (0)
#define A r[pc->a]
#define B r[pc->b]
#define C r[pc->c]
#define D r[pc->d]
#define CALL \
    do { \
        *top++ = (uint32_t)(pc - code); \
        GO(p->routines.at[pc->a].entry); \
    } while (0)
#define JUMP_IF(condition) \
    do { \
        if (condition) \
            GO(pc->d); \
        NEXT; \
    } while (0)

static uint32_t table_entry(const struct program *p, uint32_t table, value v)
{
    const struct jump_table *t = &p->tables.at[table];
    uint64_t i = (uint64_t)v - (uint64_t)t->low;
    return p->entries.at[t->begin + (i < t->count ? i : t->count)];
}

bool machine_run(struct machine *m, uint32_t entry)
{
    static const void *const labels[RUN_OPCODES] = {
        // cppcheck-suppress assignBoolToPointer ; labels as values are no logical operation
        LABEL(RUN_END),
        // cppcheck-suppress assignBoolToPointer ; labels as values are no logical operation
        LABEL(RUN_FAIL),
        LABEL(RUN_ERROR),
        LABEL(RUN_JUMP),
        LABEL(RUN_JUMP_TRUE),
        LABEL(RUN_JUMP_FALSE),
        LABEL(RUN_JUMP_EQUAL),
        LABEL(RUN_JUMP_UNEQUAL),
        LABEL(RUN_JUMP_LESS),
        LABEL(RUN_JUMP_NOT_LESS),
        LABEL(RUN_SWITCH),
        LABEL(RUN_MOVE),
        LABEL(RUN_NOT),
        LABEL(RUN_AND),
        LABEL(RUN_OR),
        LABEL(RUN_XOR),
        LABEL(RUN_EQUAL),
        LABEL(RUN_LESS),
        LABEL(RUN_SELECT),
        LABEL(RUN_INDEX),
        LABEL(RUN_ADD),
        LABEL(RUN_SUBTRACT),
        LABEL(RUN_MULTIPLY),
        LABEL(RUN_NEGATE),
        LABEL(RUN_DIVIDE),
        LABEL(RUN_MODULO),
        LABEL(RUN_SCALAR),
        LABEL(RUN_CALL),
        LABEL(RUN_CALL_JUMP_TRUE),
        LABEL(RUN_CALL_JUMP_FALSE),
        LABEL(RUN_RETURN),
        LABEL(RUN_RETURN_UNDEFINED),
        LABEL(RUN_COPY),
        LABEL(RUN_SET),
        LABEL(RUN_SET_BITS),
        LABEL(RUN_MEMBER),
        LABEL(RUN_SPAN),
        LABEL(RUN_SORT),
    };
    const struct program *p = m->program;
    const struct instr *const code = p->code.at, *pc = code + entry;
    const struct field *const fields = m->layout->fields;
    value *const r = m->registers;
    uint32_t *top = m->stack;
    goto *labels[pc->op];

do_RUN_END:
    return true;
do_RUN_FAIL:
    return false;
do_RUN_ERROR:
    m->has_error = true;
    return false;
do_RUN_JUMP:
    GO(pc->d);
do_RUN_JUMP_TRUE:
    JUMP_IF(A);
do_RUN_JUMP_FALSE:
    JUMP_IF(!A);
do_RUN_JUMP_EQUAL:
    JUMP_IF(A == B);
do_RUN_JUMP_UNEQUAL:
    JUMP_IF(A != B);
do_RUN_JUMP_LESS:
    JUMP_IF(A < B);
do_RUN_JUMP_NOT_LESS:
    JUMP_IF(A >= B);
do_RUN_SWITCH:
    GO(table_entry(p, pc->b, A));
do_RUN_MOVE:
    D = A;
    NEXT;
do_RUN_NOT:
    D = !A;
    NEXT;
do_RUN_AND:
    D = A & B;
    NEXT;
do_RUN_OR:
    D = A | B;
    NEXT;
do_RUN_XOR:
    D = A ^ B;
    NEXT;
do_RUN_EQUAL:
    D = A == B;
    NEXT;
do_RUN_LESS:
    D = A < B;
    NEXT;
do_RUN_SELECT:
    D = A ? B : C;
    NEXT;
do_RUN_INDEX:
    D = r[table_entry(p, pc->b, A)];
    NEXT;
do_RUN_ADD:
    D = A + B;
    NEXT;
do_RUN_SUBTRACT:
    D = A - B;
    NEXT;
do_RUN_MULTIPLY:
    D = A * B;
    NEXT;
do_RUN_NEGATE:
    D = -A;
    NEXT;
do_RUN_DIVIDE:
    if (B == 0)
        GO(pc->c);
    D = integer_div(A, B);
    NEXT;
do_RUN_MODULO:
    if (B == 0)
        GO(pc->c);
    D = integer_mod(A, B);
    NEXT;
do_RUN_SCALAR : {
    const struct scalar_use *s = &p->scalars.at[pc->c];
    if (!scalar_apply(s->op, s->shape, s->data, A, B, &D))
        GO(s->undefined);
}
    NEXT;
    // A routine returns to the call itself, which then finds the result.
do_RUN_CALL:
    if (m->known[pc->a] >> 1 != m->epoch)
        CALL;
    JUMP_IF(m->known[pc->a] & 1);
do_RUN_CALL_JUMP_TRUE:
    if (m->known[pc->a] >> 1 != m->epoch)
        CALL;
    if (m->known[pc->a] & 1)
        GO(pc->c);
    JUMP_IF(B);
do_RUN_CALL_JUMP_FALSE:
    if (m->known[pc->a] >> 1 != m->epoch)
        CALL;
    if (m->known[pc->a] & 1)
        GO(pc->c);
    JUMP_IF(!B);
do_RUN_RETURN:
    r[p->routines.at[pc->a].result] = B;
    m->known[pc->a] = 2 * m->epoch;
    GO(*--top);
do_RUN_RETURN_UNDEFINED:
    m->known[pc->a] = 2 * m->epoch + 1;
    GO(*--top);
do_RUN_COPY:
    memcpy(m->next, m->now, m->layout->words * sizeof *m->next);
    NEXT;
do_RUN_SET : {
    uint64_t bits;
    if (!field_code(&fields[pc->a], B, &bits))
        return false;
    field_write(&fields[pc->a], m->next, bits);
}
    NEXT;
do_RUN_SET_BITS:
    m->next[pc->a] = (m->next[pc->a] & ~(uint64_t)B) | (uint64_t)C;
    NEXT;
do_RUN_MEMBER:
    add_member(m, &fields[pc->a], B);
    NEXT;
do_RUN_SPAN:
    add_span(m, &fields[pc->a], B, C);
    NEXT;
do_RUN_SORT:
    row_sort_apply(&p->sorts.at[pc->a], p->ranks.at, m->next, m->rows);
    NEXT;
}
