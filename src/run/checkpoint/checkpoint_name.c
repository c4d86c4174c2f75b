#include "run/checkpoint/checkpoint_name.h"

#include <string.h>

#include "base/hash.h"
#include "model/regular.h"

// ---- Expressions ----------------------------------------------------------------------------------------------------

// Operands of commutative operations are sorted by their handles, which differ between models: so their order does not
// count.
static bool is_commutative(enum op op)
{
    return op == OP_AND || op == OP_OR || op == OP_XOR || op == OP_EQ || op == OP_ADD || op == OP_MUL ||
           op == OP_BIT_AND || op == OP_BIT_OR || op == OP_BIT_XOR || op == OP_COUNT || op == OP_CHOICE;
}

static uint64_t hash_of_type(const struct model *m, type_id id)
{
    const struct type *type = model_type(m, id);
    uint64_t hash = hash_pair(type->kind, type_size(type));
    hash = hash_pair(hash, (uint64_t)type->low);
    return hash_pair(hash, (uint64_t)type->width << 1 | type->is_signed);
}

// Operands have smaller handles than what is made of them.
static uint64_t hash_of_expr(const struct model *m, expr e, const uint64_t *below)
{
    const struct expr_node *node = model_expr(m, e);
    uint64_t hash = hash_pair(hash_pair(node->op, (uint64_t)node->data), node->count), sum = 0;
    if (node->op == OP_EXTRACT || node->op == OP_EXTEND || node->op == OP_RETYPE || node->op == OP_TO_WORD)
        hash = hash_pair(hash, hash_of_type(m, node->type));
    for (size_t i = 0; i < node->count; i++) {
        sum += hash_mix(below[node->args[i]]);
        if (!is_commutative(node->op))
            hash = hash_pair(hash, below[node->args[i]]);
    }
    return hash_pair(hash, sum);
}

static uint64_t *hash_expressions(const struct model *m, struct mem *mem)
{
    size_t count = model_expr_count(m);
    uint64_t *of = mem_alloc(mem, (count + 1) * sizeof *of);
    for (expr e = 0; e < count; e++)
        of[e] = hash_of_expr(m, e, of);
    return of;
}

static void free_expressions(const struct model *m, uint64_t *of, struct mem *mem)
{
    mem_free(mem, of, (model_expr_count(m) + 1) * sizeof *of);
}

// ---- Behaviour ------------------------------------------------------------------------------------------------------

static uint64_t hash_of_cells(const struct model *m)
{
    uint64_t hash = model_cell_count(m);
    for (cell_id cell = 0; cell < model_cell_count(m); cell++) {
        const struct cell *it = model_cell(m, cell);
        hash = hash_bytes(hash, it->name, strlen(it->name) + 1);
        hash = hash_pair(hash_pair(hash, hash_of_type(m, it->type)), it->role);
    }
    return hash;
}

static uint64_t hash_of_parts(uint64_t hash, const struct part *parts, size_t count, const uint64_t *of)
{
    hash = hash_pair(hash, count);
    for (size_t i = 0; i < count; i++) {
        hash = hash_pair(hash_pair(hash, parts[i].kind), of[parts[i].expr]);
        if (parts[i].kind == PART_CHOICE)
            hash = hash_pair(hash, parts[i].cell);
    }
    return hash;
}

static uint64_t hash_of_action(uint64_t hash, const struct action *action, const uint64_t *of)
{
    hash = hash_of_parts(hash, action->parts, action->part_count, of);
    for (size_t i = 0; i < action->kept_count; i++)
        hash = hash_pair(hash, action->kept[i]);
    return hash;
}

uint64_t checkpoint_hash_of_behaviour(const struct model *m, struct mem *mem)
{
    uint64_t *of = hash_expressions(m, mem), hash = hash_of_cells(m);
    struct parts initial = model_initial(m), invariants = model_invariants(m), steps = model_steps(m);
    hash = hash_of_parts(hash, initial.at, initial.count, of);
    hash = hash_of_parts(hash, invariants.at, invariants.count, of);
    hash = hash_of_parts(hash, steps.at, steps.count, of);
    hash = hash_pair(hash, model_start_count(m));
    for (size_t i = 0; i < model_start_count(m); i++)
        hash = hash_of_action(hash, model_start(m, i), of);
    hash = hash_pair(hash, model_action_count(m));
    for (size_t i = 0; i < model_action_count(m); i++)
        hash = hash_of_action(hash, model_action(m, i), of);
    free_expressions(m, of, mem);
    return hash;
}

// ---- Properties -----------------------------------------------------------------------------------------------------

// Hashes of all up to some handle; operands come before what is made of them.
typedef ARRAY(uint64_t) hash_array;

static uint64_t hash_of_regular(const struct model *m, regular id, const uint64_t *of, struct mem *mem,
                                hash_array *known)
{
    for (regular i = (regular)known->count; i <= id; i++) {
        const struct regular_node *node = model_regular(m, i);
        uint64_t hash = hash_pair(node->op, node->op == REGULAR_LETTER ? of[node->letter] : 0);
        for (size_t k = 0; k < 2 && node->op > REGULAR_LETTER; k++)
            hash = hash_pair(hash, node->args[k] < i ? known->at[node->args[k]] : 0);
        array_push(mem, known, hash);
    }
    return known->at[id];
}

struct formula_hashes {
    const struct model *model;
    struct mem *mem;
    uint64_t *of; // by expression
    hash_array formulas, regulars;
};

static uint64_t hash_of_node(struct formula_hashes *h, formula id)
{
    const struct formula_node *node = model_formula(h->model, id);
    if (node->op == FORMULA_ATOM)
        return hash_pair(node->op, h->of[node->atom]);
    uint64_t hash = hash_pair(node->op, node->bounded ? hash_pair((uint64_t)node->low, (uint64_t)node->high) : 1);
    if (node->op >= FORMULA_TRIGGERS && node->op <= FORMULA_MAY_MATCH)
        hash = hash_pair(hash, hash_of_regular(h->model, node->regular, h->of, h->mem, &h->regulars));
    for (size_t i = 0; i < 2; i++)
        hash = hash_pair(hash, node->args[i] < id ? h->formulas.at[node->args[i]] : 0);
    return hash;
}

static uint64_t hash_of_formula(struct formula_hashes *h, formula id)
{
    if (id == FORMULA_NONE)
        return 0;
    for (formula i = (formula)h->formulas.count; i <= id; i++) {
        uint64_t hash = hash_of_node(h, i);
        array_push(h->mem, &h->formulas, hash);
    }
    return h->formulas.at[id];
}

uint64_t checkpoint_hash_of_properties(const struct model *m, struct mem *mem)
{
    struct formula_hashes h = {.model = m, .mem = mem, .of = hash_expressions(m, mem)};
    uint64_t hash = model_property_count(m);
    for (size_t i = 0; i < model_property_count(m); i++) {
        const struct property *p = model_property(m, i);
        bool is_number = p->kind == PROPERTY_MIN || p->kind == PROPERTY_MAX;
        hash = hash_pair(hash_pair(hash, p->kind), hash_of_formula(&h, is_number ? p->from : p->formula));
        hash = hash_pair(hash, is_number ? hash_of_formula(&h, p->to) : 0);
    }
    free_expressions(m, h.of, mem);
    array_free(mem, &h.formulas);
    array_free(mem, &h.regulars);
    return hash;
}

// ---- Groups ---------------------------------------------------------------------------------------------------------

uint64_t checkpoint_hash_of_group(const struct symmetry *s)
{
    if (!s)
        return 0;
    uint64_t hash = hash_pair(s->class_count, s->element_count);
    hash = hash_bytes(hash, s->first, (s->class_count + 1) * sizeof *s->first);
    hash = hash_bytes(hash, s->block, s->element_count * sizeof *s->block);
    return hash_bytes(hash, s->rotates, s->class_count * sizeof *s->rotates);
}
