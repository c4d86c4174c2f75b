// The clauses that IC3 finds, as an inductive invariant of a certificate (certify/inductive.h).
#include "base/bytes.h"
#include "certify/inductive.h"
#include "run/certificate/proofs.h"
#include "run/watch.h"
#include "sat/blast.h"
#include "sat/sat.h"

#define MOST_LISTED 65536 // positions of values in a leaf

struct clause_writing {
    struct mem *mem;
    struct model *model;
    struct sat_engine *engine;
    struct str leaves, nodes;
    ARRAY(struct clause_leaf {
        cell_id cell;
        unsigned bit;
    })
    known;                  // leaves
    struct int_map leaf_of; // by cell and bit
    size_t node_count;
    enum cause_code error;
};

// ---- Leaves ---------------------------------------------------------------------------------------------------------

// Whether the bits of a code are those of the position.
static bool is_position(const struct type *type)
{
    return type->kind == TYPE_BOOLEAN || type->kind == TYPE_WORD ||
           (type->kind == TYPE_INTEGER && !type->values && type->low == 0);
}

static void add_list(struct clause_writing *w, const struct type *type, unsigned bit)
{
    struct cell_code code = cell_code_of(type);
    struct str list = {0};
    size_t count = 0;
    for (uint64_t position = 0; position < type_size(type); position++)
        if (cell_code_bits(&code, type_value(type, position)) >> bit & 1) {
            bytes_add_number(w->mem, &list, position);
            count++;
        }
    bytes_add_number(w->mem, &w->leaves, count);
    str_add_bytes(w->mem, &w->leaves, str_text(&list), list.count);
    str_free(w->mem, &list);
}

static uint64_t leaf_of(struct clause_writing *w, cell_id cell, unsigned bit)
{
    const struct type *type = model_type(w->model, model_cell(w->model, cell)->type);
    uint32_t number = (uint32_t)w->known.count;
    bool added;
    uint32_t *known = int_map_try_add(w->mem, &w->leaf_of, cell * 64 + bit, number, &added);
    if (!known)
        mem_exhausted(w->mem);
    if (!added)
        return *known;
    struct clause_leaf leaf = {cell, bit};
    array_push(w->mem, &w->known, leaf);
    bytes_add_number(w->mem, &w->leaves, cell);
    bytes_add_number(w->mem, &w->leaves, is_position(type) ? LEAF_BIT : LEAF_LIST);
    if (is_position(type))
        bytes_add_number(w->mem, &w->leaves, bit);
    else if (type_size(type) <= MOST_LISTED)
        add_list(w, type, bit);
    else
        w->error = CAUSE_PROOF_CLAUSE_VALUES;
    return number;
}

// ---- Clauses --------------------------------------------------------------------------------------------------------

#define ALWAYS 0 // references: see certify/inductive.h
#define NEVER 1

// If a literal is true, one node, else another.
static uint64_t add_node(struct clause_writing *w, const struct sat_literal *literal, uint64_t high, uint64_t low)
{
    bytes_add_number(w->mem, &w->nodes, leaf_of(w, literal->cell, literal->bit));
    bytes_add_number(w->mem, &w->nodes, literal->is_true ? high : low);
    bytes_add_number(w->mem, &w->nodes, literal->is_true ? low : high);
    return 2 * ++w->node_count;
}

// A literal of a clause that is true leads to the next clause, one that is false to the next literal.
static uint64_t add_clauses(struct clause_writing *w)
{
    uint64_t rest = ALWAYS;
    for (size_t i = sat_clause_count(w->engine); i-- > 0;) {
        const struct sat_literal *literals;
        size_t count = sat_clause(w->engine, i, &literals);
        uint64_t clause = NEVER;
        for (size_t k = count; k-- > 0;)
            clause = add_node(w, &literals[k], rest, clause);
        rest = clause;
    }
    return rest;
}

// ---- All of it ------------------------------------------------------------------------------------------------------

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
    uint64_t root = add_clauses(&w);
    bytes_add_number(mem, out, w.known.count);
    str_add_bytes(mem, out, str_text(&w.leaves), w.leaves.count);
    bytes_add_number(mem, out, w.node_count);
    str_add_bytes(mem, out, str_text(&w.nodes), w.nodes.count);
    bytes_add_number(mem, out, root);
    *error = cause_of(w.error);
    sat_free(w.engine);
    str_free(mem, &w.leaves);
    str_free(mem, &w.nodes);
    array_free(mem, &w.known);
    int_map_free(mem, &w.leaf_of);
    return !w.error;
}
