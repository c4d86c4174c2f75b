#include "slow_judge.h"

#include <string.h>

#include "base/mem.h"

// ---- The graph ------------------------------------------------------------------------------------------------------

static const value *state_at(const struct explicit_graph *x, size_t i)
{
    return &x->values.at[i * x->cells];
}

static bool is_state_cell(const struct explicit_graph *x, size_t cell)
{
    return model_cell(x->model, (cell_id)cell)->role != CELL_INPUT;
}

static bool same_state(const struct explicit_graph *x, const value *a, const value *b)
{
    for (size_t c = 0; c < x->cells; c++)
        if (is_state_cell(x, c) && a[c] != b[c])
            return false;
    return true;
}

static size_t place_of(const struct explicit_graph *x, const value *state)
{
    uint64_t hash = 7;
    for (size_t c = 0; c < x->cells; c++)
        if (is_state_cell(x, c))
            hash = (hash ^ (uint64_t)state[c] ^ (uint64_t)state[c] >> 32) * UINT64_C(0x9e3779b97f4a7c15);
    size_t place = (size_t)(hash >> 20) % x->table.count;
    while (x->table.at[place] && !same_state(x, state_at(x, x->table.at[place] - 1), state))
        place = (place + 1) % x->table.count;
    return place;
}

size_t explicit_find(const struct explicit_graph *x, const value *state)
{
    return (size_t)x->table.at[place_of(x, state)] - 1;
}

static uint32_t add_state(struct explicit_graph *x, const value *state)
{
    size_t place = place_of(x, state);
    if (!x->table.at[place]) {
        if (x->count + 1 >= x->table.count / 2) {
            x->too_large = true;
            return 0;
        }
        for (size_t c = 0; c < x->cells; c++)
            array_push(x->mem, &x->values, state[c]);
        x->table.at[place] = (uint32_t)++x->count;
    }
    return x->table.at[place] - 1;
}

static bool visit_initial(void *context, const value *inputs, const value *state)
{
    struct explicit_graph *x = context;
    (void)inputs;
    uint32_t s = add_state(x, state);
    array_push(x->mem, &x->initial, s);
    return !x->too_large;
}

static bool visit_successor(void *context, const value *inputs, const value *state)
{
    struct explicit_graph *x = context;
    (void)inputs;
    struct explicit_edge edge = {add_state(x, state), 0};
    array_push(x->mem, &x->edges, edge);
    return !x->too_large;
}

static void list_inputs(struct explicit_graph *x, value *state, size_t cell)
{
    if (cell == x->cells) {
        value_array copy = {0};
        for (size_t c = 0; c < x->cells; c++)
            array_push(x->mem, &copy, state[c]);
        array_push(x->mem, &x->input, copy);
        return;
    }
    const struct type *type = model_type(x->model, model_cell(x->model, (cell_id)cell)->type);
    uint64_t count = is_state_cell(x, cell) ? 1 : type_size(type);
    for (uint64_t i = 0; i < count; i++) {
        state[cell] = type_value(type, i);
        list_inputs(x, state, cell + 1);
    }
}

// The state with the k-th choice of inputs.
static void with_inputs(const struct explicit_graph *x, const value *state, size_t k, value *out)
{
    for (size_t c = 0; c < x->cells; c++)
        out[c] = is_state_cell(x, c) ? state[c] : x->input.at[k].at[c];
}

static void find_justice(struct explicit_graph *x, size_t s, struct explicit_edge *edge, value *now)
{
    size_t count = model_justice_count(x->model);
    const value *next = state_at(x, edge->to);
    for (size_t k = 0; count && k < x->input.count; k++) {
        with_inputs(x, state_at(x, s), k, now);
        if (!eval_is_step(x->ev, now, next, NULL, NULL))
            continue;
        for (size_t j = 0; j < count; j++)
            if (eval_condition(x->ev, model_justice(x->model, j), now, next))
                edge->just |= 1u << j;
    }
}

static bool *new_set(struct explicit_graph *x)
{
    return mem_zalloc(x->mem, x->count + 1);
}

void explicit_free_set(struct explicit_graph *x, bool *set)
{
    mem_free(x->mem, set, x->count + 1);
}

static bool *find_fair(struct explicit_graph *x, const bool *within);

void explicit_open(struct explicit_graph *x, const struct model *model, size_t most, struct mem *mem)
{
    *x = (struct explicit_graph){.mem = mem, .model = model, .cells = model_cell_count(model)};
    x->ev = evaluator_new(model, mem);
    for (size_t i = 0; i < 2 * most + 2; i++)
        array_push(mem, &x->table, 0);
    value *buffer = mem_zalloc(mem, (x->cells + 1) * sizeof *buffer);
    list_inputs(x, buffer, 0);
    eval_each_initial(x->ev, visit_initial, x);
    for (size_t s = 0; s < x->count && !x->too_large; s++) {
        array_push(mem, &x->first, x->edges.count);
        // The states may move while successors come in.
        memcpy(buffer, state_at(x, s), x->cells * sizeof *buffer);
        eval_each_successor(x->ev, buffer, visit_successor, x);
    }
    array_push(mem, &x->first, x->edges.count);
    if (!x->too_large) {
        for (size_t s = 0; s < x->count; s++)
            for (size_t e = x->first.at[s]; e < x->first.at[s + 1]; e++)
                find_justice(x, s, &x->edges.at[e], buffer);
        bool *all = new_set(x);
        memset(all, true, x->count);
        x->fair = find_fair(x, all);
        explicit_free_set(x, all);
    }
    mem_free(mem, buffer, (x->cells + 1) * sizeof *buffer);
}

void explicit_close(struct explicit_graph *x)
{
    if (x->fair)
        explicit_free_set(x, x->fair);
    for (size_t i = 0; i < x->input.count; i++)
        array_free(x->mem, &x->input.at[i]);
    array_free(x->mem, &x->input);
    array_free(x->mem, &x->table);
    array_free(x->mem, &x->initial);
    array_free(x->mem, &x->first);
    array_free(x->mem, &x->edges);
    array_free(x->mem, &x->values);
    evaluator_free(x->ev);
}

// ---- Fair components ------------------------------------------------------------------------------------------------

struct components {
    struct explicit_graph *x;
    const bool *within;
    uint32_t *number, *low, *component; // from 1; 0: not yet
    ARRAY(uint32_t) stack;
    uint32_t numbers, count;
};

// Tarjan's search.
static void search(struct components *c, uint32_t s)
{
    struct explicit_graph *x = c->x;
    c->number[s] = c->low[s] = ++c->numbers;
    array_push(x->mem, &c->stack, s);
    for (size_t e = x->first.at[s]; e < x->first.at[s + 1]; e++) {
        uint32_t t = x->edges.at[e].to;
        if (!c->within[t] || c->component[t])
            continue;
        if (!c->number[t])
            search(c, t);
        if (c->low[t] < c->low[s])
            c->low[s] = c->low[t];
    }
    if (c->low[s] != c->number[s])
        return;
    c->count++;
    for (uint32_t t = UINT32_MAX; t != s;) {
        t = c->stack.at[--c->stack.count];
        c->component[t] = c->count;
    }
}

static bool state_condition(struct explicit_graph *x, expr condition, size_t s)
{
    return eval_condition(x->ev, condition, state_at(x, s), NULL);
}

static void mark_fair(struct explicit_graph *x, const bool *within, bool *out);

// One component: fair as it is, or after the states are gone that ask for what is never granted.
static void judge_component(struct explicit_graph *x, const bool *part, bool *out)
{
    uint32_t just = 0, wanted = (uint32_t)((UINT64_C(1) << model_justice_count(x->model)) - 1);
    size_t inner = 0;
    for (size_t s = 0; s < x->count; s++)
        for (size_t e = x->first.at[s]; part[s] && e < x->first.at[s + 1]; e++)
            if (part[x->edges.at[e].to]) {
                inner++;
                just |= x->edges.at[e].just;
            }
    if (!inner || just != wanted)
        return;
    bool *rest = new_set(x);
    memcpy(rest, part, x->count);
    bool removed = false;
    for (size_t i = 0; i < model_compassion_count(x->model); i++) {
        expr pair[2];
        model_compassion(x->model, i, pair);
        bool granted = false;
        for (size_t s = 0; s < x->count; s++)
            granted |= part[s] && state_condition(x, pair[1], s);
        for (size_t s = 0; s < x->count && !granted; s++)
            if (part[s] && state_condition(x, pair[0], s)) {
                rest[s] = false;
                removed = true;
            }
    }
    if (removed)
        mark_fair(x, rest, out);
    else
        for (size_t s = 0; s < x->count; s++)
            out[s] |= part[s];
    explicit_free_set(x, rest);
}

static void mark_fair(struct explicit_graph *x, const bool *within, bool *out)
{
    size_t bytes = (x->count + 1) * sizeof(uint32_t);
    struct components c = {.x = x, .within = within};
    c.number = mem_zalloc(x->mem, bytes);
    c.low = mem_zalloc(x->mem, bytes);
    c.component = mem_zalloc(x->mem, bytes);
    for (uint32_t s = 0; s < x->count; s++)
        if (within[s] && !c.number[s])
            search(&c, s);
    bool *part = new_set(x);
    for (uint32_t k = 1; k <= c.count; k++) {
        for (size_t s = 0; s < x->count; s++)
            part[s] = c.component[s] == k;
        judge_component(x, part, out);
    }
    explicit_free_set(x, part);
    array_free(x->mem, &c.stack);
    mem_free(x->mem, c.component, bytes);
    mem_free(x->mem, c.low, bytes);
    mem_free(x->mem, c.number, bytes);
}

static bool has_successor(const struct explicit_graph *x, size_t s, const bool *in)
{
    for (size_t e = x->first.at[s]; e < x->first.at[s + 1]; e++)
        if (in[x->edges.at[e].to])
            return true;
    return false;
}

// Grows `set` by the states of `through` that lead into it.
static void grow_back(struct explicit_graph *x, const bool *through, bool *set)
{
    for (bool more = true; more;) {
        more = false;
        for (size_t s = x->count; s-- > 0;)
            if (!set[s] && through[s] && has_successor(x, s, set))
                set[s] = more = true;
    }
}

// States from which a fair path stays in `within`.
static bool *find_fair(struct explicit_graph *x, const bool *within)
{
    bool *set = new_set(x);
    mark_fair(x, within, set);
    grow_back(x, within, set);
    return set;
}

// ---- CTL ------------------------------------------------------------------------------------------------------------

static bool *complement(struct explicit_graph *x, bool *set)
{
    for (size_t s = 0; s < x->count; s++)
        set[s] = !set[s];
    return set;
}

static bool *copy_set(struct explicit_graph *x, const bool *set)
{
    bool *copy = new_set(x);
    memcpy(copy, set, x->count);
    return copy;
}

static bool *only_fair(struct explicit_graph *x, const bool *set)
{
    bool *copy = copy_set(x, set);
    for (size_t s = 0; s < x->count; s++)
        copy[s] = copy[s] && x->fair[s];
    return copy;
}

static bool *some_next(struct explicit_graph *x, const bool *set)
{
    bool *to = only_fair(x, set), *result = new_set(x);
    for (size_t s = 0; s < x->count; s++)
        result[s] = has_successor(x, s, to);
    explicit_free_set(x, to);
    return result;
}

static bool *all_next(struct explicit_graph *x, const bool *set)
{
    bool *not_set = complement(x, copy_set(x, set)), *result = complement(x, some_next(x, not_set));
    explicit_free_set(x, not_set);
    return result;
}

static bool *some_until(struct explicit_graph *x, const bool *f, const bool *g)
{
    bool *set = only_fair(x, g);
    grow_back(x, f, set);
    return set;
}

// At one step of a bounded formula, from what holds one step later (NULL at the last): whether within the bounds yet.
static bool step_value(enum formula_op op, bool inside, bool last, bool f, bool g, bool later)
{
    switch (op) {
    case FORMULA_EU:
    case FORMULA_AU:
        return (inside && g) || (!last && f && later);
    case FORMULA_EF:
    case FORMULA_AF:
        return (inside && f) || (!last && later);
    default: // globally
        return (!inside || f) && (last || later);
    }
}

static bool *bounded(struct explicit_graph *x, const struct formula_node *n, const bool *f, const bool *g)
{
    bool universal = n->op == FORMULA_AF || n->op == FORMULA_AG || n->op == FORMULA_AU;
    bool *set = new_set(x);
    for (int64_t i = n->high; i >= 0; i--) {
        bool *later = universal ? all_next(x, set) : some_next(x, set);
        for (size_t s = 0; s < x->count; s++)
            set[s] = step_value(n->op, i >= n->low, i == n->high, f[s], g && g[s], later[s]);
        explicit_free_set(x, later);
    }
    return set;
}

static bool *all_until(struct explicit_graph *x, const bool *f, const bool *g)
{
    bool *not_g = complement(x, copy_set(x, g)), *neither = copy_set(x, not_g);
    for (size_t s = 0; s < x->count; s++)
        neither[s] = neither[s] && !f[s];
    bool *broken = some_until(x, not_g, neither), *never = find_fair(x, not_g);
    for (size_t s = 0; s < x->count; s++)
        broken[s] = !broken[s] && !never[s];
    explicit_free_set(x, never);
    explicit_free_set(x, neither);
    explicit_free_set(x, not_g);
    return broken;
}

static bool *temporal(struct explicit_graph *x, const struct formula_node *n, const bool *f, const bool *g)
{
    if (n->bounded)
        return bounded(x, n, f, g);
    bool *all = complement(x, new_set(x)), *not_f = complement(x, copy_set(x, f)), *result;
    switch (n->op) {
    case FORMULA_EX:
        result = some_next(x, f);
        break;
    case FORMULA_AX:
        result = all_next(x, f);
        break;
    case FORMULA_EF:
        result = some_until(x, all, f);
        break;
    case FORMULA_AG:
        result = complement(x, some_until(x, all, not_f));
        break;
    case FORMULA_EG:
        result = find_fair(x, f);
        break;
    case FORMULA_AF:
        result = complement(x, find_fair(x, not_f));
        break;
    case FORMULA_EU:
        result = some_until(x, f, g);
        break;
    default:
        result = all_until(x, f, g);
        break;
    }
    explicit_free_set(x, not_f);
    explicit_free_set(x, all);
    return result;
}

static bool connect(enum formula_op op, bool f, bool g)
{
    switch (op) {
    case FORMULA_NOT:
        return !f;
    case FORMULA_AND:
        return f && g;
    case FORMULA_OR:
        return f || g;
    case FORMULA_XOR:
        return f != g;
    case FORMULA_IMPLIES:
        return !f || g;
    default:
        return f == g;
    }
}

bool *explicit_ctl(struct explicit_graph *x, formula id)
{
    const struct formula_node *n = model_formula(x->model, id);
    if (n->op == FORMULA_ATOM) {
        bool *set = new_set(x);
        for (size_t s = 0; s < x->count; s++)
            set[s] = state_condition(x, n->atom, s);
        return set;
    }
    bool *f = explicit_ctl(x, n->args[0]), *g = NULL, *result;
    if (n->args[1] != FORMULA_NONE)
        g = explicit_ctl(x, n->args[1]);
    if (n->op >= FORMULA_NOT && n->op <= FORMULA_IFF) {
        result = new_set(x);
        for (size_t s = 0; s < x->count; s++)
            result[s] = connect(n->op, f[s], g && g[s]);
    } else
        result = temporal(x, n, f, g);
    if (g)
        explicit_free_set(x, g);
    explicit_free_set(x, f);
    return result;
}

// ---- Verdicts -------------------------------------------------------------------------------------------------------

// Whether some step from the state has these inputs.
static bool has_step(struct explicit_graph *x, size_t s, const value *now)
{
    for (size_t e = x->first.at[s]; e < x->first.at[s + 1]; e++)
        if (eval_is_step(x->ev, now, state_at(x, x->edges.at[e].to), NULL, NULL))
            return true;
    return false;
}

// Of all states; with inputs, of all steps.
static bool invariant_holds(struct explicit_graph *x, expr condition)
{
    bool of_steps = model_expr(x->model, condition)->has_input;
    value *now = mem_zalloc(x->mem, (x->cells + 1) * sizeof *now);
    bool holds = true;
    for (size_t s = 0; s < x->count; s++)
        for (size_t k = 0; k < x->input.count; k++) {
            with_inputs(x, state_at(x, s), k, now);
            holds = holds && (eval_condition(x->ev, condition, now, NULL) || (of_steps && !has_step(x, s, now)));
        }
    mem_free(x->mem, now, (x->cells + 1) * sizeof *now);
    return holds;
}

bool explicit_holds(struct explicit_graph *x, const struct property *p)
{
    if (p->kind == PROPERTY_INVARIANT)
        return invariant_holds(x, model_formula(x->model, p->formula)->atom);
    bool *set = explicit_ctl(x, p->formula), holds = true;
    for (size_t i = 0; i < x->initial.count; i++)
        holds = holds && (!x->fair[x->initial.at[i]] || set[x->initial.at[i]]);
    explicit_free_set(x, set);
    return holds;
}

// The shortest way, or how long all ways can be kept from arriving.
int64_t explicit_steps(struct explicit_graph *x, const struct property *p)
{
    bool *from = new_set(x), *away = new_set(x), *arriving = new_set(x);
    bool *in_from = explicit_ctl(x, p->from), *in_to = explicit_ctl(x, p->to);
    bool any = false, any_goal = false;
    for (size_t s = 0; s < x->count; s++) {
        from[s] = x->fair[s] && in_from[s];
        arriving[s] = x->fair[s] && in_to[s];
        away[s] = x->fair[s] && !arriving[s];
        any |= from[s];
        any_goal |= arriving[s];
    }
    int64_t steps = -1;
    // Sets of states that can have arrived, or can be away still, after exactly i steps; more than `count` repeat.
    bool *set = copy_set(x, p->kind == PROPERTY_MIN ? arriving : away);
    for (int64_t i = 0; any && steps < 0 && i <= (int64_t)x->count; i++) {
        bool met = false;
        for (size_t s = 0; s < x->count; s++)
            met |= from[s] && set[s];
        if (met == (p->kind == PROPERTY_MIN))
            steps = i;
        bool *next = new_set(x);
        for (size_t s = 0; s < x->count; s++)
            next[s] = (p->kind == PROPERTY_MIN || away[s]) && has_successor(x, s, set);
        explicit_free_set(x, set);
        set = next;
    }
    explicit_free_set(x, set);
    explicit_free_set(x, in_from);
    explicit_free_set(x, in_to);
    explicit_free_set(x, arriving);
    explicit_free_set(x, away);
    explicit_free_set(x, from);
    return p->kind == PROPERTY_MAX && (!any || !any_goal) ? -2 : steps;
}

static bool occurs(struct explicit_graph *x, const struct trace *t, expr condition)
{
    for (size_t i = t->loop; i < trace_length(t); i++) {
        const value *next = trace_state(t, i + 1 < trace_length(t) ? i + 1 : t->loop);
        if (eval_condition(x->ev, condition, trace_state(t, i), next))
            return true;
    }
    return false;
}

bool explicit_loop_is_fair(struct explicit_graph *x, const struct trace *t)
{
    for (size_t i = 0; i < model_justice_count(x->model); i++)
        if (!occurs(x, t, model_justice(x->model, i)))
            return false;
    for (size_t i = 0; i < model_compassion_count(x->model); i++) {
        expr pair[2];
        model_compassion(x->model, i, pair);
        if (occurs(x, t, pair[0]) && !occurs(x, t, pair[1]))
            return false;
    }
    return true;
}
