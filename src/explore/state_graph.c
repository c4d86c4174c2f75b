#include "explore/state_graph.h"

#include <string.h>

#include "base/hash.h"

struct state_graph_index {
    struct int_map first; // by hash: the last state that has it
    ARRAY(uint32_t) next; // by state: another one of the same hash
};

const value *state_graph_state(const struct state_graph *g, size_t i)
{
    return g->states.at + i * g->cells;
}

static void push_row(struct state_graph *g, value_array *rows, const value *row)
{
    array_reserve(g->mem, rows, rows->count + g->cells + 1);
    if (g->cells)
        memcpy(rows->at + rows->count, row, g->cells * sizeof *row);
    rows->count += g->cells;
}

// ---- States ---------------------------------------------------------------------------------------------------------

static bool is_at(const struct state_graph *g, uint32_t place, const value *state)
{
    return g->cells == 0 || memcmp(state_graph_state(g, place), state, g->cells * sizeof *state) == 0;
}

// The number of a state, which is added if it is new and there is room for it.
static uint32_t number_of(struct state_graph *g, const value *state)
{
    uint32_t hash = (uint32_t)hash_numbers(0, state, g->cells) >> 1, *first = int_map_find(&g->index->first, hash),
             at = first ? *first : UINT32_MAX;
    bool added;
    for (; at != UINT32_MAX; at = g->index->next.at[at])
        if (is_at(g, at, state))
            return at;
    if (g->state_count == g->limit) {
        g->is_cut = true;
        return STATE_GRAPH_LEFT_OUT;
    }
    array_push(g->mem, &g->index->next, first ? *first : UINT32_MAX);
    uint32_t *place = int_map_try_add(g->mem, &g->index->first, hash, (uint32_t)g->state_count, &added);
    if (!place)
        mem_exhausted(g->mem);
    *place = (uint32_t)g->state_count;
    push_row(g, &g->states, state);
    return (uint32_t)g->state_count++;
}

// ---- Steps ----------------------------------------------------------------------------------------------------------

struct expansion {
    struct state_graph *graph;
    struct evaluator *ev;
    const struct state_graph_limits *limits;
    bool is_over;
    bool asks_inputs; // whether inputs matter
    value *held;      // a state
    uint32_t from, action;
    size_t left; // steps that may still be added
    struct str permutation;
};

static uint32_t arrive(struct expansion *x, const value *state)
{
    struct state_graph *g = x->graph;
    str_clear(&x->permutation);
    if (!g->orbits)
        return number_of(g, state);
    if (g->cells)
        memcpy(x->held, state, g->cells * sizeof *state);
    orbit_map_make(g->orbits, x->held, &x->permutation);
    return number_of(g, x->held);
}

#define MOST_INPUT_VALUES 16 // an input of more is taken to matter

static bool matters(struct expansion *x, cell_id cell, const value *state)
{
    struct state_graph *g = x->graph;
    const struct type *type = model_type(g->model, model_cell(g->model, cell)->type);
    if (!x->asks_inputs || type_size(type) > MOST_INPUT_VALUES)
        return true;
    value held = x->held[cell];
    bool same = true;
    for (uint64_t i = 0; i < type_size(type) && same; i++) {
        x->held[cell] = type_value(type, i);
        same = eval_is_step(x->ev, x->held, state, NULL, NULL);
    }
    x->held[cell] = held;
    return !same;
}

static void push_inputs(struct expansion *x, const value *inputs, const value *state)
{
    struct state_graph *g = x->graph;
    push_row(g, &g->inputs, inputs);
    if (g->cells)
        memcpy(x->held, inputs, g->cells * sizeof *inputs);
    for (cell_id c = 0; c < g->cells; c++)
        array_push(g->mem, &g->matter, model_cell(g->model, c)->role == CELL_INPUT && matters(x, c, state));
}

static bool is_over(struct expansion *x)
{
    x->is_over = x->is_over || (x->limits->is_over && x->limits->is_over(x->limits->context));
    x->graph->gave_up |= x->is_over;
    return x->is_over;
}

static bool add_initial(void *context, const value *inputs, const value *state)
{
    struct expansion *x = context;
    (void)inputs;
    arrive(x, state);
    return !is_over(x) && !x->graph->is_cut;
}

static bool add_step(void *context, const value *inputs, const value *state)
{
    struct expansion *x = context;
    struct state_graph *g = x->graph;
    if (x->left == 0) {
        g->is_cut = true;
        struct state_graph_edge more = {
            .from = x->from, .to = STATE_GRAPH_LEFT_OUT, .action = x->action, .inputs = g->inputs.count};
        array_push(g->mem, &g->edges, more);
        push_inputs(x, inputs, state);
        return false;
    }
    if (is_over(x))
        return false;
    x->left--;
    struct state_graph_edge edge = {
        .from = x->from, .to = arrive(x, state), .action = x->action, .inputs = g->inputs.count};
    edge.permutation = x->permutation.count ? str_copy(g->mem, str_text(&x->permutation)) : NULL;
    array_push(g->mem, &g->edges, edge);
    push_inputs(x, inputs, state);
    return true;
}

static void search(struct state_graph *g, struct evaluator *ev, const struct eval_guide *guide,
                   const struct state_graph_limits *limits)
{
    size_t bytes = (g->cells + 1) * sizeof(value);
    struct expansion x = {.graph = g,
                          .ev = ev,
                          .limits = limits,
                          .asks_inputs = guide->step_count == 0,
                          .held = mem_zalloc(g->mem, bytes)};
    value *now = mem_zalloc(g->mem, bytes); // states may move while they are added to
    eval_each_initial(ev, add_initial, &x);
    g->gave_up |= guide->gave_up;
    g->initial_count = g->state_count;
    for (; x.from < g->state_count && !is_over(&x); x.from++) {
        if (g->cells)
            memcpy(now, state_graph_state(g, x.from), g->cells * sizeof *now);
        x.left = limits->steps;
        for (x.action = 0; x.action < model_action_count(g->model) && !is_over(&x); x.action++) {
            bool all = eval_each_successor_by(ev, x.action, now, add_step, &x);
            g->gave_up |= guide->gave_up;
            if (!all && !guide->gave_up)
                break;
        }
    }
    str_free(g->mem, &x.permutation);
    mem_free(g->mem, x.held, bytes);
    mem_free(g->mem, now, bytes);
}

void state_graph_open(struct state_graph *g, const struct model *model, const struct explore_conditions *c,
                      struct orbit_map *orbits, struct state_graph_limits limits, struct mem *mem)
{
    *g = (struct state_graph){
        .model = model, .mem = mem, .orbits = orbits, .cells = model_cell_count(model), .limit = limits.states};
    g->index = mem_zalloc(mem, sizeof *g->index);
    struct eval_guide guide = {.initial = c->initial,
                               .states = c->states,
                               .steps = c->steps,
                               .initial_count = c->initial_count,
                               .state_count = c->state_count,
                               .step_count = c->step_count,
                               .tries = limits.tries};
    struct evaluator *ev = evaluator_new(model, mem);
    evaluator_guide(ev, &guide);
    search(g, ev, &guide, &limits);
    evaluator_free(ev);
}

void state_graph_close(struct state_graph *g)
{
    for (size_t i = 0; i < g->edges.count; i++)
        str_release(g->mem, g->edges.at[i].permutation);
    array_free(g->mem, &g->edges);
    array_free(g->mem, &g->states);
    array_free(g->mem, &g->inputs);
    array_free(g->mem, &g->matter);
    int_map_free(g->mem, &g->index->first);
    array_free(g->mem, &g->index->next);
    mem_free(g->mem, g->index, sizeof *g->index);
}
