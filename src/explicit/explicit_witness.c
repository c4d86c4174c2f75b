// Traces that show why a formula is true or false in a state: paths to where something happens, lassos for what goes on
// forever, and on from their ends for what is nested inside.
#include <string.h>

#include "explicit/branching.h"
#include "explicit/fair_threads.h"
#include "explicit/product.h"

struct witness {
    struct graph *graph;
    struct state_path *path;
    uint32_t last; // the state at the end of the trace
};

// By a step with this label.
static void go_to(struct witness *w, uint32_t state, uint32_t label)
{
    array_push(w->graph->engine->mem, &w->path->states, state);
    if (w->graph->threads)
        array_push(w->graph->engine->mem, &w->path->labels, label);
    w->last = state;
}

static uint32_t label_of(const struct graph *g, uint64_t edge)
{
    return g->threads ? g->forward.label[edge] : THREADS_IDENTITY;
}

// ---- Paths ----------------------------------------------------------------------------------------------------------

// The list of states in the order in which they were met, each with the place in the list that it was met from.
struct walk {
    uint32_t *state, *from, *label;
    bool *met;
    uint32_t count;
};

static void close_walk(struct graph *g, struct walk *k)
{
    size_t bytes = ((size_t)g->count + 2) * sizeof(uint32_t);
    mem_free(g->mem, k->state, bytes);
    mem_free(g->mem, k->from, bytes);
    mem_free(g->mem, k->label, bytes);
    graph_free_set(g, k->met);
}

static bool open_walk(struct graph *g, struct walk *k)
{
    size_t bytes = ((size_t)g->count + 2) * sizeof(uint32_t);
    *k = (struct walk){mem_try_alloc(g->mem, bytes), mem_try_alloc(g->mem, bytes), mem_try_alloc(g->mem, bytes),
                       graph_new_set(g, false), 0};
    return k->state && k->from && k->label && k->met;
}

static void meet(struct walk *k, uint32_t state, uint32_t from, uint32_t label)
{
    k->state[k->count] = state;
    k->label[k->count] = label;
    k->from[k->count++] = from;
}

// Adds the steps from the start of the walk to this place in it.
static bool follow(struct witness *w, const struct walk *k, uint32_t place)
{
    ARRAY(uint32_t) steps = {0};
    struct mem *mem = w->graph->engine->mem;
    for (; place != 0; place = k->from[place])
        array_push(mem, &steps, place);
    while (steps.count) {
        uint32_t step = array_pop(&steps);
        go_to(w, k->state[step], k->label[step]);
    }
    array_free(mem, &steps);
    return true;
}

// A shortest way from the last state to one of the goal, through states of a set (NULL: any). `moving`: of one step at
// least. There is such a way.
static bool go_until(struct witness *w, const bool *through, const bool *goal, bool moving)
{
    struct graph *g = w->graph;
    struct walk k;
    if (!moving && goal[w->last])
        return true;
    bool found = false, good = open_walk(g, &k);
    if (good)
        meet(&k, w->last, 0, THREADS_IDENTITY);
    for (uint32_t i = 0; good && !found && i < k.count; i++) {
        uint32_t s = k.state[i];
        for (uint64_t e = g->forward.begin[s]; e < g->forward.begin[s + 1] && !found; e++) {
            uint32_t to = g->forward.to[e];
            if (k.met[to] || (!goal[to] && through && !through[to]))
                continue;
            k.met[to] = true;
            meet(&k, to, i, label_of(g, e));
            found = goal[to];
        }
    }
    good = found && follow(w, &k, k.count - 1);
    close_walk(g, &k);
    return good;
}

// ---- Lassos ---------------------------------------------------------------------------------------------------------

static bool visit(struct witness *w, const bool *component, const bool *goal)
{
    struct graph *g = w->graph;
    bool *both = graph_new_set(g, false);
    bool possible = false;
    for (uint32_t s = 0; both && s < g->count; s++)
        possible |= both[s] = component[s] && goal[s];
    bool good = both && (!possible || go_until(w, component, both, false));
    graph_free_set(g, both);
    return good;
}

// Along a thread to where its condition is met, if it ever is: over states, each with what the condition is there.
static bool follow_thread(struct witness *w, const bool *component, uint32_t thread)
{
    struct graph *g = w->graph;
    uint32_t conditions = g->threads->conditions;
    size_t room = ((size_t)g->count + 1) * conditions, bytes = room * sizeof(uint32_t);
    struct walk k = {mem_try_alloc(g->mem, bytes), mem_try_alloc(g->mem, bytes), mem_try_alloc(g->mem, bytes),
                     mem_try_zalloc(g->mem, room), 0};
    bool good = k.state && k.from && k.label && k.met && room < UINT32_MAX, found = false;
    if (good) {
        meet(&k, w->last * conditions + thread, 0, THREADS_IDENTITY);
        k.met[k.state[0]] = true;
    }
    for (uint32_t i = 0; good && !found && i < k.count; i++) {
        uint32_t s = k.state[i] / conditions, condition = k.state[i] % conditions;
        found = threads_is_met(g, condition, s);
        if (found) {
            for (uint32_t j = 0; j <= i; j++)
                k.state[j] /= conditions;
            follow(w, &k, i);
        }
        for (uint64_t e = g->forward.begin[s]; e < g->forward.begin[s + 1] && !found; e++) {
            uint32_t next = g->forward.to[e] * conditions + threads_follow(g->threads, g->forward.label[e], condition);
            if (!component[g->forward.to[e]] || k.met[next])
                continue;
            k.met[next] = true;
            meet(&k, next, i, g->forward.label[e]);
        }
    }
    mem_free(g->mem, k.state, bytes);
    mem_free(g->mem, k.from, bytes);
    mem_free(g->mem, k.label, bytes);
    mem_free(g->mem, k.met, room);
    return good;
}

// Each thread of where the loop begins meets its condition: so it is in each turn, whatever the conditions are by then.
static bool follow_threads(struct witness *w, const bool *component)
{
    const struct state_path *path = w->path;
    const struct fair_threads *threads = w->graph->threads;
    bool good = true;
    for (uint32_t i = 0; i < threads->conditions && good; i++) {
        uint32_t condition = i;
        for (size_t k = path->loop + 1; k < path->states.count; k++)
            condition = threads_follow(threads, path->labels.at[k], condition);
        good = follow_thread(w, component, condition);
    }
    return good;
}

// Around in a component: by all that fairness asks for, and back to where it began.
static bool go_around(struct witness *w, const bool *component)
{
    struct graph *g = w->graph;
    const struct model *m = g->engine->model;
    uint32_t first = w->last;
    w->path->loop = w->path->states.count - 1;
    bool good = !g->threads || follow_threads(w, component);
    for (size_t i = 0; i < model_justice_count(m) && good && !g->threads; i++)
        good = visit(w, component, g->justice[i]);
    for (size_t i = 0; i < model_compassion_count(m) && good && !g->threads; i++)
        good = visit(w, component, g->compassion[i][1]);
    bool *back = good ? graph_new_set(g, false) : NULL;
    if (!back)
        return false;
    back[first] = true;
    good = go_until(w, component, back, true);
    graph_free_set(g, back);
    if (good)
        w->path->states.count--; // the first state of the loop is not repeated
    return good;
}

// A fair path that stays within the set forever; there is one from the last state.
static bool stay(struct witness *w, const bool *within)
{
    struct graph *g = w->graph;
    uint32_t *components = graph_fair_components(g, within);
    bool *core = components ? graph_new_set(g, false) : NULL, good = core;
    for (uint32_t s = 0; good && s < g->count; s++)
        core[s] = components[s];
    good = good && go_until(w, within, core, false);
    for (uint32_t s = 0; good && s < g->count; s++)
        core[s] = components[s] && components[s] == components[w->last];
    good = good && go_around(w, core);
    graph_free_set(g, core);
    graph_free_components(g, components);
    return good;
}

// ---- Formulas -------------------------------------------------------------------------------------------------------

static bool explain(struct witness *w, formula f, bool truth);

static bool is_temporal(const struct model *m, formula f)
{
    const struct formula_node *n = model_formula(m, f);
    if (n->op == FORMULA_ATOM)
        return false;
    if (n->op > FORMULA_IFF)
        return true;
    return is_temporal(m, n->args[0]) || (n->args[1] != FORMULA_NONE && is_temporal(m, n->args[1]));
}

// The operand's states, or those where it is false; NULL if there is no memory.
static bool *states_where(struct graph *g, formula f, bool truth)
{
    bool *set = branching_states(g, f);
    for (uint32_t s = 0; set && !truth && s < g->count; s++)
        set[s] = !set[s];
    return set;
}

// The truth of an operand for the whole to have this truth, where it matters.
static bool wanted_of(const struct formula_node *n, int operand, bool truth)
{
    return n->op == FORMULA_NOT || (n->op == FORMULA_IMPLIES && operand == 0) ? !truth : truth;
}

// Whether one trace from here can show that the formula has this truth, which it has. A conjunction that is false by an
// atom has nothing to show, whatever else is in it.
static bool shows_here(struct witness *w, formula f, bool truth)
{
    const struct formula_node *n = model_formula(w->graph->engine->model, f);
    if (!is_temporal(w->graph->engine->model, f))
        return false;
    if (n->op == FORMULA_XOR || n->op == FORMULA_IFF)
        return true;
    if (n->op > FORMULA_IFF)
        return ((n->op >= FORMULA_EX && n->op <= FORMULA_EU) || n->op == FORMULA_E) == truth;
    for (int i = 0; i < 2 && n->args[i] != FORMULA_NONE; i++) {
        bool wanted = wanted_of(n, i, truth), *set = branching_states(w->graph, n->args[i]);
        bool fits = set && set[w->last] == wanted;
        graph_free_set(w->graph, set);
        if (fits && shows_here(w, n->args[i], wanted))
            return true;
    }
    return false;
}

// Of two operands, one that matters for the whole having its truth: for a conjunction that is false, one that is false.
static bool explain_connective(struct witness *w, const struct formula_node *n, bool truth)
{
    const struct model *m = w->graph->engine->model;
    if (n->op == FORMULA_NOT)
        return explain(w, n->args[0], !truth);
    bool joint = (n->op == FORMULA_AND) == truth || n->op == FORMULA_XOR || n->op == FORMULA_IFF;
    bool is_choice =
        n->op != FORMULA_XOR && n->op != FORMULA_IFF && is_temporal(m, n->args[0]) && is_temporal(m, n->args[1]);
    for (int i = 0; i < 2; i++) {
        bool *set = branching_states(w->graph, n->args[i]);
        if (!set)
            return false;
        bool here = set[w->last], wanted = wanted_of(n, i, truth);
        graph_free_set(w->graph, set);
        if (is_choice && i == 0 && !shows_here(w, n->args[0], wanted))
            continue; // if neither shows anything, it is the same
        if (joint ? is_temporal(m, n->args[i]) : here == wanted && (is_temporal(m, n->args[i]) || i == 1))
            return explain(w, n->args[i], here);
    }
    return true;
}

// On to a state where the operand has the truth value, and what is to be seen there.
static bool explain_path(struct witness *w, const bool *through, formula goal, bool truth, bool step)
{
    struct graph *g = w->graph;
    bool *states = states_where(g, goal, truth), *fair = states ? branching_only_fair(g, states) : NULL;
    bool good = fair && go_until(w, through, fair, step);
    graph_free_set(g, fair);
    graph_free_set(g, states);
    return good && explain(w, goal, truth);
}

static bool explain_staying(struct witness *w, formula f, bool truth)
{
    bool *within = states_where(w->graph, f, truth);
    bool good = within && stay(w, within);
    graph_free_set(w->graph, within);
    return good;
}

// A[f U g] is false: a path leaves f before g holds, or g never holds.
static bool explain_no_until(struct witness *w, const struct formula_node *n)
{
    struct graph *g = w->graph;
    bool *away = states_where(g, n->args[1], false), *f = branching_states(g, n->args[0]);
    bool *lost = away && f ? branching_only_fair(g, away) : NULL, good = lost;
    for (uint32_t s = 0; good && s < g->count; s++)
        lost[s] = lost[s] && !f[s];
    bool *broken = good ? graph_new_set(g, false) : NULL;
    good = broken;
    if (good)
        memcpy(broken, lost, g->count);
    good = good && graph_grow_back(g, away, broken);
    bool leaves = good && broken[w->last];
    good = good && (leaves ? go_until(w, away, lost, false) : stay(w, away));
    graph_free_set(g, broken);
    graph_free_set(g, lost);
    graph_free_set(g, f);
    graph_free_set(g, away);
    return good && (!leaves || explain(w, n->args[0], false));
}

// ---- Bounds ---------------------------------------------------------------------------------------------------------

// One step of a trace that shows a formula with bounds: to a state from which the rest of it can be shown.
static bool step_into(struct witness *w, const bool *set, bool truth)
{
    const struct graph *g = w->graph;
    for (uint64_t k = g->forward.begin[w->last]; k < g->forward.begin[w->last + 1]; k++) {
        uint32_t to = g->forward.to[k];
        if (g->fair[to] && set[to] == truth) {
            go_to(w, to, label_of(g, k));
            return true;
        }
    }
    return false;
}

// Step by step as long as what is asked for is still to come. What is nested is shown at the end only.
static bool explain_bounded(struct witness *w, const struct formula_node *n, bool truth)
{
    struct graph *g = w->graph;
    bool two = n->args[1] != FORMULA_NONE;
    bool *f = branching_states(g, n->args[0]), *second = f && two ? branching_states(g, n->args[1]) : NULL;
    bool globally = n->op == FORMULA_EG || n->op == FORMULA_AG;
    const bool *goal = two ? second : f;
    formula shown = two ? n->args[1] : n->args[0];
    bool good = f && (second || !two);
    for (int64_t i = 0; good; i++) {
        bool here = goal[w->last], decided = i >= n->low && here != globally;
        if (decided || i == n->high || (two && !f[w->last])) {
            if (!decided && i != n->high) // that it went on up to here is what failed
                shown = n->args[0];
            break;
        }
        bool *later = branching_bounded(g, n, i + 1, f, second);
        good = later && step_into(w, later, truth);
        graph_free_set(g, later);
    }
    bool at_end = good && (shown == n->args[0] ? f : second)[w->last];
    graph_free_set(g, second);
    graph_free_set(g, f);
    return good && explain(w, shown, at_end);
}

// Only what claims or refutes by a single path can be shown by one.
static bool explain(struct witness *w, formula id, bool truth)
{
    const struct formula_node *n = model_formula(w->graph->engine->model, id);
    if (n->op == FORMULA_ATOM || w->path->loop != TRACE_NO_LOOP)
        return true;
    if (n->op <= FORMULA_IFF)
        return explain_connective(w, n, truth);
    bool existential = (n->op >= FORMULA_EX && n->op <= FORMULA_EU) || n->op == FORMULA_E;
    if (existential != truth)
        return true;
    if (n->bounded)
        return explain_bounded(w, n, truth);
    switch (n->op) {
    case FORMULA_E:
    case FORMULA_A:
        return product_show(w->graph, n->args[0], n->op == FORMULA_A, w->last, w->path);
    case FORMULA_EX:
    case FORMULA_AX: {
        bool *nowhere = graph_new_set(w->graph, false); // the first step must do
        bool good = nowhere && explain_path(w, nowhere, n->args[0], truth, true);
        graph_free_set(w->graph, nowhere);
        return good;
    }
    case FORMULA_EF:
    case FORMULA_AG:
        return explain_path(w, NULL, n->args[0], truth, false);
    case FORMULA_EG:
    case FORMULA_AF:
        return explain_staying(w, n->args[0], truth);
    case FORMULA_EU: {
        bool *through = branching_states(w->graph, n->args[0]);
        bool good = through && explain_path(w, through, n->args[1], true, false);
        graph_free_set(w->graph, through);
        return good;
    }
    default:
        return explain_no_until(w, n);
    }
}

bool branching_show_failure(struct graph *g, formula f, uint32_t state, struct state_path *path)
{
    struct witness w = {.graph = g, .path = path};
    go_to(&w, state, THREADS_IDENTITY);
    return explain(&w, f, false);
}

bool branching_show_path(struct graph *g, formula linear, bool negated, uint32_t state, struct state_path *path)
{
    struct witness w = {.graph = g, .path = path};
    go_to(&w, state, THREADS_IDENTITY);
    return product_show(g, linear, negated, state, path);
}
