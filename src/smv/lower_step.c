// Next values in properties. A property is about states and inputs; so a condition with next values in it becomes an
// input of its own, whose value with every step is the truth of the condition. That is one value for each step, and
// takes none away.
//
// An invariant whose text mentions inputs or next values is about steps, also where nothing is left of them once it is
// simplified (`a | i > 5` with i : 0..1): what is wrong in a state that no step leaves is no failure. It becomes such
// an input, too.
#include <stdio.h>
#include <string.h>

#include "smv/lower_formula.h"

static void remember(struct smv_meaning *l, struct int_map *map, uint32_t key, uint32_t number)
{
    bool added;
    while (!int_map_try_add(l->mem, map, key, number, &added)) {
        size_t bytes = (map->capacity + 1) * 2 * sizeof *map->entries;
        mem_free(l->mem, mem_alloc(l->mem, bytes), bytes); // does not come back if there is no more
    }
}

static cell_id input_for(struct smv_meaning *l, expr condition)
{
    const uint32_t *known = int_map_find(&l->step_conditions, condition);
    if (known)
        return *known;
    char name[40];
    snprintf(name, sizeof name, "_step_condition_%zu_", l->step_conditions.count + 1);
    const char *copy = arena_copy(&l->arena, name, strlen(name));
    cell_id input = model_add_cell(l->model, copy, model_boolean(l->model), CELL_INPUT);
    model_hide_cell(l->model, input);
    expr same = model_binary(l->model, OP_EQ, model_cell_expr(l->model, input), condition);
    model_add_step(l->model, (struct part){PART_CONDITION, CELL_NONE, same});
    remember(l, &l->step_conditions, condition, input);
    return input;
}

void smv_next_to_input(struct smv_meaning *l, struct span span, struct smv_thing *thing, bool of_steps)
{
    const struct expr_node *n = model_expr(l->model, thing->value);
    if (!n->has_next && (!of_steps || n->has_input || thing->value == l->yes))
        return;
    if (l->settled) { // what works with the model need not expect more inputs
        if (n->has_next)
            smv_error(l, span,
                      "\"next\" is only allowed in properties of the file itself; in LTL, \"X\" looks ahead, too");
        else
            smv_error(l, span,
                      "this does not depend on the inputs or next values in it; such an invariant is only allowed in "
                      "the file itself");
        *thing = smv_bad;
        return;
    }
    bool negated = n->op == OP_NOT;
    expr input = model_cell_expr(l->model, input_for(l, negated ? n->args[0] : thing->value));
    thing->value = negated ? model_not(l->model, input) : input;
    thing->is_variable = false;
}
