// What a model does: its parts and actions; and what is asked about it: properties and definitions.
#include <assert.h>
#include <string.h>

#include "model/model_internal.h"

// ---- Parts ----------------------------------------------------------------------------------------------------------

static void check_part(const struct model *m, struct part part)
{
    assert(part.kind == PART_CHOICE ? part.cell < m->cells.count : is_boolean(m, part.expr));
    assert(part.kind == PART_CHOICE || !model_expr(m, part.expr)->has_set);
    assert(part.kind == PART_CONDITION || model_cell(m, part.cell)->role != CELL_INPUT);
    (void)m;
    (void)part;
}

static void check_state_part(const struct model *m, struct part part)
{
    check_part(m, part);
    assert(!model_expr(m, part.expr)->has_next && !model_expr(m, part.expr)->has_input);
}

void model_add_initial(struct model *m, struct part part)
{
    check_state_part(m, part);
    array_push(m->mem, &m->initial, part);
}

void model_add_invariant(struct model *m, struct part part)
{
    check_state_part(m, part);
    array_push(m->mem, &m->invariants, part);
}

void model_add_step(struct model *m, struct part part)
{
    check_part(m, part);
    array_push(m->mem, &m->steps, part);
}

struct parts model_initial(const struct model *m)
{
    return (struct parts){m->initial.at, m->initial.count};
}

struct parts model_invariants(const struct model *m)
{
    return (struct parts){m->invariants.at, m->invariants.count};
}

struct parts model_steps(const struct model *m)
{
    return (struct parts){m->steps.at, m->steps.count};
}

expr model_part_condition(struct model *m, struct part part, bool is_next)
{
    if (part.kind == PART_CONDITION)
        return part.expr;
    return model_member(m, is_next ? model_next_expr(m, part.cell) : model_cell_expr(m, part.cell), part.expr);
}

// ---- Actions --------------------------------------------------------------------------------------------------------

static size_t add_action(struct model *m, action_array *list, const char *name)
{
    struct action_record *a = arena_alloc(&m->arena, sizeof *a);
    *a = (struct action_record){.shown = {.name = model_copy_text(m, name), .fair_rule = FAIR_RULE_NONE}};
    array_push(m->mem, list, a);
    return list->count - 1;
}

size_t model_add_action(struct model *m, const char *name)
{
    return add_action(m, &m->actions, name);
}

size_t model_add_start(struct model *m, const char *name)
{
    return add_action(m, &m->starts, name);
}

static size_t doubled(size_t capacity)
{
    return capacity ? capacity * 2 : 4;
}

static void add_part(struct model *m, struct action_record *a, struct part part)
{
    size_t size = sizeof *a->shown.parts;
    if (a->shown.part_count == a->part_capacity) {
        size_t more = doubled(a->part_capacity);
        a->shown.parts = mem_resize(m->mem, a->shown.parts, a->part_capacity * size, more * size);
        a->part_capacity = more;
    }
    a->shown.parts[a->shown.part_count++] = part;
}

void model_add_to_action(struct model *m, size_t action, struct part part)
{
    check_part(m, part);
    add_part(m, m->actions.at[action], part);
}

void model_add_to_start(struct model *m, size_t start, struct part part)
{
    check_state_part(m, part);
    add_part(m, m->starts.at[start], part);
}

// Actions of one rule that differ in a second parameter keep the same cells. As long as an action keeps what the one
// before it keeps, it looks at that one's list: N squared actions of N cells each would be too many lists. Lists are in
// the arena, so that they neither move nor go while somebody looks at them.
static bool keep_as_before(struct model *m, size_t action, cell_id cell)
{
    struct action *a = &m->actions.at[action]->shown;
    const struct action *before = action ? &m->actions.at[action - 1]->shown : NULL;
    if (!before || m->actions.at[action]->kept_capacity || a->kept_count >= before->kept_count)
        return false;
    if (a->kept_count == 0)
        a->kept = before->kept;
    if (a->kept != before->kept || a->kept[a->kept_count] != cell)
        return false;
    a->kept_count++;
    return true;
}

void model_keep_in_action(struct model *m, size_t action, cell_id cell)
{
    assert(model_cell(m, cell)->role != CELL_INPUT);
    struct action_record *a = m->actions.at[action];
    if (keep_as_before(m, action, cell))
        return;
    if (a->shown.kept_count >= a->kept_capacity) {
        a->kept_capacity = doubled(a->shown.kept_count);
        cell_id *longer = arena_alloc(&m->arena, a->kept_capacity * sizeof *longer);
        if (a->shown.kept_count)
            memcpy(longer, a->shown.kept, a->shown.kept_count * sizeof *longer);
        a->shown.kept = longer;
    }
    a->shown.kept[a->shown.kept_count++] = cell;
}

void model_set_procedure(struct model *m, size_t action, const struct procedure *procedure)
{
    size_t steps = procedure->count * sizeof *procedure->steps, runtime_errors = procedure->error_count * sizeof(expr);
    struct procedure *copy = arena_alloc(&m->arena, sizeof *copy);
    *copy = *procedure;
    if (steps)
        copy->steps = memcpy(arena_alloc(&m->arena, steps), procedure->steps, steps);
    if (runtime_errors)
        copy->runtime_errors =
            memcpy(arena_alloc(&m->arena, runtime_errors), procedure->runtime_errors, runtime_errors);
    m->actions.at[action]->shown.procedure = copy;
}

size_t model_action_count(const struct model *m)
{
    return m->actions.count;
}

const struct action *model_action(const struct model *m, size_t action)
{
    assert(action < m->actions.count);
    return &m->actions.at[action]->shown;
}

size_t model_start_count(const struct model *m)
{
    return m->starts.count;
}

const struct action *model_start(const struct model *m, size_t start)
{
    assert(start < m->starts.count);
    return &m->starts.at[start]->shown;
}

// ---- Run-time errors ------------------------------------------------------------------------------------------------

void model_add_runtime_error(struct model *m, const struct runtime_error *runtime_error)
{
    assert(is_boolean(m, runtime_error->condition) && !model_expr(m, runtime_error->condition)->has_next);
    struct runtime_error copy = *runtime_error;
    copy.text = model_copy_text(m, runtime_error->text);
    array_push(m->mem, &m->runtime_errors, copy);
}

size_t model_runtime_error_count(const struct model *m)
{
    return m->runtime_errors.count;
}

const struct runtime_error *model_runtime_error(const struct model *m, size_t i)
{
    assert(i < m->runtime_errors.count);
    return &m->runtime_errors.at[i];
}

// ---- Ends -----------------------------------------------------------------------------------------------------------

void model_let_ends_stay(struct model *m)
{
    m->ends_stay = true;
}

bool model_ends_stay(const struct model *m)
{
    return m->ends_stay;
}

// ---- Properties and definitions -------------------------------------------------------------------------------------

static const struct vacuity *copy_vacuities(struct model *m, const struct property *property)
{
    size_t count = property->vacuity_count;
    struct vacuity *copies = count > 0 ? arena_alloc(&m->arena, count * sizeof *copies) : NULL;
    for (size_t i = 0; i < count; i++) {
        copies[i] = property->vacuities[i];
        copies[i].left = model_copy_text(m, copies[i].left);
    }
    return copies;
}

// An operator that keeps its operands as they are, whatever these are.
formula model_make_cover(struct model *m, struct cover c)
{
    formula missed = model_atom(m, c.missed);
    if (c.sound == EXPR_NONE || c.sound == model_true(m))
        return missed;
    return model_formula_make(m, FORMULA_EU, model_atom(m, c.sound), missed);
}

struct cover model_cover(const struct model *m, formula f)
{
    const struct formula_node *n = model_formula(m, f);
    if (n->op == FORMULA_ATOM)
        return (struct cover){n->atom, EXPR_NONE};
    return (struct cover){model_formula(m, n->args[1])->atom, model_formula(m, n->args[0])->atom};
}

size_t model_add_property(struct model *m, const struct property *property)
{
    struct property *copy = arena_alloc(&m->arena, sizeof *copy);
    *copy = *property;
    copy->name = model_copy_text(m, property->name);
    copy->text = model_copy_text(m, property->text);
    copy->context = model_copy_text(m, property->context ? property->context : "");
    copy->unsupported = model_copy_text(m, property->unsupported);
    copy->refuted = model_copy_text(m, property->refuted);
    copy->vacuities = copy_vacuities(m, property);
    array_push(m->mem, &m->properties, copy);
    return m->properties.count - 1;
}

void model_add_case(struct model *m, const struct property_case *its)
{
    struct property_case copy = *its;
    copy.text = model_copy_text(m, its->text);
    copy.formula = model_atom(m, its->condition);
    array_push(m->mem, &m->cases, copy);
}

size_t model_case_count(const struct model *m)
{
    return m->cases.count;
}

const struct property_case *model_case(const struct model *m, size_t i)
{
    return &m->cases.at[i];
}

void model_mark_wrong(struct model *m, size_t property, const char *error)
{
    struct property *p = m->properties.at[property];
    p->unsupported = model_copy_text(m, error);
    p->is_wrong = true;
}

size_t model_property_count(const struct model *m)
{
    return m->properties.count;
}

size_t model_find_goal(const struct model *m, goal_id goal)
{
    for (size_t i = 0; i < m->properties.count && goal != GOAL_NONE; i++)
        if (m->properties.at[i]->goal == goal)
            return i;
    return SIZE_MAX;
}

const struct property *model_property(const struct model *m, size_t i)
{
    assert(i < m->properties.count);
    return m->properties.at[i];
}

void model_add_definition(struct model *m, const char *name, expr e)
{
    const char *copy = model_copy_text(m, name);
    array_push(m->mem, &m->definitions, ((struct definition){copy, e}));
}

size_t model_definition_count(const struct model *m)
{
    return m->definitions.count;
}

const char *model_definition(const struct model *m, size_t i, expr *e)
{
    assert(i < m->definitions.count);
    if (e)
        *e = m->definitions.at[i].expr;
    return m->definitions.at[i].name;
}
