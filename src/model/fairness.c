// Which infinite paths count: justice and compassion, which are conditions of states and inputs, and fair rules.
#include <assert.h>
#include <string.h>

#include "model/model_internal.h"

void model_add_justice(struct model *m, expr condition)
{
    assert(is_boolean(m, condition));
    array_push(m->mem, &m->justice, condition);
}

void model_add_compassion(struct model *m, expr if_often, expr then_often)
{
    assert(is_boolean(m, if_often) && is_boolean(m, then_often));
    array_push(m->mem, &m->compassion, ((struct compassion){{if_often, then_often}}));
}

size_t model_justice_count(const struct model *m)
{
    return m->justice.count;
}

expr model_justice(const struct model *m, size_t i)
{
    assert(i < m->justice.count);
    return m->justice.at[i];
}

size_t model_compassion_count(const struct model *m)
{
    return m->compassion.count;
}

void model_compassion(const struct model *m, size_t i, expr pair[2])
{
    assert(i < m->compassion.count);
    pair[0] = m->compassion.at[i].pair[0];
    pair[1] = m->compassion.at[i].pair[1];
}

bool model_has_fairness(const struct model *m)
{
    return m->justice.count > 0 || m->compassion.count > 0 || m->fair_rules.count > 0;
}

static bool is_about_paths(enum property_kind kind)
{
    return kind != PROPERTY_INVARIANT && kind != PROPERTY_RUNTIME_ERROR && kind != PROPERTY_DEADLOCK &&
           kind != PROPERTY_COVER;
}

// A path of finitely many steps is all that one of these needs.
static bool asks_for_reaching(const struct formula_node *n)
{
    switch (n->op) {
    case FORMULA_EX:
    case FORMULA_EF:
    case FORMULA_EU:
    case FORMULA_AX:
    case FORMULA_AG:
        return !n->bounded;
    default:
        return n->op <= FORMULA_IFF;
    }
}

static bool all_ask_for_reaching(const struct model *m, const struct property *p)
{
    struct condition_walk w = condition_walk(m, m->mem);
    bool all = true;
    walk_from(&w.formulas, p->formula);
    for (size_t i = 0; i < p->vacuity_count; i++)
        walk_from(&w.formulas, p->vacuities[i].formula);
    for (uint32_t f; all && walk_next(&w.formulas, &f);)
        all = asks_for_reaching(model_formula(m, f));
    condition_walk_free(&w);
    return all;
}

bool property_minds_fairness(const struct model *m, const struct property *p)
{
    if (!is_about_paths(p->kind))
        return false;
    bool has_only_rules = m->fair_rules.count > 0 && m->justice.count == 0 && m->compassion.count == 0;
    return !has_only_rules || p->kind != PROPERTY_CTL || p->formula == FORMULA_NONE || !all_ask_for_reaching(m, p);
}

// ---- Fair rules -----------------------------------------------------------------------------------------------------

size_t model_add_fair_rule(struct model *m, const struct fair_rule *rule)
{
    struct fair_rule copy = *rule;
    size_t bytes = rule->site_count * sizeof *rule->sites;
    assert(is_boolean(m, rule->enabled));
    copy.name = model_copy_text(m, rule->name);
    if (bytes)
        copy.sites = memcpy(arena_alloc(&m->arena, bytes), rule->sites, bytes);
    array_push(m->mem, &m->fair_rules, copy);
    return m->fair_rules.count - 1;
}

void model_put_under_fair_rule(struct model *m, size_t action, size_t fair_rule)
{
    assert(fair_rule < m->fair_rules.count);
    m->actions.at[action]->shown.fair_rule = (uint32_t)fair_rule;
}

size_t model_fair_rule_count(const struct model *m)
{
    return m->fair_rules.count;
}

const struct fair_rule *model_fair_rule(const struct model *m, size_t i)
{
    assert(i < m->fair_rules.count);
    return &m->fair_rules.at[i];
}

// ---- Where an action has a step -------------------------------------------------------------------------------------

// What a cell is after the step.
static expr value_after(void *context, expr e, const struct expr_node *n)
{
    const expr *values = context;
    return n->op == OP_CELL ? values[n->data] : e;
}

expr model_action_enabled(struct model *m, size_t action)
{
    const struct action *a = model_action(m, action);
    struct parts invariants = model_invariants(m);
    size_t cells = model_cell_count(m), bytes = (cells + 1) * sizeof(expr);
    struct walk after = {.model = m, .mem = m->mem};
    expr *values = mem_alloc(m->mem, bytes); // by cell
    expr result = model_true(m);
    for (cell_id cell = 0; cell < cells; cell++)
        values[cell] = model_cell_expr(m, cell);
    for (size_t i = 0; i < a->part_count; i++) {
        const struct expr_node *n = model_expr(m, a->parts[i].expr);
        assert(!n->has_next && !n->has_set);
        if (a->parts[i].kind == PART_CONDITION)
            result = model_and(m, result, a->parts[i].expr);
        else if (n->op != OP_CELL || (cell_id)n->data != a->parts[i].cell)
            values[a->parts[i].cell] = a->parts[i].expr;
    }
    for (size_t i = 0; i < invariants.count; i++) {
        assert(invariants.at[i].kind == PART_CONDITION);
        result = model_and(m, result, walk_map(&after, m, value_after, values, invariants.at[i].expr));
    }
    walk_free(&after);
    mem_free(m->mem, values, bytes);
    return result;
}
