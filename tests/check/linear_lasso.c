#include "linear_lasso.h"

#include <string.h>

// ---- Steps ----------------------------------------------------------------------------------------------------------

static const value *state_at(const struct lasso_graph *g, size_t s)
{
    return &g->x->values.at[s * g->x->cells];
}

static bool is_input(const struct lasso_graph *g, size_t cell)
{
    return model_cell(g->x->model, (cell_id)cell)->role == CELL_INPUT;
}

// A state with the inputs of a step.
static void write_state(const struct lasso_graph *g, size_t s, size_t input, value *out)
{
    for (size_t c = 0; c < g->x->cells; c++)
        out[c] = is_input(g, c) ? g->x->input.at[input].at[c] : state_at(g, s)[c];
}

static bool has_inputs(const struct lasso_graph *g, const value *state, size_t input)
{
    for (size_t c = 0; c < g->x->cells; c++)
        if (is_input(g, c) && g->x->input.at[input].at[c] != state[c])
            return false;
    return true;
}

static void add_fairness(struct lasso_graph *g, struct lasso_step *step, const value *now)
{
    const struct model *model = g->x->model;
    const value *next = state_at(g, step->to);
    for (size_t i = 0; i < model_justice_count(model); i++)
        if (eval_condition(g->x->ev, model_justice(model, i), now, next))
            step->just |= 1u << i;
    for (size_t i = 0; i < model_compassion_count(model); i++) {
        expr pair[2];
        model_compassion(model, i, pair);
        if (eval_condition(g->x->ev, pair[0], now, next))
            step->asked |= 1u << i;
        if (eval_condition(g->x->ev, pair[1], now, next))
            step->granted |= 1u << i;
    }
}

static void add_steps(struct lasso_graph *g, uint32_t s, value *now)
{
    const struct explicit_graph *x = g->x;
    for (size_t e = x->first.at[s]; e < x->first.at[s + 1]; e++)
        for (uint32_t k = 0; k < x->input.count; k++) {
            struct lasso_step step = {.from = s, .to = x->edges.at[e].to, .input = k};
            write_state(g, s, k, now);
            if (!eval_is_step(x->ev, now, state_at(g, step.to), NULL, NULL))
                continue;
            add_fairness(g, &step, now);
            array_push(g->mem, &g->steps, step);
        }
}

void lasso_open(struct lasso_graph *g, struct explicit_graph *x, struct lasso_limits limits)
{
    *g = (struct lasso_graph){.x = x, .mem = x->mem, .limits = limits};
    value *now = mem_zalloc(g->mem, (x->cells + 1) * sizeof *now);
    for (uint32_t s = 0; s < x->count; s++) {
        array_push(g->mem, &g->first, g->steps.count);
        add_steps(g, s, now);
    }
    array_push(g->mem, &g->first, g->steps.count);
    mem_free(g->mem, now, (x->cells + 1) * sizeof *now);
}

void lasso_close(struct lasso_graph *g)
{
    array_free(g->mem, &g->steps);
    array_free(g->mem, &g->first);
}

bool lasso_is_fair(const struct lasso_graph *g, const struct lasso *lasso)
{
    uint32_t just = 0, asked = 0, granted = 0;
    for (size_t i = lasso->loop; i < lasso->length; i++) {
        const struct lasso_step *step = &g->steps.at[lasso->steps[i]];
        just |= step->just;
        asked |= step->asked;
        granted |= step->granted;
    }
    return just == (1u << model_justice_count(g->x->model)) - 1 && (asked & ~granted) == 0;
}

// ---- Path formulas --------------------------------------------------------------------------------------------------

// What is asked of lassos: the path formula with all below it, operands first. Conditions and quantified formulas are
// leaves, whose truth is known by steps.
struct node {
    formula formula;
    const struct formula_node *n;
    size_t args[2]; // nodes
    bool *by_step;  // leaves
};

struct query {
    struct lasso_graph *g;
    ARRAY(struct node) nodes;
    ARRAY(bool) truth; // by node and position
    size_t positions, period;
};

static bool *holds_in_states(struct lasso_graph *, formula);

static bool is_leaf(const struct formula_node *n)
{
    return n->op == FORMULA_ATOM || n->op == FORMULA_E || n->op == FORMULA_A;
}

static bool *new_by_step(struct lasso_graph *g)
{
    return mem_zalloc(g->mem, g->steps.count + 1);
}

static bool *atom_by_step(struct lasso_graph *g, expr condition)
{
    bool *truth = new_by_step(g);
    value *now = mem_zalloc(g->mem, (g->x->cells + 1) * sizeof *now);
    for (size_t i = 0; i < g->steps.count; i++) {
        write_state(g, g->steps.at[i].from, g->steps.at[i].input, now);
        truth[i] = eval_condition(g->x->ev, condition, now, state_at(g, g->steps.at[i].to));
    }
    mem_free(g->mem, now, (g->x->cells + 1) * sizeof *now);
    return truth;
}

static bool *quantified_by_step(struct lasso_graph *g, formula f)
{
    bool *truth = new_by_step(g), *states = holds_in_states(g, f);
    for (size_t i = 0; i < g->steps.count; i++)
        truth[i] = states[g->steps.at[i].from];
    explicit_free_set(g->x, states);
    return truth;
}

static size_t add_node(struct query *q, formula f)
{
    for (size_t i = 0; i < q->nodes.count; i++)
        if (q->nodes.at[i].formula == f)
            return i;
    const struct formula_node *n = model_formula(q->g->x->model, f);
    struct node node = {.formula = f, .n = n};
    if (n->op == FORMULA_ATOM)
        node.by_step = atom_by_step(q->g, n->atom);
    else if (is_leaf(n))
        node.by_step = quantified_by_step(q->g, f);
    else {
        node.args[0] = add_node(q, n->args[0]);
        node.args[1] = n->args[1] != FORMULA_NONE ? add_node(q, n->args[1]) : node.args[0];
    }
    array_push(q->g->mem, &q->nodes, node);
    return q->nodes.count - 1;
}

static void open_query(struct query *q, struct lasso_graph *g, formula f)
{
    *q = (struct query){.g = g};
    add_node(q, f);
}

static void close_query(struct query *q)
{
    for (size_t i = 0; i < q->nodes.count; i++)
        if (q->nodes.at[i].by_step)
            mem_free(q->g->mem, q->nodes.at[i].by_step, q->g->steps.count + 1);
    array_free(q->g->mem, &q->nodes);
    array_free(q->g->mem, &q->truth);
}

// How much later than its operands an operator may be in becoming periodic. Since is, after one period, what it is
// after two: a monotone function of one truth value, applied twice, is what it is applied once.
static size_t delay(const struct formula_node *n, size_t period)
{
    switch (n->op) {
    case FORMULA_Y:
    case FORMULA_Z:
        return 1;
    case FORMULA_H:
    case FORMULA_O:
    case FORMULA_S:
    case FORMULA_T:
        return n->bounded ? (size_t)n->high : period;
    default:
        return 0;
    }
}

static bool truth_at(const struct query *q, size_t node, size_t position)
{
    return q->truth.at[node * q->positions + position];
}

static size_t after(const struct query *q, size_t position)
{
    return position + 1 < q->positions ? position + 1 : q->positions - q->period;
}

// Whether in `low` to `high` steps `goal` is `wanted`, and `hold` is `wanted` until then; SIZE_MAX: always is.
static bool until(const struct query *q, size_t position, size_t hold, size_t goal, bool wanted, size_t low,
                  size_t high)
{
    for (size_t steps = 0; steps <= high; steps++) {
        if (steps >= low && truth_at(q, goal, position) == wanted)
            return true;
        if (hold != SIZE_MAX && truth_at(q, hold, position) != wanted)
            return false;
        position = after(q, position);
    }
    return false;
}

// The same backwards, where the path has a beginning.
static bool since(const struct query *q, size_t position, size_t hold, size_t goal, bool wanted, size_t low,
                  size_t high)
{
    for (size_t steps = 0; steps <= high; steps++) {
        if (steps >= low && truth_at(q, goal, position) == wanted)
            return true;
        if ((hold != SIZE_MAX && truth_at(q, hold, position) != wanted) || position == 0)
            return false;
        position--;
    }
    return false;
}

static bool temporal_at(const struct query *q, const struct node *node, size_t i)
{
    size_t a = node->args[0], b = node->args[1];
    // Each position is met within as many steps as there are.
    size_t low = node->n->bounded ? (size_t)node->n->low : 0;
    size_t high = node->n->bounded ? (size_t)node->n->high : q->positions;
    switch (node->n->op) {
    case FORMULA_X:
        return truth_at(q, a, after(q, i));
    case FORMULA_F:
        return until(q, i, SIZE_MAX, a, true, low, high);
    case FORMULA_G:
        return !until(q, i, SIZE_MAX, a, false, low, high);
    case FORMULA_U:
        return until(q, i, a, b, true, low, high);
    case FORMULA_V:
        return !until(q, i, a, b, false, low, high);
    case FORMULA_Y:
        return i > 0 && truth_at(q, a, i - 1);
    case FORMULA_Z:
        return i == 0 || truth_at(q, a, i - 1);
    case FORMULA_O:
        return since(q, i, SIZE_MAX, a, true, low, high);
    case FORMULA_H:
        return !since(q, i, SIZE_MAX, a, false, low, high);
    case FORMULA_S:
        return since(q, i, a, b, true, low, high);
    default: // FORMULA_T
        return !since(q, i, a, b, false, low, high);
    }
}

static bool connect(enum formula_op op, bool a, bool b)
{
    switch (op) {
    case FORMULA_NOT:
        return !a;
    case FORMULA_AND:
        return a && b;
    case FORMULA_OR:
        return a || b;
    case FORMULA_XOR:
        return a != b;
    case FORMULA_IMPLIES:
        return !a || b;
    default:
        return a == b;
    }
}

static bool node_at(const struct query *q, const struct node *node, const struct lasso *lasso, size_t i)
{
    if (node->by_step) {
        size_t at = i < lasso->length ? i : lasso->loop + (i - lasso->loop) % q->period;
        return node->by_step[lasso->steps[at]];
    }
    if (node->n->op <= FORMULA_IFF)
        return connect(node->n->op, truth_at(q, node->args[0], i), truth_at(q, node->args[1], i));
    return temporal_at(q, node, i);
}

// The truth of everything at every position, until it is periodic and then for one period more.
static bool evaluate(struct query *q, const struct lasso *lasso)
{
    q->period = lasso->length - lasso->loop;
    q->positions = lasso->loop + q->period;
    for (size_t k = 0; k < q->nodes.count; k++)
        q->positions += delay(q->nodes.at[k].n, q->period);
    array_reserve(q->g->mem, &q->truth, q->nodes.count * q->positions);
    for (size_t k = 0; k < q->nodes.count; k++)
        for (size_t i = 0; i < q->positions; i++)
            q->truth.at[k * q->positions + i] = node_at(q, &q->nodes.at[k], lasso, i);
    return q->nodes.count == 0 || truth_at(q, q->nodes.count - 1, 0);
}

bool lasso_satisfies(struct lasso_graph *g, formula f, const struct lasso *lasso)
{
    struct query q;
    open_query(&q, g, f);
    bool truth = evaluate(&q, lasso);
    close_query(&q);
    return truth;
}

// ---- Searching for lassos -------------------------------------------------------------------------------------------

struct search {
    struct query *q;
    bool wanted;   // the truth that is looked for
    size_t prefix; // steps that are given
    const value *inputs;
    lasso_steps path;
    bool *same; // steps that differ from an earlier one in nothing that is asked about
    size_t lassos, work;
    bool found;
};

static bool are_alike(const struct query *q, size_t i, size_t j)
{
    const struct lasso_step *a = &q->g->steps.at[i], *b = &q->g->steps.at[j];
    if (a->to != b->to || a->just != b->just || a->asked != b->asked || a->granted != b->granted)
        return false;
    for (size_t k = 0; k < q->nodes.count; k++)
        if (q->nodes.at[k].by_step && q->nodes.at[k].by_step[i] != q->nodes.at[k].by_step[j])
            return false;
    return true;
}

static bool *find_same(const struct query *q)
{
    bool *same = new_by_step(q->g);
    for (size_t s = 0; s < q->g->x->count; s++)
        for (size_t i = q->g->first.at[s]; i < q->g->first.at[s + 1]; i++)
            for (size_t j = q->g->first.at[s]; j < i && !same[i]; j++)
                same[i] = are_alike(q, i, j);
    return same;
}

// Whether there is a shorter lasso for the same path: a stem that ends as the loop does, or a loop of several rounds.
static bool is_redundant(const struct lasso *lasso)
{
    const uint32_t *steps = lasso->steps;
    size_t loop = lasso->loop, period = lasso->length - loop;
    if (loop > 0 && steps[loop - 1] == steps[lasso->length - 1])
        return true;
    for (size_t round = 1; round < period; round++)
        if (period % round == 0 && memcmp(steps + loop, steps + loop + round, (period - round) * sizeof *steps) == 0)
            return true;
    return false;
}

static void try_lasso(struct search *search, size_t loop)
{
    struct lasso lasso = {search->path.at, search->path.count, loop};
    if (!lasso_is_fair(search->q->g, &lasso))
        return;
    if (search->prefix == 0 && is_redundant(&lasso)) // with a prefix, the shorter one may not be looked at
        return;
    search->lassos++;
    search->found = evaluate(search->q, &lasso) == search->wanted;
}

static bool is_wanted(const struct search *search, size_t step)
{
    bool is_first = search->path.count == search->prefix;
    return is_first && search->inputs ? has_inputs(search->q->g, search->inputs, search->q->g->steps.at[step].input)
                                      : !search->same[step];
}

// All paths of exactly so many steps more.
static void extend(struct search *search, uint32_t state, size_t steps)
{
    struct lasso_graph *g = search->q->g;
    if (steps == 0)
        for (size_t i = 0; i < search->path.count && !search->found; i++)
            if (g->steps.at[search->path.at[i]].from == state)
                try_lasso(search, i);
    for (size_t i = g->first.at[state]; steps > 0 && i < g->first.at[state + 1]; i++) {
        if (search->found || search->lassos > g->limits.lassos || search->work++ > 100 * g->limits.lassos)
            return;
        if (!is_wanted(search, i))
            continue;
        array_push(g->mem, &search->path, (uint32_t)i);
        extend(search, g->steps.at[i].to, steps - 1);
        search->path.count--;
    }
}

// Whether a fair lasso that begins with these steps and goes on from a state makes the query's formula what is wanted.
// `inputs`, if not NULL, are those of the next step. Short lassos come first.
static bool find_extension(struct query *q, const lasso_steps *prefix, uint32_t state, const value *inputs, bool wanted)
{
    struct search search = {.q = q, .wanted = wanted, .inputs = inputs, .same = find_same(q)};
    search.prefix = prefix->count;
    for (size_t i = 0; i < prefix->count; i++)
        array_push(q->g->mem, &search.path, prefix->at[i]);
    for (size_t length = 1; length <= q->g->limits.length && !search.found; length++)
        extend(&search, state, length);
    array_free(q->g->mem, &search.path);
    mem_free(q->g->mem, search.same, q->g->steps.count + 1);
    return search.found;
}

static bool find_lasso(struct query *q, uint32_t state, bool wanted)
{
    static const lasso_steps none = {0};
    return find_extension(q, &none, state, NULL, wanted);
}

bool lasso_find_violation(struct lasso_graph *g, formula f)
{
    struct query q;
    bool found = false;
    open_query(&q, g, f);
    for (size_t i = 0; i < g->x->initial.count && !found; i++)
        found = find_lasso(&q, g->x->initial.at[i], false);
    close_query(&q);
    return found;
}

// ---- State formulas -------------------------------------------------------------------------------------------------

static bool *quantify(struct lasso_graph *g, const struct formula_node *n)
{
    bool some = n->op == FORMULA_E, *set = mem_zalloc(g->mem, g->x->count + 1);
    struct query q;
    open_query(&q, g, n->args[0]);
    for (uint32_t s = 0; s < g->x->count; s++)
        set[s] = find_lasso(&q, s, some) == some;
    close_query(&q);
    return set;
}

static bool *holds_in_states(struct lasso_graph *g, formula f)
{
    const struct formula_node *n = model_formula(g->x->model, f);
    if (n->op == FORMULA_E || n->op == FORMULA_A)
        return quantify(g, n);
    bool *set = mem_zalloc(g->mem, g->x->count + 1);
    if (n->op == FORMULA_ATOM) {
        for (size_t s = 0; s < g->x->count; s++)
            set[s] = eval_condition(g->x->ev, n->atom, state_at(g, s), NULL);
        return set;
    }
    bool *a = holds_in_states(g, n->args[0]);
    bool *b = n->args[1] != FORMULA_NONE ? holds_in_states(g, n->args[1]) : NULL;
    for (size_t s = 0; s < g->x->count; s++)
        set[s] = connect(n->op, a[s], b && b[s]);
    if (b)
        explicit_free_set(g->x, b);
    explicit_free_set(g->x, a);
    return set;
}

// Asked nothing, any fair lasso will do.
static bool starts_fair_lasso(struct lasso_graph *g, uint32_t state)
{
    struct query nothing = {.g = g};
    bool found = find_lasso(&nothing, state, true);
    close_query(&nothing);
    return found;
}

bool lasso_state_formula_holds(struct lasso_graph *g, formula f)
{
    bool *set = holds_in_states(g, f), holds = true;
    for (size_t i = 0; i < g->x->initial.count && holds; i++)
        holds = set[g->x->initial.at[i]] || !starts_fair_lasso(g, g->x->initial.at[i]);
    explicit_free_set(g->x, set);
    return holds;
}

// ---- Traces ---------------------------------------------------------------------------------------------------------

static bool add_trace_step(struct lasso_graph *g, const value *now, const value *next, lasso_steps *steps)
{
    size_t from = explicit_find(g->x, now), to = explicit_find(g->x, next);
    if (from == SIZE_MAX || to == SIZE_MAX)
        return false;
    for (size_t i = g->first.at[from]; i < g->first.at[from + 1]; i++)
        if (g->steps.at[i].to == to && has_inputs(g, now, g->steps.at[i].input)) {
            array_push(g->mem, steps, (uint32_t)i);
            return true;
        }
    return false;
}

bool lasso_of_trace(struct lasso_graph *g, const struct trace *t, lasso_steps *steps)
{
    size_t length = trace_length(t);
    for (size_t i = 0; i + 1 < length; i++)
        if (!add_trace_step(g, trace_state(t, i), trace_state(t, i + 1), steps))
            return false;
    if (t->loop == TRACE_NO_LOOP)
        return length > 0 && explicit_find(g->x, trace_state(t, length - 1)) != SIZE_MAX;
    return t->loop < length && add_trace_step(g, trace_state(t, length - 1), trace_state(t, t->loop), steps);
}

static bool mentions_inputs(const struct query *q)
{
    for (size_t i = 0; i < q->nodes.count; i++)
        if (q->nodes.at[i].n->op == FORMULA_ATOM && model_expr(q->g->x->model, q->nodes.at[i].n->atom)->has_input)
            return true;
    return false;
}

bool lasso_prefix_violates(struct lasso_graph *g, formula f, const lasso_steps *prefix, const value *last)
{
    struct query q;
    uint32_t state = (uint32_t)explicit_find(g->x, last);
    open_query(&q, g, f);
    const value *inputs = mentions_inputs(&q) ? last : NULL;
    bool violates =
        find_extension(&q, prefix, state, inputs, false) && !find_extension(&q, prefix, state, inputs, true);
    close_query(&q);
    return violates;
}
