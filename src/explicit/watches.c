// What is watched while states are searched for: the conditions of properties that are about all states or all steps,
// as the rules of the model, of the members of a family, or of whoever makes the steps know them.
#include "explicit/engine.h"

#define MOST_INPUTS 4096 // choices of inputs that are tried with each step

static bool has_few_inputs(const struct model *m)
{
    uint64_t choices = 1;
    for (cell_id c = 0; c < model_cell_count(m) && choices <= MOST_INPUTS; c++)
        if (model_cell(m, c)->role == CELL_INPUT) {
            uint64_t values = type_size(model_type(m, model_cell(m, c)->type));
            choices = values <= MOST_INPUTS ? choices * values : UINT64_MAX;
        }
    return choices <= MOST_INPUTS;
}

// The condition that a property says of all states, or of all steps, or EXPR_NONE.
static expr condition_of_states(const struct model *m, const struct property *p)
{
    if (p->unsupported || p->refuted || p->formula == FORMULA_NONE)
        return EXPR_NONE;
    const struct formula_node *n = model_formula(m, p->formula);
    switch (p->kind) {
    case PROPERTY_INVARIANT:
    case PROPERTY_RUNTIME_ERROR:
    case PROPERTY_DEADLOCK:
        break;
    case PROPERTY_COVER:
        return model_cover(m, p->formula).missed;
    case PROPERTY_CTL:
        if (n->op != FORMULA_AG || n->bounded)
            return EXPR_NONE;
        n = model_formula(m, n->args[0]);
        break;
    case PROPERTY_LTL:
        if (n->op != FORMULA_G || n->bounded)
            return EXPR_NONE;
        n = model_formula(m, n->args[0]);
        if (n->op == FORMULA_ATOM && model_expr(m, n->atom)->has_input)
            return EXPR_NONE;
        break;
    default:
        return EXPR_NONE;
    }
    if (n->op != FORMULA_ATOM || model_expr(m, n->atom)->has_next)
        return EXPR_NONE;
    return model_expr(m, n->atom)->has_input && !has_few_inputs(m) ? EXPR_NONE : n->atom;
}

size_t explicit_member_of(const struct explicit_engine *e, size_t property)
{
    size_t i = 0;
    while (i < e->options.member_count && e->options.members[i].formulas[property] == FORMULA_NONE)
        i++;
    return i;
}

static bool is_deadlock(const struct model *m, goal_id goal)
{
    size_t number = model_find_goal(m, goal);
    return number != SIZE_MAX && model_property(m, number)->kind == PROPERTY_DEADLOCK;
}

// A cover has a second watch: for states in which its condition has no value.
static expr condition_of_cover(const struct model *m, const struct property *p)
{
    bool is_cover = p->kind == PROPERTY_COVER && !p->unsupported && !p->refuted && p->formula != FORMULA_NONE;
    return is_cover ? model_cover(m, p->formula).sound : EXPR_NONE;
}

static uint32_t watch_in_member(struct explicit_engine *e, size_t k, expr condition, goal_id goal)
{
    struct family_rules *m = &e->members[k];
    uint32_t watch = (uint32_t)e->watch_count;
    if (condition == EXPR_NONE)
        return NO_WATCH;
    e->watched[e->watch_count++] = (struct watched){
        .violator = STORE_NONE, .rule = (uint32_t)m->watches.count, .member = (uint16_t)k, .condition = EXPR_NONE};
    array_push(e->mem, &m->numbers, watch);
    array_push(e->mem, &m->watches,
               ((struct watch){.condition = condition, .holds_if_moving = is_deadlock(m->member->model, goal)}));
    return watch;
}

// The condition that EF asks for, where a state with it may be all that there is to know; or EXPR_NONE. Conditions that
// can go wrong are left to the graph of all states.
static expr condition_of_path(const struct model *m, const struct property *p)
{
    if (p->kind != PROPERTY_CTL || p->unsupported || p->refuted || p->formula == FORMULA_NONE ||
        model_has_fairness(m) || property_has_runtime_errors(m, p))
        return EXPR_NONE;
    const struct formula_node *n = model_formula(m, p->formula);
    if (n->op != FORMULA_EF || n->bounded)
        return EXPR_NONE;
    n = model_formula(m, n->args[0]);
    if (n->op != FORMULA_ATOM || model_expr(m, n->atom)->has_next || model_expr(m, n->atom)->has_input)
        return EXPR_NONE;
    return n->atom;
}

// In a family, those of the members, in terms of their own states.
static void find_watches_of_members(struct explicit_engine *e, size_t properties)
{
    for (size_t i = 0; i < properties; i++) {
        struct property p = *model_property(e->model, i);
        size_t k = explicit_member_of(e, i);
        e->watch_of[i] = e->error_watch_of[i] = NO_WATCH;
        if (k == e->options.member_count)
            continue;
        const struct explicit_member *member = e->members[k].member;
        p.formula = member->formulas[i];
        e->watch_of[i] = watch_in_member(e, k, condition_of_states(member->model, &p), p.goal);
        e->error_watch_of[i] = watch_in_member(e, k, condition_of_cover(member->model, &p), p.goal);
    }
}

static uint32_t watch_condition(struct explicit_engine *e, expr condition, bool of_deadlock, bool is_sought)
{
    struct watched w = {.violator = STORE_NONE, .rule = NO_WATCH, .condition = condition};
    uint32_t watch = (uint32_t)e->watch_count;
    if (condition == EXPR_NONE)
        return NO_WATCH;
    if (model_expr(e->model, condition)->has_input)
        array_push(e->mem, &e->with_inputs, watch);
    else {
        e->rule_watches[e->rule_watch_count] = (struct watch){condition, of_deadlock, is_sought};
        w.rule = e->rule_watch_count++;
    }
    e->watched[e->watch_count++] = w;
    return watch;
}

// Each property has two, whoever knows it.
static void find_watches_of_steps(struct explicit_engine *e, size_t properties)
{
    const struct explicit_steps *steps = e->options.steps;
    for (uint32_t i = 0; i < 2 * properties; i++)
        e->watched[i] = (struct watched){.violator = STORE_NONE, .rule = i, .condition = EXPR_NONE};
    e->watch_count = e->rule_watch_count = (uint32_t)(2 * properties);
    for (uint32_t i = 0; i < properties; i++) {
        bool is_known = steps->knows(steps->context, i);
        bool is_cover = model_property(e->model, i)->kind == PROPERTY_COVER;
        e->watch_of[i] = is_known ? 2 * i : NO_WATCH;
        e->error_watch_of[i] = is_known && is_cover ? 2 * i + 1 : NO_WATCH;
    }
}

void explicit_find_watches(struct explicit_engine *e)
{
    size_t properties = model_property_count(e->model);
    e->watch_of = mem_alloc(e->mem, (properties + 1) * sizeof *e->watch_of);
    e->error_watch_of = mem_alloc(e->mem, (properties + 1) * sizeof *e->error_watch_of);
    e->sought_of = mem_alloc(e->mem, (properties + 1) * sizeof *e->sought_of);
    for (size_t i = 0; i < properties; i++)
        e->sought_of[i] = NO_WATCH;
    e->watched = mem_alloc(e->mem, (2 * properties + 1) * sizeof *e->watched);
    e->rule_watches = mem_alloc(e->mem, (2 * properties + 1) * sizeof *e->rule_watches);
    if (e->options.members) {
        find_watches_of_members(e, properties);
        return;
    }
    if (e->options.steps) {
        find_watches_of_steps(e, properties);
        return;
    }
    for (size_t i = 0; i < properties; i++) {
        const struct property *p = model_property(e->model, i);
        e->watch_of[i] = watch_condition(e, condition_of_states(e->model, p), p->kind == PROPERTY_DEADLOCK, false);
        e->error_watch_of[i] = watch_condition(e, condition_of_cover(e->model, p), false, false);
        e->sought_of[i] = watch_condition(e, condition_of_path(e->model, p), false, true);
    }
}
