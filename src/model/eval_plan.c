// Planning a search: an order of the variables in which choices come after what they read, conditions are checked as
// soon as all their cells have values, and values are guessed only where nothing determines them.
//
// A part is taken apart into the conjuncts of its AND. A variable whose choice reads only what has a value is next,
// those with a single candidate first. If there is none, one is guessed: best one that no choice is about (so a cycle
// of choices is broken only when nothing else is left), that completes a claim soon, and has few values.
#include <stdlib.h>
#include <string.h>

#include "model/eval_plan.h"

void plan_free(struct mem *mem, struct plan *plan)
{
    array_free(mem, &plan->moves);
    array_free(mem, &plan->checks);
}

void planner_free(struct mem *mem, struct planner *p)
{
    array_free(mem, &p->claims);
    array_free(mem, &p->reads);
    notes_free(mem, &p->split);
    notes_free(mem, &p->visited);
    notes_free(mem, &p->seen);
    mem_free(mem, p->fixed, p->cells * sizeof *p->fixed);
    mem_free(mem, p->first_watcher, (p->cells + 1) * sizeof *p->first_watcher);
    array_free(mem, &p->watchers);
    array_free(mem, &p->ready_one);
    array_free(mem, &p->ready_set);
    array_free(mem, &p->watched);
    array_free(mem, &p->unwatched);
}

static bool is_input(const struct model *m, cell_id cell)
{
    return m->cells.at[cell]->role == CELL_INPUT;
}

// ---- Claims ---------------------------------------------------------------------------------------------------------

// The variable that a node is, or CELL_NONE: the cell in a claim about the state; the next value, or the input, in one
// about the step.
static cell_id variable_of(const struct model *m, const struct expr_node *n, bool of_state)
{
    if (n->op != OP_CELL && n->op != OP_NEXT)
        return CELL_NONE;
    cell_id cell = (cell_id)n->data;
    bool variable = of_state ? n->op == OP_CELL && !is_input(m, cell) : is_input(m, cell) == (n->op == OP_CELL);
    return variable ? cell : CELL_NONE;
}

// Whether variables can be below a node. Steps depend on large expressions about the present state alone.
static bool may_read(const struct expr_node *n, bool of_state)
{
    return of_state || n->has_next || n->has_input;
}

// Adds the variables below an expression to `reads`, each once.
static void add_reads(struct evaluator *ev, struct planner *p, expr root, bool of_state)
{
    size_t base = ev->pending.count;
    notes_clear(&p->visited);
    notes_clear(&p->seen);
    array_push(ev->mem, &ev->pending, root);
    while (ev->pending.count > base) {
        expr e = array_pop(&ev->pending);
        const struct expr_node *n = &node_at(ev->model, e)->shown;
        if (!may_read(n, of_state))
            continue;
        cell_id cell = variable_of(ev->model, n, of_state);
        if (cell != CELL_NONE && notes_get(&p->seen, cell) == NOTE_NONE) {
            notes_put(ev->mem, &p->seen, cell, 0);
            array_push(ev->mem, &p->reads, cell);
        }
        for (size_t i = 0; i < n->count; i++) {
            if (notes_get(&p->visited, n->args[i]) == NOTE_NONE) {
                notes_put(ev->mem, &p->visited, n->args[i], 0);
                array_push(ev->mem, &ev->pending, n->args[i]);
            }
        }
    }
}

static void add_claim(struct evaluator *ev, struct planner *p, struct check check)
{
    struct claim claim = {.check = check, .read_begin = p->reads.count};
    add_reads(ev, p, check.expr, check.of_state);
    claim.read_end = p->reads.count;
    array_push(ev->mem, &p->claims, claim);
}

// A condition; as a choice if it is an equation with a variable on one side: the first that is of the next state, and
// any that is an input, since either may be known first. Equality of truth values is a negated xor.
static void add_condition(struct evaluator *ev, struct planner *p, expr e, bool of_state)
{
    const struct expr_node *n = &node_at(ev->model, e)->shown;
    bool is_choice = false, is_of_next = false;
    if (n->op == OP_NOT && node_at(ev->model, n->args[0])->shown.op == OP_XOR)
        n = &node_at(ev->model, n->args[0])->shown;
    else if (n->op != OP_EQ)
        n = NULL;
    for (size_t i = 0; n && i < 2; i++) {
        cell_id cell = variable_of(ev->model, &node_at(ev->model, n->args[i])->shown, of_state);
        bool of_input = cell != CELL_NONE && is_input(ev->model, cell);
        if (cell == CELL_NONE || (!of_input && is_of_next))
            continue;
        add_claim(ev, p, (struct check){cell, n->args[1 - i], of_state, of_input});
        is_choice = true;
        is_of_next = is_of_next || !of_input;
    }
    if (!is_choice)
        add_claim(ev, p, (struct check){CELL_NONE, e, of_state, false});
}

static void add_conjuncts(struct evaluator *ev, struct planner *p, expr root, bool of_state)
{
    size_t base = ev->pending.count;
    notes_clear(&p->split);
    array_push(ev->mem, &ev->pending, root);
    while (ev->pending.count > base) {
        expr e = array_pop(&ev->pending);
        const struct expr_node *n = &node_at(ev->model, e)->shown;
        if (notes_get(&p->split, e) != NOTE_NONE)
            continue;
        notes_put(ev->mem, &p->split, e, 0);
        if (n->op != OP_AND)
            add_condition(ev, p, e, of_state);
        for (size_t i = n->count; n->op == OP_AND && i-- > 0;)
            array_push(ev->mem, &ev->pending, n->args[i]);
    }
}

static void add_parts(struct evaluator *ev, struct planner *p, struct parts parts, bool of_state)
{
    for (size_t i = 0; i < parts.count; i++) {
        struct part part = parts.at[i];
        if (part.kind == PART_CHOICE)
            add_claim(ev, p, (struct check){part.cell, part.expr, of_state, false});
        else
            add_conjuncts(ev, p, part.expr, of_state);
    }
}

static bool is_of_start(size_t action)
{
    return action >= PLAN_START;
}

static void add_all(struct evaluator *ev, struct planner *p, const expr *conditions, size_t count, bool of_state)
{
    for (size_t i = 0; i < count; i++)
        add_conjuncts(ev, p, conditions[i], of_state);
}

static void add_guide(struct evaluator *ev, struct planner *p, bool of_start)
{
    const struct eval_guide *g = ev->guide;
    if (!g)
        return;
    add_all(ev, p, g->states, g->state_count, true);
    if (of_start)
        add_all(ev, p, g->initial, g->initial_count, true);
    else
        add_all(ev, p, g->steps, g->step_count, false);
}

// The claims about initial states, or those about an action after those about all of them, which are kept.
static void collect_claims(struct evaluator *ev, struct planner *p, size_t action)
{
    const struct model *m = ev->model;
    if (is_of_start(action) || !p->has_shared) {
        p->claims.count = p->reads.count = 0;
        add_parts(ev, p, is_of_start(action) ? model_initial(m) : model_steps(m), is_of_start(action));
        add_parts(ev, p, model_invariants(m), true);
        add_guide(ev, p, is_of_start(action));
        p->shared_claims = p->claims.count;
        p->shared_reads = p->reads.count;
        p->has_shared = !is_of_start(action);
    }
    if (is_of_start(action)) {
        if (action != PLAN_INITIAL) {
            const struct action *start = model_start(m, action - PLAN_START);
            add_parts(ev, p, (struct parts){start->parts, start->part_count}, true);
        }
        return;
    }
    p->claims.count = p->shared_claims;
    p->reads.count = p->shared_reads;
    const struct action *a = model_action(m, action);
    add_parts(ev, p, (struct parts){a->parts, a->part_count}, false);
}

// ---- Variables ------------------------------------------------------------------------------------------------------

// Which cells have their value from the start; gives how many have not. Inputs that no claim is about are left alone.
static size_t fix_cells(const struct model *m, struct planner *p, size_t action)
{
    for (cell_id c = 0; c < m->cells.count; c++)
        p->fixed[c] = is_of_start(action) ? is_input(m, c) : m->cells.at[c]->role != CELL_STATE;
    if (!is_of_start(action)) {
        const struct action *a = model_action(m, action);
        for (size_t i = 0; i < a->kept_count; i++)
            p->fixed[a->kept[i]] = true;
        for (size_t i = 0; i < p->reads.count; i++)
            if (is_input(m, p->reads.at[i]))
                p->fixed[p->reads.at[i]] = false;
        for (size_t i = 0; i < p->claims.count; i++)
            if (p->claims.at[i].check.of_input)
                p->fixed[p->claims.at[i].check.cell] = false;
    }
    size_t open = 0;
    for (cell_id c = 0; c < m->cells.count; c++)
        open += !p->fixed[c];
    return open;
}

// Counts a watcher of the cell, or puts it before those that are there.
static void watch(struct planner *p, cell_id cell, uint32_t watcher, bool counting)
{
    if (p->fixed[cell])
        return;
    if (counting)
        p->first_watcher[cell]++;
    else
        p->watchers.at[--p->first_watcher[cell]] = watcher;
}

static void watch_all(struct planner *p, bool counting)
{
    for (uint32_t i = 0; i < p->claims.count; i++) {
        const struct claim *claim = &p->claims.at[i];
        for (size_t r = claim->read_begin; r < claim->read_end; r++)
            watch(p, p->reads.at[r], 2 * i, counting);
        if (claim->check.cell != CELL_NONE)
            watch(p, claim->check.cell, 2 * i + 1, counting);
    }
}

// For each open cell the claims that read or choose it, in one array: the counts become the ends of the cells' places,
// and filling them moves each end to its beginning.
static void link_watchers(struct mem *mem, struct planner *p)
{
    size_t *first = p->first_watcher;
    memset(first, 0, (p->cells + 1) * sizeof *first);
    watch_all(p, true);
    for (size_t c = 1; c <= p->cells; c++)
        first[c] += first[c - 1];
    array_reserve(mem, &p->watchers, first[p->cells]);
    p->watchers.count = first[p->cells];
    watch_all(p, false);
}

// ---- The order ------------------------------------------------------------------------------------------------------

// Puts a claim to use if nothing that it reads is missing: as a check, or as a source of candidates.
static void consider(struct evaluator *ev, struct planner *p, struct plan *plan, uint32_t index)
{
    struct claim *claim = &p->claims.at[index];
    if (claim->done || claim->missing)
        return;
    cell_id cell = claim->check.cell;
    if (cell == CELL_NONE || p->fixed[cell]) {
        claim->done = true;
        array_push(ev->mem, &plan->checks, claim->check);
    } else if (node_at(ev->model, claim->check.expr)->shown.has_set) {
        array_push(ev->mem, &p->ready_set, index);
    } else {
        array_push(ev->mem, &p->ready_one, index);
    }
}

// Claims about nothing that changes hold of the next state as they do now, so they are asked of the step: what the
// evaluator knows of the present state can then be used for all actions.
static void add_start_checks(struct evaluator *ev, struct planner *p, struct plan *plan, size_t action)
{
    for (uint32_t i = 0; i < p->claims.count; i++) {
        struct claim *claim = &p->claims.at[i];
        claim->done = false;
        claim->missing = 0;
        for (size_t r = claim->read_begin; r < claim->read_end; r++)
            claim->missing += !p->fixed[p->reads.at[r]];
        consider(ev, p, plan, i);
    }
    plan->check_start = plan->checks.count;
    for (size_t i = 0; !is_of_start(action) && i < plan->checks.count; i++)
        plan->checks.at[i].of_state = false;
}

// The next claim in the list whose cell is still open.
static struct claim *take_ready(struct planner *p, const index_array *ready, size_t *taken)
{
    while (*taken < ready->count) {
        struct claim *claim = &p->claims.at[ready->at[(*taken)++]];
        if (!p->fixed[claim->check.cell])
            return claim;
    }
    return NULL;
}

struct merit {
    bool chosen;    // a choice is about it
    size_t missing; // of the claim that it is closest to completing
    uint64_t size;
};

static bool is_better(struct merit a, struct merit b)
{
    if (a.chosen != b.chosen)
        return !a.chosen;
    return a.missing != b.missing ? a.missing < b.missing : a.size < b.size;
}

static int compare_unwatched(const void *a, const void *b)
{
    const struct unwatched_cell *x = a, *y = b;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    return x->cell < y->cell ? -1 : x->cell > y->cell;
}

// Most cells of a large model may be free, and nothing changes what they are worth: they are put in order once.
static void sort_cells(const struct model *m, struct planner *p, struct mem *mem)
{
    p->watched.count = p->unwatched.count = p->taken_unwatched = 0;
    p->is_sorted = true;
    for (cell_id c = 0; c < m->cells.count; c++) {
        uint64_t size = type_size(m->types.at[m->cells.at[c]->type]);
        if (p->fixed[c])
            continue;
        if (p->first_watcher[c] < p->first_watcher[c + 1])
            array_push(mem, &p->watched, c);
        else
            array_push(mem, &p->unwatched, ((struct unwatched_cell){size, c}));
    }
    if (p->unwatched.count > 1)
        qsort(p->unwatched.at, p->unwatched.count, sizeof *p->unwatched.at, compare_unwatched);
}

static cell_id best_guess(const struct model *m, struct planner *p, struct mem *mem)
{
    cell_id best = CELL_NONE;
    struct merit best_merit = {0};
    size_t kept = 0;
    if (!p->is_sorted)
        sort_cells(m, p, mem);
    while (p->taken_unwatched < p->unwatched.count && p->fixed[p->unwatched.at[p->taken_unwatched].cell])
        p->taken_unwatched++;
    if (p->taken_unwatched < p->unwatched.count) {
        best = p->unwatched.at[p->taken_unwatched].cell;
        best_merit = (struct merit){false, SIZE_MAX, p->unwatched.at[p->taken_unwatched].size};
    }
    for (size_t i = 0; i < p->watched.count; i++) {
        cell_id c = p->watched.at[i];
        if (p->fixed[c])
            continue;
        p->watched.at[kept++] = c;
        struct merit merit = {false, SIZE_MAX, type_size(m->types.at[m->cells.at[c]->type])};
        for (size_t w = p->first_watcher[c]; w < p->first_watcher[c + 1]; w++) {
            const struct claim *claim = &p->claims.at[p->watchers.at[w] / 2];
            if (p->watchers.at[w] % 2)
                merit.chosen = true;
            else if (claim->missing < merit.missing)
                merit.missing = claim->missing;
        }
        if (best == CELL_NONE || is_better(merit, best_merit)) {
            best = c;
            best_merit = merit;
        }
    }
    p->watched.count = kept;
    return best;
}

static void add_move(struct evaluator *ev, struct planner *p, struct plan *plan, struct move move)
{
    const struct model *m = ev->model;
    p->fixed[move.cell] = true;
    for (size_t w = p->first_watcher[move.cell]; w < p->first_watcher[move.cell + 1]; w++) {
        uint32_t watcher = p->watchers.at[w];
        if (watcher % 2 == 0)
            p->claims.at[watcher / 2].missing--;
    }
    for (size_t w = p->first_watcher[move.cell]; w < p->first_watcher[move.cell + 1]; w++)
        consider(ev, p, plan, p->watchers.at[w] / 2);
    move.type = m->types.at[m->cells.at[move.cell]->type];
    move.is_input = is_input(m, move.cell);
    move.check_end = plan->checks.count;
    plan->has_inputs |= move.is_input;
    array_push(ev->mem, &plan->moves, move);
}

static void make_room(struct evaluator *ev, struct planner *p)
{
    size_t cells = ev->model->cells.count;
    if (p->first_watcher)
        return;
    p->cells = cells;
    p->fixed = mem_zalloc(ev->mem, cells * sizeof *p->fixed);
    p->first_watcher = mem_zalloc(ev->mem, (cells + 1) * sizeof *p->first_watcher);
}

void plan_make(struct evaluator *ev, struct planner *p, struct plan *plan, size_t action)
{
    make_room(ev, p);
    collect_claims(ev, p, action);
    size_t open = fix_cells(ev->model, p, action);
    link_watchers(ev->mem, p);
    p->is_sorted = false;
    p->ready_one.count = p->ready_set.count = p->taken_one = p->taken_set = 0;
    plan->moves.count = plan->checks.count = 0;
    add_start_checks(ev, p, plan, action);
    for (; open; open--) {
        struct claim *claim = take_ready(p, &p->ready_one, &p->taken_one);
        if (!claim)
            claim = take_ready(p, &p->ready_set, &p->taken_set);
        struct move move = {.from = EXPR_NONE};
        if (claim) {
            claim->done = true;
            move = (struct move){claim->check.cell, .from = claim->check.expr, .of_state = claim->check.of_state};
        } else {
            move.cell = best_guess(ev->model, p, ev->mem);
        }
        add_move(ev, p, plan, move);
    }
    plan->made = true;
}
