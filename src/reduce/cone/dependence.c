// Dependence between cells (seed 004, "Cone of influence reduction"): what is said of each, closing under what its
// assignments read, and putting assignments in an order in which they can be carried out.
#include "reduce/cone/dependence.h"

#include <string.h>

#include "model/walk.h"

struct dependence {
    const struct model *model;
    struct mem *mem;
    size_t cells;
    expr *initial, *invariant, *step; // by cell: its choice in initial states, all states, all steps; or EXPR_NONE
    expr *chosen;                     // by cell: in the action that was entered last
    bool *kept;                       // by cell: by that action
    size_t entered;
    bool *needed;        // by cell: by every property
    size_t *first;       // by cell, and one more: where its choices begin
    ARRAY(expr) choices; // of all cells, whatever part they come from
    struct walk exprs;   // what the closure at hand reads
    struct condition_walk formulas;
    struct walk sets; // of the choice at hand
};

// ---- What is said of a cell -----------------------------------------------------------------------------------------

static struct parts parts_of(const struct action *a)
{
    return (struct parts){a->parts, a->part_count};
}

static void clear(expr *by_cell, size_t cells)
{
    for (size_t i = 0; i < cells; i++)
        by_cell[i] = EXPR_NONE;
}

// Makes the choices of an action the ones at hand. A second choice for a cell makes it one that is needed.
static void note_choices(struct dependence *d, struct parts parts, expr *by_cell)
{
    for (size_t i = 0; i < parts.count; i++) {
        if (parts.at[i].kind != PART_CHOICE)
            continue;
        cell_id cell = parts.at[i].cell;
        d->needed[cell] |= by_cell[cell] != EXPR_NONE;
        by_cell[cell] = parts.at[i].expr;
    }
}

static void enter_action(struct dependence *d, size_t action)
{
    if (d->entered == action)
        return;
    const struct action *a = model_action(d->model, action);
    clear(d->chosen, d->cells);
    memset(d->kept, 0, d->cells * sizeof *d->kept);
    note_choices(d, parts_of(a), d->chosen);
    for (size_t i = 0; i < a->kept_count; i++)
        d->kept[a->kept[i]] = true;
    d->entered = action;
}

// A cell that two things are said of may have no value that obeys both.
static void need_contradictory(struct dependence *d)
{
    for (cell_id c = 0; c < d->cells; c++)
        d->needed[c] |= d->initial[c] != EXPR_NONE && d->invariant[c] != EXPR_NONE;
    for (size_t a = 0; a < model_action_count(d->model); a++) {
        enter_action(d, a);
        for (cell_id c = 0; c < d->cells; c++) {
            bool stays = d->kept[c] || model_cell(d->model, c)->role == CELL_FROZEN;
            int said = stays + (d->chosen[c] != EXPR_NONE) + (d->step[c] != EXPR_NONE) + (d->invariant[c] != EXPR_NONE);
            d->needed[c] |= said > 1;
        }
    }
}

// ---- Whether a choice always has a value ----------------------------------------------------------------------------

// Whether all values of one type are plainly of the other.
static bool is_within(const struct type *inner, const struct type *outer)
{
    if (inner == outer)
        return true;
    if (inner->values) {
        for (size_t i = 0; i < inner->count; i++)
            if (!type_contains(outer, inner->values[i]))
                return false;
        return inner->kind == TYPE_ENUM || outer->kind == TYPE_INTEGER || outer->kind == TYPE_ENUM;
    }
    if (inner->kind != TYPE_INTEGER)
        return false;
    if (outer->kind == TYPE_INTEGER && !outer->values)
        return outer->low <= inner->low && inner->high <= outer->high;
    return inner->low == inner->high && outer->kind != TYPE_BOOLEAN && outer->kind != TYPE_WORD &&
           type_contains(outer, inner->low);
}

static bool fits(const struct model *m, expr choice, cell_id cell)
{
    const struct expr_node *n = model_expr(m, choice);
    const struct type *type = model_type(m, n->type);
    if (type->kind == TYPE_SET)
        type = model_type(m, type->element);
    return !n->partial && is_within(type, model_type(m, model_cell(m, cell)->type));
}

static bool is_empty_span(const struct model *m, const struct expr_node *span)
{
    value low, high;
    return !model_is_const(m, span->args[0], &low) || !model_is_const(m, span->args[1], &high) || low > high;
}

static bool is_set_inside(const struct walk *w, expr e, size_t operand)
{
    return model_expr(w->model, model_expr(w->model, e)->args[operand])->has_set;
}

// Whether no set in it may be empty: spans are all that can be.
static bool has_members(struct dependence *d, expr choice)
{
    bool good = true;
    walk_clear(&d->sets);
    if (model_expr(d->model, choice)->has_set)
        walk_from(&d->sets, choice);
    for (expr e; good && walk_next(&d->sets, &e);) {
        const struct expr_node *n = model_expr(d->model, e);
        good = n->op == OP_SPAN ? !is_empty_span(d->model, n) : n->count > 0;
    }
    return good;
}

static void need_uncertain(struct dependence *d, bool values_are_proved)
{
    for (cell_id c = 0; c < d->cells; c++)
        for (size_t i = d->first[c]; i < d->first[c + 1] && !d->needed[c]; i++)
            d->needed[c] =
                !has_members(d, d->choices.at[i]) || !(values_are_proved || fits(d->model, d->choices.at[i], c));
}

// ---- Closing --------------------------------------------------------------------------------------------------------

// Counts the choices of each cell, or puts them where they belong.
static void sort_choices(struct dependence *d, struct parts parts, bool counting)
{
    for (size_t i = 0; i < parts.count; i++) {
        if (parts.at[i].kind != PART_CHOICE)
            continue;
        if (counting)
            d->first[parts.at[i].cell]++;
        else
            d->choices.at[--d->first[parts.at[i].cell]] = parts.at[i].expr;
    }
}

static void sort_all_choices(struct dependence *d, bool counting)
{
    sort_choices(d, model_initial(d->model), counting);
    sort_choices(d, model_invariants(d->model), counting);
    sort_choices(d, model_steps(d->model), counting);
    for (size_t a = 0; a < model_action_count(d->model); a++)
        sort_choices(d, parts_of(model_action(d->model, a)), counting);
}

// The counts become the ends of the cells' places, and filling them moves each end to its beginning.
static void collect_choices(struct dependence *d)
{
    sort_all_choices(d, true);
    for (size_t c = 1; c <= d->cells; c++)
        d->first[c] += d->first[c - 1];
    array_reserve(d->mem, &d->choices, d->first[d->cells]);
    d->choices.count = d->first[d->cells];
    sort_all_choices(d, false);
}

static void push_choices(struct dependence *d, cell_id cell)
{
    for (size_t i = d->first[cell]; i < d->first[cell + 1]; i++)
        walk_from(&d->exprs, d->choices.at[i]);
}

// Adds the cells that the pending expressions mention, and those that these depend on.
static void close_under_choices(struct dependence *d, bool *cells)
{
    for (expr e; walk_next(&d->exprs, &e);) {
        const struct expr_node *n = model_expr(d->model, e);
        if ((n->op == OP_CELL || n->op == OP_NEXT) && !cells[n->data]) {
            cells[n->data] = true;
            push_choices(d, (cell_id)n->data);
        }
    }
}

static void push_conditions(struct dependence *d, struct parts parts)
{
    for (size_t i = 0; i < parts.count; i++)
        if (parts.at[i].kind == PART_CONDITION)
            walk_from(&d->exprs, parts.at[i].expr);
}

static void close_needed(struct dependence *d)
{
    const struct model *m = d->model;
    walk_clear(&d->exprs);
    push_conditions(d, model_initial(m));
    push_conditions(d, model_invariants(m));
    push_conditions(d, model_steps(m));
    for (size_t a = 0; a < model_action_count(m); a++)
        push_conditions(d, parts_of(model_action(m, a)));
    for (size_t i = 0; i < model_justice_count(m); i++)
        walk_from(&d->exprs, model_justice(m, i));
    for (size_t i = 0; i < model_compassion_count(m); i++) {
        expr pair[2];
        model_compassion(m, i, pair);
        walk_from(&d->exprs, pair[0]);
        walk_from(&d->exprs, pair[1]);
    }
    for (size_t i = 0; i < model_fair_rule_count(m); i++)
        walk_from(&d->exprs, model_fair_rule(m, i)->enabled);
    for (cell_id c = 0; c < d->cells; c++)
        if (d->needed[c])
            push_choices(d, c);
    close_under_choices(d, d->needed);
}

// ---- Properties -----------------------------------------------------------------------------------------------------

void dependence_of_property(struct dependence *d, size_t property, bool *cells)
{
    const struct property *p = model_property(d->model, property);
    walk_clear(&d->exprs);
    condition_walk_clear(&d->formulas);
    condition_walk_from(&d->formulas, p->formula);
    for (size_t i = 0; i < p->vacuity_count; i++)
        condition_walk_from(&d->formulas, p->vacuities[i].formula);
    if (p->kind == PROPERTY_MIN || p->kind == PROPERTY_MAX) {
        condition_walk_from(&d->formulas, p->from);
        condition_walk_from(&d->formulas, p->to);
    }
    for (expr condition; condition_walk_next(&d->formulas, &condition);)
        walk_from(&d->exprs, condition);
    for (cell_id c = 0; c < d->cells; c++)
        cells[c] = d->needed[c];
    close_under_choices(d, cells);
}

// ---- The order of assignments ---------------------------------------------------------------------------------------

// A search through cells and, by way of their choices, through what these read: expressions about the step, where next
// values count, and expressions about the state that is sought, where current values do.
struct task {
    enum { TASK_OF_STEP, TASK_OF_STATE, TASK_CELL } kind;
    uint32_t id; // of an expression, or a cell
};

struct ordering {
    struct dependence *d;
    size_t action;
    const bool *known; // NULL: none is
    assignment_array *plan;
    struct notes open[3], done[3]; // by kind of task
    ARRAY(struct task) stack;
};

static struct assignment assignment_for(const struct dependence *d, size_t action, cell_id cell)
{
    bool is_step = action != DEPENDENCE_INITIAL;
    if (is_step && (d->kept[cell] || model_cell(d->model, cell)->role == CELL_FROZEN))
        return (struct assignment){cell, ASSIGN_KEEP, EXPR_NONE};
    if (is_step && d->chosen[cell] != EXPR_NONE)
        return (struct assignment){cell, ASSIGN_OF_STEP, d->chosen[cell]};
    if (is_step && d->step[cell] != EXPR_NONE)
        return (struct assignment){cell, ASSIGN_OF_STEP, d->step[cell]};
    if (!is_step && d->initial[cell] != EXPR_NONE)
        return (struct assignment){cell, ASSIGN_OF_STATE, d->initial[cell]};
    if (d->invariant[cell] != EXPR_NONE)
        return (struct assignment){cell, ASSIGN_OF_STATE, d->invariant[cell]};
    return (struct assignment){cell, ASSIGN_ANY, EXPR_NONE};
}

// False if the task is on the way already.
static bool visit(struct ordering *o, struct task task)
{
    if (task.kind == TASK_CELL && o->known && o->known[task.id])
        return true;
    if (task.kind == TASK_OF_STEP && !model_expr(o->d->model, task.id)->has_next)
        return true;
    if (notes_get(&o->done[task.kind], task.id) != NOTE_NONE)
        return true;
    array_push(o->d->mem, &o->stack, task);
    return notes_get(&o->open[task.kind], task.id) == NOTE_NONE;
}

static bool visit_choice(struct ordering *o, cell_id cell)
{
    struct assignment a = assignment_for(o->d, o->action, cell);
    if (a.expr == EXPR_NONE)
        return true;
    return visit(o, (struct task){a.kind == ASSIGN_OF_STEP ? TASK_OF_STEP : TASK_OF_STATE, a.expr});
}

static bool visit_below(struct ordering *o, struct task task)
{
    if (task.kind == TASK_CELL)
        return visit_choice(o, task.id);
    const struct expr_node *n = model_expr(o->d->model, task.id);
    if (n->op == (task.kind == TASK_OF_STEP ? OP_NEXT : OP_CELL))
        return visit(o, (struct task){TASK_CELL, (uint32_t)n->data});
    for (size_t i = 0; i < n->count; i++)
        if (!visit(o, (struct task){task.kind, n->args[i]}))
            return false;
    return true;
}

static void finish(struct ordering *o, struct task task)
{
    notes_put(o->d->mem, &o->done[task.kind], task.id, 0);
    if (task.kind == TASK_CELL && o->plan)
        array_push(o->d->mem, o->plan, assignment_for(o->d, o->action, task.id));
}

// False if there is a circle.
static bool order_from(struct ordering *o, cell_id cell)
{
    bool good = visit(o, (struct task){TASK_CELL, cell});
    while (good && o->stack.count) {
        struct task task = array_last(&o->stack);
        if (notes_get(&o->done[task.kind], task.id) != NOTE_NONE) {
            o->stack.count--;
        } else if (notes_get(&o->open[task.kind], task.id) != NOTE_NONE) {
            finish(o, task);
            o->stack.count--;
        } else {
            notes_put(o->d->mem, &o->open[task.kind], task.id, 0);
            good = visit_below(o, task);
        }
    }
    return good;
}

static void open_ordering(struct ordering *o)
{
    if (o->action != DEPENDENCE_INITIAL)
        enter_action(o->d, o->action);
    for (size_t i = 0; i < 3; i++) {
        notes_clear(&o->open[i]);
        notes_clear(&o->done[i]);
    }
}

static void close_ordering(struct ordering *o)
{
    for (size_t i = 0; i < 3; i++) {
        notes_free(o->d->mem, &o->open[i]);
        notes_free(o->d->mem, &o->done[i]);
    }
    array_free(o->d->mem, &o->stack);
}

void dependence_plan(struct dependence *d, size_t action, const bool *known, assignment_array *plan)
{
    struct ordering o = {.d = d, .action = action, .known = known, .plan = plan};
    plan->count = 0;
    open_ordering(&o);
    for (cell_id c = 0; c < d->cells; c++)
        order_from(&o, c);
    close_ordering(&o);
}

// A circle of choices that hold in all states shows in the initial ones.
static bool has_circles(struct dependence *d)
{
    bool good = true;
    size_t actions = model_action_count(d->model);
    struct ordering o = {.d = d};
    for (size_t i = 0; i <= actions && good; i++) {
        o.action = i ? i - 1 : DEPENDENCE_INITIAL;
        open_ordering(&o);
        for (cell_id c = 0; c < d->cells && good; c++)
            if (i == 0 || d->chosen[c] != EXPR_NONE || d->step[c] != EXPR_NONE)
                good = order_from(&o, c);
    }
    close_ordering(&o);
    return !good;
}

// ---- The whole ------------------------------------------------------------------------------------------------------

static expr *new_choices(struct dependence *d)
{
    expr *by_cell = mem_alloc(d->mem, (d->cells + 1) * sizeof *by_cell);
    clear(by_cell, d->cells);
    return by_cell;
}

struct dependence *dependence_new(const struct model *model, bool values_are_proved, struct mem *mem)
{
    struct dependence *d = mem_zalloc(mem, sizeof *d);
    d->model = model;
    d->mem = mem;
    d->cells = model_cell_count(model);
    d->entered = DEPENDENCE_INITIAL;
    d->exprs = (struct walk){.model = model, .mem = mem};
    d->sets = (struct walk){.model = model, .mem = mem, .follows = is_set_inside};
    d->formulas = condition_walk(model, mem);
    d->initial = new_choices(d);
    d->invariant = new_choices(d);
    d->step = new_choices(d);
    d->chosen = new_choices(d);
    d->kept = mem_zalloc(mem, (d->cells + 1) * sizeof *d->kept);
    d->needed = mem_zalloc(mem, (d->cells + 1) * sizeof *d->needed);
    d->first = mem_zalloc(mem, (d->cells + 1) * sizeof *d->first);
    note_choices(d, model_initial(model), d->initial);
    note_choices(d, model_invariants(model), d->invariant);
    note_choices(d, model_steps(model), d->step);
    collect_choices(d);
    need_contradictory(d);
    need_uncertain(d, values_are_proved);
    if (has_circles(d) || model_start_count(model) > 0)
        memset(d->needed, 1, d->cells * sizeof *d->needed);
    close_needed(d);
    return d;
}

static void free_choices(struct dependence *d, expr *by_cell)
{
    mem_free(d->mem, by_cell, (d->cells + 1) * sizeof *by_cell);
}

void dependence_free(struct dependence *d)
{
    if (!d)
        return;
    free_choices(d, d->initial);
    free_choices(d, d->invariant);
    free_choices(d, d->step);
    free_choices(d, d->chosen);
    mem_free(d->mem, d->kept, (d->cells + 1) * sizeof *d->kept);
    mem_free(d->mem, d->needed, (d->cells + 1) * sizeof *d->needed);
    mem_free(d->mem, d->first, (d->cells + 1) * sizeof *d->first);
    array_free(d->mem, &d->choices);
    walk_free(&d->exprs);
    walk_free(&d->sets);
    condition_walk_free(&d->formulas);
    mem_free(d->mem, d, sizeof *d);
}
