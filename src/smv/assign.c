// ASSIGN: what may be assigned, and what the assignments mean.
//
// `init(x) := e` is a choice for x in initial states, `x := e` one in all states, and `next(x) := e` one in the steps
// of the process that it stands in. In the steps of other processes, x stays as it is.
//
// A variable may have one assignment for a state, so that the model cannot contradict itself, and no value may depend
// on itself within one state: assignments can be carried out in some order.
#include "smv/meaning.h"

// ---- Targets --------------------------------------------------------------------------------------------------------

// The cell that an assignment is for, or CELL_NONE, with an error.
static cell_id cell_of(struct smv_meaning *l, const struct smv_decl *d, const struct smv_thing *thing)
{
    if (thing->sort == SMV_BAD)
        return CELL_NONE;
    if (thing->sort != SMV_VALUE || !thing->is_variable) {
        smv_error(l, d->target->span, "only variables can be assigned, and this is not one");
        return CELL_NONE;
    }
    cell_id cell = (cell_id)model_expr(l->model, thing->value)->data;
    const struct cell *c = model_cell(l->model, cell);
    if (c->role == CELL_INPUT) {
        smv_error(l, d->target->span, "input variable %s cannot be assigned", c->name);
        return CELL_NONE;
    }
    if (c->role == CELL_FROZEN && d->kind != SMV_ASSIGN_INIT) {
        smv_error(l, d->target->span, "frozen variable %s can only be assigned by init(...)", c->name);
        return CELL_NONE;
    }
    return cell;
}

static bool conflict(const struct smv_assignment *a, enum smv_decl_kind kind, uint32_t process)
{
    if (a->kind == SMV_ASSIGN_CURRENT || kind == SMV_ASSIGN_CURRENT)
        return true;
    return a->kind == kind && (kind == SMV_ASSIGN_INIT || a->process == process);
}

static const char *form(enum smv_decl_kind kind)
{
    return kind == SMV_ASSIGN_INIT ? "init(...) := ..." : kind == SMV_ASSIGN_NEXT ? "next(...) := ..." : "... := ...";
}

static void check_conflicts(struct smv_meaning *l, cell_id cell, const struct smv_decl *d, uint32_t process)
{
    for (uint32_t i = l->last_assignment.at[cell]; i != UINT32_MAX; i = l->assignments.at[i].previous) {
        const struct smv_assignment *a = &l->assignments.at[i];
        if (!conflict(a, d->kind, process))
            continue;
        const char *name = model_cell(l->model, cell)->name;
        bool shown = a->kind == d->kind ? smv_error(l, d->target->span, "multiple assignment to variable %s", name)
                                        : smv_error(l, d->target->span, "variable %s has an assignment by %s already",
                                                    name, form(a->kind));
        if (shown)
            smv_note(l, a->span, "the other assignment");
        return;
    }
}

// ---- Assignments ----------------------------------------------------------------------------------------------------

static const struct smv_use *use_of(enum smv_decl_kind kind)
{
    static const struct smv_use init = {"an init(...) assignment", false, false, false};
    static const struct smv_use current = {"an assignment to a current value", false, false, false};
    static const struct smv_use next = {"a next(...) assignment", true, true, false};
    return kind == SMV_ASSIGN_INIT ? &init : kind == SMV_ASSIGN_NEXT ? &next : &current;
}

static void record(struct smv_meaning *l, cell_id cell, const struct smv_decl *d, uint32_t process, expr right)
{
    if (l->last_assignment.count < model_cell_count(l->model)) {
        array_reserve(l->mem, &l->last_assignment, model_cell_count(l->model));
        while (l->last_assignment.count < model_cell_count(l->model))
            l->last_assignment.at[l->last_assignment.count++] = UINT32_MAX;
    }
    check_conflicts(l, cell, d, process);
    struct smv_assignment a = {d->kind, process, cell, right, d->target->span, l->last_assignment.at[cell]};
    l->last_assignment.at[cell] = (uint32_t)l->assignments.count;
    array_push(l->mem, &l->assignments, a);
}

static void assign_cell(struct smv_meaning *l, struct smv_instance *scope, const struct smv_decl *d,
                        const struct smv_thing *target, struct smv_thing right)
{
    cell_id cell = cell_of(l, d, target);
    if (cell == CELL_NONE)
        return;
    const struct cell *c = model_cell(l->model, cell);
    smv_demand_value(l, d->expr->span, &right);
    smv_to_type(l, d->expr->span, &right, c->type, c->name);
    record(l, cell, d, scope->process, right.sort == SMV_VALUE ? right.value : EXPR_NONE);
    if (right.sort == SMV_BAD)
        return;
    if (d->kind == SMV_ASSIGN_NEXT) {
        smv_oblige(l, d->expr->span, &right);
    } else {
        int when = d->kind == SMV_ASSIGN_INIT ? SMV_TOGETHER_INITIALLY : SMV_TOGETHER_ALWAYS;
        smv_hold_together(l, &right, cell, when);
        smv_oblige_together(l, d->expr->span, &right, when);
    }
    smv_oblige_value(l, d->expr->span, cell, &right);
    struct part part = {PART_CHOICE, cell, right.value};
    if (d->kind == SMV_ASSIGN_INIT)
        model_add_initial(l->model, part);
    else if (d->kind == SMV_ASSIGN_CURRENT)
        model_add_invariant(l->model, part);
    else
        model_add_to_action(l->model, scope->process, part);
}

// An array is assigned element by element.
static void assign(struct smv_meaning *l, struct smv_instance *scope, const struct smv_decl *d,
                   const struct smv_thing *target, const struct smv_thing *right)
{
    if (target->sort != SMV_ELEMENTS) {
        assign_cell(l, scope, d, target, *right);
        return;
    }
    if (right->sort == SMV_BAD)
        return;
    if (right->sort != SMV_ELEMENTS || right->elements->count != target->elements->count) {
        smv_error(l, d->expr->span, "an array of %zu elements is needed here, as on the left side",
                  target->elements->count);
        return;
    }
    for (size_t i = 0; i < target->elements->count; i++)
        assign(l, scope, d, &target->elements->at[i], &right->elements->at[i]);
}

void smv_lower_assignment(struct smv_meaning *l, struct smv_instance *scope, const struct smv_decl *d)
{
    static const struct smv_use use = {"the target of an assignment", true, true, false};
    struct smv_thing target = smv_path(l, &(struct smv_frame){scope, &use}, d->target);
    struct smv_thing right = smv_lower(l, &(struct smv_frame){scope, use_of(d->kind)}, d->expr);
    assign(l, scope, d, &target, &right);
}

// ---- What other processes leave alone -------------------------------------------------------------------------------

static void keep_others(struct smv_meaning *l)
{
    size_t processes = l->processes.count;
    if (processes < 2)
        return;
    bool *mine = mem_zalloc(l->mem, processes);
    for (cell_id cell = 0; cell < l->last_assignment.count; cell++) {
        bool any = false;
        for (uint32_t i = l->last_assignment.at[cell]; i != UINT32_MAX; i = l->assignments.at[i].previous) {
            if (l->assignments.at[i].kind != SMV_ASSIGN_NEXT)
                continue;
            mine[l->assignments.at[i].process] = true;
            any = true;
        }
        for (size_t p = 0; any && p < processes; p++) {
            if (!mine[p])
                model_keep_in_action(l->model, p, cell);
            mine[p] = false;
        }
    }
    mem_free(l->mem, mine, processes);
}

// ---- Circles --------------------------------------------------------------------------------------------------------

// A search through expressions and, where an assigned cell is met, on through its right side. Either in initial states,
// where cells are met by their current values, or in the next states of one process's steps.
struct search {
    struct smv_meaning *l;
    bool next;
    uint32_t process;
    struct int_map seen; // 0: on the way, 1: done
    ARRAY(expr) stack;
};

static const struct smv_assignment *assignment_of(const struct search *s, cell_id cell)
{
    const struct smv_meaning *l = s->l;
    if (cell >= l->last_assignment.count)
        return NULL;
    for (uint32_t i = l->last_assignment.at[cell]; i != UINT32_MAX; i = l->assignments.at[i].previous) {
        const struct smv_assignment *a = &l->assignments.at[i];
        bool counts = a->kind == SMV_ASSIGN_CURRENT ||
                      (s->next ? a->kind == SMV_ASSIGN_NEXT && a->process == s->process : a->kind == SMV_ASSIGN_INIT);
        if (counts)
            return a;
    }
    return NULL;
}

static bool is_target(const struct search *s, expr e)
{
    return model_expr(s->l->model, e)->op == (s->next ? OP_NEXT : OP_CELL);
}

static void report_circle(struct search *s, expr first)
{
    struct smv_meaning *l = s->l;
    size_t i = s->stack.count;
    while (i > 0 && s->stack.at[i - 1] != first)
        i--;
    bool shown = false;
    int notes = 0;
    for (i = i ? i - 1 : 0; i < s->stack.count && notes < 8; i++) {
        uint32_t *mark = int_map_find(&s->seen, s->stack.at[i]);
        if (!mark || *mark || !is_target(s, s->stack.at[i]))
            continue;
        cell_id cell = (cell_id)model_expr(l->model, s->stack.at[i])->data;
        const struct smv_assignment *a = assignment_of(s, cell);
        if (!a)
            continue;
        const char *name = model_cell(l->model, cell)->name;
        if (shown)
            smv_note(l, a->span, "by way of %s", name);
        else if (!smv_error(l, a->span, "circular dependency: variable %s depends on itself", name))
            return;
        notes += shown;
        shown = true;
    }
}

// False, with an error, if a successor is on the way already.
static bool visit(struct search *s, expr e)
{
    if (s->next && !model_expr(s->l->model, e)->has_next) // nothing of the next state is below
        return true;
    uint32_t *mark = int_map_find(&s->seen, e);
    if (!mark)
        array_push(s->l->mem, &s->stack, e);
    else if (!*mark)
        report_circle(s, e);
    return !mark || *mark;
}

static bool visit_successors(struct search *s, expr e)
{
    struct model *m = s->l->model;
    const struct expr_node *n = model_expr(m, e);
    if (!is_target(s, e)) {
        for (size_t i = 0; i < n->count; i++)
            if (!visit(s, n->args[i]))
                return false;
        return true;
    }
    const struct smv_assignment *a = assignment_of(s, (cell_id)n->data);
    if (!a || a->value == EXPR_NONE)
        return true;
    return visit(s, s->next && a->kind == SMV_ASSIGN_CURRENT ? model_shift(m, a->value) : a->value);
}

static bool search_from(struct search *s, expr root)
{
    s->stack.count = 0;
    if (!visit(s, root))
        return false;
    while (s->stack.count) {
        expr e = array_last(&s->stack);
        bool added;
        uint32_t *mark = int_map_try_add(s->l->mem, &s->seen, e, 0, &added);
        if (!mark) {
            size_t bytes = (s->seen.capacity + 1) * 2 * sizeof *s->seen.entries;
            mem_free(s->l->mem, mem_alloc(s->l->mem, bytes), bytes); // does not come back if there is no more
        } else if (!added) {
            *mark = 1;
            s->stack.count--;
        } else if (!visit_successors(s, e)) {
            return false;
        }
    }
    return true;
}

static void find_circles(struct smv_meaning *l, bool next, uint32_t process)
{
    struct search s = {.l = l, .next = next, .process = process};
    for (size_t i = 0; i < l->assignments.count; i++) {
        const struct smv_assignment a = l->assignments.at[i];
        bool root = next ? a.kind == SMV_ASSIGN_NEXT && a.process == process : a.kind != SMV_ASSIGN_NEXT;
        if (!root || a.value == EXPR_NONE)
            continue;
        expr cell = next ? model_next_expr(l->model, a.cell) : model_cell_expr(l->model, a.cell);
        if (!search_from(&s, cell))
            break;
    }
    int_map_free(l->mem, &s.seen);
    array_free(l->mem, &s.stack);
}

void smv_finish_assignments(struct smv_meaning *l)
{
    keep_others(l);
    size_t errors = l->diag->errors;
    find_circles(l, false, 0);
    for (uint32_t p = 0; p < l->processes.count && l->diag->errors == errors; p++)
        find_circles(l, true, p);
}
