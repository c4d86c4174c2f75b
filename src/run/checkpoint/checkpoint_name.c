#include "run/checkpoint/checkpoint_name.h"

#include <string.h>

#include "base/hash.h"
#include "model/walk.h"

// ---- Behaviour ------------------------------------------------------------------------------------------------------

static uint64_t hash_of_cells(const struct model *m)
{
    uint64_t hash = model_cell_count(m);
    for (cell_id cell = 0; cell < model_cell_count(m); cell++) {
        const struct cell *it = model_cell(m, cell);
        hash = hash_bytes(hash, it->name, strlen(it->name) + 1);
        hash = hash_pair(hash_pair(hash, structure_of_type(m, it->type)), it->role);
    }
    return hash;
}

static uint64_t hash_of_parts(uint64_t hash, const struct part *parts, size_t count, struct structure *of)
{
    hash = hash_pair(hash, count);
    for (size_t i = 0; i < count; i++) {
        hash = hash_pair(hash_pair(hash, parts[i].kind), structure_of_expr(of, parts[i].expr));
        if (parts[i].kind == PART_CHOICE)
            hash = hash_pair(hash, parts[i].cell);
    }
    return hash;
}

static uint64_t hash_of_action(uint64_t hash, const struct action *action, struct structure *of)
{
    hash = hash_of_parts(hash, action->parts, action->part_count, of);
    for (size_t i = 0; i < action->kept_count; i++)
        hash = hash_pair(hash, action->kept[i]);
    return hash;
}

uint64_t checkpoint_hash_of_behaviour(const struct model *m, struct mem *mem)
{
    struct structure structure = {.model = m, .mem = mem}, *of = &structure;
    uint64_t hash = hash_of_cells(m);
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
    structure_free(of);
    return hash;
}

// ---- Properties -----------------------------------------------------------------------------------------------------

uint64_t checkpoint_hash_of_properties(const struct model *m, struct mem *mem)
{
    struct structure of = {.model = m, .mem = mem};
    uint64_t hash = model_property_count(m);
    for (size_t i = 0; i < model_property_count(m); i++) {
        const struct property *p = model_property(m, i);
        bool is_number = p->kind == PROPERTY_MIN || p->kind == PROPERTY_MAX;
        hash = hash_pair(hash_pair(hash, p->kind), structure_of_formula(&of, is_number ? p->from : p->formula));
        hash = hash_pair(hash, is_number ? structure_of_formula(&of, p->to) : 0);
    }
    structure_free(&of);
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
