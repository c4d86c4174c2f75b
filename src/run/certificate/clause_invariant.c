// The clauses that IC3 finds, as an inductive invariant of a certificate (certify/inductive.h).
#include "base/bytes.h"
#include "run/certificate/proofs.h"
#include "run/certificate/set_circuit.h"
#include "run/watch.h"
#include "sat/blast.h"
#include "sat/sat.h"

#define MOST_LISTED 65536 // positions of values, for a bit that is none of theirs

struct clause_writing {
    struct mem *mem;
    struct model *model;
    struct sat_engine *engine;
    struct set_circuit set;
    ARRAY(uint64_t) literals;  // references
    struct int_map literal_of; // among them, by cell and bit
    enum cause_code error;
};

// Whether the bits of a code are those of the position.
static bool is_position(const struct type *type)
{
    return type->kind == TYPE_BOOLEAN || type->kind == TYPE_WORD ||
           (type->kind == TYPE_INTEGER && !type->values && type->low == 0);
}

static uint64_t listed_positions(struct clause_writing *w, cell_id cell, unsigned bit)
{
    const struct type *type = model_type(w->model, model_cell(w->model, cell)->type);
    struct cell_code code = cell_code_of(type);
    uint64_t count = type_size(type);
    if (count > MOST_LISTED) {
        w->error = CAUSE_PROOF_CLAUSE_VALUES;
        return SET_NONE;
    }
    bool *is_in = mem_zalloc(w->mem, count);
    for (uint64_t position = 0; position < count; position++)
        is_in[position] = cell_code_bits(&code, type_value(type, position)) >> bit & 1;
    uint64_t reference = set_circuit_positions(&w->set, cell, is_in);
    mem_free(w->mem, is_in, count);
    return reference;
}

static uint64_t literal(struct clause_writing *w, cell_id cell, unsigned bit)
{
    bool added, is_bit = is_position(model_type(w->model, model_cell(w->model, cell)->type));
    uint32_t *known = int_map_try_add(w->mem, &w->literal_of, cell * 64 + bit, (uint32_t)w->literals.count, &added);
    if (!known)
        mem_exhausted(w->mem);
    if (!added)
        return w->literals.at[*known];
    array_push(w->mem, &w->literals, is_bit ? set_circuit_bit(&w->set, cell, bit) : listed_positions(w, cell, bit));
    return array_last(&w->literals);
}

// A literal of a clause that is true leads to the next clause, one that is false to the next literal.
static uint64_t add_clauses(struct clause_writing *w)
{
    uint64_t rest = SET_ALL;
    for (size_t i = sat_clause_count(w->engine); i-- > 0;) {
        const struct sat_literal *literals;
        size_t count = sat_clause(w->engine, i, &literals);
        uint64_t clause = SET_NONE;
        for (size_t k = count; k-- > 0;)
            clause = set_circuit_ite(&w->set, literal(w, literals[k].cell, literals[k].bit) ^ !literals[k].is_true,
                                     rest, clause);
        rest = clause;
    }
    return rest;
}

static bool is_interrupted(void *run)
{
    return watch_is_interrupted(run);
}

bool clause_invariant_write(struct run *run, struct model *model, double deadline, struct mem *mem,
                            struct inductive_question *questions, size_t count, struct str *out, struct cause *error)
{
    struct clause_writing w = {.mem = mem, .model = model};
    const struct sat_options options = {
        .methods = SAT_IC3, .symmetric_from = SAT_SYMMETRIC_FROM, .interrupted = is_interrupted, .context = run};
    w.engine = sat_new(model, &options, mem);
    for (size_t i = 0; i < count; i++)
        if (sat_prove(w.engine, questions[i].condition, deadline))
            questions[i].truth = INDUCTIVE_EVERYWHERE;
    set_circuit_open(&w.set, model, mem);
    uint64_t root = add_clauses(&w);
    set_circuit_write(&w.set, out);
    bytes_add_number(mem, out, root);
    *error = cause_of(w.error);
    sat_free(w.engine);
    set_circuit_close(&w.set);
    array_free(mem, &w.literals);
    int_map_free(mem, &w.literal_of);
    return !w.error;
}
