// Whether a condition can hold on the path, found by trying values. Rules are full of run-time errors that cannot
// happen for a reason close by (`n < 3 ==> n := n + 1`); these need not be carried along. Only what can be seen with
// few values is looked at: all cells of the condition, and those conditions of the path that add few or none to them.
#include "murphi/execute.h"

#include "model/eval.h"

enum {
    MOST_TRIES = 500,
    MOST_NODES = 200,      // of one condition
    MOST_CONDITIONS = 100, // of the path, the last ones
    MOST_WORK = 20000000,  // nodes that are looked at, over all
};

struct tried_cell {
    cell_id cell;
    const struct type *type;
    uint64_t size, rank; // of its type, and of its value there
};

struct trial {
    ARRAY(struct tried_cell) cells;
    ARRAY(expr) conditions;
    uint64_t tries; // combinations of values of the cells
    size_t nodes;
};

// ---- Cells of a condition -------------------------------------------------------------------------------------------

static bool has_cell(const struct trial *trial, cell_id cell)
{
    for (size_t i = 0; i < trial->cells.count; i++)
        if (trial->cells.at[i].cell == cell)
            return true;
    return false;
}

static const struct type *type_of_cell(const struct executor *x, cell_id cell)
{
    return model_type(x->model, model_cell(x->model, cell)->type);
}

static uint64_t tries_with(const struct executor *x, uint64_t tries, cell_id cell)
{
    uint64_t size = type_size(type_of_cell(x, cell));
    return size > MOST_TRIES ? MOST_TRIES + 1 : tries * size;
}

// Collects the cells of a condition behind those that are there; gives how many nodes were looked at, which is more
// than MOST_NODES where there are too many.
static size_t find_cells(struct executor *x, expr condition)
{
    size_t nodes = 0, first = x->terms.count;
    notes_clear(&x->looked_at);
    array_push(x->mem, &x->terms, condition);
    while (x->terms.count > first && nodes <= MOST_NODES) {
        expr e = array_pop(&x->terms);
        const struct expr_node *n = model_expr(x->model, e);
        if (notes_get(&x->looked_at, e) != NOTE_NONE)
            continue;
        notes_put(x->mem, &x->looked_at, e, 0);
        nodes = n->op == OP_LOCAL ? MOST_NODES + 1 : nodes + 1;
        if (n->op == OP_CELL)
            array_push(x->mem, &x->support_cells, (cell_id)n->data);
        for (size_t i = 0; i < n->count; i++)
            array_push(x->mem, &x->terms, n->args[i]);
    }
    x->terms.count = first;
    return nodes;
}

// What a condition looks at, found once. The path has much the same conditions at every run-time error of a rule.
static struct trial_support support_of(struct executor *x, expr condition)
{
    bool added;
    uint32_t *place = int_map_try_add(x->mem, &x->supports_of, condition, (uint32_t)x->supports.count, &added);
    if (!place)
        mem_exhausted(x->mem);
    if (!added)
        return x->supports.at[*place];
    struct trial_support support = {.first = x->support_cells.count};
    support.nodes = find_cells(x, condition);
    support.fits = support.nodes <= MOST_NODES;
    support.count = x->support_cells.count - support.first;
    array_push(x->mem, &x->supports, support);
    x->trial_work += support.nodes;
    return support;
}

// Adds a condition, unless that would make the trial too large, or it has nothing to do with it. False if it did not.
static bool add_condition(struct executor *x, struct trial *trial, expr condition)
{
    struct trial_support own = support_of(x, condition);
    const cell_id *cells = x->support_cells.at + own.first;
    uint64_t tries = trial->tries;
    bool is_connected = trial->cells.count == 0;
    x->trial_work++;
    for (size_t i = 0; i < own.count && tries <= MOST_TRIES && own.fits; i++) {
        if (has_cell(trial, cells[i]))
            is_connected = true;
        else
            tries = tries_with(x, tries, cells[i]);
    }
    if (!own.fits || !is_connected || tries > MOST_TRIES)
        return false;
    for (size_t i = 0; i < own.count; i++)
        if (!has_cell(trial, cells[i])) {
            const struct type *type = type_of_cell(x, cells[i]);
            struct tried_cell tried = {cells[i], type, type_size(type), 0};
            array_push(x->mem, &trial->cells, tried);
        }
    array_push(x->mem, &trial->conditions, condition);
    trial->tries = tries;
    trial->nodes += own.nodes;
    return true;
}

// ---- Trying ---------------------------------------------------------------------------------------------------------

// The next combination of values; false behind the last one.
static bool advance(struct executor *x, struct trial *trial)
{
    for (size_t i = 0; i < trial->cells.count; i++) {
        struct tried_cell *c = &trial->cells.at[i];
        c->rank = c->rank + 1 < c->size ? c->rank + 1 : 0;
        x->trial_state[c->cell] = type_value(c->type, c->rank);
        if (c->rank > 0)
            return true;
    }
    return false;
}

static bool some_try_holds(struct executor *x, struct trial *trial)
{
    for (size_t i = 0; i < trial->cells.count; i++)
        x->trial_state[trial->cells.at[i].cell] = type_value(trial->cells.at[i].type, 0);
    do
        if (eval_conditions(x->evaluator, trial->conditions.at, trial->conditions.count, x->trial_state))
            return true;
    while (advance(x, trial));
    return false;
}

static bool is_affordable(struct executor *x, const struct trial *trial)
{
    x->trial_work += trial->tries * trial->nodes;
    return x->trial_work < MOST_WORK;
}

bool mu_can_hold(struct executor *x, expr condition)
{
    struct trial trial = {.tries = 1};
    bool result = true;
    if (x->trial_work < MOST_WORK && add_condition(x, &trial, condition)) {
        size_t first = x->path.count > MOST_CONDITIONS ? x->path.count - MOST_CONDITIONS : 0;
        for (size_t i = x->path.count; i-- > first;)
            add_condition(x, &trial, x->path.at[i]);
        if (!x->evaluator) {
            x->evaluator = evaluator_new(x->model, x->mem);
            x->trial_state = mem_zalloc(x->mem, x->state_slots * sizeof *x->trial_state);
        }
        if (is_affordable(x, &trial))
            result = some_try_holds(x, &trial);
    }
    array_free(x->mem, &trial.cells);
    array_free(x->mem, &trial.conditions);
    return result;
}

void mu_stop_if_dead(struct executor *x)
{
    if (!x->stopped && !mu_can_hold(x, model_true(x->model)))
        x->stopped = true;
}

void mu_trial_close(struct executor *x)
{
    evaluator_free(x->evaluator);
    if (x->trial_state)
        mem_free(x->mem, x->trial_state, x->state_slots * sizeof *x->trial_state);
    x->evaluator = NULL;
    x->trial_state = NULL;
    int_map_free(x->mem, &x->supports_of);
    array_free(x->mem, &x->supports);
    array_free(x->mem, &x->support_cells);
    notes_free(x->mem, &x->looked_at);
}
